"""The command `planeval`: one subcommand per thing to evaluate."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from planeval.commands.registry import COMMANDS
from planfiles.files import FileProblem

TROUBLE = 2
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a subcommand; the exit status. Errors are one line on standard error and status 2."""
    try:
        options = _parser().parse_args(arguments)
        for command in COMMANDS:
            if options.command == command.NAME:
                return command.run(options)
        raise FileProblem("a command is needed (see planeval --help)")
    except FileProblem as problem:
        complain(problem.message)
        return TROUBLE
    except BrokenPipeError:
        # Whoever read us has read enough; Python must not try to flush the rest at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return TROUBLE
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        if os.environ.get("PLANEVAL_TRACEBACK"):
            raise
        complain(f"internal error, please report it ({type(error).__name__}: {error})")
        return TROUBLE


def complain(message: str) -> None:
    """Print one error line."""
    sys.stdout.flush()
    sys.stderr.write(f"planeval: error: {' '.join(message.split())}\n")


class _Parser(argparse.ArgumentParser):
    """Reports wrong usage in one line."""

    def error(self, message: str) -> NoReturn:
        raise FileProblem(f"{message} (see {self.prog} --help)")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="planeval",
        description="Evaluate planning models and plans.",
        epilog="Exit status: 0 all is well, 1 something is not, 2 trouble.",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
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


class _Version(argparse.Action):
    """Looks the version up only when asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object, **__: object) -> NoReturn:
        from importlib.metadata import PackageNotFoundError, version

        try:
            number = version("planlsp")
        except PackageNotFoundError:
            number = "unknown"
        sys.stdout.write(f"planeval {number}\n")
        parser.exit(0)
