"""Messages in a stream of bytes: `Content-Length` headers, an empty line, a body."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Protocol

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


Message = bytes | FramingError
"""A body, or what could not be read."""


class Receiver(Protocol):
    """Who handles the messages of a stream."""

    def receive(self, body: Message) -> None:
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

    def feed(self, data: bytes) -> Iterator[Message]:
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
            return FramingError("a header without Content-Length")
        size = int(length[1])  # before the buffer changes, which the match looks into
        del self._data[: end.end()]
        if size > MAX_BODY:
            return FramingError(f"a message of {size} bytes, of at most {MAX_BODY}")
        return size


def frame(body: bytes) -> bytes:
    """`body` with its header."""
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
