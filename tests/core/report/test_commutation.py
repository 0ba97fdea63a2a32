"""What may change places in two plans is the same, however little of it is worked out."""

from __future__ import annotations

import random
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.compare.following import (
    Footprint,
    commuting_moves,
    following_order,
    same_partial_order,
)
from plancore.compare.plans import compare_plans
from plancore.model.plan import GroundAtom, Plan, Step
from plancore.notation.plans.reader import read_plan
from plancore.report.plan.execution import Commutation, Setting
from plancore.report.plan.review import PlanSide, review_plans
from plancore.simulate import independence
from plancore.simulate.access import Resources
from plancore.simulate.ground import GroundOperator
from plancore.simulate.independence import Independence
from plancore.simulate.task import Task
from plancore.source import SourceText
from support.tasks import task_of

TASK = task_of(
    """(:requirements :adl :durative-actions :numeric-fluents :derived-predicates)
    (:predicates (at ?r ?x) (road ?x ?y) (dirty ?x) (clean) (on))
    (:functions (fuel) (total-cost))
    (:derived (clean) (forall (?x) (not (dirty ?x))))
    (:action go :parameters (?r ?x ?y) :precondition (and (at ?r ?x) (road ?x ?y))
      :effect (and (not (at ?r ?x)) (at ?r ?y) (increase (total-cost) 1)))
    (:action soil :parameters (?x) :effect (dirty ?x))
    (:action wipe :parameters (?x) :effect (not (dirty ?x)))
    (:action sweep :parameters () :effect (forall (?x) (not (dirty ?x))))
    (:action check :parameters () :precondition (clean) :effect (on))
    (:action burn :parameters () :precondition (>= (fuel) 1) :effect (decrease (fuel) 1))
    (:action twice :parameters (?x ?y) :precondition (and (road ?x ?y) (not (road ?y ?x)))
      :effect (and (dirty ?x) (dirty ?y) (when (on) (dirty r))))
    (:action guess :parameters () :effect (oneof (on) (dirty a)))
    (:durative-action wait :parameters () :duration (<= ?duration 9)
      :condition (over all (on)) :effect (at end (dirty a)))""",
    """(:objects a b r s) (:init (at r a) (at s b) (road a b) (road b a) (= (fuel) 1)
    (= (total-cost) 0)) (:goal (at r a))""",
)
PLAIN = ("go r a b", "go r b a", "go s b a", "soil a", "soil b", "wipe a", "wipe b", "burn",
         "twice a b", "twice a a")  # fmt: skip
PATTERNS = ("sweep", "check")
UNKNOWN = ("fly", "go r", "soil x", "guess")
STEPS = st.one_of(
    st.lists(st.sampled_from(PLAIN), max_size=10),
    st.lists(st.sampled_from(PLAIN + PATTERNS), max_size=10),
    st.lists(st.sampled_from((*PLAIN, *PATTERNS, *UNKNOWN)), max_size=6),
)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Plan, Plan]:
    """A plan, and the same with steps moved, replaced, deleted and repeated; some have times."""
    steps = draw(STEPS)
    other = list(steps)
    for _ in range(draw(st.integers(0, 4)) if other else 0):
        at, to = (draw(st.integers(0, len(other) - 1)) for _ in range(2))
        match draw(st.sampled_from(("swap", "move", "replace", "delete", "repeat"))):
            case "swap" if at:
                other[at - 1 : at + 1] = other[at], other[at - 1]
            case "move":
                other.insert(to, other.pop(at))
            case "replace":
                other[at] = draw(st.sampled_from((*PLAIN, *PATTERNS, *UNKNOWN)))
            case "delete" if len(other) > 1:
                del other[at]
            case "repeat":
                other.insert(to, other[at])
            case _:
                pass
    write = draw(st.sampled_from((written, written, timed, lasting)))
    sides = (steps, other) if draw(st.booleans()) else (other, steps)
    left, right = (read_plan(write(side))[0] for side in sides)
    return left, right


def written(steps: list[str]) -> str:
    return "".join(f"({step})\n" for step in steps)


def timed(steps: list[str]) -> str:
    return "".join(f"{at}: ({step}) [1]\n" for at, step in enumerate(steps))


def lasting(steps: list[str]) -> str:
    return timed([*steps, "wait"])


