"""Messages in a stream of bytes: `Content-Length` headers, an empty line, a body."""

from __future__ import annotations

import re
from collections.abc import Iterator

_BLOCK_END = re.compile(rb"\r?\n\r?\n")
_LENGTH = re.compile(rb"^[ \t]*content-length[ \t]*:[ \t]*([0-9]{1,12})[ \t]*\r?$", re.I | re.M)
_MAX_HEADER = 16 * 1024
MAX_BODY = 512 * 1024 * 1024


class FramingError(Exception):
    """The stream holds something that is no message; the sentence says what."""


class FrameReader:
    """Cuts a stream into bodies. Knows nothing of where the bytes come from.

    Header names are read in any case. After a header block without a usable length the reader
    goes on behind that block, which is where the next message starts if one does.
    """

    def __init__(self) -> None:
        self._data = bytearray()
        self._wanted: int | None = None

    def feed(self, data: bytes) -> Iterator[bytes | FramingError]:
        """The bodies that are complete now, in order, and what could not be read."""
        self._data += data
        while True:
            if self._wanted is None:
                header = self._take_header()
                if header is None:
                    return
                if isinstance(header, FramingError):
                    yield header
                    continue
                self._wanted = header
            if len(self._data) < self._wanted:
                return
            body = bytes(self._data[: self._wanted])
            del self._data[: self._wanted]
            self._wanted = None
            yield body

    @property
    def is_between_messages(self) -> bool:
        """Whether no message has begun and not ended."""
        return self._wanted is None and not self._data

    def _take_header(self) -> int | FramingError | None:
        end = _BLOCK_END.search(self._data, 0, _MAX_HEADER)
        if end is None:
            if len(self._data) < _MAX_HEADER:
                return None
            self._data.clear()
            return FramingError(f"no end of the header within {_MAX_HEADER} bytes")
        # Copied out first: a match looks into the buffer, which is about to change.
        header = bytes(self._data[: end.start()])
        del self._data[: end.end()]
        length = _LENGTH.search(header)
        if length is None:
            return FramingError("a header without Content-Length")
        wanted = int(length[1])
        if wanted > MAX_BODY:
            return FramingError(f"a message of {wanted} bytes")
        return wanted


def frame(body: bytes) -> bytes:
    """`body` with its header."""
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
