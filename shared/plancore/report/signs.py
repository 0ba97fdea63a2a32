"""The signs of reports for terminals that show nothing but ASCII: one table for all of them."""

from __future__ import annotations

import re
from typing import Final

from plancore.report.lines import cell_width

_BARS: Final = "▁▂▃▄▅▆▇█"

_IN_ASCII: Final = {
    # The marks of differences, as in `marks`.
    "≈": "%",
    "»": ">",
    "↕": "^",
    "✗": "X",
    "✓": "v",
    "⊗": "@",
    # Review marks: accepted, reported, a note.
    "☑": "v",
    "⚑": "!",
    "✎": "*",
    # What stands around them.
    "▸": ">",
    "╱": "/",
    "…": "~",
    "·": ".",
    "↪": "\\",
    "→": ">",
    "←": "<",
    "↓": "v",
    "↑": "^",
    "⇐": "<",
    "○": "o",
    "×": "x",
    "–": "-",
    "—": "-",
    "Δ": "d",
    "≠": "#",
    "∗": "*",
    "≤": "<",
    "≥": ">",
    # Shares from none to all, as digits.
    **{bar: str(number) for number, bar in enumerate(_BARS)},
    # All rows at a glance, and what frames a message.
    "▉": "#",
    "┊": ":",
    "▐": "|",
    "▌": "|",
    # Rules and boxes.
    "│": "|",
    "┃": "|",
    "─": "-",
    "━": "-",
    "▔": "-",
    **dict.fromkeys("┌┐└┘├┤┬┴┼", "+"),
}
"""Each has one column, as has what it becomes: nothing that is aligned gets out of line."""

_RULE: Final = re.compile("▁{20,}")
"""So many shares of nothing in a row are the rule below a box."""
_LENS: Final = "\N{RIGHT-POINTING MAGNIFYING GLASS}"
"""Of two columns, before what is searched for."""

_TABLE: Final = str.maketrans(_IN_ASCII)
_NOT_ASCII: Final = re.compile(r"[^\x00-\x7f]")


def in_ascii(text: str) -> str:
    """`text` as wide as it was, of nothing but ASCII.

    A sign becomes the one that stands for it, any other character `?`: what a terminal takes for
    other characters than were meant it may also obey.
    """
    if text.isascii():
        return text
    text = _RULE.sub(lambda match: "-" * len(match[0]), text).replace(_LENS, "/ ")
    return _NOT_ASCII.sub(lambda match: "?" * cell_width(match[0]), text.translate(_TABLE))
