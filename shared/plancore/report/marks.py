"""The marks of differences: a sign and a tone, the same in every report; with their ASCII
substitutes."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from plancore.report.lines import Tone, cell_width


class Mark(NamedTuple):
    """How a difference is shown. Without colours the sign alone suffices."""

    tone: Tone
    sign: str


SAME: Final = Mark(Tone.SAME, "=")
ALIKE: Final = Mark(Tone.SAME, "≈")
"""The same under the name mapping, but spelled differently."""
CHANGED: Final = Mark(Tone.CHANGED, "~")
MOVED: Final = Mark(Tone.MOVED, "»")
"""Moved or renamed."""
COMMUTES: Final = Mark(Tone.MOVED, "↕")
"""Moved across steps that it is independent of."""
MISSING: Final = Mark(Tone.MISSING, "-")
EXTRA: Final = Mark(Tone.EXTRA, "+")
FAILING: Final = Mark(Tone.FAILING, "✗")
"""An inapplicable step. This mark takes precedence over all others."""
REPAIRED: Final = Mark(Tone.EXTRA, "✓")
"""Wrong before the last change, and right since. The next three marks also are for changes."""
BROKEN: Final = Mark(Tone.MISSING, "✗")
STILL_WRONG: Final = Mark(Tone.CHANGED, "!")
OTHERWISE_WRONG: Final = Mark(Tone.MOVED, "?")
OUTCOMES: Final = (REPAIRED, STILL_WRONG, OTHERWISE_WRONG, BROKEN)
"""In ascending order of severity."""
FAILING_NOW: Final = Mark(Tone.FAILING, "⊗")
"""`FAILING` where `✗` means broken by a change: many steps may be broken, but only one fails."""
FAULTY: Final = Mark(Tone.FAILING, "!")
"""Not compared, or only in part, because of errors."""


# ASCII substitutes for the signs, for terminals without Unicode.


_BARS: Final = "▁▂▃▄▅▆▇█"

_IN_ASCII: Final = {
    # The marks of differences.
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
    **dict(zip(_BARS, "01234567", strict=True)),
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
