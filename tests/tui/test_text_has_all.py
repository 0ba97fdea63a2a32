"""What the viewer shows can be had as text: for whoever has it read aloud."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from plancore.report.registry import REVIEWS
from support.batch_viewer import batch_viewer
from support.examples import DELIVERY
from support.plandiff_run import plandiff
from support.viewer import Viewer, viewer

pytestmark = pytest.mark.viewer_behaviour(36)

_FIGURE = re.compile(r"\d\.\d{3}|\d+/\d+")


def figures_of(view: Viewer) -> list[str]:
    """The figures on the screen; the last line counts where the cursor is."""
    return _FIGURE.findall("\n".join(view.lines()[:-1]))


@pytest.fixture
def other_problem(tmp_path: Path) -> Path:
    """The problem of the example with another fact."""
    text = (DELIVERY / "p01.pddl").read_text()
    made = tmp_path / "other.pddl"
    made.write_text(text.replace("(available ann)", "(available bob)"))
    return made


@pytest.mark.parametrize("kind", sorted({*REVIEWS} - {"text"}))
async def test_rows_that_differ_and_figures_are_in_the_text(kind: str, other_problem: Path) -> None:
    files = {
        "domain": (DELIVERY / "learned.pddl", DELIVERY / "reference.pddl"),
        "plan": (DELIVERY / "learned.plan", DELIVERY / "reference.plan"),
        "problem": (other_problem, DELIVERY / "p01.pddl"),
    }[kind]
    text = plandiff("--format", "text", *files).out
    side_by_side = plandiff("--format", "side-by-side", *files).out
    async with viewer(*files, size=(160, 60)) as view:
        rows = view.screen.aligned.rows
        assert rows.stops
        for index in range(rows.count):
            place = text if index in rows.stops else side_by_side
            for cell in rows.row(index).cells:
                for word in cell.text.split() if cell else ():
                    assert word in place, rows.row(index)
        await view.press("i")
        shown = figures_of(view)
        assert shown
        assert [figure for figure in shown if figure not in text] == []


async def test_pairs_of_folders_and_their_figures_are_in_the_text(folders: Path) -> None:
    text = plandiff("--format", "text", "l", "r", folder=folders).out
    async with batch_viewer("l", "r", size=(160, 40)) as view:
        await view.until_done()
        assert len(view.names) > 3
        for row in view.table.rows:
            assert row.name in text
            assert all(word in text for word in row.note.split())
        assert [figure for figure in figures_of(view) if figure not in text] == []
