"""ASCII substitutes for the signs of reports, for terminals without Unicode."""

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
    # Delimiters and arrows.
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
    # Bars from empty to full, as digits.
    **{bar: str(number) for number, bar in enumerate(_BARS)},
    # The overview of rows, and the frames of messages.
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
"""Each sign and its substitute are one column wide, so alignment is kept."""

_RULE: Final = re.compile("▁{20,}")
"""A long run of empty bars is the rule below a box."""
_LENS: Final = "\N{RIGHT-POINTING MAGNIFYING GLASS}"
"""The search prompt, two columns wide."""

_TABLE: Final = str.maketrans(_IN_ASCII)
_NOT_ASCII: Final = re.compile(r"[^\x00-\x7f]")


def in_ascii(text: str) -> str:
    """`text` in ASCII, as wide as before.

    Signs become their substitutes and any other character `?`: a terminal that misreads its
    encoding might interpret it as a control sequence.
    """
    if text.isascii():
        return text
    text = _RULE.sub(lambda match: "-" * len(match[0]), text).replace(_LENS, "/ ")
    return _NOT_ASCII.sub(lambda match: "?" * cell_width(match[0]), text.translate(_TABLE))
