"""The widget of the rows by itself, with more sides than two files have."""

from __future__ import annotations

from textual.app import App, ComposeResult

from plandiff.themes import VARIABLES
from plandiff.widgets.aligned_view import AlignedView, column_widths
from support.listed_rows import three_plans


class Rows(App[None]):
    """Shows three plans."""

    def compose(self) -> ComposeResult:
        steps = ["(a x)", "(b x)", "(c x)"]
        yield AlignedView(three_plans(steps[1:], steps, steps), id="aligned")

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return VARIABLES

    def line(self, number: int) -> str:
        """What a line shows."""
        view = self.query_one(AlignedView)
        return "".join(segment.text for segment in view.line_segments(number, 60)).rstrip()


async def test_three_sides_have_a_column_each() -> None:
    async with Rows().run_test(size=(60, 10)) as pilot:
        view = pilot.app.query_one(AlignedView)
        assert isinstance(pilot.app, Rows)
        assert pilot.app.line(0).split("│") == [
            "▸~ 1 (a x)         ",
            "~ 1 (a x)          ",
            "    ╱╱╱╱╱╱╱╱╱╱╱╱",
        ]
        view.swapped = True
        assert [column[:9].strip() for column in pilot.app.line(1).split("│")] == [
            "= 1 (b x",
            "= 2 (b x)",
            "= 2 (b x)",
        ]
        view.show(view.rows, unified=True)
        assert [pilot.app.line(number)[1:].split() for number in range(3)] == [
            ["-", "1", "(a", "x)", "learned", "since"],
            ["+", "1", "(a", "x)", "learned", "since"],
            ["<", "╱╱╱╱╱╱╱╱╱╱╱╱", "learned", "since"],
        ]


def test_columns_and_rules_fill_the_width() -> None:
    for width in range(10, 200):
        for count in range(1, 5):
            assert sum(column_widths(width, count)) + count - 1 == width
