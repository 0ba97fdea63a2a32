"""The commands of the programs, each with the parser of its arguments."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import NamedTuple

import planeval.cli
import planlsp.cli
from plandiff.options import option_parser


class Command(NamedTuple):
    """A command by its words, with the parser of what follows them."""

    name: str
    parser: argparse.ArgumentParser

    @property
    def subcommands(self) -> tuple[Command, ...]:
        """The commands below it."""
        actions = (a for a in self.parser._actions if isinstance(a, argparse._SubParsersAction))
        return tuple(
            Command(f"{self.name} {word}", parser)
            for action in actions
            for word, parser in action.choices.items()
        )


def programs() -> tuple[Command, ...]:
    """The three programs."""
    parsers = (option_parser(), planeval.cli.command_parser(), planlsp.cli.command_parser())
    return tuple(Command(parser.prog, parser) for parser in parsers)


def commands() -> Iterator[Command]:
    """The programs, each before its subcommands."""
    for program in programs():
        yield program
        yield from program.subcommands
