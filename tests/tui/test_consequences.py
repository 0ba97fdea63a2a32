"""What differences do to plans, and the smallest repair, in the viewer."""

from __future__ import annotations

import asyncio
import re
import shutil
import time
from functools import partial
from pathlib import Path

import pytest

from plandiff.screens.edits import RepairScreen
from plandiff.screens.pair import PairScreen
from plandiff.screens.session import JudgedPlanScreen
from support.examples import BAKERY, DELIVERY
from support.judged import LEARNED, PLANS, write_kitchen
from support.viewer import Viewer, open_app, viewer

REPAIRED = LEARNED.replace(
    "(and (at ?a) (open ?b)\n      (lit)) ; a", "(and (at ?a) (open ?b)) ; a"
)


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """The kitchen, with plans in a folder below."""
    monkeypatch.chdir(tmp_path)
    write_kitchen(tmp_path)
    return Path("learned.pddl"), Path("reference.pddl")


def panel(view: Viewer) -> str:
    """What is said of the row at the cursor."""
    screen = view.screen
    lines = [*screen.row_lines(1_000), *screen.model.note_lines]
    told = "\n".join("".join(piece.text for piece in said) for said in lines)
    return f"{screen.query_one('#panel').render()}\n{told}"


def is_on_domains(view: Viewer) -> bool:
    """Whether the review of the domains is what one sees."""
    return view.app.screen is view.screen


def position(view: Viewer) -> str:
    """What stands at the right of the last line."""
    return str(view.app.screen.query_one("#position").render())


async def test_every_literal_and_action_says_what_it_does(files: tuple[Path, Path]) -> None:
    async with viewer(*files, "--plans", "plans") as view:
        assert "2 of 4 valid plans rejected" in view.lines()[0]
        assert any("(lit)" in line and "rejects 2 of 4" in line for line in view.lines())
        # What changes no plan leaves the rows to what does, and says so when one is there.
        assert "no effect" not in view.text
        assert any(re.match(r"▸\+ +\(lit\)", line) for line in view.lines())
        assert "evening.plan fails at step 2 · " in panel(view)
        await view.press(*"nnnnn")
        assert "no effect on 4 of 4 plans" in panel(view)


@pytest.mark.slow
async def test_the_list_and_n_begin_by_consequence_where_there_are_plans(
    files: tuple[Path, Path],
) -> None:
    learned = files[0].read_text()
    # The difference that stops plans is the last one of the file.
    files[0].write_text(
        learned.replace("      (lit)) ; a", "  ) ; a")
        .replace(
            ":precondition (at ?a) ; needs no light", ":precondition (and (at ?a) (lit) (open x))"
        )
        .replace("(:predicates", "(:constants x) (:predicates")
    )
    async with viewer(*files, "--plans", "plans") as view:
        assert position(view) == "change 1/3 by plans"
        assert "rejects 2 of 4 valid plans" in panel(view)
        actions = view.screen.actions
        assert actions is not None
        assert actions.cursor == 0
        assert "wash" in "".join(segment.text for segment in actions.line_segments(0, 30))
        await view.press("n")
        assert position(view) == "change 2/3 by plans"
        await view.press("N")
        await view.press("N")
        assert position(view) == "change 1/3 by plans"
        await view.press("s")
        assert position(view) == "change 1/3 by plans"
        await view.press("b")
        assert position(view).startswith("change ")
        assert "by plans" not in position(view)


@pytest.mark.slow
async def test_another_order_leaves_the_change_that_one_has_gone_to(
    files: tuple[Path, Path],
) -> None:
    async with viewer(*files, "--plans", "plans") as view:
        await view.press("n", "n")
        here = view.screen.aligned.base_index
        for _ in range(4):
            await view.press("b")
            assert view.screen.aligned.base_index == here
            assert "–" not in position(view)
    async with viewer(*files, "--plans", "plans") as view:
        await view.press("b")
        assert position(view).startswith("change 1/"), "nobody has gone anywhere"


