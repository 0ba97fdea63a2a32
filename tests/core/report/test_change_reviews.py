"""What the last change of a problem or plan did, worked out where it can be ended."""

from __future__ import annotations

import pytest

from core.report.test_reviews import problems, side
from plancore.report.marks import SAME
from plancore.report.plan.review import PlanReview, review_plans
from plancore.report.problem.review import ProblemReview
from plancore.report.registry import render
from plancore.report.threeway.review import change_review
from plancore.report.threeway.rows import ThreeWayRows
from plancore.stop import StoppedError
from support.parcels import PLAN, parcel_review

FACTS = " ".join(f"(at a{number})" for number in range(30))
STEPS = "\n".join(f"(go a{number})" for number in range(30))


def of_problems(facts: str) -> ProblemReview:
    learned, reference = (
        f"(define (problem p) (:domain d) (:init {init}) (:goal (and)))" for init in (facts, FACTS)
    )
    return problems(learned, reference)


def of_plans(steps: str) -> PlanReview:
    return review_plans(side("l", steps), side("r", STEPS))


PAIRS = [
    pytest.param(of_problems(FACTS), of_problems(FACTS.replace("a7", "a8")), id="problems"),
    pytest.param(of_plans(STEPS), of_plans(STEPS.replace("a7", "a8")), id="plans"),
]


@pytest.mark.parametrize(("now", "before"), PAIRS)
def test_it_says_how_far_it_is(
    now: ProblemReview | PlanReview, before: ProblemReview | PlanReview
) -> None:
    told: list[int] = []
    review = change_review(now, before, lambda done=0, _="", /: told.append(done))
    n_items = review.outcomes.total()
    assert n_items >= 30
    assert set(told) == set(range(n_items))


@pytest.mark.parametrize(("now", "before"), PAIRS)
@pytest.mark.parametrize("most", [0, 1, 20])
def test_it_ends_when_nobody_wants_it(
    now: ProblemReview | PlanReview, before: ProblemReview | PlanReview, most: int
) -> None:
    told: list[int] = []

    def stop(done: int = 0, _: str = "", /) -> None:
        told.append(done)
        if len(told) > most:
            raise StoppedError

    with pytest.raises(StoppedError):
        change_review(now, before, stop)


NOW, REFERENCE = [*PLAN[:1], *PLAN[2:], "drive t1 a c"], PLAN
"""Parcel y stays where it is, and one step more is taken at the end."""


def test_steps_have_their_numbers_and_the_one_that_fails_a_sign_of_its_own() -> None:
    review = change_review(parcel_review(NOW), parcel_review(REFERENCE))
    rows = ThreeWayRows(review)
    said = [
        (row.sign, *(cell.number if cell else "" for cell in row.cells))
        for row in map(rows.row, range(1, rows.count))
        if row.sign != "="
    ]
    assert said == [("✗", "", "2", "2"), ("⊗", "8", "9", "9"), ("✗", "9", "", "")]
    (failing,) = rows.failures
    theirs = rows.row(failing).cells[1]
    assert theirs is not None
    assert theirs.own_mark == SAME, "the reference's step does not fail"
    text = render(review, "text")
    assert "\nlearned.plan fails at step 8 of 9: " in text
    listed = [line.split()[:3] for line in text.splitlines() if "⊗ " in line or "✗  (" in line]
    assert ["8", "9", "9"] in listed


def test_names_of_objects_are_told_of_before_and_now() -> None:
    text = "(define (problem p) (:domain d) (:objects {0}) (:init (at {0})) (:goal (at {0})))"
    renamed, same = problems(text.format("b"), text.format("a")), problems(*[text.format("a")] * 2)
    names = "equivalent up to renaming of objects (b → a)"
    for now, before, said in (
        (renamed, same, f"before: the same problem; now: {names}"),
        (same, renamed, f"before: {names}; now: the same problem"),
        (renamed, renamed, f"{names}, before and now"),
        (same, same, "no differences before or now"),
    ):
        head = " ".join(render(change_review(now, before), "text").partition("\n\n")[0].split())
        assert head.partition("): ")[2].startswith(said), head
