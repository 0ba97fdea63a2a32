"""The command `planeval` and its subcommands.

Imports are late: until `run_command` runs, Ctrl+C ends in a traceback.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, cast

from planfiles.command import run_command
from planfiles.parser import COMPLETION, Parser

if TYPE_CHECKING:
    from planeval.commands.registry import Command


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a subcommand and return the exit status."""
    return run_command("planeval", lambda: _run(arguments))


def _run(arguments: Sequence[str] | None) -> int:
    from planeval.commands.registry import COMMANDS

    words = sys.argv[1:] if arguments is None else list(arguments)
    if words[:1] == [COMPLETION]:
        from planfiles.completion import print_completion

        return print_completion(command_parser(), words[1:])
    # If a command is named first, the others need no parser.
    names = words[:1] if words and words[0] in COMMANDS else COMMANDS
    parser = command_parser(names)
    options = parser.parse_args(words)
    if options.command is None:
        parser.error("missing COMMAND")
    return command(options.command).run(options)


def command_parser(names: Sequence[str] | None = None) -> Parser:
    """The parser with the subcommands `names`, by default all."""
    from planeval.commands.registry import COMMANDS, GROUPS

    parser = Parser(
        prog="planeval",
        description="Evaluate planning models and plans.",
        epilog="planeval COMMAND --help describes a command. planeval completion bash, zsh or\n"
        "fish prints tab completion.",
    )
    parser.add_version()
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    subparsers.groups = GROUPS
    for name in COMMANDS if names is None else names:
        named = command(name)
        named.add_arguments(
            subparsers.add_parser(name, help=named.SUMMARY, description=named.DESCRIPTION)
        )
    return parser


def command(name: str) -> Command:
    """The module of a subcommand."""
    return cast("Command", import_module(f"planeval.commands.{name}"))
