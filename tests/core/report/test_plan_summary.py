"""The line with first divergence, first failure and goals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.notation.plans.reader import read_plan
from plancore.report.headline import plain_headlines
from plancore.report.lines import Line, line_width
from plancore.report.plan.review import PlanSide, review_plans
from plancore.report.plan.summary import summary_of
from plancore.simulate.trace import Verdict
from plancore.source import SourceText
from support.parcels import PLAN, parcel_review

STEPS = st.sampled_from([*PLAN, "drive t2 b a", "drop x t2 c", "load x t2 b", "fly t1 a b"])


def text(line: Line) -> str:
    return "".join(piece.text for piece in line)


def test_it_says_where_plans_part_where_one_fails_and_which_goals_are_missing() -> None:
    summary = summary_of(parcel_review([step for step in PLAN if step != "load x t1 a"]))
    full = text(summary.line())
    assert full == (
        "first divergence: reference 1 · first failure: ✗ learned 4 · goals: learned 0/3 where it "
        "stops ✗ (lies x b) (lies y c) (lies z c) · reference 3/3"
    )
    assert text(summary.line(90)) == (
        "diverge ref. 1 · fails ✗ 4 · goals 0/3 ✗ (lies x b) (lies y c) (lies z c), ref. 3/3"
    )
    assert (
        text(summary.line(70)) == "diverge ref. 1 · fails ✗ 4 · goals 0/3 ✗ (lies x b) +2, ref. 3/3"
    )
    assert text(summary.line(60)) == "diverge ref. 1 · fails ✗ 4 · goals 0/3, ref. 3/3"
    assert text(summary.line(40)) == "≠ ref. 1 · ✗ 4 · goals 0/3, ref. 3/3"


def test_equal_plans_and_plans_that_nobody_executed() -> None:
    assert text(summary_of(parcel_review(PLAN)).line(60)) == (
        "diverge none · fails none · goals 3/3, ref. 3/3"
    )
    sides = [PlanSide(name, SourceText("(a)"), read_plan("(a)")[0]) for name in "lr"]
    summary = summary_of(review_plans(*sides))
    assert text(summary.line()) == "first divergence: none · not executed: no problem is known"
    assert text(summary.line(30)) == "divergence none · not executed"


def test_a_plan_that_misses_its_goal_fails_there() -> None:
    summary = summary_of(parcel_review(PLAN[:-1]))
    assert "first failure: ✗ learned goal · goals: learned 2/3 ✗" in text(summary.line())
    assert text(summary.line(60)) == "diverge ref. 9 · fails ✗ goal · goals 2/3, ref. 3/3"


def test_tables_count_the_goals_of_a_plan_that_stops_as_its_pair_does() -> None:
    stopped = parcel_review([step for step in PLAN if step != "load y t1 a"])
    assert "goals: learned 2/3 where it stops" in text(summary_of(stopped).line())
    assert plain_headlines(stopped)["goals"] == pytest.approx(2 / 3)
    malformed = parcel_review(["load x t1 a", "fly t1 a b", *PLAN[1:]])
    told = text(summary_of(malformed).line())
    assert "first failure: ✗ learned 2 · goals: learned 0/3 where it stops" in told
    assert plain_headlines(malformed)["goals"] == 0


def test_steps_at_another_time_are_a_divergence() -> None:
    sides = [
        PlanSide(name, SourceText(plan), read_plan(plan)[0])
        for name, plan in (("l", "0: (a)\n1: (b)\n"), ("r", "0: (a)\n2: (b)\n"))
    ]
    assert text(summary_of(review_plans(*sides)).line()).startswith("first divergence: 2 · ")


@pytest.mark.viewer_behaviour(25)
@given(st.lists(STEPS, max_size=12), st.lists(STEPS, max_size=12))
def test_its_numbers_are_those_of_a_recount(learned: list[str], reference: list[str]) -> None:
    summary = summary_of(parcel_review(learned, reference))
    assert summary.ends is not None
    for steps, end in zip((learned, reference), summary.ends, strict=True):
        facts, failing = executed(steps)
        assert end.failing_step == failing
        assert end.goals is not None
        missing = {goal for goal in ("lies x b", "lies y c", "lies z c") if goal not in facts}
        assert set(end.goals.missing) == {f"({goal})" for goal in missing}
        assert end.goals.n_reached == 3 - len(missing)
        assert end.goals.runs is (failing is None)
    common = next(
        (k for k, (ours, its) in enumerate(zip(learned, reference, strict=False)) if ours != its),
        min(len(learned), len(reference)),
    )
    if learned == reference:
        assert summary.divergence is None
    else:
        assert summary.divergence is not None
        (first,) = {step for step in summary.divergence if step is not None}
        assert first == common + 1
    for width in range(56, 140):
        assert line_width(summary.line(width)) <= width


def executed(steps: list[str]) -> tuple[set[str], int | None]:
    """What is true in the end, and the step that fails, by hand."""
    facts = {"at t1 a", "at t2 b", "lies x a", "lies y a", "lies z b"}
    for number, step in enumerate(steps, 1):
        match step.split():
            case ["fly", *_]:
                return facts, number
            case ["drive", truck, start, end]:
                needs, adds = {f"at {truck} {start}"}, {f"at {truck} {end}"}
                deletes = needs
            case ["load", parcel, truck, place]:
                deletes, adds = {f"lies {parcel} {place}"}, {f"in {parcel} {truck}"}
                needs = {f"at {truck} {place}", *deletes}
            case [_, parcel, truck, place]:
                deletes, adds = {f"in {parcel} {truck}"}, {f"lies {parcel} {place}"}
                needs = {f"at {truck} {place}", *deletes}
        if not needs <= facts:
            return facts, number
        facts = (facts - deletes) | adds
    return facts, None


def test_of_a_plan_with_a_malformed_step_the_first_step_that_fails_is_told() -> None:
    steps = [*PLAN[:2], "drop z t2 b", *PLAN[2:5], "fly t1 a b"]
    review = parcel_review(steps)
    assert review.execution is not None
    assert review.execution.learned.verdict is Verdict.MALFORMED
    assert "first failure: ✗ learned 3" in text(summary_of(review).line())
    assert review.execution.outcomes[0] == (
        "fails at step 3: unsatisfied precondition of (drop z t2 b): (in z t2), never true; "
        "step 4 (load z t2 b) would add it; malformed at step 7: unknown action fly"
    )
    assert [review.diff.rows[at].learned for at in review.failing_rows] == [2, 6]
