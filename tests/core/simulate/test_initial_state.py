"""What an initial state says, and what the simulator does not take for a state."""

from __future__ import annotations

import pytest

from plancore.simulate.execute import execute
from support.plans import plan_of
from support.tasks import task_of

DOMAIN = "(:predicates (p) (q)) (:action a :precondition (p) :effect (q))"


@pytest.mark.parametrize(
    ("init", "verdict", "reason"),
    [
        ("(p)", "valid", None),
        ("(and (p) (and))", "valid", None),
        ("(p) (or (p) (q))", "undecided", "(or …) in the initial state is not supported"),
        ("(p) (unknown (q))", "undecided", "(unknown …) in the initial state is not supported"),
        (
            "(p) (invariant (p) (q))",
            "undecided",
            "(invariant …) in the initial state is not supported",
        ),
        ("(p) (oneof (p) (q))", "undecided", "(oneof …) in the initial state is not supported"),
        ("(p) ()", "undecided", "() in the initial state is not supported"),
    ],
)
def test_facts_that_are_no_state_leave_it_undecided(
    init: str, verdict: str, reason: str | None
) -> None:
    trace = execute(task_of(DOMAIN, f"(:init {init}) (:goal (q))"), plan_of("a"))
    assert (trace.verdict, trace.reason) == (verdict, reason)


@pytest.mark.parametrize(
    "section",
    [
        *("(:hidden (q))", "(:reveals (q))", "(:fails (a) 0.5)", "(:goals (q) (p))"),
        *("(:preferences (w (p)))", "(:tasks (t))", "(:derived (q) (p))", "(:axioms (q))"),
    ],
)
def test_sections_that_could_change_the_verdict_leave_it_undecided(section: str) -> None:
    trace = execute(task_of(DOMAIN, f"(:init (p)) {section} (:goal (q))"), plan_of("a"))
    assert trace.verdict == "undecided"
    assert trace.reason == f"({section[1:].split(' ')[0]} …) is not executed"


@pytest.mark.parametrize("section", ["(:length (:serial 3))", "(:predicates (p) (q))"])
def test_sections_without_effect_leave_the_verdict(section: str) -> None:
    trace = execute(task_of(DOMAIN, f"(:init (p)) {section} (:goal (q))"), plan_of("a"))
    assert trace.verdict == "valid"
