"""Rows of a widget that has neither border nor padding, painted by the widget itself.

Of what `render_line` returns Textual makes five strips, for border and padding, width, filters,
and what lies beside the widget. A row that is as wide as its widget needs one. It is kept under a
key that says all that can be seen of it: what is shown again, further up or beside a cursor that
has moved, is painted already.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Final, Generic, TypeVar

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

_MOST: Final = 1000
"""So many rows are kept: several windows."""

Key = TypeVar("Key", bound=Hashable)


class RowPainter(Generic[Key]):
    """Paints the rows of `widget`; `segments_of` says what a row shows. Rows of one key look the
    same until `forget` is called, or `restyle` where styles are other ones."""

    def __init__(self, widget: Widget, segments_of: Callable[[Key], Sequence[Segment]]) -> None:
        self._widget = widget
        self._segments_of = segments_of
        self._strips: dict[Key, Strip] = {}
        self._width = 0
        self._filters: Sequence[LineFilter] = ()
        self._base: tuple[Style, Color] | None = None
        self._styles: dict[str, Style] = {}

    def paint(self, keys: Sequence[Key], width: int, crop: Region) -> list[Strip]:
        """The rows of `crop`, a part of the widget, where `keys` are those of all rows from its
        top, filled or cut to `width` columns."""
        filters = self._widget.get_line_filters()
        if width != self._width or filters != self._filters or len(self._strips) > _MOST:
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

    def style_of(self, name: str) -> Style:
        """The style of a component class of the widget: `lines--` and the name."""
        style = self._styles.get(name)
        if style is None:
            style = self._widget.get_component_rich_style(f"lines--{name}", partial=True)
            self._styles[name] = style
        return style

    def forget(self) -> None:
        """Paint what was painted already anew."""
        self._strips.clear()

    def forget_those(self, is_meant: Callable[[Key], bool]) -> None:
        """The same of some rows."""
        for key in [*filter(is_meant, self._strips)]:
            del self._strips[key]

    def restyle(self) -> None:
        """The same, in other styles."""
        self._base = None
        self._styles.clear()
        self.forget()

    def _painted(self, segments: Sequence[Segment]) -> Strip:
        if self._base is None:  # Textual asks all that the widget is in
            self._base = self._widget.rich_style, self._widget.background_colors[1]
        style, background = self._base
        row = [segment for segment in Segment.apply_style(segments, style) if segment.text]
        row = Segment.adjust_line_length(row, self._width, style)
        for line_filter in self._filters:
            row = line_filter.apply(row, background)
        return Strip(row, self._width)
