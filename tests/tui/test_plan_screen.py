"""Two plans on the screen: what is always there, and where keys go."""

from __future__ import annotations

from pathlib import Path

import pytest

from plancore.report.rows.row import ViewRow
from plandiff.viewmodel.plan_model import PlanModel
from support.parcels import PLAN, write_parcel_plans
from support.plandiff_run import plandiff
from support.plans import write_plans
from support.viewer import Viewer, go_to_first, unfold_all, viewer

WITHOUT_LOADING = tuple(step for step in PLAN if step != "load x t1 a")
SIZES = [(200, 50), (120, 40), (80, 24), (60, 15)]


def steps_here(view: Viewer) -> tuple[int | None, int | None]:
    """The steps of the learned plan and of the reference at the cursor."""
    model = view.screen.model
    assert isinstance(model, PlanModel)
    row = model.review.diff.rows[view.screen.aligned.base_index]
    return row.learned, row.reference


@pytest.mark.slow
@pytest.mark.viewer_behaviour(25)
@pytest.mark.parametrize("size", SIZES)
async def test_divergence_failure_and_goals_are_always_on_the_screen(
    size: tuple[int, int], tmp_path: Path
) -> None:
    async with viewer(*write_parcel_plans(tmp_path, WITHOUT_LOADING), size=size) as view:
        # In the smallest window `v` opens a page, as `i` does.
        for key in ("", "v" * (size[1] > 22), "s", "m", "G", "t"):
            if key:
                await view.press_and_wait(key)
            line = next(line for line in view.lines() if "goals" in line and "/3" in line)
            assert "ref. 1 " in line or "reference 1 " in line
            assert "✗ 4" not in line
            assert view.text.count("fails at step 4") == 1
            assert "0/3" in line
            assert "3/3" in line


@pytest.mark.viewer_behaviour(32)
@pytest.mark.parametrize(
    "size", [SIZES[0], *(pytest.param(size, marks=pytest.mark.slow) for size in SIZES[1:])]
)
async def test_the_failing_step_has_its_sign_and_its_reason(
    size: tuple[int, int], tmp_path: Path
) -> None:
    async with viewer(*write_parcel_plans(tmp_path, WITHOUT_LOADING), size=size) as view:
        await view.press("f")
        rows = view.text
        assert "✗" in view.lines()[view.screen.aligned.region.y + view.screen.aligned.screen_line]
        assert "(in x t1) is not true" in " ".join(rows.split())
        assert "fails: " not in rows


