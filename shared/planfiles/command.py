"""Errors, output, progress, memory and exit status of a command.

An error is one line on standard error with exit status 2; so is output that cannot be written.
Ctrl+C ends a run at once, without a message. A closed pipe, as `head` leaves it, is not an error.
"""

from __future__ import annotations

import atexit
import gc
import math
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import IntEnum
from threading import Lock
from types import TracebackType
from typing import TYPE_CHECKING, Final, TextIO

from plancore.report.lines import visible
from planfiles.errors import PartDone, UserError, reason_of
from planfiles.files import encode

if TYPE_CHECKING:
    from plancore.report.registry import Report, Style


class TerminatedError(KeyboardInterrupt):
    """A signal asked the process to end; `status` is its exit status, 128 + the signal number."""

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


_standing: Final[list[Progress]] = []
"""The progress line on the terminal; at most one."""


def clear_line() -> None:
    """Erase the current progress line, if any."""
    while _standing:
        _standing.pop().clear()


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a standard stream is a terminal; a closed stream is None."""
    return stream is not None and stream.isatty()


def wants_colour(choice: str) -> bool:
    """Whether to colour standard output; `auto` depends on the environment and the terminal."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return is_terminal(sys.stdout)


def output_width() -> int | None:
    """The width of the terminal in columns; None if standard output is not a terminal."""
    return shutil.get_terminal_size().columns if is_terminal(sys.stdout) else None


def write_out(output: str | bytes) -> None:
    """Write UTF-8 to standard output, in any locale. Raises UserError, not for a closed pipe."""
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


def write_patch(text: str) -> None:
    """Write a patch: data, unless it goes to a terminal. Raises UserError as `write_out` does."""
    (write_lines if is_terminal(sys.stdout) else write_out)(text)