@pytest.mark.slow
async def test_enter_opens_a_plan_at_its_step_with_state_and_reason(
    files: tuple[Path, Path],
) -> None:
    async with viewer(*files, "--plans", "plans") as view:
        await view.press_and_wait("enter")
        assert isinstance(view.app.screen, JudgedPlanScreen)
        assert "plans/evening.plan   learned: fails at step 2   reference: valid" in view.text
        assert any(re.search(r"▸✗ +2 +2 \(go x y\)", line) for line in view.lines())
        assert "✗ (lit)  never true; step 3" in view.text
        assert "state before: learned step 2," in view.text
        assert "cause  extra precondition (lit) of go" in view.text
        assert position(view) == "plan 1/2"
        await view.press_and_wait("n")
        assert "plans/night.plan" in view.lines()[0]
        assert position(view) == "plan 2/2"
        await view.press("s", "n", "e", "m", "r", "question_mark", "escape")
        assert isinstance(view.app.screen, JudgedPlanScreen)
        await view.press("escape")
        assert is_on_domains(view)
        assert position(view) == "change 1/3 by plans"


@pytest.mark.slow
async def test_a_difference_that_stops_nothing_opens_nothing(files: tuple[Path, Path]) -> None:
    async with viewer(*files, "--plans", "plans") as view:
        await view.press("n")
        await view.press_and_wait("enter")
        assert is_on_domains(view)


async def test_r_writes_the_smallest_repair_after_a_look_and_a_question(
    files: tuple[Path, Path],
) -> None:
    async with viewer(*files, "--plans", "plans") as view:
        await view.press_and_wait("r")
        assert isinstance(view.app.screen, RepairScreen)
        assert (
            "Repair 1 of 2  1 edit makes every plan behave as expected (minimum repair)"
            in view.text
        )
        assert "remove (lit) from the precondition of go" in view.text
        assert "-      (lit)) ; a cook is afraid in the dark" in view.text
        await view.press("n")
        assert "add (lit) to the effect of unlock" in view.text
        await view.press("n", "enter")
        assert "Write this to learned.pddl?  y yes" in view.lines()[-1]
        await view.press("n")
        assert "Repair 1 of 2" in view.text
        assert files[0].read_text() == LEARNED
        await view.press("enter")
        await view.press_and_wait("y")
        await view.until(lambda: "4 plans as expected" in view.text)
        assert files[0].read_text() == REPAIRED
        assert position(view).endswith("/2 by plans")
        await view.press_and_wait("r")
        assert is_on_domains(view)
        assert "nothing to repair" in view.text


@pytest.mark.slow
async def test_leaving_the_repair_writes_nothing(files: tuple[Path, Path]) -> None:
    async with viewer(*files, "--plans", "plans") as view:
        await view.press_and_wait("r")
        await view.press("enter", "escape", "escape")
        assert is_on_domains(view)
        assert files[0].read_text() == LEARNED


@pytest.mark.slow
async def test_a_file_that_was_changed_meanwhile_is_not_written(
    files: tuple[Path, Path],
) -> None:
    async with viewer(*files, "--plans", "plans") as view:
        await view.press_and_wait("r")
        files[0].write_text(f"{LEARNED}; somebody's\n")
        await view.press("enter", "y")
        assert files[0].read_text() == f"{LEARNED}; somebody's\n"
        assert "meantime" in view.text
        await view.press_and_wait("r")
        await view.press("enter", "y")
        assert files[0].read_text() == f"{REPAIRED}; somebody's\n"


@pytest.mark.slow
async def test_plans_beside_the_files_are_judged_unless_the_files_stand_in_for_others(
    tmp_path: Path,
) -> None:
    files = write_kitchen(tmp_path, where=".")
    async with viewer(*files) as view:
        assert "2 of 4 valid plans rejected" in view.lines()[0]
        assert "note  effects on 4 plans found next to the files" in panel(view)
    async with viewer(*files, "--label", "learned.pddl") as view:
        assert "stopped" not in view.text
        await view.press("b", "enter", "r")
        assert is_on_domains(view)


