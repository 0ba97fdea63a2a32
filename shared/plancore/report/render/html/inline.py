"""Lines as HTML: pieces in their tones, signs with spoken labels, and formulas."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from plancore.report.lines import Piece, Tone
from plancore.report.marks import (
    ALIKE,
    BROKEN,
    CHANGED,
    COMMUTES,
    EXTRA,
    FAILING,
    FAILING_NOW,
    FAULTY,
    MISSING,
    MOVED,
    OTHERWISE_WRONG,
    REPAIRED,
    SAME,
    STILL_WRONG,
    Mark,
)
from plancore.report.places import LineColumn
from plancore.report.render.html.elements import Html, element, joined, text

_SPOKEN: Final = {
    SAME: "same",
    ALIKE: "same under the name mapping",
    CHANGED: "changed",
    MOVED: "moved or renamed",
    COMMUTES: "moved (commutes with the steps between)",
    MISSING: "only in the reference",
    EXTRA: "only in the learned file",
    FAILING: "fails",
    REPAIRED: "repaired",
    BROKEN: "broken",
    STILL_WRONG: "still wrong",
    OTHERWISE_WRONG: "otherwise wrong",
    FAILING_NOW: "fails",
    FAULTY: "error",
    Mark(Tone.SAME, "✓"): "holds",
}
_VARIABLE: Final = re.compile(r"(\(*\?[^\s()→]+\)*)")
_BARE: Final = (Tone.PLAIN, Tone.SAME)


def inline(line: Iterable[Piece]) -> Html:
    """The pieces of a line."""
    return joined(_piece(piece) for piece in line if piece.text)


def pddl(words: str) -> Html:
    """A formula. Variables are elements with the parentheses around them, as browsers would break
    lines after a `?`."""
    parts = enumerate(_VARIABLE.split(words))
    return joined(element("var", part) if number % 2 else part for number, part in parts)


def is_sign(piece: Piece) -> bool:
    """Whether a piece is just the sign of a mark."""
    return Mark(piece.tone, piece.text) in _SPOKEN


def spoken(mark: Mark) -> str | None:
    """The label of a mark's sign for screen readers."""
    return _SPOKEN.get(mark)


def sign(mark: Mark) -> Html:
    """The sign of a mark, with its spoken label."""
    return element("b", mark.sign, class_="sign", role="img", aria_label=spoken(mark))


def _piece(piece: Piece) -> Html:
    if piece.is_code:
        written = element("code", pddl(piece.text))
    elif is_sign(piece):
        written = sign(Mark(piece.tone, piece.text))
    else:
        written = text(piece.text)
    if piece.target:
        written = element("a", written, href=f"#{piece.target}")
    tone = None if piece.tone in _BARE else piece.tone.value
    if tone is None and not piece.anchor and not piece.file:
        return written
    return element("span", written, id=piece.anchor or None, class_=tone, **place(piece))


def place(at: Piece | LineColumn) -> dict[str, str | int]:
    """The attributes of an element for a place in a file. Editors make links of them; browsers show
    only a title."""
    if not at.file:
        return {}
    title = f"{at.file}:{at.line}:{at.column}"
    return {"title": title, "data_file": at.file, "data_line": at.line, "data_column": at.column}
