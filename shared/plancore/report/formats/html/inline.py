"""Lines as HTML: segments in their tones, formulas, and sentences with code in them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from plancore.report.formats.html.elements import Html, element, joined, text
from plancore.report.lines import Piece, Tone

_VARIABLE: Final = re.compile(r"(\(*\?[^\s()→]+\)*)")
_BARE: Final = (Tone.PLAIN, Tone.SAME)


def inline(line: Iterable[Piece]) -> Html:
    """The pieces of a line."""
    return joined(map(_piece, line))


def prose(words: str) -> Html:
    """A sentence in which backquotes stand around what is code."""
    parts = enumerate(words.split("`"))
    return joined(element("code", part) if number % 2 else part for number, part in parts)


def pddl(words: str) -> Html:
    """A formula. Variables are elements with the parentheses around them: a browser would break
    lines behind a `?`."""
    parts = enumerate(_VARIABLE.split(words))
    return joined(element("var", part) if number % 2 else part for number, part in parts)


def _piece(piece: Piece) -> Html:
    written = element("code", pddl(piece.text)) if piece.is_code else text(piece.text)
    if piece.target:
        written = element("a", written, href=f"#{piece.target}")
    tone = None if piece.tone in _BARE else piece.tone.value
    if tone is None and not piece.anchor:
        return written
    return element("span", written, id=piece.anchor or None, class_=tone)
