"""The subcommands of `planeval`: one module and one line here for each."""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import Final, Protocol, cast


class Command(Protocol):
    """What a subcommand's module offers. Importing it must cost next to nothing: for
    the help all are imported."""

    SUMMARY: str
    DESCRIPTION: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's own arguments."""

    def run(self, options: argparse.Namespace) -> int:
        """Do it; returns the exit code. Raises UserError."""


GROUPS: Final = {
    "compare": ("domain", "domains", "problem", "plans", "align"),
    "execute": ("validate", "blame", "repair", "solve", "planners"),
    "learn": ("learn", "learners", "benchmark"),
    "run experiments": ("runs", "overview", "instances", "status", "merge"),
}
"""The names of the commands, which are those of their modules, as the help groups them."""
COMMANDS: Final = tuple(name for names in GROUPS.values() for name in names)


def command(name: str) -> Command:
    """The command of this name, one of `COMMANDS`."""
    return cast(Command, import_module(f"planeval.commands.{name}"))
