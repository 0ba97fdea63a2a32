"""From bytes to text and back: lenient about the encoding, strict about binary data."""

from __future__ import annotations

from typing import Final

from planfiles.errors import FileError

_MAGIC: Final = (b"%PDF", b"PK\x03\x04", b"\x7fELF", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"\x89PNG")
NO_TEXT: Final = "not a text file"
"""The reason of `decode` for refusing data."""
_UTF16: Final = ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


def decode(data: bytes, name: str) -> str:
    """Decode `data`, with its line ends, without byte order mark. UTF-16 if its mark says so, else
    UTF-8, else Latin-1. Raises FileError, with the `name`, for binary data."""
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
    """`text` as UTF-8. Lone surrogates, as in file names that are not UTF-8, are escaped."""
    return text.encode("utf-8", "backslashreplace")
