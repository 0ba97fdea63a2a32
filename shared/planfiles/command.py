"""Errors, output and exit status of a command.

An error is one line on standard error with exit status 2; so is output that cannot be written.
Ctrl+C ends a run at once, without a message. A closed pipe, as `head` leaves it, is not an error.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from contextlib import suppress
from enum import IntEnum
from typing import TYPE_CHECKING, Final, TextIO

from plancore.report.lines import visible
from planfiles.errors import PartDone, UserError, reason_of
from planfiles.files import encode
from planfiles.garbage import few_collections

if TYPE_CHECKING:
    from plancore.report.registry import Report, Style


class TerminatedError(KeyboardInterrupt):
    """A signal asked the process to end; `status` is its exit status, 128 plus the signal
    number."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.status = 128 + number


class Exit(IntEnum):
    """Exit statuses; the first three are those of `diff`."""

    SAME = 0
    DIFFERENT = 1
    TROUBLE = 2
    INTERRUPTED = 130


def run_command(program: str, run: Callable[[], int]) -> int:
    """Call `run` and return the exit status; an error becomes one line on standard error. If the
    environment variable PROGRAM_TRACEBACK is set, an internal error keeps its traceback."""
    try:
        with few_collections():
            return run()
    except UserError as trouble:
        complain(program, trouble.message)
        return Exit.TROUBLE
    except PartDone as done:
        remark(program, done.message)
        return Exit.SAME
    except TerminatedError as end:
        return end.status
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except SystemExit as end:  # after --help and --version
        return end.code if isinstance(end.code, int) else Exit.TROUBLE
    except Exception as error:
        if os.environ.get(f"{program.upper()}_TRACEBACK"):
            raise
        reason = f"({type(error).__name__}: {error})"
        complain(program, f"internal error, please report it {reason}")
        return Exit.TROUBLE


def complain(program: str, *messages: str) -> None:
    """Print each message as an error on standard error, if that is open."""
    remark(program, *(f"error: {text}" for text in messages))


def remark(program: str, *messages: str) -> None:
    """Print each message on standard error, if that is open."""
    if messages and sys.stderr is not None:
        with suppress(OSError):
            clear_line()
            sys.stderr.writelines(f"{program}: {visible(text)}\n" for text in messages)
            sys.stderr.flush()


_standing: Final[list[Callable[[], None]]] = []
"""The function that clears the current progress line; at most one."""


def line_stands(clear: Callable[[], None]) -> None:
    """Register a progress line on standard error. `clear` is called once, before the next output to
    the terminal, and must erase it."""
    _standing[:] = [clear]


def clear_line() -> None:
    """Erase the current progress line, if any."""
    while _standing:
        _standing.pop()()


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a standard stream is a terminal; a closed stream is None."""
    return stream is not None and stream.isatty()


def wants_colour(choice: str) -> bool:
    """Whether to colour standard output: `always`, `never`, or `auto`, which depends on the
    environment and the terminal."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return is_terminal(sys.stdout)


def output_width() -> int | None:
    """The width of the terminal in columns; None if standard output is not a terminal."""
    return shutil.get_terminal_size().columns if is_terminal(sys.stdout) else None


def write_out(output: str | bytes) -> None:
    """Write to standard output; text as UTF-8 in any locale. Raises UserError if that fails, except
    for a closed pipe."""
    data = output if isinstance(output, bytes) else encode(output)
    if sys.stdout is None:
        raise UserError("cannot write to standard output: it is closed")
    try:
        if is_terminal(sys.stdout):
            clear_line()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        _forget_output()
    except OSError as error:
        _forget_output()
        raise UserError(f"cannot write to standard output: {reason_of(error)}") from None


def write_lines(text: str) -> None:
    """Write text for people, with control characters made visible so that the terminal does not
    interpret them. Raises UserError as `write_out` does."""
    write_out("\n".join(map(visible, text.split("\n"))))


def _forget_output() -> None:
    """Discard the rest of the output, so that Python does not write it again at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# Printing a report.

_FOR_PROGRAMS: Final = ("json", "ndjson", "sarif", "unified")


def write_report(report: Report, name: str, style: Style | None = None) -> None:
    """Print `report` in the format called `name`. Raises UserError as `write_out` does.

    Control characters are made visible in formats for people and terminals; formats for programs
    keep every character.
    """
    # Imported late: most commands that import this module write no report.
    from plancore.report.registry import Style, render

    text = render(report, name, style or Style())
    if name == "tsv":
        # Tabs separate the cells; cells contain none.
        text = "\t".join("\n".join(map(visible, cell.split("\n"))) for cell in text.split("\t"))
    # Text has its control characters visible already; the remaining ones are its colours.
    is_done = name in (*_FOR_PROGRAMS, "tsv", "text")
    (write_out if is_done else write_lines)(text)