@pytest.mark.slow
async def test_plans_that_cannot_be_used_are_told_and_the_review_stays(
    files: tuple[Path, Path],
) -> None:
    Path("empty").mkdir()
    async with viewer(*files, "--plans", "empty") as view:
        assert "✗ error: no plan found in the directory empty" in view.lines()[0]
        assert "change 1/3" in view.text
        await view.press("b", "r", "enter")
        assert is_on_domains(view)
    (Path("plans") / "broken.plan").write_text("(go x\n")
    (Path("plans") / "other.plan").write_text("(fly x y)\n")
    async with viewer(*files, "--plans", "plans", "--problem", "plans/p.pddl") as view:
        assert "2 of 4 valid plans rejected, 1 undecided" in " ".join(view.lines()[:2])


@pytest.mark.slow
async def test_plans_of_a_reference_with_names_of_its_own_are_opened_and_repaired(
    files: tuple[Path, Path],
) -> None:
    renamed = LEARNED.replace("lit)", "bright)").replace("(:action go", "(:action walk")
    files[0].write_text(renamed)
    async with viewer(*files, "--plans", "plans", "--align") as view:
        assert "2 of 4 valid plans rejected" in view.text
        await view.press_and_wait("enter")
        assert any(re.search(r"▸✗ +2 +2 \(walk x y\)", line) for line in view.lines())
        assert "✗ (bright)" in view.text
        await view.press("escape")
        await view.press_and_wait("r")
        assert "remove (bright) from the precondition of walk" in view.text


@pytest.mark.slow
@pytest.mark.viewer_behaviour(26)
async def test_a_thousand_plans_freeze_nothing_and_can_be_left(files: tuple[Path, Path]) -> None:
    for number in range(1_000):
        Path("plans", f"p{number}.plan").write_text("(unlock y)\n" * 50 + PLANS["evening.plan"])
    app = open_app(*files, "--plans", "plans", "--problem", "plans/p.pddl")
    screen = app.first
    assert isinstance(screen, PairScreen)
    async with app.run_test(size=(118, 34)):
        # The pilot waits until nothing is computed any more: here the clock waits.
        slowest, texts = 0.0, [""]
        end = time.monotonic() + 60
        screen = app.first
        assert isinstance(screen, PairScreen)
        # Before the first of them is judged there is no number.
        far = re.compile(r"plans executed, of 1,00[0-9]: [\d,]+ {3}Esc to stop")
        while not far.fullmatch(texts[-1]):
            before = time.process_time()
            assert time.monotonic() < end, texts
            await asyncio.sleep(0.01)
            # How much the threads compute before the loop has its turn, however slow the machine.
            slowest = max(slowest, time.process_time() - before)
            texts += [str(work.render()) for work in app.screen.query("#work")]
        assert slowest < 1
        screen.action_escape()
        while screen.session.is_working:
            assert time.monotonic() < end
            await asyncio.sleep(0.01)
        assert screen.session.judged is None
        assert app.screen is screen


@pytest.mark.slow
async def test_the_examples_say_what_lets_plans_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(DELIVERY)
    async with viewer(Path("learned.pddl"), Path("reference.pddl"), "--plans", ".") as view:
        await view.press("n")
        assert "accepts 1 of 1 invalid plan" in panel(view)
        await view.press_and_wait("enter")
        assert "learned: valid, cost 7   reference: fails at step 3" in view.lines()[0]
        assert "cause  missing precondition (available ?a) of move" in view.text


@pytest.mark.slow
async def test_after_an_edit_one_is_at_what_stops_most_plans_now(tmp_path: Path) -> None:
    shutil.copytree(BAKERY, tmp_path, dirs_exist_ok=True)
    files = tmp_path / "learned.pddl", tmp_path / "reference.pddl"
    async with viewer(*files) as view:
        for left in ("8", "7", "6"):
            await view.until(partial(is_at, view, f"change 1/{left} by plans"))
            actions, outline = view.screen.actions, view.screen.outline
            assert actions is not None
            assert outline is not None
            stops = [entry.n_stopped or 0 for entry in outline.entries]
            assert actions.cursor == 0
            assert stops[0] == max(stops)
            await view.press("u")
            await view.press_and_wait("y")


def is_at(view: Viewer, text: str) -> bool:
    """Whether that stands at the right of the last line."""
    return position(view) == text
