"""The commands of the programs with their arguments, read from the programs' parsers."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from functools import partial
from typing import Final, NamedTuple

import planeval.cli
import planlsp.cli
from plandiff.options import option_parser
from planfiles.parser import HelpFormatter

_PREFIX: Final = "usage: "
_UNTITLED: Final = ("positional arguments", "options")
"""The titles of argument groups without a name."""


class Argument(NamedTuple):
    """An argument as the user writes it, and its help."""

    spelt: str
    help: str
    is_command: bool = False


class Group(NamedTuple):
    """A group of arguments, and its title or an empty one."""

    title: str
    arguments: tuple[Argument, ...]


class Command(NamedTuple):
    """A command: its name with the program's, its summary in the parent's help, and its parser."""

    name: str
    summary: str
    parser: argparse.ArgumentParser

    @property
    def subcommands(self) -> tuple[Command, ...]:
        """The subcommands."""
        return tuple(
            Command(f"{self.name} {below.dest}", below.help or "", action.choices[below.dest])
            for action in self.parser._actions
            if isinstance(action, argparse._SubParsersAction)
            for below in action._choices_actions
        )

    @property
    def groups(self) -> tuple[Group, ...]:
        """Its groups of arguments that are not empty, without the arguments that every command
        has."""
        found = (part for group in self.parser._action_groups for part in _parts(group))
        return tuple(group for group in found if group.arguments)

    def usage(self, width: int) -> str:
        """The lines of usage at a width, whatever that of the terminal."""
        # From Python 3.14, argparse colours output for terminals.
        vars(self.parser)["color"] = False
        self.parser.formatter_class = partial(HelpFormatter, width=width + len(_PREFIX))
        lines = self.parser.format_usage().strip().splitlines()
        return "\n".join(line[len(_PREFIX) :] for line in lines)

    @property
    def prose(self) -> tuple[str, ...]:
        """The paragraphs before and after the arguments. Lines that begin with a blank are
        formatted manually."""
        parser = self.parser
        texts = [(text or "").strip("\n") for text in (parser.description, parser.epilog)]
        return tuple(block for text in texts for block in re.split(r"\n\s*\n", text) if block)


def programs() -> tuple[Command, ...]:
    """The three programs."""
    parsers = (option_parser(), planeval.cli.command_parser(), planlsp.cli.command_parser())
    return tuple(
        Command(parser.prog, (parser.description or "").partition(".")[0], parser)
        for parser in parsers
    )


def commands() -> Iterator[Command]:
    """The programs, each before its subcommands."""
    for program in programs():
        yield program
        yield from program.subcommands


def _parts(group: argparse._ArgumentGroup) -> Iterator[Group]:
    """A group of arguments; a group of subcommands is split as in the help."""
    arguments = tuple(a for action in group._group_actions for a in _arguments(action))
    parts = next((a.groups for a in group._group_actions if hasattr(a, "groups")), None)
    if parts is None:
        yield Group("" if group.title in _UNTITLED else group.title or "", arguments)
        return
    for title, names in parts.items():
        yield Group(title, tuple(a for a in arguments if a.spelt in names))


def _arguments(action: argparse.Action) -> Iterator[Argument]:
    """The arguments of an action; none for hidden ones and for those that every command has."""
    if isinstance(action, argparse._SubParsersAction):
        for below in action._choices_actions:
            yield Argument(below.dest, below.help or "", is_command=True)
    elif action.help != argparse.SUPPRESS and not {"--help", "--version"} & {
        *action.option_strings
    }:
        yield Argument(_spelt(action), (action.help or "") % {**vars(action), "prog": ""})


def _spelt(action: argparse.Action) -> str:
    metavar = action.metavar if isinstance(action.metavar, str) else None
    if not action.option_strings:
        return metavar or action.dest
    if action.nargs == 0:
        return ", ".join(action.option_strings)
    if metavar is None and action.choices is not None:
        metavar = "|".join(map(str, action.choices))
    return f"{', '.join(action.option_strings)} {metavar or action.dest.upper()}"
