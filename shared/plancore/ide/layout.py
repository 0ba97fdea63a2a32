"""How a file is laid out, so that what is written into it looks like the rest."""

from __future__ import annotations

import re

_BREAK = re.compile(r"\r\n|\n|\r")
_BLANK = " \t\f\v"


def newline_at(text: str, offset: int) -> str:
    """The line break to use at `offset`: that of the line above, else the next one, else LF."""
    start = line_start(text, offset)
    if start:
        return "\r\n" if text.endswith("\r\n", 0, start) else text[start - 1]
    found = _BREAK.search(text, offset)
    return found[0] if found else "\n"


def line_start(text: str, offset: int) -> int:
    """Where the line of `offset` starts."""
    return max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1


def line_end(text: str, offset: int) -> int:
    """Where the line of `offset` ends, before its line break."""
    found = _BREAK.search(text, offset)
    return found.start() if found else len(text)


def begins_line(text: str, offset: int) -> bool:
    """Whether nothing but white space stands before `offset` on its line."""
    return not text[line_start(text, offset) : offset].strip(_BLANK)


def column_text(text: str, offset: int) -> str:
    """White space as wide as what stands before `offset` on its line; tabs stay tabs."""
    before = text[line_start(text, offset) : offset]
    return "".join(c if c == "\t" else " " for c in before)


def after_comment(text: str, offset: int) -> int:
    """`offset`, or the end of the line when only a comment follows on it."""
    end = line_end(text, offset)
    return end if text[offset:end].lstrip(_BLANK).startswith(";") else offset
