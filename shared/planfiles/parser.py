"""The argument parser of commands, and the options that several of them share."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from typing import Any, Final, NoReturn

from plancore.spelling import hint, nearest
from planfiles.command import Exit, write_out
from planfiles.errors import UserError

COMPLETION: Final = "completion"
"""The first word that asks for a completion script (see `planfiles.completion`)."""
_MISSING: Final = "the following arguments are required: "
"""The start of argparse's message on missing arguments."""


class Parser(argparse.ArgumentParser):
    """Reports wrong usage in one line, with the nearest match, and writes help like other
    output."""

    _commands: Any = None
    _words: Sequence[str] = ()

    def __init__(self, **given: Any) -> None:
        super().__init__(**{"formatter_class": HelpFormatter, **given})

    def error(self, message: str) -> NoReturn:
        """Raises UserError."""
        missing = message.removeprefix(_MISSING)
        if missing != message:
            # The cause may be an unknown option whose value was taken for an argument.
            self._refuse(option for option in self._words if self._is_unknown(option))
            message = f"missing {missing}"
        message = message.removeprefix("argument ")
        raise UserError(message if message.endswith("?") else f"{message} (see {self.prog} --help)")

    # The other overload takes other kinds of namespaces, which are not used here.
    def parse_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> argparse.Namespace:
        """Parse the options. Raises UserError, with the name of the subcommand if there is one."""
        options: argparse.Namespace
        options, surplus = self.parse_known_args(args, namespace)
        if surplus:
            self._meant_by(options)._refuse(sorted(surplus, key=_is_argument))
        return options

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Remembers the words for `error`."""
        self._words = list(sys.argv[1:] if args is None else args)
        return super().parse_known_args(args, namespace)

    def _refuse(self, words: Iterable[str]) -> None:
        """Raise UserError for the first of these words, if there is one."""
        word = next(iter(words), None)
        if word is None:
            return
        if _is_argument(word):
            self.error(f"unexpected argument `{word}`")
        option = word.partition("=")[0]
        near = nearest(option, self._shown_options())
        self.error(f"unknown option `{option}`" + (f"; did you mean `{near}`?" if near else ""))

    def _is_unknown(self, word: str) -> bool:
        option = word.partition("=")[0]
        known = self._option_string_actions
        return not _is_argument(word) and not any(flag.startswith(option) for flag in known)

    def _shown_options(self) -> list[str]:
        shown = (action for action in self._actions if action.help != argparse.SUPPRESS)
        return [flag for action in shown for flag in action.option_strings]

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Raises UserError for a value that is not among the choices."""
        if action.choices is None or value in action.choices:
            return
        said = f"`{value}`; {hint(str(value), list(map(str, action.choices)))}"
        if isinstance(action, argparse._SubParsersAction):
            raise UserError(f"unknown command {said}")
        name = action.option_strings[-1] if action.option_strings else action.metavar
        raise UserError(f"{name or action.dest.upper()}: unknown value {said}")

    def add_subparsers(self, **given: Any) -> Any:
        """Add the subcommands; at most once for a parser."""
        self._commands = super().add_subparsers(**{"prog": self.prog, **given})
        return self._commands

    def subcommands(self) -> Any:
        """The subcommands, added now if there are none yet."""
        return self.add_subparsers() if self._commands is None else self._commands

    def _meant_by(self, options: argparse.Namespace) -> Parser:
        """The parser of the given subcommand, or this one."""
        if self._commands is None:
            return self
        named: Parser | None = self._commands.choices.get(
            getattr(options, self._commands.dest, None)
        )
        return named or self

    def print_help(self, file: Any = None) -> None:
        """Print the help, by default to standard output. Raises UserError if that fails."""
        if file is None:
            write_out(self.format_help())
        else:
            super().print_help(file)

    def add_version(self) -> None:
        """Add the option --version."""
        self.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")


class HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Shows only required options in the usage, and lists subcommands in the `groups` that are set
    on their action."""

    def _format_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Any,
        prefix: str | None,
    ) -> str:
        if usage is not None:
            return super()._format_usage(usage, actions, groups, prefix)
        named = [action for action in actions if action.required or not action.option_strings]
        text = super()._format_usage(None, named, [], prefix)
        return text.replace(self._prog, f"{self._prog} [options]", 1)

    def add_argument(self, action: argparse.Action) -> None:
        """Adds the indentation of groups to the width of the first column."""
        super().add_argument(action)
        if hasattr(action, "groups"):
            self._action_max_length += self._indent_increment

    def _format_action(self, action: argparse.Action) -> str:
        if not isinstance(action, argparse._SubParsersAction):
            return super()._format_action(action)
        known = {below.dest: below for below in self._iter_indented_subactions(action)}
        groups = getattr(action, "groups", None)
        if groups is None:
            return "".join(map(super()._format_action, known.values()))
        text = ""
        for title, names in groups.items():
            text += f"{' ' * self._current_indent}{title}:\n"
            self._indent()
            for name in names:
                text += super()._format_action(known[name]) if name in known else ""
            self._dedent()
        return text


def _is_argument(word: str) -> bool:
    return not word.startswith("-") or word == "-"


class _Version(argparse.Action):
    """Looks up the version only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object, **__: object) -> NoReturn:
        from planfiles.version import __version__, described

        commit = described()
        write_out(f"{parser.prog} {__version__}{f' ({commit})' if commit else ''}\n")
        parser.exit(Exit.SAME)


def job_count(text: str) -> int:
    """A number of processes from 1 to 1024; raises ArgumentTypeError."""
    if not text.isdecimal() or not 1 <= int(text) <= 1024:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of processes from 1 to 1024")
    return int(text)


# Options of several commands and programs, with one text for each.

LEARNED: Final = "learned or generated domain"
REFERENCE: Final = "reference domain"
ALIGN: Final = "match actions, predicates and types that have different names before comparing"
ALIGN_BY_DEFAULT: Final = f"{ALIGN} (default: if they share almost no names)"
NO_EVIDENCE: Final = "ignore problems and plans found next to the domains"
MAPPING: Final = "name mapping (JSON or TOML): learned name to reference name"
SAVE_MAPPING: Final = "write the inferred name mapping to FILE"
STRICT: Final = "exit 2 if a file has errors"
JOBS: Final = "number of processes (default: one per processor)"
PATH: Final = "file, or directory to search for files"
METRICS: Final = "print all scores"
COLOR: Final = "colour the output (default: auto, on a terminal unless NO_COLOR is set)"
COLORS: Final = ("auto", "always", "never")
QUIET: Final = "print errors only; the result is the exit status"

SEPARATION: Final = "difference below which two times are equal (default: 0.0001)"
DURATION_TOLERANCE: Final = (
    "allowed deviation of a duration from its constraint (default: half a unit of its last "
    "printed decimal, at least 0.0001)"
)

COMPARED: Final = "exit status: 0 no differences, 1 differences, 2 error"


def add_tolerances(parser: argparse.ArgumentParser) -> None:
    """Add the options for the tolerances of times in plans."""
    parser.add_argument("--tolerance", type=tolerance, default=None, metavar="T", help=SEPARATION)
    parser.add_argument(
        "--duration-tolerance",
        type=tolerance,
        default=None,
        metavar="T",
        help=DURATION_TOLERANCE,
    )


def tolerance(text: str) -> float:
    """A tolerance of times in [0, 1]; raises ArgumentTypeError."""
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a tolerance from 0 to 1")
    return value


def add_output(parser: argparse.ArgumentParser) -> None:
    """Add the options for the output of a report."""
    parser.add_argument("-q", "--quiet", action="store_true", help=QUIET)
    parser.add_argument("--color", choices=COLORS, default="auto", help=COLOR)
    add_no_color(parser)


def add_no_color(parser: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """Add `--no-color`, an alias that other programs have."""
    parser.add_argument(
        "--no-color", dest="color", action="store_const", const="never", help=argparse.SUPPRESS
    )


def add_format(parser: argparse.ArgumentParser, formats: tuple[str, ...]) -> None:
    """Add the option for the format of a report, and those of `add_output`."""
    parser.add_argument(
        "--format", choices=formats, default="text", help="output format (default: %(default)s)"
    )
    add_output(parser)
