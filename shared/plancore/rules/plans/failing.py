"""The failure of a plan in words and places: the false conditions and their causes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from plancore.diagnostic import Related
from plancore.formula.canonical import canonical_action
from plancore.model.domain import Action
from plancore.model.formula import AtomicFormula, Formula, walk
from plancore.model.plan import GroundAction, GroundAtom
from plancore.rules.plans.base import PlanContext
from plancore.simulate.atoms import Literal, show
from plancore.simulate.explain import (
    CauseKind,
    ConditionReport,
    false_conditions,
    false_goals,
    reason_text,
)
from plancore.simulate.trace import FailureKind, Trace
from plancore.source import Span
from plancore.syntax.nodes import Node

_MOST: Final = 6
"""The maximum number of conditions in a message."""
_MOST_PLACES: Final = 3
"""The maximum number of conditions with related places."""


def failure_text(trace: Trace) -> str:
    """The failure and its cause; raises ValueError for a trace without a failure."""
    failure = trace.failure
    if failure is None:
        raise ValueError("the plan does not fail")
    step = f"step {failure.step}"
    reasons = _reasons(false_conditions(trace))
    if not reasons:
        return f"{step}: {failure.reason}" if failure.step is not None else failure.reason
    if failure.kind is FailureKind.INVARIANT:
        return f"{step} violates an `over all` condition: {reasons}"
    end = " at its end" if failure.moment == "end" else ""
    return f"inapplicable {step}{end}: {reasons}"


def goal_text(trace: Trace) -> str:
    """The conjuncts of the goal that do not hold at the end, and the causes."""
    reasons = _reasons(false_goals(trace)) or ", ".join(f"`{part}`" for part in trace.unreached)
    return f"goal not reached: {reasons}"


def failing_place(context: PlanContext, trace: Trace) -> Span:
    """The action that fails, or else the last step."""
    failure = trace.failure
    if failure is not None and failure.action is not None:
        return failure.action.span
    return context.end


def failure_places(context: PlanContext, trace: Trace) -> tuple[Related, ...]:
    """The steps that caused the failure, and the false conditions in the domain."""
    failure = trace.failure
    if failure is None or failure.action is None:
        return ()
    schema = trace.task.action(failure.action.name)
    if schema is None:
        return ()
    names = dict(zip((p.name for p in schema.parameters), failure.action.args, strict=False))
    places: list[Related] = []
    for condition in false_conditions(trace)[:_MOST_PLACES]:
        places += _culprits(context, trace, condition)
        node = _node_of(condition.literal, schema.precondition, names) or schema.name_node
        places += context.related(node, f"`{schema.name}` requires `{condition.text}`")
    if not places:
        places += context.related(schema.name_node, f"`{schema.name}` is declared here")
    return tuple(dict.fromkeys(places))


def goal_places(context: PlanContext, trace: Trace) -> tuple[Related, ...]:
    """The steps that caused the failure, and the false conjuncts of the goal."""
    problem = trace.task.problem
    places: list[Related] = []
    for condition in false_goals(trace)[:_MOST_PLACES]:
        places += _culprits(context, trace, condition)
        node = _node_of(condition.literal, problem.goal, {}) or problem.goal_node
        places += context.related(node, f"the goal requires `{condition.text}`")
    return tuple(dict.fromkeys(places))


def _reasons(conditions: list[ConditionReport]) -> str:
    reasons = [reason_text(condition) for condition in conditions[:_MOST]]
    if len(conditions) > _MOST:
        reasons.append(f"and {len(conditions) - _MOST} more")
    return "; ".join(reasons)


def _culprits(context: PlanContext, trace: Trace, condition: ConditionReport) -> Iterator[Related]:
    """The step that made a condition false, and that effect of its action."""
    cause, literal = condition.cause, condition.literal
    if cause.kind is not CauseKind.UNDONE or cause.step is None or literal is None:
        return
    done = f"{'deletes' if literal.positive else 'adds'} `{show(literal.atom)}`"
    step = trace.plan.steps[cause.step - 1]
    yield Related(step.span, f"step {cause.step} {done}")
    for action in step.actions:
        schema = trace.task.action(action.name)
        if schema is not None and str(action) == cause.action:
            node = _effect_on(literal.atom, schema, action, positive=not literal.positive)
            yield from context.related(node, f"`{schema.name}` {done}")


def _effect_on(
    atom: GroundAtom, schema: Action, action: GroundAction, *, positive: bool
) -> Node | None:
    """The place where an action adds or deletes a ground atom; None if a quantified effect does."""
    objects = {f"?{number}": name for number, name in enumerate(action.args)}
    for element in canonical_action(schema).effect.values():
        args = (objects.get(arg, arg) for arg in element.args)
        if element.positive is positive and (element.predicate, *args) == atom:
            return element.node
    return None


def _node_of(literal: Literal | None, formula: Formula, names: Mapping[str, str]) -> Node | None:
    """The place of the atom of a ground literal in a formula."""
    if literal is None:
        return None
    for part in walk(formula):
        if isinstance(part, AtomicFormula):
            args = [names.get(arg, arg) for arg in part.args if isinstance(arg, str)]
            if (part.predicate, *args) == literal.atom:
                return part.node
    return None
