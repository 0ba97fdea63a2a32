"""The subcommands of `planlsp`: each has a module and a line here."""

from __future__ import annotations

import argparse
from typing import Final, Protocol

from planlsp.commands import check, explain, format, mcp, show, solve, test


class Command(Protocol):
    """The interface of a subcommand's module, which must be cheap to import."""

    NAME: str
    SUMMARY: str
    DESCRIPTION: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's own arguments."""

    def run(self, arguments: argparse.Namespace) -> int:
        """Run the command; return the exit code."""


COMMANDS: Final[tuple[Command, ...]] = (check, format, explain, show, solve, test, mcp)
