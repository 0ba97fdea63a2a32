"""What the viewer says beside the rows of two plans."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plancore.report.files import LineColumn
from plancore.report.plan.review import PlanReview, review_plans
from plandiff.viewmodel.plan_model import PlanModel
from support.cpu import cpu_time
from support.material import CORPUS
from support.parcels import PLAN, parcel_review, plan_side, setting
from support.viewer import viewer

_KITCHEN = CORPUS / "validation" / "kitchen"


def panel(review: PlanReview, row: int) -> list[str]:
    """The lines beside a row."""
    states = PlanModel(review).states
    assert states is not None
    return ["".join(piece.text for piece in line) for line in states.lines(row)]


def test_a_failure_is_explained_with_the_place_of_the_action() -> None:
    known = replace(setting(), actions={"drop": LineColumn("models/domain.pddl", 14, 12)})
    learned = [step for step in PLAN if step != "load y t1 a"]
    sides = plan_side("l", learned), plan_side("r", PLAN)
    review = review_plans(*sides, setting=known)
    lines = panel(review, review.failing_rows[0])
    at = lines.index("learned, step 8 needs")
    assert lines[at + 1 : at + 4] == [
        "(drop ?x ?t ?p)  domain.pddl:14",
        "✗ (in y t1)  never true",
        "✓ (at t1 c)  since step 6 (drive t1 b c)",
    ]


@pytest.mark.viewer_behaviour(23)
def test_behind_the_failure_the_reference_goes_on_alone() -> None:
    learned = [step for step in PLAN if step != "load x t1 a"]
    review = parcel_review(learned)
    lines = panel(review, review.failing_rows[0] + 1)
    assert "learned: no state here, it fails at step 4" in lines
    assert "state before: reference step 6" in lines
    assert "(lies x b)" in lines
    at = lines.index("effects of reference step 5")
    assert lines[at + 1 : at + 8] == [
        "adds (lies x b)",
        "deletes (in x t1)",
        "",
        "effects of reference step 6",
        "adds (at t2 c)",
        "deletes (at t2 b)",
        "",
    ]


def test_beside_each_other_states_say_what_differs_and_what_led_there() -> None:
    learned = [*PLAN[:3], "drive t2 b c", *PLAN[3:5]]
    review = parcel_review(learned)
    lines = panel(review, 4)
    assert lines[1:16] == [
        "= 4 facts on both sides",
        "+ (at t2 c)",
        "- (at t2 b)",
        "",
        "effects of learned step 4",
        "adds (at t2 c)",
        "deletes (at t2 b)",
        "",
        "effects of reference step 3",
        "adds (in z t2)",
        "deletes (lies z b)",
        "",
        "effects of learned step 5, reference step 4",
        "adds (at t1 b)",
        "deletes (at t1 a)",
    ]


@pytest.mark.viewer_behaviour(24)
@pytest.mark.parametrize(
    ("step", "reason"),
    [
        ("fly t1 a b", "✗ unknown action fly"),
        ("drive t1 a", "✗ drive takes 3 arguments, got 2"),
        ("drive t9 a b", "✗ unknown object t9"),
        ("drive x a b", "✗ x is of type parcel, but ?t must be of type truck"),
    ],
)
def test_a_malformed_step_says_what_is_wrong_with_it(step: str, reason: str) -> None:
    review = parcel_review([*PLAN[:3], step])
    lines = panel(review, review.failing_rows[0])
    assert "learned, step 4 fails because" in lines
    assert reason in lines
    assert "state before: learned step 4, reference step 4" in lines
    behind = panel(review, review.failing_rows[0] + 1)
    assert "learned: no state here, it fails at step 4" in behind


def test_modulo_commuting_the_state_is_that_of_the_order_shown() -> None:
    swapped = [PLAN[2], *PLAN[:2], *PLAN[3:]]
    review = parcel_review(swapped, modulo=True)
    assert review.is_same
    assert "state before: learned step 1 in the order shown, reference step 3" in panel(review, 2)
    assert "= 5 facts on both sides" in panel(review, 2)


@pytest.mark.slow
@pytest.mark.viewer_behaviour(23, "at most 5 ms of CPU at step 100,000, once it is warm")
def test_a_panel_far_down_a_long_plan_takes_no_longer_than_one_near_the_start() -> None:
    there_and_back = ["drive t1 a b", "drive t1 b a"] * 10_000
    review = parcel_review(["drive t2 b c", *there_and_back], there_and_back)
    states = PlanModel(review).states
    assert states is not None
    last = len(review.diff.rows) - 1
    for row in (0, last):
        states.lines(row)  # what is worked out once
    near = min(cpu_time(lambda: states.lines(1)) for _ in range(5))
    far = min(cpu_time(lambda: states.lines(last)) for _ in range(5))
    assert far < 10 * near + 0.02


@pytest.mark.parametrize(
    ("plan", "step", "moment"),
    [
        ("two-pots-at-once", 3, "at its start"),
        pytest.param("window-shut-too-soon", 3, "during its execution", marks=pytest.mark.slow),
    ],
)
async def test_which_condition_of_a_durative_action_is_false_is_said(
    plan: str, step: int, moment: str
) -> None:
    files = _KITCHEN / "plans" / f"{plan}.plan", _KITCHEN / "plans" / "valid.plan"
    setting = ("--domain", _KITCHEN / "domain.pddl", "--problem", _KITCHEN / "problem.pddl")
    async with viewer(*files, *map(str, setting), size=(200, 40)) as view:
        await view.press("f")
        assert f"learned, step {step} needs {moment}" in view.text
