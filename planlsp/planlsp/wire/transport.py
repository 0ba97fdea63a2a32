"""What the transports share: messages in a stream of bytes, how much may wait, and an event loop
that says when it has work.
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
# Four times the largest file that is read from disk: room for every escape of a text that is
# opened, while a length that is not meant stays within what a machine has.
MAX_BODY = 64 * 1024 * 1024


class FramingError(Exception):
    """The stream holds something that is no message; the sentence says what."""


StreamMessage = bytes | FramingError
"""A body, or what could not be read."""


class Receiver(Protocol):
    """Who handles the messages of a stream."""

    def receive(self, body: StreamMessage) -> None:
        """Handle a message; never raises."""

    async def caught_up(self) -> None:
        """Wait until the next message may come."""


class FrameReader:
    """Cuts a stream into bodies. Knows nothing of where the bytes come from.

        stream  = { header body }
        header  = { name ":" value newline } newline      ; the names in any case
        newline = [ CR ] LF

    Behind a header that cannot be used the reader says so once and drops everything up to the
    next field `Content-Length`, wherever in a line it stands.
    """

    def __init__(self) -> None:
        self._data = bytearray()
        self._wanted: int | None = None
        self._is_lost = False

    def feed(self, data: bytes) -> Iterator[StreamMessage]:
        """The bodies that are complete now, in order, and what could not be read."""
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
        """Drop what stands before the next header; False when it has not come yet."""
        field = _NEXT.search(self._data)
        if field is None:
            del self._data[:-_LONGEST_FIELD]  # it may have begun
            return False
        del self._data[: field.start()]
        self._is_lost = False
        return True

    def _take_header(self) -> int | FramingError | None:
        end = _BLOCK_END.search(self._data, 0, _MAX_HEADER)
        if end is None:
            if len(self._data) < _MAX_HEADER:
                return None
            del self._data[:1]  # at least: what follows may hold the next header
            return FramingError(f"no end of the header within {_MAX_HEADER} bytes")
        length = _LENGTH.search(self._data, 0, end.start())
        if length is None:
            # It may be the rest of a body that was longer than its header said.
            return FramingError("missing Content-Length in a header")
        size = int(length[1])  # before the buffer changes, which the match looks into
        del self._data[: end.end()]
        if size > MAX_BODY:
            return FramingError(f"message of {size} bytes; expected at most {MAX_BODY}")
        return size


def frame(body: bytes) -> bytes:
    """`body` with its header."""
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


MOST_UNHANDLED = 1 << 20
"""Bytes of messages between the thread that reads and the event loop; one message may be more."""
MOST_UNREAD = 32 << 20
"""Bytes of messages for the client. A client that reads at all is never so far behind."""


class PendingBytes:
    """Bytes that wait in either direction, counted by the threads that move them."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._unhandled = 0
        self._unread = 0

    @property
    def is_unread(self) -> bool:
        """Whether the client has left more unread than may wait."""
        return self._unread > MOST_UNREAD

    def add(self, *, unhandled: int = 0, unread: int = 0) -> None:
        """So many bytes more wait; fewer, where the number is negative."""
        with self._changed:
            self._unhandled += unhandled
            self._unread += unread
            self._changed.notify_all()

    def wait_for_room(self) -> None:
        """Wait until neither direction holds more than may wait."""
        with self._changed:
            self._changed.wait_for(lambda: self._unhandled <= MOST_UNHANDLED and not self.is_unread)


Busy = Callable[[bool], None]
"""Told whether the loop has something in hand, whenever that changes."""

REPORTS_BUSY: Final = sys.platform != "win32"
"""Whether the loop tells. On Windows it waits by other means and never says so: where anybody else
says that it has something in hand, who leaves it the interpreter would wait for ever."""


def new_event_loop(busy: Busy) -> asyncio.AbstractEventLoop:
    """A loop for `asyncio.Runner`.

    Threads that compute take every second turn of the interpreter from a loop that has work, each
    of them: who knows of that work can leave it the interpreter.
    """
    return (
        asyncio.SelectorEventLoop(_BusySelector(busy)) if REPORTS_BUSY else asyncio.new_event_loop()
    )


class _BusySelector(selectors.DefaultSelector):
    """Where the loop waits: as long as it does so it has nothing in hand."""

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


# Ending with the editor: a server whose parent has died serves nobody.

_PERIOD = 0.2
# Asked now, for the editor may be gone by the time it is to be watched.
_BORN_TO = os.getppid() if sys.platform != "win32" else 0


def watch_parent(process_id: int, gone: Callable[[], None]) -> None:
    """Call `gone`, once and from a thread, soon after the process `process_id` has died.

    A process that cannot be seen from here is not watched: the editor may run outside of our
    container. On Windows there is no harmless way to ask; there the end of standard input has
    to do.
    """
    if sys.platform == "win32":
        return
    is_parent = process_id == _BORN_TO

    def is_alive() -> bool:
        if is_parent:
            # A dead parent that nobody has waited for still answers a signal.
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
