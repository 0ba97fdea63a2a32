"""Show lines of pieces in Textual, and paint rows of lists. Text of files is never read as markup.

Textual converts the result of `render_line` to five strips: for border and padding, width, filters,
and the area around the widget. `RowPainter` makes a single strip for a row that is as wide as a
widget without border and padding. Strips are cached by keys that determine their content, so that a
row that was scrolled, or is next to a moved cursor, is not painted again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

from rich.segment import Segment
from rich.style import Style as RichStyle
from textual.app import ComposeResult
from textual.color import Color
from textual.containers import VerticalScroll
from textual.content import Content
from textual.filter import LineFilter
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.style import Style
from textual.widget import Widget
from textual.widgets import Static

from plancore.report.lines import Line, Link, Piece, Tone, ending, folded
from plandiff.themes import WITHOUT_COLOURS

_LEAST: Final = 40
_MOST: Final = 72
"""The most columns of the states; with these, few lines are wrapped."""
_SHARE: Final = 25
"""The least columns of the states, as percentage of the screen."""

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


_LETTERS: dict[Tone, str] = {  # text styles without colours
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
    _taken: _Size | None = None
    """The size of the lines on the screen, if it has been computed."""

    def show(self, lines: Iterable[Line]) -> None:
        """Replace the lines. Lines that exceed the maximum height of the style sheet are left out,
        and the last one ends in `…`. The screen's layout is updated only if the size changes."""
        shown = self._within(tuple(lines))
        if shown != self._shown:
            before = self._taken
            if before is None or before.width != self._width:
                before = self._size_of(self._content(self._shown or ()))
            self._shown = shown
            content = self._content(shown)
            self._taken = self._size_of(content)
            self.update(content, layout=before != self._taken)

    def _within(self, lines: tuple[Line, ...]) -> tuple[Line, ...]:
        """The `lines` that fit; the last one ends in `…` if there are more."""
        columns, limit = self.content_region.width, self.styles.max_height
        container = self.parent.size if isinstance(self.parent, Widget) else Size(0, 0)
        if limit is None or self.styles.text_wrap == "nowrap":
            return lines
        if not columns or not container.height:
            return lines  # before the first layout
        rows = int(limit.resolve(container, self.app.size)) - self.gutter.height
        if self._content(lines).get_height({}, columns) <= rows:
            return lines
        parts = [part for whole in lines for part in folded(whole, columns)]
        if len(parts) <= rows or rows < 1:
            return tuple(parts)
        return (*parts[: rows - 1], ending(parts[rows - 1], columns))

    def _content(self, lines: Iterable[Line]) -> Content:
        # Only the viewer's own app has links.
        return content_of(lines, self.app.theme, getattr(self.app, "link", None))

    @property
    def _width(self) -> int:
        return max(self.content_region.width, 1)  # 0 before the first layout

    def _size_of(self, content: Content) -> _Size:
        """The size of lines on the screen, as far as it depends on them."""
        width, height = self.styles.width, self.styles.height
        return _Size(
            self._width,
            content.cell_length if width is not None and width.is_auto else 0,
            content.get_height({}, self._width) if height is not None and height.is_auto else 0,
        )


class _Size(NamedTuple):
    """The columns and rows of lines in a widget of `width` columns; 0 if fixed by the style."""

    width: int
    columns: int
    rows: int


def content_of(lines: Iterable[Line], theme: str, link: Link | None = None) -> Content:
    """The lines as Textual's content, in the styles of the theme with this name, with links."""
    styles = _LETTERS if theme == WITHOUT_COLOURS else _STYLES
    return Content("\n").join(
        Content.assemble(*(_content(piece, styles[piece.tone], link) for piece in pieces))
        for pieces in lines
    )


def _content(piece: Piece, style: str, link: Link | None) -> Content:
    content = Content.styled(piece.text, style)
    address = link(piece.file, piece.line, piece.column) if link and piece.file else ""
    return content.stylize(Style(link=address)) if address else content


