"""What the viewer shows can be had as text: for whoever has it read aloud."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, product
from pathlib import Path

import pytest

from plancore.report.lines import Line, Tone
from plancore.report.registry import REVIEWS
from plandiff.screens.name_pairs import NamePairsScreen, PairLines
from plandiff.screens.session import JudgedPlanScreen
from planeval.cli import main as planeval
from support import kitchen
from support.batch_viewer import batch_viewer
from support.command import run_command
from support.examples import DELIVERY
from support.judged import write_kitchen
from support.plandiff_run import plandiff
from support.viewer import Viewer, viewer

pytestmark = pytest.mark.viewer_behaviour(36)

_EVERYTHING = ("--format", "text", "--explain", "--metrics", "--width", "10000")
_CUT = re.compile(r"\d+ more$")
"""Beside rows there is room for a few facts; the text has all of them."""
_FIGURE = re.compile(r"\d\.\d{3}|\d+/\d+")


def figures_of(view: Viewer) -> list[str]:
    """The figures on the screen; the last line counts where the cursor is."""
    return _FIGURE.findall("\n".join(view.lines()[:-1]))


def sentences(lines: Iterable[Line]) -> Iterator[str]:
    """What lines say, without the dim words that name what it is and how to get at more."""
    for line in lines:
        said = "".join(piece.text for piece in line if piece.tone is not Tone.DIM)
        if said.strip() and not _CUT.search(said):
            yield said.strip()


def untold(lines: Iterable[Line], text: str) -> list[str]:
    """What `text` lacks of them."""
    return [said for said in sentences(lines) if said not in text]


def explained(files: Sequence[Path], *options: str) -> str:
    """The text of a comparison with all that can be said."""
    return plandiff(*_EVERYTHING, *options, *files).out


@pytest.fixture
def other_problem(tmp_path: Path) -> Path:
    """The problem of the example with another fact."""
    text = (DELIVERY / "p01.pddl").read_text()
    made = tmp_path / "other.pddl"
    made.write_text(text.replace("(available ann)", "(available bob)"))
    return made


@pytest.mark.slow
@pytest.mark.parametrize("kind", sorted({*REVIEWS} - {"text"}))
async def test_rows_that_differ_and_figures_are_in_the_text(kind: str, other_problem: Path) -> None:
    files = {
        "domain": (DELIVERY / "learned.pddl", DELIVERY / "reference.pddl"),
        "plan": (DELIVERY / "learned.plan", DELIVERY / "reference.plan"),
        "problem": (other_problem, DELIVERY / "p01.pddl"),
    }[kind]
    text = plandiff("--format", "text", "--metrics", *files).out
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


def plans(tmp_path: Path) -> tuple[tuple[Path, Path], Path]:
    """The plans of the example, and the learned one as it was, with other mistakes."""
    was = tmp_path / "was.plan"
    steps = (DELIVERY / "learned.plan").read_text().splitlines(keepends=True)
    was.write_text("".join(steps[:3]))
    return (DELIVERY / "learned.plan", DELIVERY / "reference.plan"), was


def domains(tmp_path: Path) -> tuple[tuple[Path, Path], Path]:
    """The domains of the example, where no plans stand beside them; the same of the learned one."""
    files = tmp_path / "learned.pddl", tmp_path / "reference.pddl"
    for file in files:
        file.write_text((DELIVERY / file.name).read_text())
    was = tmp_path / "was.pddl"
    text = files[0].read_text()
    was.write_text(text.replace("(available ?a)", "").replace("(in ?p ?l)", ""))
    return files, was


@pytest.mark.parametrize(
    ("made", "is_changed"),
    [
        (domains, False),
        (plans, True),
        pytest.param(domains, True, marks=pytest.mark.slow),
        pytest.param(plans, False, marks=pytest.mark.slow),
    ],
)
async def test_what_is_said_of_a_row_is_in_the_text(
    made: Callable[[Path], tuple[tuple[Path, Path], Path]], is_changed: bool, tmp_path: Path
) -> None:
    files, was = made(tmp_path)
    options = ["--before", str(was)] if is_changed else []
    text = explained(files, *options)
    async with viewer(*files, *options, size=(160, 60)) as view:
        model = view.screen.model
        told = [*chain.from_iterable(map(model.panel, range(model.rows.count)))]
        places = product(model.side_panels, model.rows.stops)
        told += [*chain.from_iterable(panel.lines(at) for panel, at in places)]
        assert len(told) > 5
        assert untold(told, text) == []


@pytest.mark.slow
async def test_what_is_said_of_a_plan_that_stops_is_in_the_text(tmp_path: Path) -> None:
    files = write_kitchen(tmp_path)
    options = ("--plans", str(tmp_path / "plans"))
    text = explained(files, *options)
    async with viewer(*files, *options, size=(160, 60)) as view:
        rows = view.screen.model.rows
        told = [*chain.from_iterable(map(view.screen.model.panel, range(rows.count)))]
        await view.press_and_wait("enter")
        screen = view.app.screen
        assert isinstance(screen, JudgedPlanScreen)
        told += [*screen.model.panel(screen.aligned.base_index), *screen.states]
        assert len(told) > 20
        # Of paths the text has what tells the plans apart; differences have numbers in it.
        words = {word.rpartition("/")[2] for said in sentences(told) for word in said.split()}
        assert [word for word in words if word not in text] == []
        # The heading of the screen says that the step fails; in text each state does.
        states = untold(screen.states, text)
        assert [said for said in states if said.replace("needs", "fails because") not in text] == []


@pytest.mark.slow
async def test_pairs_of_names_are_in_the_text(tmp_path: Path) -> None:
    files = tmp_path / "learned.pddl", tmp_path / "reference.pddl"
    for file, text in zip(files, (kitchen.LEARNED, kitchen.REFERENCE), strict=True):
        file.write_text(text)
    said = run_command(planeval, "align", *files, cwd=tmp_path).words
    async with viewer(*files, size=(160, 60)) as view:
        await view.press("A")
        screen = view.app.screen
        assert isinstance(screen, NamePairsScreen)
        entries = [
            each for each in screen.query_one(PairLines).entries if each.state != "not matched"
        ]
        assert len(entries) > 5
        for entry in entries:
            assert entry.kind in said
            assert all(name in said for name in entry.names.split(" ⇐ ")), entry
            assert entry.reasons in said, entry


@pytest.mark.slow
async def test_pairs_of_folders_and_their_figures_are_in_the_text(folders: Path) -> None:
    text = plandiff("--format", "text", "--metrics", "l", "r", folder=folders).out
    async with batch_viewer("l", "r", size=(160, 40)) as view:
        await view.until_done()
        assert len(view.names) > 3
        for row in view.table.rows:
            assert row.name in text
            assert all(word in text for word in row.note.split())
        assert [figure for figure in figures_of(view) if figure not in text] == []


@pytest.mark.slow
async def test_in_a_small_window_the_page_of_figures_has_all_that_is_said_of_the_row() -> None:
    files = DELIVERY / "learned.pddl", DELIVERY / "reference.pddl"
    async with viewer(*files, size=(60, 15)) as view:
        await view.press("n")
        assert "may be a…" in view.text
        await view.press("i")
        said = " ".join(" ".join(view.lines()).split())
        assert "reference.pddl:32:7, not in learned.pddl:32:19" in said
        assert "means less restrictive: invalid plans" in said
        assert "similarity 0.800 = 4/5" in said
    async with viewer(*files, size=(160, 50)) as view:
        await view.press("n", "i")
        assert "similarity 0.800 = 4/5" in view.text
        assert view.text.count("means  less restrictive") == 1, "there it has room below the rows"
