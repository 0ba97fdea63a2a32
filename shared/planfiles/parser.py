"""The arguments of a command, and the values that several commands take."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, Final, NoReturn

from planfiles.command import Exit, write_out
from planfiles.errors import UserError

COMPLETION: Final = "completion"
"""The word that asks for tab completion, of every command (see `planfiles.completion`)."""


class Parser(argparse.ArgumentParser):
    """Reports wrong usage in one line, and writes help as any other output."""

    _commands: Any = None

    def error(self, message: str) -> NoReturn:
        """Raises UserError."""
        raise UserError(f"{message} (see {self.prog} --help)")

    # The other overload is for namespaces of other kinds, which nobody asks for.
    def parse_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> argparse.Namespace:
        """The options. Of words that are none the subcommand tells that they are for. Raises
        UserError."""
        options, surplus = self.parse_known_args(args, namespace)
        if surplus:
            self._meant_by(options).error(f"unrecognized arguments: {' '.join(surplus)}")
        return options

    def add_subparsers(self, **given: Any) -> Any:
        """As of any parser; one for each parser."""
        self._commands = super().add_subparsers(**given)
        return self._commands

    def subcommands(self) -> Any:
        """What takes subcommands, as `add_subparsers` has made it; made now where it has not."""
        return self.add_subparsers() if self._commands is None else self._commands

    def _meant_by(self, options: argparse.Namespace) -> argparse.ArgumentParser:
        """The parser of the subcommand that was given; this one without one."""
        if self._commands is None:
            return self
        named: argparse.ArgumentParser | None = self._commands.choices.get(
            getattr(options, self._commands.dest, None)
        )
        return named or self

    def print_help(self, file: Any = None) -> None:
        """Print it, by default to standard output. Raises UserError when that fails."""
        if file is None:
            write_out(self.format_help())
        else:
            super().print_help(file)

    def add_version(self) -> None:
        """Add the option --version."""
        self.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")


class _Version(argparse.Action):
    """Looks the version up only when asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object, **__: object) -> NoReturn:
        from planfiles.commit import described
        from planfiles.version import __version__

        commit = described()
        write_out(f"{parser.prog} {__version__}{f' ({commit})' if commit else ''}\n")
        parser.exit(Exit.SAME)


def job_count(text: str) -> int:
    """A number of processes; raises ArgumentTypeError for anything but 1 to 1024."""
    if not text.isdecimal() or not 1 <= int(text) <= 1024:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of processes from 1 to 1024")
    return int(text)
