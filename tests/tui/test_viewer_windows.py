"""The viewer in windows of all sizes."""

from __future__ import annotations

from pathlib import Path

import pytest

from plancore.report.lines import line as line_of
from plandiff.widgets.lines import Lines
from support.examples import DELIVERY
from support.plans import write_plans
from support.screens import SIZES
from support.viewer import viewer

LEARNED, REFERENCE = DELIVERY / "learned.pddl", DELIVERY / "reference.pddl"


@pytest.mark.slow
@pytest.mark.viewer_behaviour(30)
async def test_columns_by_width(tmp_path: Path) -> None:
    files = write_plans(tmp_path, ["a x"], ["a y"])
    async with viewer(*files, size=(150, 20)) as view:
        for width, split in ((150, True), (149, False), (60, False), (150, True)):
            await view.pilot.resize_terminal(width, 20)
            await view.pilot.pause()
            assert view.screen.is_split is split
            assert view.screen.aligned.unified is not split


@pytest.mark.slow
@pytest.mark.viewer_behaviour(30)
@pytest.mark.parametrize("size", [(50, 5), (300, 90)])
async def test_any_size_shows_the_change(size: tuple[int, int]) -> None:
    async with viewer(LEARNED, REFERENCE, size=size) as view:
        # Of the names there may be less, as soon as there is more to say beside them.
        assert "pddl ▸ " in view.text
        await view.press("n", "z", "t", "t", "s", "s", "question_mark", "escape")


@pytest.mark.slow
@pytest.mark.viewer_behaviour(30)
@pytest.mark.parametrize("size", [(40, 15), (1, 1), (10, 40)])
async def test_a_window_that_is_too_narrow_says_so(size: tuple[int, int]) -> None:
    async with viewer(LEARNED, REFERENCE, size=size) as view:
        if size[0] == 40:
            assert "40 columns are too narrow" in view.text
            assert "at least 50 columns" in view.text
            assert "q quits" in " ".join(view.text.split())
        await view.press("n", "s")
        await view.pilot.resize_terminal(118, 34)
        await view.pilot.pause()
        assert "F1 0.848" in view.text


@pytest.mark.viewer_behaviour(31)
@pytest.mark.parametrize(
    "size", [(80, 24), *(pytest.param(s, marks=pytest.mark.slow) for s in SIZES if s != (80, 24))]
)
async def test_long_names_of_files_leave_the_figures(tmp_path: Path, size: tuple[int, int]) -> None:
    files = tmp_path / f"learned-{'x' * 90}.pddl", tmp_path / f"reference-{'y' * 90}.pddl"
    for file, text in zip(files, (LEARNED, REFERENCE), strict=True):
        file.write_text(text.read_text())
    async with viewer(*files, size=size) as view:
        heading = " ".join(view.lines()[:2])
        assert "F1 0.848" in heading
        assert "6 differences" in heading
        assert "learn" in heading
        assert "refer" in heading


@pytest.mark.slow
async def test_a_small_window_is_for_the_rows() -> None:
    async with viewer(LEARNED, REFERENCE, size=(60, 15)) as view:
        assert "F1" in "".join(view.lines()[:2])
        assert view.screen.actions is None
        assert view.screen.aligned.size.height >= 7
        assert view.screen.query_one("#panel").size.height <= 2
        await view.press("i", "G")  # below all that is said of the row
        assert "F1 = 2TP/(2TP+FP+FN)" in view.text
        await view.press("q")
        assert view.screen.aligned.size.height >= 7
        await view.press("tab")
        assert view.screen.actions is not None
        assert view.screen.actions.has_focus
        await view.press("j", "enter")
        assert view.screen.actions is None
        assert view.screen.aligned.has_focus


@pytest.mark.slow
async def test_figures_leave_half_of_the_screen() -> None:
    async with viewer(LEARNED, REFERENCE, size=(120, 32)) as view:
        await view.press("i")
        assert view.screen.query_one("#panel").size.height <= 16
        assert view.screen.aligned.size.height >= 7


@pytest.mark.slow
async def test_leaving_while_the_window_changes_is_no_trouble() -> None:
    async with viewer(LEARNED, REFERENCE) as view:
        screen = view.screen
        await screen.query("*").remove()  # as on the way out, with a new size still to be shown
        screen.show_heads()


@pytest.mark.slow
@pytest.mark.viewer_behaviour(31, "the lines at the bottom")
@pytest.mark.parametrize("size", [(60, 15), (80, 24), (120, 40)])
async def test_what_the_panel_has_no_room_for_is_not_left_out_in_silence(
    size: tuple[int, int],
) -> None:
    async with viewer(DELIVERY / "learned.pddl", DELIVERY / "reference.pddl", size=size) as view:
        view.screen.add_class("-figures")  # else it is a single line
        panel = view.screen.query_one("#panel", Lines)
        words = [f"word{number}" for number in range(400)]
        for n_words in (1, 5, 20, 400):
            panel.show([line_of(" ".join(words[:n_words]))])
            await view.pilot.pause()
            rows = view.lines()[panel.content_region.y :][: panel.content_region.height]
            shown = " ".join(rows).split()
            is_whole = shown == words[:n_words]
            assert is_whole or rows[-1].endswith("…")
            assert is_whole or len(rows) > 1
        assert not is_whole