def _forget_output() -> None:
    """Discard the rest of the output, so that Python does not write it again at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# Printing a report.

_FOR_PROGRAMS: Final = ("json", "ndjson", "sarif", "unified")


def write_report(report: Report, name: str, style: Style | None = None) -> None:
    """Print `report` in the format called `name`. Raises UserError as `write_out` does. Control
    characters are made visible in formats for people and terminals; formats for programs keep every
    character."""
    # Imported late: most commands that import this module write no report.
    from plancore.report.registry import Style, render

    text = render(report, name, style or Style())
    if name == "tsv":
        # Tabs separate the cells; cells contain none.
        text = "\t".join("\n".join(map(visible, cell.split("\n"))) for cell in text.split("\t"))
    # Text has its control characters visible already; the remaining ones are its colours.
    is_done = name in (*_FOR_PROGRAMS, "tsv", "text")
    (write_out if is_done else write_lines)(text)


# A progress line, on a terminal only.

_REDRAW: Final = 0.1
"""Seconds between two updates of the line."""
_WIDTH: Final = 30
_ECHO: Final = 3
"""Columns left free for the cursor and the `^C` that a terminal echoes."""
_STILL: Final = 1.0
"""Seconds for which the message of `waiting` is shown."""
_SOON: Final = 2.0
"""Seconds before the rate and the remaining time are shown."""


class Progress:
    """Counts to `total` on standard error, if that is a terminal, or as `is_shown` says.

    A context manager: the line is erased at its end, and before `remark` and `write_out` write to
    the same terminal.
    """

    def __init__(self, verb: str = "", total: int = 0, *, is_shown: bool | None = None) -> None:
        self._verb = verb
        self._total = total
        self._stream = sys.stderr
        self._is_shown = is_terminal(sys.stderr) if is_shown is None else is_shown
        self._done = 0
        self._skipped = 0
        self._began = time.monotonic()
        self._drawn = 0.0
        self._stands = False
        self._waiting = ""
        self._waited = -math.inf

    def begin(self, verb: str, total: int) -> None:
        """Count from 0 to `total` things that are described by `verb`."""
        self._verb, self._total = verb, total
        self._done = self._skipped = 0
        self._waited = -math.inf
        self._began = time.monotonic()

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.clear()

    def advance(self, count: int = 1) -> None:
        """Count `count` more as done."""
        self._done += count
        self._show()

    def waiting(self, what: str, seconds: float, reached: str = "") -> None:
        """Show that `what` has been running for `seconds` and its progress `reached`. Must be
        called several times a second."""
        # Imported late: few commands wait.
        from plancore.phrases import time_in_words

        # A long line is cut at its end, so the name comes last.
        self._waiting = f"{reached}{reached and ', '}{time_in_words(seconds)} at {what}"
        self._waited = time.monotonic()
        self._show()

    def _show(self) -> None:
        if not self._is_due():
            return
        is_waiting = time.monotonic() - self._waited < _STILL
        if self._total > 1:
            filled = _WIDTH * min(self._done, self._total) // self._total
            bar = "#" * filled + "." * (_WIDTH - filled)
            waiting = f", {self._waiting}" if is_waiting else ""
            self._draw(f"{self._verb} [{bar}] {self._done}/{self._total}{self._pace()}{waiting}")
        elif is_waiting:
            self._draw(f"{self._verb}: {self._waiting}")

    def skip(self, count: int = 1) -> None:
        """Count `count` items that were done before this run and do not count for its rate."""
        self._skipped += count
        self.advance(count)

    def _pace(self) -> str:
        """The rate and the remaining time, once they can be estimated."""
        seconds, done = time.monotonic() - self._began, self._done - self._skipped
        if seconds < _SOON or not done:
            return ""
        # Imported late: most runs end before.
        from plancore.phrases import rate_in_words, time_in_words

        rate = done / seconds
        return f", {rate_in_words(rate)}, {time_in_words((self._total - self._done) / rate)} left"

    def checkpoint(self, done: int = 0, stage: str = "", /) -> None:
        """A `plancore.stop.Checkpoint` that shows the current stage and the number of things done,
        once there are some."""
        if stage and done and self._is_due():
            self._draw(f"{stage}: {done:,}")

    def _is_due(self) -> bool:
        """Whether the line is due for an update; its text is made only then."""
        return self._is_shown and time.monotonic() - self._drawn >= _REDRAW

    def _draw(self, line: str) -> None:
        self._drawn = time.monotonic()
        columns = shutil.get_terminal_size().columns
        # Before the write, which Ctrl+C may interrupt.
        self._stands = True
        _standing[:] = [self]
        self._write(f"\r{line[: max(columns - _ECHO, 0)]}\x1b[K")

    def clear(self) -> None:
        """Erase the line; the next update draws it again."""
        if self._stands:
            self._stands = False
            self._write("\r\x1b[K")

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


# Memory. A command keeps almost all objects of a file until it is done with it. Collecting after
# every 700 new objects, the default of Python 3.11, takes more than a third of a run over a large
# file, and a last collection at exit a fifth. So collect between two files, or after more
# allocations than most runs make, and not at exit.

RUN: Final = 10_000_000
"""Allocations between two collections while a command works on one thing: those of two domains of
10 MB, of which none is garbage before the command is done with them."""

YOUNG: Final = 100_000
"""Allocations that justify a collection between two files, or in an interactive program: at most
some 10 MB wait to be freed."""


@contextmanager
def few_collections(young: int = RUN) -> Iterator[None]:
    """Collect the youngest generation only once in `young` allocations."""
    # No collection is needed at exit.
    atexit.unregister(gc.freeze)
    atexit.register(gc.freeze)
    before = gc.get_threshold()
    gc.set_threshold(young, *before[1:])
    try:
        yield
    finally:
        _look_again(before)


_AT_WORK: Final[list[tuple[int, int, int]]] = []
"""The thresholds to restore, once for each thread inside `few_collections_in_thread`."""

_LOCK: Final = Lock()


@contextmanager
def few_collections_in_thread() -> Iterator[None]:
    """Collect the youngest generation only once in `RUN` allocations, in all threads. Blocks of
    several threads may overlap; the last one restores the thresholds."""
    with _LOCK:
        before = _AT_WORK[0] if _AT_WORK else gc.get_threshold()
        _AT_WORK.append(before)
        gc.set_threshold(RUN, *before[1:])
    try:
        yield
    finally:
        with _LOCK:
            _AT_WORK.pop()
            if not _AT_WORK:
                _look_again(before)


def _look_again(thresholds: tuple[int, int, int]) -> None:
    # Moves all objects to the oldest generation, so that new objects do not cause a collection of
    # them.
    gc.freeze()
    gc.unfreeze()
    gc.set_threshold(*thresholds)


def collect_between() -> None:
    """Free the objects of earlier files, if there may be many."""
    if gc.get_count()[0] > YOUNG:
        gc.collect()
