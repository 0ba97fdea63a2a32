"""Shared parts of transports: message frames, limits on buffered bytes, an event loop that reports
when it has work, and a watch on the parent process.
"""

from __future__ import annotations

import asyncio
import os
import re
import selectors
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any, Final, Protocol

_BLOCK_END = re.compile(rb"\r?\n\r?\n")
_FIELD = rb"content-length[ \t]*:[ \t]*([0-9]{1,12})[ \t]*\r?"
_LENGTH = re.compile(rb"^[ \t]*" + _FIELD + rb"$", re.I | re.M)
_NEXT = re.compile(_FIELD + rb"\n", re.I)
_MAX_HEADER = 16 * 1024
_LONGEST_FIELD = 64
# Four times the largest file that is read from disk: enough for an opened text with all characters
# escaped, and small enough for the memory if the length is wrong.
MAX_BODY = 64 * 1024 * 1024


class FramingError(Exception):
    """Bytes in the stream that are not a message, with a description."""


StreamMessage = bytes | FramingError
"""The body of a message, or an error in the stream."""


class Receiver(Protocol):
    """Handles the messages of a stream."""

    def receive(self, body: StreamMessage) -> None:
        """Handle a message; never raises."""

    async def caught_up(self) -> None:
        """Wait until the next message can be received."""


class FrameReader:
    """Splits a stream of bytes into bodies of messages.

        stream  = { header body }
        header  = { name ":" value newline } newline      ; the names in any case
        newline = [ CR ] LF

    After a malformed header the reader reports one error and drops everything up to the next field
    `Content-Length`, anywhere in a line.
    """

    def __init__(self) -> None:
        self._data = bytearray()
        self._wanted: int | None = None
        self._is_lost = False

    def feed(self, data: bytes) -> Iterator[StreamMessage]:
        """Add bytes; yields the bodies that are now complete, and errors, in order."""
        self._data += data
        while True:
            if self._is_lost and not self._find_next():
                return
            if self._wanted is None:
                header = self._take_header()
                if header is None:
                    return
                if isinstance(header, FramingError):
                    self._is_lost = True
                    yield header
                    continue
                self._wanted = header
            if len(self._data) < self._wanted:
                return
            body = bytes(self._data[: self._wanted])
            del self._data[: self._wanted]
            self._wanted = None
            yield body

    def _find_next(self) -> bool:
        """Drop bytes before the next header; False if it has not arrived yet."""
        field = _NEXT.search(self._data)
        if field is None:
            del self._data[:-_LONGEST_FIELD]  # its beginning may have arrived
            return False
        del self._data[: field.start()]
        self._is_lost = False
        return True

    def _take_header(self) -> int | FramingError | None:
        end = _BLOCK_END.search(self._data, 0, _MAX_HEADER)
        if end is None:
            if len(self._data) < _MAX_HEADER:
                return None
            del self._data[:1]  # only one byte: the rest may contain the next header
            return FramingError(f"no end of the header within {_MAX_HEADER} bytes")
        length = _LENGTH.search(self._data, 0, end.start())
        if length is None:
            # It may be the rest of a body that was longer than its Content-Length.
            return FramingError("missing Content-Length in a header")
        size = int(length[1])  # before the buffer changes, which the match refers to
        del self._data[: end.end()]
        if size > MAX_BODY:
            return FramingError(f"message of {size} bytes; expected at most {MAX_BODY}")
        return size


def frame(body: bytes) -> bytes:
    """`body` with its header."""
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


MOST_UNHANDLED = 1 << 20
"""Bytes of messages between the reading thread and the event loop; a single message may have
more."""
MOST_UNREAD = 32 << 20
"""Bytes of messages that the client has not read. A client that reads is never so far behind."""


class PendingBytes:
    """Counts the bytes that wait in each direction. Thread-safe."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._unhandled = 0
        self._unread = 0

    @property
    def is_unread(self) -> bool:
        """Whether the client is more than `MOST_UNREAD` behind."""
        return self._unread > MOST_UNREAD

    def add(self, *, unhandled: int = 0, unread: int = 0) -> None:
        """Add to the counts; negative numbers subtract."""
        with self._changed:
            self._unhandled += unhandled
            self._unread += unread
            self._changed.notify_all()

    def wait_for_room(self) -> None:
        """Wait until both counts are within their limits."""
        with self._changed:
            self._changed.wait_for(lambda: self._unhandled <= MOST_UNHANDLED and not self.is_unread)


Busy = Callable[[bool], None]
"""Called when the event loop gets busy (True) or waits (False)."""

REPORTS_BUSY: Final = sys.platform != "win32"
"""Whether the event loop reports when it is busy. The loop on Windows has no selector, so it cannot
report when it waits: threads that yield to a busy loop would wait for ever."""


def new_event_loop(busy: Busy) -> asyncio.AbstractEventLoop:
    """A loop for `asyncio.Runner` that calls `busy`.

    Each computing thread competes with a busy loop for the interpreter. If threads know that the
    loop is busy, they can pause.
    """
    return (
        asyncio.SelectorEventLoop(_BusySelector(busy)) if REPORTS_BUSY else asyncio.new_event_loop()
    )


class _BusySelector(selectors.DefaultSelector):
    """The selector in which the event loop waits; it reports the loop as idle meanwhile."""

    def __init__(self, busy: Busy) -> None:
        super().__init__()
        self._busy = busy

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is not None and timeout <= 0:
            return super().select(timeout)
        self._busy(False)
        try:
            return super().select(timeout)
        finally:
            self._busy(True)


# The server ends when its parent process, the editor, has died.

_PERIOD = 0.2
# Read on import: the editor may be gone when the watch begins.
_BORN_TO = os.getppid() if sys.platform != "win32" else 0


def watch_parent(process_id: int, gone: Callable[[], None]) -> None:
    """Call `gone` once, in a thread, soon after the process `process_id` has died.

    A process that is not visible is not watched: the editor may run outside the server's container.
    On Windows there is no harmless way to check a process; the server relies on the end of standard
    input.
    """
    if sys.platform == "win32":
        return
    is_parent = process_id == _BORN_TO

    def is_alive() -> bool:
        if is_parent:
            # `os.kill` succeeds for a zombie, so compare the parent's id instead.
            return os.getppid() == process_id
        try:
            os.kill(process_id, 0)
        except ProcessLookupError:
            return False
        except PermissionError:
            return True
        return True

    def watch() -> None:
        waiting = threading.Event()
        while is_alive():
            waiting.wait(_PERIOD)
        gone()

    if not is_parent and not is_alive():
        return
    threading.Thread(target=watch, daemon=True, name="parent-watch").start()
