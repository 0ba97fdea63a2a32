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


COMMANDS: Final = (
    "align",
    "learn",
    "blame",
    "repair",
    "domain",
    "domains",
    "problem",
    "plans",
    "validate",
    "solve",
    "runs",
    "overview",
    "instances",
    "status",
    "merge",
    "benchmark",
    "learners",
    "planners",
)
"""The names of the commands, which are those of their modules, in the order of the help."""


def command(name: str) -> Command:
    """The command of this name, one of `COMMANDS`."""
    return cast(Command, import_module(f"planeval.commands.{name}"))
