"""The subcommands of `planeval`: a module and a line here for each."""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import Any, Final, Protocol, cast


class Command(Protocol):
    """The module of a subcommand. Importing it must be fast: the help imports all of them. It has
    `evaluate`, whose report is printed, or `run`, which returns the exit status."""

    SUMMARY: str
    DESCRIPTION: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's own arguments."""


GROUPS: Final = {
    "compare": ("domain", "domains", "problem", "plans", "align"),
    "execute": ("validate", "blame", "repair", "solve", "planners"),
    "learn": ("learn", "learners", "benchmark"),
    "run experiments": ("runs", "overview", "instances", "status", "merge"),
}
"""The names of the commands, which are those of their modules, by their groups in the help."""
COMMANDS: Final = tuple(name for names in GROUPS.values() for name in names)


def command(name: str) -> Command:
    """The command of this name, one of `COMMANDS`."""
    return cast(Command, import_module(f"planeval.commands.{name}"))


def run(name: str, options: argparse.Namespace) -> int:
    """Run the command of this name and return the exit status. Raises UserError."""
    module: Any = command(name)
    if hasattr(module, "run"):
        status: int = module.run(options)
        return status
    from planeval.commands.printing import put_where_asked

    return put_where_asked(module.evaluate, options)
