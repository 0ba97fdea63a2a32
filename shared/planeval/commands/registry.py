"""The subcommands of `planeval`: one module and one line here for each."""

from __future__ import annotations

import argparse
from typing import Final, Protocol

from planeval.commands import (
    align,
    benchmark,
    blame,
    domain,
    domains,
    instances,
    learn,
    learners,
    merge,
    overview,
    planners,
    plans,
    problem,
    repair,
    runs,
    solve,
    status,
    validate,
)


class Command(Protocol):
    """What a subcommand's module offers. Importing it must cost next to nothing."""

    NAME: str
    SUMMARY: str
    DESCRIPTION: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's own arguments."""

    def run(self, options: argparse.Namespace) -> int:
        """Do it; returns the exit code. Raises Trouble."""


COMMANDS: Final[tuple[Command, ...]] = (
    align,
    learn,
    blame,
    repair,
    domain,
    domains,
    problem,
    plans,
    validate,
    solve,
    runs,
    overview,
    instances,
    status,
    merge,
    benchmark,
    learners,
    planners,
)
