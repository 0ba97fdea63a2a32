"""Lines of pieces as Textual shows them. Text of files is never read as markup."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content
from textual.widgets import Static

from plancore.report.lines import Line, Tone

_STYLES: dict[Tone, str] = {
    Tone.PLAIN: "",
    Tone.TITLE: "bold",
    Tone.DIM: "$diff-dim",
    Tone.SAME: "",
    Tone.MISSING: "$diff-missing",
    Tone.EXTRA: "$diff-extra",
    Tone.CHANGED: "$diff-changed",
    Tone.MOVED: "$diff-moved",
    Tone.FAILING: "bold $diff-failing",
    Tone.NOTE: "italic",
}


class Lines(Static):
    """Lines, one below the other."""

    def show(self, lines: Iterable[Line]) -> None:
        """Replace the lines shown."""
        self.update(content_of(lines))


def content_of(lines: Iterable[Line]) -> Content:
    """The lines, one below the other."""
    return Content("\n").join(
        Content.assemble(*((piece.text, _STYLES[piece.tone]) for piece in pieces))
        for pieces in lines
    )