def eager(task: Task, plan: Plan, most: int) -> list[Footprint] | None:
    """The footprints of all steps from what each of them accesses, step by step."""
    answers = Independence(task)
    accesses = []
    for step in plan.steps:
        access = answers.access(step)
        if access is None or (step.duration and lasts(task, step)):
            return None
        accesses.append(access)
    named = {
        atom for access in accesses for resources in access.resources for atom in resources.atoms
    }

    def expanded(resources: Resources) -> frozenset[GroundAtom]:
        rest = {("*", pattern.predicate) for pattern in resources.patterns}
        return frozenset({atom for atom in named if resources.holds(atom)} | rest)

    footprints = [tuple(map(expanded, access.resources)) for access in accesses]
    if sum(len(atoms) for footprint in footprints for atoms in footprint) > most:
        return None
    return [(reads, adds, deletes) for reads, adds, deletes in footprints]


def lasts(task: Task, step: Step) -> bool:
    bound = [task.bind(action) for action in step.actions]
    return any(isinstance(operator, GroundOperator) and operator.durative for operator in bound)


@given(pairs(), st.one_of(st.just(5_000_000), st.integers(0, 60)))
def test_as_little_as_is_asked_for_gives_the_same_answers_as_everything(
    plans: tuple[Plan, Plan], most: int
) -> None:
    learned, reference = plans
    ours, theirs = (eager(TASK, plan, most) for plan in plans)
    with patch.object(independence, "_MAX_ATOMS", most):
        commutation = Commutation(TASK, learned, reference)
        assert commutation.is_known is (ours is not None and theirs is not None)
        for plan, expected in zip(plans, (ours, theirs), strict=True):
            found = Independence(TASK).footprints(plan)
            if found is None or expected is None:
                assert found is expected
            else:
                sets = [tuple(map(frozenset, footprint)) for footprint in found]
                assert sets == expected
                assert all(len(atoms) == len(set(atoms)) for touched in found for atoms in touched)
        review = review_plans(
            PlanSide("l", SourceText(""), learned),
            PlanSide("r", SourceText(""), reference),
            setting=Setting(TASK, "d", "p"),
        )
    answer: bool | None = None
    commuting: frozenset[int] = frozenset()
    if ours is not None and theirs is not None:
        answer = same_partial_order(learned, reference, ours, theirs)
        diff = compare_plans(learned, reference)
        commuting = commuting_moves(diff, following_order(learned, ours, reference))
    assert commutation.same_partial_order is answer
    assert review.execution is not None
    assert review.execution.same_partial_order is answer
    assert review.commuting == commuting


def test_the_same_actions_in_the_same_order_and_other_actions_need_no_footprints() -> None:
    plan, reordered, other = (
        read_plan(written(steps))[0]
        for steps in (["soil a", "wipe b"], ["wipe b", "soil a"], ["soil a", "wipe a"])
    )
    with patch.object(Independence, "footprints", side_effect=AssertionError("asked for")):
        assert Commutation(TASK, plan, plan).same_partial_order is True
        assert Commutation(TASK, plan, other).same_partial_order is False
        with pytest.raises(AssertionError, match="asked for"):
            _ = Commutation(TASK, plan, reordered).same_partial_order


@pytest.mark.parametrize("steps", [["fly"], ["guess"], ["soil a", "go r"]])
def test_of_steps_that_nobody_knows_the_order_is_unknown(steps: list[str]) -> None:
    plan, fine = (read_plan(written(side))[0] for side in (steps, ["soil a"]))
    for pair in ((plan, plan), (plan, fine), (fine, plan)):
        assert Commutation(TASK, *pair).same_partial_order is None


def test_a_derived_predicate_that_is_not_supported_leaves_other_actions_alone() -> None:
    task = task_of(
        """(:requirements :adl :derived-predicates) (:predicates (on) (odd) (seen ?x))
        (:derived (odd) (seen ?nobody))
        (:action guess :parameters () :precondition (odd) :effect (on))
        (:action fill :parameters () :effect (on))""",
        "(:init) (:goal (on))",
    )
    guess, fill = (read_plan(f"({name})")[0] for name in ("guess", "fill"))
    assert Commutation(task, fill, fill).same_partial_order is True
    assert Commutation(task, fill, guess).same_partial_order is None
    assert Commutation(task, guess, guess).same_partial_order is None


def test_what_takes_long_can_be_ended() -> None:
    class EnoughError(Exception):
        pass

    def stop(*_: object) -> None:
        raise EnoughError

    plan = read_plan(written(random.Random(1).choices(PLAIN, k=10)))[0]
    with pytest.raises(EnoughError):
        _ = Commutation(TASK, plan, plan, stop).same_partial_order
