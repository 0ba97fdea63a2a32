"""The states before each row of two executed plans."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.model.plan import Plan
from plancore.notation.plans.reader import read_plan
from plancore.report.plan.execution import Setting
from plancore.report.plan.review import PlanReview, PlanSide, review_plans
from plancore.report.plan.state_lines import Before, RowStates
from plancore.simulate.execute import execute
from plancore.simulate.state import State
from plancore.source import SourceText
from support.parcels import PLAN, parcel_review, setting
from support.tasks import task_of

STEPS = st.lists(
    st.sampled_from([*PLAN, "drive t2 b a", "drop x t2 c", "load x t2 b", "drive t1 c a"]),
    max_size=12,
)


def states_of(review: PlanReview) -> list[tuple[Before | None, Before | None]]:
    assert review.execution is not None
    states = RowStates(review, review.execution)
    return [states.before(row) for row in range(len(review.diff.rows))]


def state_after(plan: Plan, indices: list[int]) -> State | None:
    """The state after these steps, executed alone; None where they cannot be."""
    trace = execute(setting().task, Plan(tuple(plan.steps[index] for index in indices)))
    return trace.states.final if trace.executable else None


@pytest.mark.slow
@pytest.mark.viewer_behaviour(23)
@given(STEPS, STEPS, st.booleans())
def test_a_state_is_that_after_the_steps_above(
    learned: list[str], reference: list[str], modulo: bool
) -> None:
    review = parcel_review(learned, reference, modulo=modulo)
    rows = review.diff.rows
    for at, both in enumerate(states_of(review)):
        for side, before in enumerate(both):
            plan = (review.learned.plan, review.reference.plan)[side]
            steps = [(row.learned, row.reference)[side] for row in rows]
            above = [step for step in steps[:at] if step is not None]
            expected = state_after(plan, above)
            assert (before is None) is (expected is None)
            if before is None or expected is None:
                continue
            assert before.state.facts == expected.facts
            assert before.previous == (above[-1] + 1 if above else None)
            following = [step for step in steps[at:] if step is not None]
            assert before.step == (following[0] + 1 if following else None)
            if before.change is not None:
                after = (before.state.facts - {*before.change.deleted}) | {*before.change.added}
                reached = state_after(plan, [*above, following[0]])
                assert reached is not None
                assert after == reached.facts


def test_behind_a_failure_the_other_plan_has_its_states() -> None:
    review = parcel_review([step for step in PLAN if step != "load y t1 a"])
    assert review.execution is not None
    failing = review.failing_rows[0]
    both = states_of(review)
    assert all(before is not None for before in both[failing])
    for ours, theirs in both[failing + 1 :]:
        assert ours is None
        assert theirs is not None


def test_a_malformed_plan_has_states_up_to_its_first_step_at_fault() -> None:
    for steps, count in (
        ([*PLAN[:3], "fly t1 a b", *PLAN[3:]], 3),
        ([*PLAN[:2], "drop z t2 b", "fly t1 a b"], 2),
    ):
        review = parcel_review(steps)
        for row, (ours, theirs) in zip(review.diff.rows, states_of(review), strict=True):
            assert theirs is not None
            if row.learned is not None:
                assert (ours is not None) is (row.learned <= count)


LASTING = """
    (:requirements :durative-actions)
    (:predicates (warm) (baked))
    (:durative-action heat :parameters () :duration (= ?duration 2)
      :condition (and) :effect (at end (warm)))
    (:durative-action bake :parameters () :duration (= ?duration 3)
      :condition (at start (warm)) :effect (at end (baked)))
"""


def test_with_times_a_step_has_the_state_before_it_starts() -> None:
    task = task_of(LASTING, "(:init) (:goal (baked))")
    sides = [
        PlanSide(name, SourceText(text), read_plan(text)[0])
        for name, text in (
            ("l", "0: (heat) [2]\n1: (heat) [2]\n4: (bake) [3]\n"),
            ("r", "0: (heat) [2]\n1: (bake) [3]\n"),
        )
    ]
    review = review_plans(*sides, setting=Setting(task, "d", "p"))
    facts = [
        [None if before is None else sorted(before.state.facts) for before in both]
        for both in states_of(review)
    ]
    assert facts == [[[], []], [[], None], [[("warm",)], []]]
    assert [review.faults[0], [*review.faults[1]]] == [{}, [1]]
