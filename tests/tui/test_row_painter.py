"""Rows that a widget paints itself look as those that Textual paints for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from plandiff.widgets.lines import RowPainter

ROWS: Sequence[Sequence[Segment]] = (
    [Segment("too short")],
    [],
    [Segment(""), Segment("red, ", Style(color="red")), Segment("dim", Style(dim=True))],
    [Segment("far too long for it " * 3, Style(bgcolor="#123456"))],
    [Segment("wide 汉字 at the edge 汉汉"), Segment("x", Style(bold=True))],
)


class ByTextual(Widget):
    """Leaves it to Textual."""

    def render_line(self, y: int) -> Strip:
        """A row."""
        row = Strip(Segment.apply_style(ROWS[y], self.rich_style))
        return row.adjust_cell_length(self.size.width, self.rich_style)


class ByItself(Widget):
    """Paints its rows itself; `asked` are the rows it was asked for."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.painter = RowPainter(self, self._segments)
        super().__init__()

    def _segments(self, row: int) -> Sequence[Segment]:
        self.asked.append(row)
        return ROWS[row]

    def render_lines(self, crop: Region) -> list[Strip]:
        """The rows."""
        return self.painter.paint(range(len(ROWS)), self.size.width, crop)

    def notify_style_update(self) -> None:
        """Paint in other styles."""
        self.painter.restyle()
        super().notify_style_update()


class Both(App[None]):
    """One below the other."""

    CSS = f"Widget {{ height: {len(ROWS)}; width: 30; color: green; background: $panel; }}"

    def compose(self) -> ComposeResult:
        """The two."""
        yield ByTextual()
        yield ByItself()


def cells(strip: Strip) -> Iterator[tuple[str, Style | None]]:
    """The characters with their styles, however they are divided into segments."""
    return ((character, style) for text, style, _ in strip for character in text)


def seen(widget: Widget, crop: Region) -> list[list[tuple[str, Style | None]]]:
    """What is to be seen of a part of a widget."""
    return [list(cells(strip)) for strip in widget.render_lines(crop)]


@pytest.mark.parametrize("theme", ["textual-dark", "ansi-dark"])
async def test_rows_look_as_textual_paints_them(theme: str) -> None:
    app = Both()
    async with app.run_test(size=(40, 12)) as pilot:
        app.theme = theme
        await pilot.pause()
        textual, ours = app.query_one(ByTextual), app.query_one(ByItself)
        for crop in (Region(0, 0, 30, 5), Region(0, 1, 30, 3), Region(7, 2, 13, 3)):
            assert seen(ours, crop) == seen(textual, crop)


async def test_a_row_is_painted_once_until_it_is_forgotten_or_looks_differently() -> None:
    app = Both()
    async with app.run_test(size=(40, 12)) as pilot:
        ours = app.query_one(ByItself)
        before = seen(ours, ours.size.region)
        ours.asked.clear()
        assert seen(ours, ours.size.region) == before
        assert not ours.asked
        ours.painter.forget()
        assert seen(ours, ours.size.region) == before
        assert ours.asked == list(range(len(ROWS)))
        app.theme = "textual-light"
        await pilot.pause()
        assert seen(ours, ours.size.region) != before
