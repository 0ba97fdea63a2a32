"""Which steps may change places, and plans that differ only so."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.compare.following import same_partial_order
from plancore.model.plan import Plan
from plancore.notation.plans.reader import read_plan
from plancore.simulate.execute import execute
from plancore.simulate.independence import Independence
from support.independence import are_independent
from support.plans import plan_of
from support.tasks import task_of

TASK = task_of(
    """(:requirements :adl :numeric-fluents)
    (:predicates (at ?r ?x) (road ?x ?y) (seen ?x) (dirty ?x) (on)) (:functions (total-cost) (fuel))
    (:action go :parameters (?r ?x ?y) :precondition (and (at ?r ?x) (road ?x ?y))
      :effect (and (not (at ?r ?x)) (at ?r ?y) (seen ?y) (increase (total-cost) 1)))
    (:action clean :parameters (?x) :effect (not (dirty ?x)))
    (:action soil :parameters (?x) :effect (dirty ?x))
    (:action sweep :parameters () :effect (forall (?x) (not (dirty ?x))))
    (:action check :parameters () :precondition (forall (?x) (not (dirty ?x))) :effect (on))
    (:action burn :parameters () :precondition (>= (fuel) 1) :effect (decrease (fuel) 1))
    (:action fill :parameters () :effect (increase (fuel) 5))""",
    """(:objects a b c d r1 r2) (:init (at r1 a) (at r2 b) (road a b) (road b c) (road c d)
    (road b a) (road c b) (= (fuel) 1) (= (total-cost) 0)) (:goal (at r1 a))""",
)


@pytest.mark.parametrize(
    ("one", "two", "independent"),
    [
        ("go r1 a b", "go r2 b c", True),
        ("go r1 a b", "go r1 b c", False),
        ("go r1 a b", "go r2 a b", True),
        ("clean a", "clean b", True),
        ("clean a", "clean a", True),
        ("clean a", "soil a", False),
        ("clean a", "soil b", True),
        ("sweep", "soil b", False),
        ("sweep", "clean b", True),
        ("check", "clean b", False),
        ("check", "go r1 a b", True),
        ("fill", "fill", True),
        ("fill", "burn", False),
        ("fill", "fly", False),
    ],
)
def test_which_steps_are_independent(one: str, two: str, independent: bool) -> None:
    first, second = plan_of(one, two).steps
    answers = Independence(TASK)
    assert are_independent(answers, first, second) is independent
    assert are_independent(answers, second, first) is independent


def test_steps_that_last_have_no_order_to_compare() -> None:
    task = task_of(
        """(:predicates (p) (q)) (:action a :effect (p)) (:durative-action b :parameters ()
        :duration (<= ?duration 9) :condition (over all (p)) :effect (at end (q)))""",
        "(:init) (:goal (q))",
    )
    answers = Independence(task)
    assert answers.footprints(read_plan("0: (a)\n1: (b) [5]")[0]) is None
    assert answers.footprints(read_plan("0: (a) [1]\n1: (a)")[0]) is not None


def same(left: Plan, right: Plan) -> bool:
    independence = Independence(TASK)
    one, two = independence.footprints(left), independence.footprints(right)
    return same_partial_order(left, right, one or [], two or [])


def test_a_reordering_that_keeps_all_dependences_is_the_same_partial_order() -> None:
    plan = plan_of("go r1 a b", "go r2 b c", "clean a", "go r2 c b", "fill")
    assert same(plan, plan_of("fill", "clean a", "go r2 b c", "go r2 c b", "go r1 a b"))
    assert not same(plan, plan_of("go r1 a b", "go r2 c b", "clean a", "go r2 b c", "fill"))
    assert not same(plan_of("soil a", "sweep"), plan_of("sweep", "soil a"))
    assert not same(plan_of("check", "clean d"), plan_of("clean d", "check"))
    assert same(plan_of("sweep", "clean d"), plan_of("clean d", "sweep"))


def test_a_malformed_plan_has_no_footprints() -> None:
    assert Independence(TASK).footprints(plan_of("fly")) is None


STEPS = ("go r1 a b", "go r1 b a", "go r2 b c", "go r2 c b", "soil a", "clean a", "soil b", "sweep",
         "check", "fill", "burn")  # fmt: skip


@given(st.lists(st.sampled_from(STEPS), max_size=12), st.data())
def test_swaps_of_independent_neighbours_keep_order_and_outcome(
    steps: list[str], data: st.DataObject
) -> None:
    answers = Independence(TASK)
    swapped = list(steps)
    broken = False
    for _ in range(data.draw(st.integers(0, 10))):
        if len(steps) < 2:
            break
        at = data.draw(st.integers(0, len(steps) - 2))
        one, two = plan_of(swapped[at], swapped[at + 1]).steps
        if are_independent(answers, one, two):
            swapped[at], swapped[at + 1] = swapped[at + 1], swapped[at]
    left, right = plan_of(*steps), plan_of(*swapped)
    assert same(left, right)
    first, second = execute(TASK, left), execute(TASK, right)
    assert first.verdict == second.verdict
    if first.executable:
        assert first.states.final.facts == second.states.final.facts
    for at in range(len(swapped) - 1):
        one, two = right.steps[at], right.steps[at + 1]
        if one.key != two.key and not are_independent(answers, one, two):
            swapped[at], swapped[at + 1] = swapped[at + 1], swapped[at]
            broken = True
            break
    if broken:
        assert not same(left, plan_of(*swapped))
