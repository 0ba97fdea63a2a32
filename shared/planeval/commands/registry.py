"""The subcommands of `planeval`: a module and a line here for each."""

from __future__ import annotations

import argparse
from itertools import chain
from typing import Final, Protocol


class Command(Protocol):
    """The module of a subcommand. Importing it must be fast: the help imports all of them."""

    SUMMARY: str
    DESCRIPTION: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's own arguments."""

    def run(self, options: argparse.Namespace) -> int:
        """Run the command and return the exit code. Raises UserError."""


GROUPS: Final = {
    "compare": ("domain", "domains", "problem", "plans", "align"),
    "execute": ("validate", "blame", "repair", "solve", "planners"),
    "learn": ("learn", "learners", "benchmark"),
    "run experiments": ("runs", "overview", "instances", "status", "merge"),
}
"""The names of the commands, which are those of their modules, by their groups in the help."""
COMMANDS: Final = tuple(chain.from_iterable(GROUPS.values()))
