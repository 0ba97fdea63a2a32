"""The manners of a command: its errors, what it writes, how it ends.

Errors are one line on standard error and exit status 2; so is output that cannot be written.
Ctrl+C ends a run at once and without a word. A reader that has gone away, as `head` does, has
read enough and is no error.
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
from planfiles.garbage import few_collections
from planfiles.text import encode

if TYPE_CHECKING:
    from plancore.report.registry import Report, Style


class TerminatedError(KeyboardInterrupt):
    """The process was asked to end; `status` is the exit status that says by which signal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.status = 128 + number


class Exit(IntEnum):
    """How a run ended; the first three are those of `diff`."""

    SAME = 0
    DIFFERENT = 1
    TROUBLE = 2
    INTERRUPTED = 130


def run_command(program: str, run: Callable[[], int]) -> int:
    """Call `run` and return the exit status; an error becomes one line on standard error. The
    environment variable PROGRAM_TRACEBACK shows where an internal error comes from."""
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
    """A line on standard error for each message, if there is one."""
    remark(program, *(f"error: {text}" for text in messages))


def remark(program: str, *messages: str) -> None:
    """A line on standard error for each message that is no error, if there is one."""
    if messages and sys.stderr is not None:
        with suppress(OSError):
            clear_line()
            sys.stderr.writelines(f"{program}: {visible(text)}\n" for text in messages)
            sys.stderr.flush()


_standing: Final[list[Callable[[], None]]] = []
"""What takes a line away that stands on the terminal, unended: there is one at most."""


def line_stands(clear: Callable[[], None]) -> None:
    """A line of progress stands on standard error: `clear` is called once, before anything else is
    said there, and takes it away."""
    _standing[:] = [clear]


def clear_line() -> None:
    """Take away the line that stands on the terminal, if one does."""
    while _standing:
        _standing.pop()()


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a standard stream is a terminal; a closed stream is None."""
    return stream is not None and stream.isatty()


def wants_colour(choice: str) -> bool:
    """Whether standard output is to be coloured: `always`, `never`, or `auto`, which asks the
    environment and the terminal."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return is_terminal(sys.stdout)


def output_width() -> int | None:
    """The columns of the terminal that standard output is; None where it goes elsewhere, and a text
    need not fit."""
    return shutil.get_terminal_size().columns if is_terminal(sys.stdout) else None


def write_out(output: str | bytes) -> None:
    """Write to standard output, text as UTF-8 whatever the locale. Raises UserError when that
    fails, but not when nobody reads it any more."""
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
    """Write lines that people read: whatever a name in them holds, no terminal obeys it. Raises
    UserError as `write_out` does."""
    write_out("\n".join(map(visible, text.split("\n"))))


def _forget_output() -> None:
    """What could not be written is not tried again at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# Printing a report.

_FOR_PROGRAMS: Final = ("json", "ndjson", "sarif", "unified")


def write_report(report: Report, name: str, style: Style | None = None) -> None:
    """Print `report` in the format called `name`. Raises UserError as `write_out` does.

    What people or terminals read is made visible; programs get every character.
    """
    # Most commands that end so write no report.
    from plancore.report.registry import Style, render

    text = render(report, name, style or Style())
    if name == "tsv":
        # The tabs are what it is made of; in cells there are none.
        text = "\t".join("\n".join(map(visible, cell.split("\n"))) for cell in text.split("\t"))
    # Lines of text are visible already; what is not are their colours.
    is_done = name in (*_FOR_PROGRAMS, "tsv", "text")
    (write_out if is_done else write_lines)(text)
