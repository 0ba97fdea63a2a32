"""What validating a plan costs: in proportion to its steps, and no more in a larger domain."""

from __future__ import annotations

import pytest

from plancore.simulate.task import Task
from plancore.simulate.trace import Verdict
from plancore.simulate.validate import PlanVerdict, validate_text
from support.cpu import takes_linear_time
from support.tasks import task_of


def ring(places: int, actions: int = 1) -> Task:
    """A task to go around; with more actions of the same kind, which no plan has."""
    more = "".join(
        f"(:action go{number} :parameters (?x ?y)"
        " :precondition (and (at ?x) (road ?x ?y)) :effect (and (at ?y) (not (at ?x))))"
        for number in range(actions)
    )
    roads = " ".join(f"(road p{place} p{(place + 1) % places})" for place in range(places))
    names = " ".join(f"p{place}" for place in range(places))
    return task_of(
        f"(:requirements :strips) (:predicates (at ?x) (road ?x ?y)) {more}",
        f"(:objects {names}) (:init (at p0) {roads}) (:goal (at p0))",
    )


def rounds(places: int, count: int) -> str:
    """A plan that goes around so many times."""
    steps = [f"(go0 p{place} p{(place + 1) % places})\n" for place in range(places)]
    return "".join(steps) * count


def judged(task: Task, plan: str, verdict: Verdict) -> PlanVerdict:
    outcome = validate_text(task, plan, "a.plan")
    assert outcome.verdict is verdict
    return outcome


@pytest.mark.slow
def test_a_plan_takes_time_in_proportion_to_its_steps() -> None:
    task = ring(100)

    def validate(count: int) -> None:
        judged(task, rounds(100, count), Verdict.VALID)
        # The last step cannot happen again, and the reason is looked for in all steps before.
        outcome = judged(task, rounds(100, count) + "(go0 p99 p0)\n", Verdict.INVALID)
        assert outcome.failing_step == 100 * count + 1

    assert takes_linear_time(validate, 50)


def test_a_plan_is_not_dearer_in_a_domain_of_many_actions() -> None:
    plan = rounds(10, 1)

    def validate(count: int) -> None:
        task = ring(10, actions=count)
        for _ in range(count):
            judged(task, plan, Verdict.VALID)

    assert takes_linear_time(validate, 100)
