"""The widget of the rows by itself: any number of sides, rows of any height, any number of rows."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from rich.cells import cell_len
from textual.app import App, ComposeResult
from textual.scrollbar import ScrollBar
from textual.strip import Strip

from plancore.report.marks import CHANGED, EXTRA, FAILING
from plancore.report.rows.row import Cell, Role, Rows, ViewRow
from plandiff.themes import variables_of
from plandiff.widgets.aligned_view import AlignedView
from support.listed_rows import ListedRows, three_plans

STEPS = ["(a x)", "(b x)", "(c x)"]


class Shown(App[None]):
    """Shows rows."""

    CSS = "AlignedView { scrollbar-size-vertical: 1; scrollbar-size-horizontal: 0; }"

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        super().__init__()

    def compose(self) -> ComposeResult:
        yield AlignedView(self._rows, id="aligned")

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return variables_of(self.current_theme)

    @property
    def view(self) -> AlignedView:
        return self.query_one(AlignedView)

    def lines(self) -> list[str]:
        """What is in the window, row by row."""
        return [strip.text for strip in self.view.render_lines(self.view.size.region)]


def changed(learned: str, reference: str, remark: str = "", number: str = "") -> ViewRow:
    cells = Cell(learned, number), Cell(reference, number)
    return ViewRow(Role.ITEM, *CHANGED, cells, remark=remark)


def long_text(words: int) -> str:
    return " ".join(f"word{number}" for number in range(words))


def only_text(lines: Sequence[str], column: int) -> str:
    """The words that a column shows, whatever is around them."""
    parts = [line[1:].split("│")[column][2:].strip() for line in lines if "│" in line]
    return " ".join(filter(None, parts))


async def test_three_sides_have_a_column_each() -> None:
    app = Shown(three_plans(STEPS[1:], STEPS, STEPS))
    async with app.run_test(size=(60, 10)) as pilot:
        await pilot.pause()
        assert [line.split("│") for line in app.lines()[:2]] == [
            ["▸~ 1 (a x)          ", "~ 1 (a x)          ", "    ╱╱╱╱╱╱╱╱╱╱╱╱   "],
            [" " * 20, " " * 19, "     learned since "],
        ]
        app.view.show(app.view.rows, unified=True)
        await pilot.pause()
        assert [line[1:].split() for line in app.lines()[:3]] == [
            ["-", "1", "(a", "x)"],
            ["+", "1", "(a", "x)"],
            ["<", "╱╱╱╱╱╱╱╱╱╱╱╱", "~", "learned", "since"],
        ]


@pytest.mark.viewer_behaviour(31)
@pytest.mark.parametrize("width", [30, 60, 100, 200])
@pytest.mark.parametrize("unified", [False, True])
async def test_nothing_of_a_row_is_left_out(width: int, *, unified: bool) -> None:
    learned, reference, remark = long_text(40), long_text(3) + " 中文" * 20, "because " * 9 + "so"
    app = Shown(ListedRows([changed(learned, reference, remark)], stacks=[0]))
    async with app.run_test(size=(width, 90)) as pilot:
        app.view.show(app.view.rows, unified=unified)
        await pilot.pause()
        lines = app.lines()
        assert all(cell_len(line) == width for line in lines)
        text = " ".join("".join(lines).replace("↪", " ").split())
        if unified:
            assert text == f"▸- {reference} + {learned} {remark}"
        else:
            assert only_text(lines, 0) == reference
            assert only_text(lines, 1) == f"{learned} {remark}"


@pytest.mark.viewer_behaviour(31)
@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (90, ["+ (on ?a ?b) rejects 3 of 5"]),
        (60, ["+ (on ?a ?b) rejects 3 of 5"]),
        (45, ["+ (on ?a ?b)", "rejects 3 of 5"]),
        (30, ["+ (on ?a ?b)", "rejects 3", "of 5"]),
    ],
)
async def test_the_word_for_a_sign_is_left_out(width: int, shown: list[str]) -> None:
    remark = "rejects 3 of 5; extra"
    row = ViewRow(
        Role.ITEM, *EXTRA, (Cell("(on ?a ?b)"), None), remark=remark, told_by_sign="extra"
    )
    app = Shown(ListedRows([row]))
    async with app.run_test(size=(width, 20)):
        right = [" ".join(line.split("│")[1].split()) for line in app.lines() if "│" in line]
        assert right == shown
        assert row.text == "(on ?a ?b)  rejects 3 of 5; extra"


@pytest.mark.viewer_behaviour(31)
async def test_what_goes_on_below_is_marked_on_both_sides() -> None:
    app = Shown(ListedRows([changed(long_text(20), long_text(14), number="7")]))
    async with app.run_test(size=(80, 20)):
        left, right = zip(*(line.split("│") for line in app.lines()[:4]), strict=True)
        assert [column[1:3].strip() for column in left] == ["~", "↪", "↪", ""]
        assert [column[:2].strip() for column in right] == ["~", "↪", "↪", "↪"]


@pytest.mark.viewer_behaviour(31)
async def test_without_wrapping_a_text_moves_sideways_under_a_sign() -> None:
    text = long_text(20)
    app = Shown(ListedRows([changed(text, text)]))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("l")
        assert app.view.shift == 0
        app.view.wraps = False
        assert [line.strip() for line in app.lines()[1:]] == [""] * 19
        assert app.lines()[0].split("│")[0].rstrip().endswith("…")
        await pilot.press("l")
        assert app.lines()[0][5:15] == f"…{text[8:17]}"
        await pilot.press("h")
        assert app.lines()[0][5:15] == text[:10]


@pytest.mark.viewer_behaviour(32)
async def test_a_step_that_fails_has_its_sign_on_its_side_alone() -> None:
    row = changed("(a x)", "(b x)")._replace(sign=FAILING.sign, tone=FAILING.tone)
    learned, reference = row.cells
    assert reference is not None
    row = row._replace(cells=(learned, reference._replace(own_mark=CHANGED)))
    app = Shown(ListedRows([row]))
    async with app.run_test(size=(40, 4)):
        left, right = app.lines()[0].split("│")
        assert left.strip() == "▸~   (b x)"
        assert right.strip() == "✗   (a x)"


async def test_the_narrow_side_leaves_its_room_to_the_other() -> None:
    app = Shown(ListedRows([changed(long_text(10), "short")]))
    async with app.run_test(size=(100, 4)):
        assert app.view.column_widths == [35, 63]
        assert only_text(app.lines()[:1], 1) == long_text(10)


@pytest.mark.slow
async def test_a_line_taller_than_the_window_is_read_row_by_row() -> None:
    rows = [changed("(first)", "(first)"), changed(long_text(60), ""), changed("(last)", "(last)")]
    app = Shown(ListedRows(rows))
    async with app.run_test(size=(61, 6)) as pilot:
        seen: list[str] = []
        for _ in range(60):
            seen += [line for line in app.lines() if line not in seen]
            await pilot.press("j")
        assert app.view.cursor == 2
        words = " ".join("".join(seen).replace("│", " ").replace("↪", " ").split())
        assert all(f"word{number} " in words for number in range(60))
        for _ in range(60):
            await pilot.press("k")
        assert app.view.cursor == 0
        assert "(first)" in app.lines()[0]


@pytest.mark.viewer_behaviour(29)
async def test_what_changes_the_heights_leaves_the_cursor_at_its_row_of_the_screen() -> None:
    rows = [changed(long_text(number % 30), long_text(number % 7)) for number in range(400)]
    app = Shown(ListedRows(rows))
    async with app.run_test(size=(90, 30)) as pilot:
        app.view.place_cursor(200, 11)
        for width, height in ((60, 30), (140, 24), (90, 40), (90, 30)):
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            assert app.lines()[11].startswith("▸")
        for wraps in (False, True):
            app.view.wraps = wraps
            await pilot.pause()
            assert app.lines()[11].startswith("▸")
        app.theme = "textual-light"
        await pilot.pause()
        assert app.lines()[11].startswith("▸")
        for unified in (True, False):
            app.view.show(app.view.rows, unified=unified, at=200)
            await pilot.pause()
            assert app.lines()[11].startswith("▸")
        assert app.view.cursor == 200


class Many(ListedRows):
    """As many rows as one likes, which count how often one is made."""

    def __init__(self, count: int) -> None:
        super().__init__([])
        self._count = count
        self.made = 0

    @property
    def count(self) -> int:
        return self._count

    @property
    def stops(self) -> Sequence[int]:
        return range(0, self._count, 10)

    def row(self, index: int) -> ViewRow:
        self.made += 1
        return changed(long_text(index % 40), long_text(index % 9), number=str(index))


@pytest.mark.viewer_behaviour(17)
async def test_a_million_rows_cost_what_a_thousand_do() -> None:
    made = {}
    for count in (1_000, 1_000_000):
        rows = Many(count)
        app = Shown(rows)
        async with app.run_test(size=(100, 30)) as pilot:
            await pilot.press("G", "pageup", "pageup", "g", "pagedown", "pagedown", "j")
            app.view.place_cursor(count // 2, 10)
            await pilot.resize_terminal(130, 40)
            await pilot.pause()
            assert app.lines()[10].startswith("▸")
        made[count] = rows.made
    assert made[1_000_000] < 2_000
    assert made[1_000_000] < 1.5 * made[1_000]


@pytest.mark.slow
async def test_pages_and_edges_reach_every_row() -> None:
    rows = [changed(f"(step{number}) {long_text(number % 25)}", "") for number in range(50)]
    app = Shown(ListedRows(rows))
    async with app.run_test(size=(70, 12)) as pilot:
        await pilot.pause()
        seen = "".join(app.lines())
        for _ in range(80):
            await pilot.press("pagedown")
            seen += "".join(app.lines())
        assert app.view.cursor == 49
        assert all(f"(step{number})" in seen for number in range(50))
        for _ in range(80):
            await pilot.press("pageup")
        assert app.view.cursor == 0
        await pilot.press("G")
        assert app.view.cursor == 49
        assert "word23" in app.lines()[-1]


Bar = list[tuple[str, bool]]
"""The characters of a scrollbar from above, and whether each is reversed."""


def wanted_bar(view: AlignedView) -> Bar:
    """What the scrollbar should show."""
    bar = view.vertical_scrollbar
    made = bar.renderer.render_bar(
        size=view.size.height,
        virtual_size=bar.window_virtual_size,
        window_size=bar.window_size,
        position=view.scroll_y,
    )
    return [(text, bool(style and style.reverse)) for text, style, _ in made.segments]


def painted_bar(view: AlignedView) -> Bar:
    """What it shows, of which only some rows are painted anew."""
    strips = view.vertical_scrollbar.render_lines(view.vertical_scrollbar.size.region)
    return [(text, bool(style and style.reverse)) for strip in strips for text, style, _ in strip]


@pytest.mark.slow
async def test_of_the_scrollbar_only_the_rows_are_painted_that_look_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    painted: list[int] = []
    render_line = ScrollBar.render_line

    def noting(bar: ScrollBar, y: int) -> Strip:
        painted.append(y)
        return render_line(bar, y)

    monkeypatch.setattr(ScrollBar, "render_line", noting)
    app = Shown(ListedRows([changed(f"learned {n}", "reference") for n in range(3_000)]))
    async with app.run_test(size=(60, 12)) as pilot:
        view = app.view
        steps = [*["pagedown"] * 60, "end", *["pageup"] * 60, "home", *["j"] * 30]
        painted.clear()
        for key in steps:
            await pilot.press(key)
            assert painted_bar(view) == wanted_bar(view)
            assert view.vertical_scrollbar.position == view.scroll_y
        assert 0 < len(painted) < len(steps)
        await pilot.resize_terminal(60, 7)
        await pilot.pause()
        assert painted_bar(view) == wanted_bar(view)
