"""Plans of HTN problems: their steps are executed, but no decomposition is checked."""

from __future__ import annotations

import pytest

from plancore.notation.plans.reader import read_plan
from plancore.simulate.execute import execute, execute_stepwise
from plancore.simulate.successor import walk_along
from plancore.simulate.trace import NETWORK
from plancore.simulate.validate import validate_text
from support.tasks import task_of

DOMAIN = """(:requirements :hierarchy) (:predicates (ready) (done)) (:task both)
  (:method m :parameters () :task (both) :ordered-subtasks (and (one) (two)))
  (:action one :parameters () :effect (ready))
  (:action two :parameters () :precondition (ready) :effect (done))"""
HTN = "(:htn :ordered-subtasks (and (both)))"


@pytest.mark.parametrize(
    ("plan", "verdict", "reason"),
    [
        ("(one) (two)", "undecided", NETWORK),
        ("(one)", "undecided", NETWORK),
        ("", "undecided", NETWORK),
        ("==>\n0 one\n1 two\nroot 2\n2 both -> other 0 1\n<==\n", "undecided", NETWORK),
        ("(two)", "invalid", "unsatisfied precondition of (two): (ready), never true"),
        ("(three)", "malformed", "unknown action three"),
    ],
)
def test_only_a_failing_plan_of_an_htn_problem_is_decided(
    plan: str, verdict: str, reason: str
) -> None:
    judged = validate_text(task_of(DOMAIN, f"{HTN} (:init)"), plan, "")
    assert (judged.verdict.value, judged.reason) == (verdict, reason)


def test_goals_of_htn_problems_are_checked() -> None:
    task = task_of(DOMAIN, f"{HTN} (:init) (:goal (done))")
    assert validate_text(task, "(one)", "").verdict == "invalid"
    assert validate_text(task, "(one) (two)", "").verdict == "undecided"


def test_classical_problems_of_hierarchical_domains_are_decided() -> None:
    task = task_of(DOMAIN, "(:init) (:goal (ready))")
    assert validate_text(task, "(one)", "").verdict == "valid"


@pytest.mark.parametrize("network", ["(:htn)", "(:htn :subtasks ())", "(:htn :tasks (and))"])
def test_an_empty_network_allows_no_steps(network: str) -> None:
    """Not even a plan that reaches the goal is a solution."""
    task = task_of(DOMAIN, f"{network} (:init) (:goal (ready))")
    judged = validate_text(task, "(one)", "")
    assert (judged.verdict.value, judged.reason) == ("undecided", NETWORK)
    assert validate_text(task, "", "").verdict == "invalid"


def test_the_execution_itself_is_known() -> None:
    """States, costs and causal links do not depend on the decomposition."""
    task = task_of(DOMAIN, f"{HTN} (:init)")
    plan, _ = read_plan("(one) (two)")
    for run in (execute(task, plan), execute_stepwise(task, plan)):
        assert run.executable
        assert run.cost == 2
    assert len(walk_along(task, plan).states) == 3
    details = validate_text(task, "(one) (two)", "", trace=True).execution
    assert details is not None
    assert [link.literal for link in details.causal_links] == ["(ready)"]
