"""Writing to the terminal or a pipe, whatever its encoding, and whoever reads it."""

from __future__ import annotations

import contextlib
import io
import os
import sys


def write_out(text: str) -> None:
    """Write `text` to standard output; a reader that has gone away, as `head` does, is no error."""
    stream = sys.stdout
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="backslashreplace", newline="\n")
    try:
        stream.write(text)
        stream.flush()
    except BrokenPipeError:
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def complain(line: str) -> None:
    """One line on standard error."""
    if isinstance(sys.stderr, io.TextIOWrapper):
        sys.stderr.reconfigure(errors="backslashreplace")
    sys.stderr.write(f"planlsp: {line}\n")
