"""How much room the lines below the rows take."""

from __future__ import annotations

from textual.app import App, ComposeResult

from plancore.report.lines import line
from plandiff.widgets.lines import Panel
from support.viewer import until


class Alone(App[int]):
    """A panel, and nothing else."""

    CSS = "#panel { height: auto; max-height: 8; }"

    def compose(self) -> ComposeResult:
        """The panel."""
        yield Panel(id="panel")

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """A colour that only the viewer has."""
        return {"diff-dim": "gray"}


async def test_a_line_that_comes_to_be_free_is_kept_and_two_are_not() -> None:
    app = Alone()
    async with app.run_test(size=(80, 24)) as pilot:
        panel = app.query_one(Panel)

        async def has_height(count: int, height: int) -> None:
            """With so many lines the panel comes to have this height, and keeps it."""
            panel.show([line("text")] * count)
            await until(pilot, lambda: panel.size.height == height)
            await pilot.pause()
            assert panel.size.height == height

        counts = (3, 2, 3, 4, 3, 2, 1, 2, 12, 7, 6)
        for count, height in zip(counts, (3, 3, 3, 4, 4, 2, 2, 2, 8, 8, 6), strict=True):
            await has_height(count, height)
        # What was kept in another width says nothing about this one.
        await pilot.resize_terminal(60, 24)
        await until(pilot, lambda: panel.size.width == 60)
        await has_height(5, 5)
