"""Lines as HTML: segments in their tones, signs that are spoken, and formulas."""

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
    """A formula. Variables are elements with the parentheses around them: a browser would break
    lines behind a `?`."""
    parts = enumerate(_VARIABLE.split(words))
    return joined(element("var", part) if number % 2 else part for number, part in parts)


def is_sign(piece: Piece) -> bool:
    """Whether a piece is only the sign of a mark."""
    return Mark(piece.tone, piece.text) in _SPOKEN


def spoken(mark: Mark) -> str | None:
    """What a screen reader says for the sign of a mark."""
    return _SPOKEN.get(mark)


def sign(mark: Mark) -> Html:
    """The sign of a mark, which is spoken as a word."""
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
    """The attributes of what belongs to a place in a file. A page in an editor makes links of
    them; in a browser they are no more than a title."""
    if not at.file:
        return {}
    title = f"{at.file}:{at.line}:{at.column}"
    return {"title": title, "data_file": at.file, "data_line": at.line, "data_column": at.column}
