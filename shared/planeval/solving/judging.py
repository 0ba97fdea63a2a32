"""Plans judged: read in whatever notation, put into the words of both domains, executed there."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from plancore.codec.plans import UnencodableError, decoded_plan, encoded
from plancore.metrics.attempts import Judged
from plancore.model.domain import ActionKind, Domain
from plancore.model.plan import Plan, PlanFormat, Step
from plancore.model.problem import Problem
from plancore.notation.plans.reader import read_plan
from plancore.simulate.execute import execute
from plancore.simulate.explain import why
from plancore.simulate.limits import UndecidedError
from plancore.simulate.task import Task
from plancore.simulate.trace import Trace, Verdict
from plancore.stop import NEVER, Checkpoint
from planeval.solving.models import Pair
from planfiles.plans import why_unread


class NoPlanError(Exception):
    """A text is no plan; the message says why. `is_damaged` is false where it has no step at all,
    as when a planner writes that it found no plan."""

    def __init__(self, message: str, *, is_damaged: bool) -> None:
        super().__init__(message)
        self.is_damaged = is_damaged


def plan_in(text: str, domain: Domain, checkpoint: Checkpoint = NEVER) -> Plan:
    """The plan that a planner has written for `domain`. Raises NoPlanError, and what `checkpoint`
    raises.

    Some planners write times for actions that take none, and steps that may be done at once as
    such; where no action of the domain takes time they are steps in the order of these times. Where
    only some have a time there is no such order: that is for whoever executes the plan to say.
    """
    plan, findings = read_plan(text, checkpoint)
    fault = why_unread(text, findings)
    if fault is not None:
        raise NoPlanError(f"the plan cannot be read: {fault}", is_damaged=bool(plan.steps))
    takes_time = any(action.kind is ActionKind.DURATIVE for action in domain.actions)
    return plan if takes_time else _sequential(plan)


def _sequential(plan: Plan) -> Plan:
    if all(step.start is None and len(step.actions) == 1 for step in plan.steps):
        return plan
    if plan.timed:
        in_order = sorted(plan.steps, key=lambda step: step.start or Fraction(0))
    elif any(step.start is not None for step in plan.steps):
        return plan
    else:
        in_order = list(plan.steps)
    steps = tuple(Step((action,)) for step in in_order for action in step.actions)
    return replace(plan, steps=steps, format=PlanFormat.SEQUENTIAL)


def in_reference(pair: Pair, problem: Problem, plan: Plan, checkpoint: Checkpoint = NEVER) -> Trace:
    """A plan of the learned domain, decoded and executed in the reference."""
    decoded = plan if pair.codec is None else decoded_plan(plan, pair.codec)
    return execute(Task(pair.reference.domain, problem), decoded, checkpoint=checkpoint)


def in_learned(pair: Pair, problem: Problem, plan: Plan, checkpoint: Checkpoint = NEVER) -> Judged:
    """What the learned domain says of a plan of the reference."""
    ours, theirs = pair.learned.domain, pair.reference.domain
    try:
        if pair.codec is None:
            return judged(execute(Task(ours, problem), plan, checkpoint=checkpoint))
        task, own = encoded(ours, theirs, problem, plan, pair.codec)
        return judged(execute(task, own, checkpoint=checkpoint))
    except UndecidedError as problem_:
        return Judged(Verdict.UNDECIDED, None, problem_.reason)
    except UnencodableError as problem_:
        return Judged(Verdict.MALFORMED, None, str(problem_))


def judged(trace: Trace) -> Judged:
    """A verdict with what it rests on, in a line."""
    return Judged(trace.verdict, trace.failing_step, why(trace) or trace.reason)


def cost_of(trace: Trace, problem: Problem) -> Fraction | None:
    """The cost of a valid plan; None where it is none that is to be small."""
    if trace.verdict is not Verdict.VALID or not isinstance(trace.cost, Fraction | int):
        return None
    if problem.metric is not None and problem.metric.direction != "minimize":
        return None
    return Fraction(trace.cost)
