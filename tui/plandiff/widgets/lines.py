"""Lines of pieces as Textual shows them. Text of files is never read as markup."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content
from textual.style import Style
from textual.widgets import Static

from plancore.report.lines import Line, Link, Piece, Tone
from plandiff.themes import WITHOUT_COLOURS

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


_LETTERS: dict[Tone, str] = {  # where there are no colours
    **dict.fromkeys(Tone, ""),
    Tone.TITLE: "bold",
    Tone.DIM: "dim",
    Tone.MISSING: "underline",
    Tone.EXTRA: "bold",
    Tone.CHANGED: "bold",
    Tone.MOVED: "italic",
    Tone.FAILING: "bold reverse",
    Tone.NOTE: "italic",
}


class Lines(Static):
    """Lines, one below the other."""

    _shown: tuple[Line, ...] | None = None

    def show(self, lines: Iterable[Line]) -> None:
        """Replace the lines shown. The screen is laid out anew only for another size."""
        shown = tuple(lines)
        if shown != self._shown:
            size = self._size_of(self._shown or ())
            self._shown = shown
            self.update(
                self._content(shown),
                layout=size != self._size_of(shown),
            )

    def _content(self, lines: Iterable[Line]) -> Content:
        # Only the viewer's own app makes links.
        return content_of(lines, self.app.theme, getattr(self.app, "link", None))

    def _size_of(self, lines: tuple[Line, ...]) -> tuple[int, int]:
        """How much of the screen lines take, as far as it depends on them."""
        width, height = self.styles.width, self.styles.height
        content = self._content(lines)
        columns = max(self.content_region.width, 1)  # there is none before the first layout
        return (
            content.cell_length if width is not None and width.is_auto else 0,
            content.get_height({}, columns) if height is not None and height.is_auto else 0,
        )


def content_of(lines: Iterable[Line], theme: str, link: Link | None = None) -> Content:
    """The lines, one below the other, as a theme of this name shows them, with links."""
    styles = _LETTERS if theme == WITHOUT_COLOURS else _STYLES
    return Content("\n").join(
        Content.assemble(*(_content(piece, styles[piece.tone], link) for piece in pieces))
        for pieces in lines
    )


def _content(piece: Piece, style: str, link: Link | None) -> Content:
    content = Content.styled(piece.text, style)
    address = link(piece.file, piece.line, piece.column) if link and piece.file else ""
    return content.stylize(Style(link=address)) if address else content
