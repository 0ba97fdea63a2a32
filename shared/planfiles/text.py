"""From bytes to text and back: lenient about the encoding, strict about what is no text."""

from __future__ import annotations

from typing import Final

from planfiles.errors import FileError

_MAGIC: Final = (b"%PDF", b"PK\x03\x04", b"\x7fELF", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"\x89PNG")
NO_TEXT: Final = "not a text file"
"""Why `decode` refuses."""
_UTF16: Final = ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


def decode(data: bytes, name: str) -> str:
    """The text that `data` stands for, line ends as they are, without byte order mark.

    UTF-8, or UTF-16 where its mark says so, or else Latin-1. Raises FileError, with the `name`,
    for what is no text.
    """
    for mark, encoding in _UTF16:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    if b"\0" in data or data.startswith(_MAGIC):
        raise FileError("read", name, NO_TEXT)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def encode(text: str) -> bytes:
    """`text` as UTF-8. What is no character, as in a file name that is no UTF-8, is escaped."""
    return text.encode("utf-8", "backslashreplace")
