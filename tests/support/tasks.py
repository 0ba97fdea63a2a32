"""Planning tasks and plans from texts, for tests that execute them."""

from __future__ import annotations

from plancore.model.plan import DEFAULT_TOLERANCES, Tolerances
from plancore.notation.plans.reader import read_plan
from plancore.simulate.execute import execute
from plancore.simulate.task import Task
from plancore.simulate.trace import Trace
from plancore.snapshot import FileSnapshot


def task_of(domain: str, problem: str) -> Task:
    """The task of a domain and a problem, given whole or as sections without `(define …)`."""
    parsed = FileSnapshot.of(_whole(domain, "(domain d)")).domain
    given = FileSnapshot.of(_whole(problem, "(problem p) (:domain d)")).problem
    assert parsed is not None
    assert given is not None
    return Task(parsed, given)


def run(task: Task, plan: str, tolerances: Tolerances = DEFAULT_TOLERANCES) -> Trace:
    """Execute a plan text; everything in it must be a step."""
    steps, findings = read_plan(plan)
    assert [f.message for f in findings if f.severity <= 2] == []
    return execute(task, steps, tolerances=tolerances)


def verdict(task: Task, plan: str) -> str:
    """The verdict, with the failing step: `valid`, `invalid@2`, `invalid` for a missed goal."""
    trace = run(task, plan)
    where = "" if trace.failing_step is None else f"@{trace.failing_step}"
    return f"{trace.verdict}{where}"


def facts(trace: Trace, step: int) -> set[str]:
    """What is true after `step` steps, as text."""
    return {" ".join(atom) for atom in trace.state(step).facts}


def _whole(text: str, head: str) -> str:
    return text if text.lstrip().startswith("(define") else f"(define {head} {text})"
