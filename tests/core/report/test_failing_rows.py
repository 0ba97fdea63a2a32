"""The step that fails is marked, wherever plans are shown, and says why."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.report.marks import FAILING
from plancore.report.plan.review import PlanReview
from plancore.report.plan.rows import PlanRows
from plancore.report.registry import render
from plancore.report.rows.columns import OneColumn
from plancore.report.rows.folding import Folding, RowFold
from plancore.report.rows.row import Rows
from plancore.simulate.execute import execute
from support.parcels import PLAN, parcel_review, setting

WITHOUT_LOADING = tuple(step for step in PLAN if step != "load x t1 a")

STEPS = st.sampled_from(
    [*PLAN, "drive t2 b a", "drop x t2 c", "load x t2 b", "fly t1 a b", "drive t1 a", "drive x a b"]
)


def signs(rows: Rows) -> list[str]:
    return [rows.row(index).sign for index in range(rows.count)]


@pytest.mark.viewer_behaviour(24)
def test_the_failing_step_says_what_is_false_and_where_the_other_plan_adds_it() -> None:
    rows = PlanRows(parcel_review(WITHOUT_LOADING))
    (failing,) = rows.failures
    row = rows.row(failing)
    assert (row.sign, row.tone) == FAILING[::-1]
    assert row.remark == "learned fails: (in x t1) never true; the reference adds it at step 1"
    ours, theirs = row.cells
    assert ours is not None
    assert theirs is not None
    assert ours.own_mark is None
    assert theirs.own_mark is not None
    assert theirs.own_mark.sign == "="


def test_a_condition_that_was_undone_names_the_step() -> None:
    learned = [*PLAN[:4], "drop x t1 b", "drop x t1 b"]
    rows = PlanRows(parcel_review(learned))
    (failing,) = rows.failures
    assert "(in x t1) deleted by step 5" in rows.row(failing).remark


@pytest.mark.viewer_behaviour(24)
@pytest.mark.parametrize(
    ("step", "reason"),
    [
        ("fly t1 a b", "unknown action fly"),
        ("drive t1 a", "drive takes 3 arguments, got 2"),
        ("drive t9 a b", "unknown object t9"),
        ("drive x a b", "x is of type parcel, but ?t must be of type truck"),
    ],
)
def test_every_malformed_step_is_marked_and_says_what_is_wrong(step: str, reason: str) -> None:
    rows = PlanRows(parcel_review([*PLAN, step, *PLAN[:1], step]))
    remarks = [rows.row(index).remark for index in rows.failures]
    assert remarks == [f"fails: {reason}; extra"] * 2
    assert f"malformed at step {len(PLAN) + 1} of {len(PLAN) + 3}: {reason}" in render(
        rows.review, "text"
    )


@pytest.mark.viewer_behaviour(32)
@given(st.lists(STEPS, max_size=12), st.lists(STEPS, max_size=12))
def test_no_rendering_drops_the_sign_of_a_failing_step(
    learned: list[str], reference: list[str]
) -> None:
    review = parcel_review(learned, reference)
    fails = any(
        execute(setting().task, side.plan).failing_step is not None
        for side in (review.learned, review.reference)
    )
    rows = PlanRows(review)
    for shown in (rows, OneColumn(rows)):
        assert (FAILING.sign in signs(shown)) is fails
        folding = Folding.all_folded(shown)
        visible = [folding.item(line) for line in range(folding.count)]
        kept = [item for item in visible if not isinstance(item, RowFold)]
        assert (FAILING.sign in [shown.row(index).sign for index in kept]) is fails
    for name in ("text", "side-by-side", "markdown", "html"):
        report = render(review, name)
        if name != "html":  # that has a list of goals in addition
            # Of identical plans text has the verdict alone, unless it is asked for both sides.
            rows_shown = not review.is_same or name == "side-by-side"
            assert ("✗" in report) is ((fails and rows_shown) or "✗" in _summary(report))
    for step in rows.failures:
        assert "fails: " in rows.row(step).remark
    execution = json.loads(render(review, "json"))["execution"]
    steps = [execution[side]["failing_step"] for side in ("learned", "reference")]
    assert any(step is not None for step in steps) is fails


def _summary(report: str) -> str:
    return next((line for line in report.splitlines() if "first divergence" in line), "")


@given(st.lists(STEPS, max_size=12), st.lists(STEPS, max_size=12))
def test_with_the_sides_swapped_the_same_steps_are_marked(
    learned: list[str], reference: list[str]
) -> None:
    one, other = parcel_review(learned, reference), parcel_review(reference, learned)
    assert one.faults[0].keys() == other.faults[1].keys()
    assert one.faults[1].keys() == other.faults[0].keys()
    assert {row[::-1] for row in _pairs(one)} == set(_pairs(other))


def _pairs(review: PlanReview) -> list[tuple[int | None, int | None]]:
    return [(row.learned, row.reference) for row in review.diff.rows]