class Panel(Lines):
    """Keeps its height if only one line becomes free, and shrinks for two: otherwise the rows above
    would move for nearly each row that the cursor goes to."""

    def _within(self, lines: tuple[Line, ...]) -> tuple[Line, ...]:
        shown, taken = super()._within(lines), self._taken
        if taken is None or taken.width != self._width:
            return shown
        needed = self._size_of(self._content(shown)).rows
        return (*shown, ()) if needed == taken.rows - 1 else shown


class StatePane(VerticalScroll, can_focus=False):
    """The panel of states, as wide as is useful for its lines if the rows leave enough room."""

    def compose(self) -> ComposeResult:
        """The lines."""
        yield Lines(id="state")

    def show(self, told: Sequence[Line]) -> None:
        """Replace the lines."""
        self.query_one(Lines).show(told)

    def leave(self, columns: int, *, is_beside: bool) -> None:
        """Set the width so that rows have `columns`; below the rows the style sheet does."""
        if not is_beside:
            self.styles.clear_rule("width")
            return
        width = self.app.size.width
        least = max(_LEAST, width * _SHARE // 100)
        self.styles.width = max(least, min(width - columns, _MOST))


_MOST_STRIPS: Final = 1000
"""The size of the cache of rows, several windows."""

Key = TypeVar("Key", bound=Hashable)


class RowPainter(Generic[Key]):
    """Paints and caches the rows of `widget`. `segments_of` returns the content of a row by its
    key. Call `forget` when the content of keys changes, and `restyle` when styles change."""

    def __init__(self, widget: Widget, segments_of: Callable[[Key], Sequence[Segment]]) -> None:
        self._widget = widget
        self._segments_of = segments_of
        self._strips: dict[Key, Strip] = {}
        self._width = 0
        self._filters: Sequence[LineFilter] = ()
        self._base: tuple[RichStyle, Color] | None = None
        self._styles: dict[str, RichStyle] = {}

    def paint(self, keys: Sequence[Key], width: int, crop: Region) -> list[Strip]:
        """The strips of the rows in `crop`, a region of the widget, filled or cut to `width`
        columns. `keys` are those of all rows from the widget's top."""
        filters = self._widget.get_line_filters()
        if width != self._width or filters != self._filters or len(self._strips) > _MOST_STRIPS:
            self.forget()
            self._width, self._filters = width, filters
        painted = []
        for key in keys[crop.y : crop.bottom]:
            strip = self._strips.get(key)
            if strip is None:
                strip = self._strips[key] = self._painted(self._segments_of(key))
            painted.append(strip)
        first, last = crop.column_span
        if first > 0 or last < width:
            return [strip.crop(first, last) for strip in painted]
        return painted

    def style_of(self, name: str) -> RichStyle:
        """The style of a component class of the widget: `lines--` and the name."""
        style = self._styles.get(name)
        if style is None:
            style = self._widget.get_component_rich_style(f"lines--{name}", partial=True)
            self._styles[name] = style
        return style

    def forget(self) -> None:
        """Forget all painted rows."""
        self._strips.clear()

    def forget_those(self, is_meant: Callable[[Key], bool]) -> None:
        """Forget some painted rows."""
        for key in [*filter(is_meant, self._strips)]:
            del self._strips[key]

    def restyle(self) -> None:
        """Forget all painted rows and styles."""
        self._base = None
        self._styles.clear()
        self.forget()

    def _painted(self, segments: Sequence[Segment]) -> Strip:
        if self._base is None:  # slow: Textual visits all ancestors
            self._base = self._widget.rich_style, self._widget.background_colors[1]
        style, background = self._base
        row = [segment for segment in Segment.apply_style(segments, style) if segment.text]
        row = Segment.adjust_line_length(row, self._width, style)
        for line_filter in self._filters:
            row = line_filter.apply(row, background)
        return Strip(row, self._width)
