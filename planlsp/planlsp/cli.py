"""The command `planlsp`.

Most imports are late: `--version` and `--help` are fast, and Ctrl+C prints a traceback only before
`run_command` runs.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from planfiles.command import is_terminal, run_command
from planfiles.errors import FileError, reason_of
from planfiles.parser import COMPLETION, Parser

if TYPE_CHECKING:
    from planlsp.commands.registry import Command

_ON_A_TERMINAL: Final = (
    "planlsp is a language server and is started by your editor. Press Ctrl+C to stop.\n"
    "In a terminal, use planlsp check, format, explain or solve, or plandiff; see "
    "planlsp --help.\n"
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the server or a subcommand; return the exit status."""
    return run_command("planlsp", lambda: _run(arguments))


def _run(arguments: Sequence[str] | None) -> int:
    from planlsp.commands.registry import COMMANDS

    words = sys.argv[1:] if arguments is None else list(arguments)
    if words[:1] == [COMPLETION]:
        from planfiles.completion import print_completion
        from planlsp.session.settings.codes import all_codes

        return print_completion(command_parser(), words[1:], {"CODE": sorted(all_codes())})
    # The server, and a command given as the first word, need no parsers of other commands.
    named = [command for command in COMMANDS if words[:1] == [command.NAME]]
    is_server = words in (["--version"], ["--stdio"])
    options = command_parser(named if named or is_server else COMMANDS).parse_args(words)
    for command in COMMANDS:
        if options.command == command.NAME:
            return command.run(options)
    return _serve(options)


def _serve(options: argparse.Namespace) -> int:
    from planlsp.serve import Address, create_server, log_to, serve_socket, serve_stdio

    try:
        log_to(options.log_file)
    except OSError as error:
        raise FileError("write the log", options.log_file, reason_of(error)) from None
    if options.tcp:
        return serve_socket(create_server, Address(*options.tcp))
    if is_terminal(sys.stdin) and not options.stdio:
        sys.stderr.write(_ON_A_TERMINAL)
    return serve_stdio(create_server)


def command_parser(commands: Sequence[Command] | None = None) -> Parser:
    """The parser of the server and of `commands`, by default all."""
    from planlsp.commands.registry import COMMANDS

    parser = Parser(
        prog="planlsp",
        description="A language server for PDDL. Without COMMAND it serves one editor, by default "
        "on\nstandard input and output.",
        epilog="planlsp completion bash, zsh or fish prints tab completion.",
    )
    parser.add_version()
    channel = parser.add_mutually_exclusive_group()
    channel.add_argument(
        "--stdio", action="store_true", help="use standard input and output (default)"
    )
    channel.add_argument(
        "--tcp",
        type=_address,
        metavar="[HOST:]PORT",
        help="listen on PORT for one client (default host: 127.0.0.1)",
    )
    parser.add_argument("--log-file", metavar="FILE", help="write the log to FILE")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for command in COMMANDS if commands is None else commands:
        command.add_arguments(
            subparsers.add_parser(
                command.NAME, help=command.SUMMARY, description=command.DESCRIPTION
            )
        )
    return parser


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not port.isdecimal() or int(port) > 65535:
        raise argparse.ArgumentTypeError(f"{port!r} is not a port; expected a number up to 65535")
    return host.strip("[]") or "127.0.0.1", int(port)
