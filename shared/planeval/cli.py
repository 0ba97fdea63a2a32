"""The command `planeval`: one subcommand per thing to evaluate.

Imports late: until `run_command` runs, Ctrl+C ends in a traceback.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from planfiles.command import run_command
from planfiles.parser import COMPLETION, Parser
from planfiles.trouble import Trouble


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a subcommand; the exit status."""
    return run_command("planeval", lambda: _run(arguments))


def _run(arguments: Sequence[str] | None) -> int:
    from planeval.commands.registry import COMMANDS

    parser = command_parser()
    words = sys.argv[1:] if arguments is None else list(arguments)
    if words[:1] == [COMPLETION]:
        from planfiles.completion import print_completion

        return print_completion(parser, words[1:])
    options = parser.parse_args(words)
    for command in COMMANDS:
        if options.command == command.NAME:
            return command.run(options)
    raise Trouble("a command is needed (see planeval --help)")


def command_parser() -> Parser:
    """The parser of all subcommands."""
    from planeval.commands.registry import COMMANDS

    parser = Parser(
        prog="planeval",
        description="Evaluate planning models and plans.",
        epilog="Exit status: 0 all is well, 1 something is not, 2 trouble. Tab completion: "
        "planeval completion bash, zsh or fish.",
    )
    parser.add_version()
    subparsers = parser.add_subparsers(dest="command", metavar="command")
    for command in COMMANDS:
        command.add_arguments(
            subparsers.add_parser(
                command.NAME,
                help=command.SUMMARY,
                description=command.DESCRIPTION,
                formatter_class=argparse.RawDescriptionHelpFormatter,
            )
        )
    return parser