@pytest.mark.slow
@pytest.mark.viewer_behaviour(30)
@pytest.mark.parametrize("size", SIZES)
async def test_the_order_of_both_plans_is_told_in_any_window(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    late = [*WITHOUT_LOADING, "load x t1 a"]  # the same steps in an order that matters
    async with viewer(*write_parcel_plans(tmp_path, late), size=size) as view:
        told = [text for text in view.lines() if "partial order" in text]
        assert told == [text for text in view.lines() if "3/3" in text]
        assert told[0].endswith(("different partial order", "partial order ≠"))


@pytest.mark.viewer_behaviour(30)
@pytest.mark.parametrize("size", [(60, 15), pytest.param((80, 24), marks=pytest.mark.slow)])
async def test_a_small_window_begins_with_both_sides_of_the_first_change(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    long = " ".join(f"argument-{number}" for number in range(8))
    steps = [f"go {long} {number}" for number in range(6)]
    files = write_plans(tmp_path, [*steps, f"go {long} a"], [*steps, f"go {long} b", *steps])
    async with viewer(*files, size=size) as view:
        aligned = view.screen.aligned
        assert aligned.unified
        # The other side is a line of its own, below.
        counterpart = aligned.row_of(aligned.cursor + 1)
        assert counterpart is not None
        assert aligned.screen_line < counterpart < aligned.size.height


@pytest.mark.slow
@pytest.mark.viewer_behaviour(23)
@pytest.mark.parametrize("size", [(120, 20), (60, 15)])
async def test_in_a_low_window_states_have_a_page(size: tuple[int, int], tmp_path: Path) -> None:
    async with viewer(*write_parcel_plans(tmp_path, WITHOUT_LOADING), size=size) as view:
        await view.press("f")
        assert "learned, step 4 fails because" not in view.text
        await view.press("v")
        assert "learned, step 4 fails because" in view.text
        assert "state before: learned step 4" in view.text
        await view.press("v")
        assert "learned, step 4 fails because" not in view.text


async def test_a_failing_plan_opens_at_its_failure_with_the_verdict_first(tmp_path: Path) -> None:
    plan = (*PLAN[:4], "drive t1 c c", *PLAN[4:])
    for size in ((80, 24), (120, 40)):
        async with viewer(*write_parcel_plans(tmp_path, plan), size=size) as view:
            failing = steps_here(view)
            assert failing[0] is not None
            row = view.screen.aligned.current
            assert isinstance(row, ViewRow)
            assert row.sign == "✗"
            verdict = view.screen.model.verdict[0][0].text
            assert f" fails at step {failing[0] + 1} of {len(plan)}: " in verdict
            assert verdict in "\n".join(view.lines()[:4])
            assert "f failure" in view.lines()[-1]
            assert view.text.count("fails at step") == 1


async def test_n_stops_at_steps_that_fail_though_both_plans_have_them(tmp_path: Path) -> None:
    async with viewer(*write_parcel_plans(tmp_path, WITHOUT_LOADING)) as view:
        assert steps_here(view) == (3, 4)
        failing = view.screen.aligned.base_index
        assert failing not in view.screen.model.rows.stops
        await view.press("N")
        assert steps_here(view) == (None, 0)
        await view.press("n")
        assert view.screen.aligned.base_index == failing


async def test_f_goes_from_failure_to_failure(tmp_path: Path) -> None:
    reference = (*PLAN[:6], "drive t1 c b", *PLAN[6:])
    async with viewer(*write_parcel_plans(tmp_path, WITHOUT_LOADING, reference)) as view:
        await go_to_first(view)
        assert steps_here(view) == (None, 0)
        await view.press("f")
        assert steps_here(view) == (3, 4)
        await view.press("f")
        assert steps_here(view) == (None, 6)
        await view.press("f")
        assert steps_here(view) == (3, 4)


@pytest.mark.slow
async def test_f_goes_to_the_end_of_a_plan_that_misses_its_goal(tmp_path: Path) -> None:
    async with viewer(*write_parcel_plans(tmp_path, PLAN[:-1])) as view:
        await view.press("g", "f")
        assert steps_here(view) == (None, len(PLAN) - 1)
        assert "no failing step: goal not reached" in view.text
        assert "does not reach the goal" in view.text


@pytest.mark.slow
async def test_m_keeps_the_step_at_the_cursor(tmp_path: Path) -> None:
    swapped = (PLAN[2], *PLAN[:2], *PLAN[3:])
    async with viewer(*write_parcel_plans(tmp_path, swapped)) as view:
        await unfold_all(view)
        await view.press("j", "j", "j", "j")
        before = steps_here(view)
        for _ in range(2):
            await view.press_and_wait("m")
            assert before[1] is not None
            assert steps_here(view)[1] == before[1]


@pytest.mark.slow
async def test_in_one_column_f_goes_to_the_side_that_fails(tmp_path: Path) -> None:
    learned = (*PLAN[:3], "drive t1 c b", *PLAN[4:])
    async with viewer(*write_parcel_plans(tmp_path, learned), size=(80, 24)) as view:
        await view.press("f")
        current = view.screen.aligned.current
        assert isinstance(current, ViewRow)
        assert current.sign == "✗"
        assert current.text.startswith("(drive t1 c b)")


@pytest.mark.slow
@pytest.mark.viewer_behaviour(29, "with and without the order of steps that commute")
async def test_m_and_m_again_end_at_the_same_step(tmp_path: Path) -> None:
    moved = [PLAN[2], *PLAN[:2], *PLAN[3:]]
    async with viewer(*write_parcel_plans(tmp_path, moved)) as view:
        await view.press("n", "N")
        aligned = view.screen.aligned
        step = aligned.rows.row(aligned.base_index).text.split("  ")[0]
        for _ in range(2):
            await view.press_and_compare("m")
            assert isinstance(aligned.current, ViewRow)
            assert aligned.current.text.startswith(step)


async def test_goals_that_are_missed_are_listed_once_and_those_that_are_reached_counted(
    tmp_path: Path,
) -> None:
    goals = " ".join(f"(done t{n})" for n in range(9))
    tasks = " ".join(f"t{n}" for n in range(9))
    texts = {
        "domain.pddl": "(define (domain d) (:predicates (done ?t)) "
        "(:action do :parameters (?t) :effect (done ?t)))",
        "problem.pddl": f"(define (problem p) (:domain d) (:objects {tasks}) (:init) "
        f"(:goal (and {goals})))",
        "all.plan": "".join(f"(do t{n})\n" for n in range(9)),
        "most.plan": "".join(f"(do t{n})\n" for n in range(8)),
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    setting = [f"--{kind}={tmp_path / kind}.pddl" for kind in ("domain", "problem")]
    plans = tmp_path / "most.plan", tmp_path / "all.plan"
    async with viewer(*plans, *setting, size=(120, 40)) as view:
        assert "most.plan does not reach the goal: (done t8) is not true" in view.text
        assert "goals: learned 8/9 ✗ (done t8) · reference 9/9" in view.text
        assert not any(said in view.text for said in ("goal ✗", "goal ✓", "goals reached"))


@pytest.mark.slow
@pytest.mark.viewer_behaviour(23, 36)
@pytest.mark.parametrize("size", SIZES)
async def test_all_that_is_true_is_on_a_page_that_scrolls(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with viewer(*write_parcel_plans(tmp_path, WITHOUT_LOADING), size=size) as view:
        await view.press("g")
        await view.choose("show all facts true at this row")
        page, told = view.app.screen, ""
        while view.text not in told:
            told += view.text
            await view.press("space")
        assert "= (" in told
        assert "valid" in told
        await view.press("v")
        assert view.app.screen is not page


async def test_why_the_order_of_steps_counts_is_told(tmp_path: Path) -> None:
    domain, problem = tmp_path / "domain.pddl", tmp_path / "problem.pddl"
    domain.write_text(
        "(define (domain d) (:requirements :durative-actions) (:predicates (p)) (:durative-action a"
        " :parameters () :duration (= ?duration 1) :condition (and) :effect (at end (p))))"
    )
    problem.write_text("(define (problem p) (:domain d) (:init) (:goal (p)))")
    learned, reference = tmp_path / "learned.plan", tmp_path / "reference.plan"
    learned.write_text("0: (a) [1]")
    reference.write_text("(a)")
    setting = "--domain", str(domain), "--problem", str(problem)
    why = "the order of steps counts, for only the learned plan has times"
    async with viewer(learned, reference, *setting) as view:
        await view.press_and_compare("m")
        await view.until(lambda: "the order of steps counts" in view.text)
    files = str(learned), str(reference)
    assert why in plandiff("--modulo-commuting", *setting, *files, "--format", "text").err
