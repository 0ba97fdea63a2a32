"""Pages of two plans: failures, goals, states, and charts of plans with times."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.model.plan import GroundAction, Plan, Step
from plancore.notation.plans.reader import read_plan
from plancore.report.plan.execution import Setting
from plancore.report.plan.review import PlanReview, PlanSide, review_plans
from plancore.report.registry import render
from plancore.source import SourceText
from support.material import CORPUS
from support.page import Element, Page
from support.parcels import PLAN, parcel_review
from support.tasks import task_of

KITCHEN = CORPUS / "validation" / "kitchen"


def page_of(review: PlanReview) -> Page:
    return Page(render(review, "html"))


def kitchen_review(learned: str, reference: str = "valid") -> PlanReview:
    texts = [(KITCHEN / "plans" / f"{name}.plan").read_text() for name in (learned, reference)]
    return timed_review(*texts)


def timed_review(*texts: str) -> PlanReview:
    domain, problem = ((KITCHEN / f"{n}.pddl").read_text() for n in ("domain", "problem"))
    setting = Setting(task_of(domain, problem), "domain.pddl", "problem.pddl")
    ours, theirs = (PlanSide("plan", SourceText(text), *read_plan(text)) for text in texts)
    return review_plans(ours, theirs, setting=setting)


def of_class(page: Page, name: str) -> list[Element]:
    return [e for e in page.elements if name in (e.attributes.get("class") or "").split()]


def test_a_failing_step_is_marked_and_explained() -> None:
    page = page_of(parcel_review([*PLAN[:3], "drop x t1 b", *PLAN[3:]]))
    (row,) = [element for element in of_class(page, "failing") if element.name == "tr"]
    assert f"#{row.attributes['id']}" in page.values("href")
    assert "(at t1 b) never true" in page.text
    assert "learned fails at step 4" in page.text
    titles = [title for _, title in page.headings]
    assert titles.index("Execution") < titles.index("Goals")


def test_states_are_told_of_with_what_differs() -> None:
    page = page_of(parcel_review([*PLAN[:3], "drop x t1 b", *PLAN[3:]]))
    assert "effects of learned step 1, reference step 1 adds (in x t1)" in page.text
    assert "learned: no state here, it fails at step 4" in page.text


@pytest.mark.slow
def test_a_long_plan_says_what_is_left_out() -> None:
    ways = ["drive t1 a b", "drive t1 b a"] * 3_000
    page = page_of(parcel_review(ways, ["drive t2 b c", "drive t2 c b"] * 3_000))
    assert "not shown" in page.text
    assert len([element for element in page.elements if element.name == "tr"]) < 3_200


@pytest.mark.parametrize("learned", ["two-pots-at-once", "wrong-duration", "one-pot-left", "valid"])
def test_a_chart_has_a_bar_for_each_step(learned: str) -> None:
    review = kitchen_review(learned)
    page = page_of(review)
    bars = of_class(page, "bar-of-step")
    steps = [*review.learned.plan.steps, *review.reference.plan.steps]
    n_arguments = sum(len(action.args) for step in steps for action in step.actions)
    assert len(bars) == len(steps) + n_arguments  # by action, then by object
    failing = [bar for bar in bars if "failing" in (bar.attributes["class"] or "")]
    fails = review.faults[0]
    assert bool(failing) is bool(fails)


def test_bars_that_overlap_are_in_tracks_of_their_own() -> None:
    page = page_of(kitchen_review("two-pots-at-once"))
    bars = [e.attributes for e in page.elements if e.name == "rect"]
    places = [(bar["x"], bar["y"]) for bar in bars[:10]]  # of the first chart
    assert len({*places}) == len(places) == 10


TIMES = st.fractions(-5, 50, max_denominator=8)
ACTIONS = st.sampled_from([("air",), ("cook", "soup"), ("cook", "rice")])
STEPS = st.builds(
    lambda start, action, length: Step((GroundAction(action),), False, start, length),
    *(TIMES, ACTIONS, TIMES),
)
TIMED = st.lists(STEPS, min_size=1).map(lambda steps: Plan(tuple(steps)))


@pytest.mark.slow
@given(TIMED, TIMED)
def test_every_bar_is_within_its_chart(ours: Plan, theirs: Plan) -> None:
    sides = (PlanSide("plan", SourceText(""), plan) for plan in (ours, theirs))
    page = page_of(review_plans(*sides))
    n_bars, chart = 0, 0.0
    for name, attributes in ((element.name, element.attributes) for element in page.elements):
        if name == "svg":
            chart = float(attributes["width"] or 0)
            assert chart <= 1_000
        elif name == "rect":
            left, width = float(attributes["x"] or 0), float(attributes["width"] or 0)
            assert left > 50  # the name of the lane
            assert width >= 3
            assert left + width <= chart
            n_bars += 1
    assert n_bars >= len(ours) + len(theirs)


def test_a_chart_is_as_wide_as_its_labels_need() -> None:
    def widths(*steps: str) -> set[str | None]:
        page = page_of(timed_review("\n".join(steps), steps[0]))
        return {e.attributes["width"] for e in page.elements if e.name == "svg"}

    few = widths("0: (cook soup) [1]")
    many = widths(*(f"{start}: (cook soup) [1]" for start in range(40)))
    assert {float(width or 0) < 600 for width in few} == {True}
    assert {float(width or 0) for width in many} == {1_000}


def test_plans_of_one_moment_have_a_chart() -> None:
    page = page_of(timed_review("0.5: (air) [0]", "0.5: (air) [0]"))
    assert "Gantt chart" in [title.partition(" a lane")[0] for _, title in page.headings]


def test_plans_without_times_have_none() -> None:
    page = page_of(parcel_review(PLAN))
    assert not [element for element in page.elements if element.name == "svg"]


BURNING = """\
(define (domain night) (:requirements :durative-actions :negative-preconditions)
  (:predicates (lit) (used) (dark))
  (:durative-action light :parameters () :duration (= ?duration 5)
    :condition (at start (not (used))) :effect (at end (lit)))
  (:durative-action snuff :parameters () :duration (<= ?duration 5)
    :condition (over all (not (dark))) :effect (and (at start (used)) (at end (dark)))))
"""
NIGHT = "(define (problem p) (:domain night) (:init) (:goal (lit)))"
CANDLES = st.lists(
    st.builds(
        "{}: ({}) [{}]".format,
        st.integers(0, 6),
        st.sampled_from(("light", "snuff", "go")),
        st.integers(3, 6),
    ),
    max_size=4,
).map("\n".join)


def night_report(learned: str, reference: str) -> str:
    setting = Setting(task_of(BURNING, NIGHT), "domain.pddl", "problem.pddl")
    sides = [
        PlanSide(name, SourceText(text), *read_plan(text))
        for name, text in (("l", learned), ("r", reference))
    ]
    return render(review_plans(*sides, setting=setting), "text")


def test_steps_that_interfere_are_the_reason_of_a_failure() -> None:
    text = night_report("0: (light) [5]\n0: (snuff) [5]", "0: (light) [5]")
    assert "l fails at step 2 of 2: (light) and (snuff) interfere at the same time" in text


@given(CANDLES, CANDLES)
def test_every_failure_has_a_reason(learned: str, reference: str) -> None:
    for line in night_report(learned, reference).splitlines():
        assert not line.rstrip().endswith(" fails")
        assert "internal" not in line
