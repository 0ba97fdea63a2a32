"""Hover of a plan step: its conditions and changes in the state in which it happens."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from plancore.formula.printing import typed_list
from plancore.model.plan import GroundAction, Plan
from plancore.phrases import count_of, some_of
from plancore.project import PlanSnapshot, ProjectSnapshot
from plancore.simulate.atoms import UndecidedError, show, show_value
from plancore.simulate.explain import CauseKind, ConditionReport, explain_step, reason_text
from plancore.simulate.ground import GroundOperator
from plancore.simulate.parts import GroundPart
from plancore.simulate.runs import run_of
from plancore.simulate.state import Delta, State
from plancore.simulate.trace import Trace
from plancore.stop import NEVER, Checkpoint, watched

_MOST: Final = 8
"""Maximum number of conditions, changes or facts that are listed."""


class StepAt(NamedTuple):
    """An action of a plan, and the number of its step, from 1. `argument` is the index of the
    argument at the cursor, if any."""

    number: int
    action: GroundAction
    argument: int | None = None


def step_at(plan: Plan, offset: int) -> StepAt | None:
    """The action that the cursor at `offset` touches: its name, an argument, or any part of it;
    anywhere else in the step, its first action."""
    number = bisect_right(plan.steps, offset, key=lambda step: step.at)
    if number == 0:
        return None
    step = plan.steps[number - 1]
    written = [action for action in step.actions if action.layout != ()]
    for action in written:
        if action.name_span.contains(offset):
            return StepAt(number, action)
        for index, span in enumerate(action.arg_spans):
            if span.contains(offset):
                return StepAt(number, action, index)
    if not step.actions or offset >= step.span.end:
        return None
    touched = (action for action in written if action.span.contains(offset))
    return StepAt(number, next(touched, step.actions[0]))


def step_facts(
    project: ProjectSnapshot, file: PlanSnapshot, at: StepAt, checkpoint: Checkpoint = NEVER
) -> tuple[str, ...]:
    """Sentences on a step: its action, or the parameter of the argument at the cursor; its
    conditions and whether they hold; its changes; and the facts before about its objects, or about
    the argument. Without a problem only the first."""
    domain, problem = project.setting_of(file)
    number = f"step {at.number} of {len(file.plan)}"
    facts = [number if at.argument is None else f"{number}: `{at.action}`"]
    schema = domain.definition.actions.get(at.action.name) if domain else None
    if schema is not None and at.argument is None:
        declared = " ".join(filter(None, (schema.name, typed_list(schema.parameters))))
        facts.append(f"action `({declared})`")
    elif schema is not None and at.argument is not None:
        meant = schema.parameters[at.argument : at.argument + 1]
        facts += [f"parameter `{typed_list(meant)}`"] if meant else []
    if domain is None or problem is None or schema is None:
        return tuple(facts)
    trace = run_of(file, domain, problem, checkpoint).trace
    try:
        facts += _executed(trace, at, checkpoint)
    except UndecidedError as undecided:
        facts.append(f"not executed: {undecided.reason}")
    return tuple(facts)


def _executed(trace: Trace, at: StepAt, checkpoint: Checkpoint) -> Iterator[str]:
    operator = trace.task.bind(at.action)
    if not isinstance(operator, GroundOperator):
        yield f"not executed: {operator.message}"
        return
    if at.number > len(trace.plan):
        yield "not executed: an earlier step is malformed"
        return
    failing = trace.failing_step
    if failing is not None and failing < at.number and not trace.happenings:
        yield f"not reached: step {failing} fails; the state shown is before step {failing}"
    for report in explain_step(trace, at.number, checkpoint):
        if report.action == at.action:
            yield from _needs(report.conditions)
    yield from _changes(trace, at, operator)
    if not trace.happenings:
        yield from _state(trace.state(min(at.number - 1, len(trace.states))), at, checkpoint)


def _needs(conditions: tuple[ConditionReport, ...]) -> Iterator[str]:
    """Sentences on conditions; false ones come first."""
    ranked = sorted(conditions, key=lambda condition: condition.holds)
    for condition in ranked[:_MOST]:
        if not condition.holds:
            # The reason begins with the atom, which differs from a negative condition.
            reason = reason_text(condition).replace(f"`{condition.text}`", "which", 1)
            yield f"requires `{condition.text}`, {reason if reason[0] != '`' else f'but {reason}'}"
        elif condition.cause.kind is CauseKind.ACHIEVED:
            yield f"requires `{condition.text}`, true since {condition.cause.actor}"
        elif condition.cause.kind is CauseKind.INITIAL:
            yield f"requires `{condition.text}`, true initially"
        else:
            detail = condition.cause.detail
            yield f"requires `{condition.text}`, true" + (f": {detail}" if detail else "")
    if len(ranked) > _MOST:
        yield f"and {len(ranked) - _MOST} more conditions"


def _changes(trace: Trace, at: StepAt, operator: GroundOperator) -> Iterator[str]:
    """The changes of the step; if it was not executed alone, its state-independent ones."""
    known = _known_changes(trace, at)
    for moment, part in operator.parts.items():
        if moment == "all":
            continue
        delta = known.get(moment)
        when = f"at {moment}: " if moment else ""
        if delta is not None:
            yield from _change(when, delta)
        else:
            yield from _certain(when or "when applicable: ", part)


def _known_changes(trace: Trace, at: StepAt) -> dict[str, Delta]:
    """The changes of those moments of a step at which nothing else happened."""
    deltas = trace.states.deltas
    if not trace.happenings:
        is_alone = len(trace.plan.steps[at.number - 1].actions) == 1
        return {"": deltas[at.number - 1]} if is_alone and at.number <= len(deltas) else {}
    timed = {change.time for change in trace.task.timed}
    return {
        happening.points[0].moment: delta
        for happening, delta in zip(trace.happenings, deltas, strict=False)
        if [point.step for point in happening.points] == [at.number] and happening.time not in timed
    }


def _certain(when: str, part: GroundPart) -> Iterator[str]:
    """The state-independent changes of an action, and whether there are others."""
    dels = tuple(atom for atom in part.dels if atom not in part.adds)
    yield from _change(when, Delta(part.adds, dels))
    if part.fluents:
        yield f"{when}changes {_listed(map(show, part.fluents))}"
    if part.schema.guarded:
        yield f"{when}further changes depend on the state"


def _change(when: str, delta: Delta) -> Iterator[str]:
    if delta.added:
        yield f"{when}makes true {_listed(map(show, delta.added))}"
    if delta.deleted:
        yield f"{when}makes false {_listed(map(show, delta.deleted))}"
    for fluent, value in delta.values[:_MOST]:
        yield f"{when}sets `{show(fluent)}` to {show_value(value)}"


def _state(state: State, at: StepAt, checkpoint: Checkpoint) -> Iterator[str]:
    """The facts before the step about its objects, or about the argument."""
    args = at.action.args
    objects = set(args if at.argument is None else (args[at.argument],))
    dynamic = watched(state.dynamic, checkpoint)
    about = sorted(atom for atom in dynamic if not objects.isdisjoint(atom[1:]))
    count = len(state.dynamic) + len(state.static)
    meant = "its objects" if at.argument is None else f"`{args[at.argument]}`"
    named = f"; about {meant}: {_listed(map(show, about))}" if about else ""
    yield f"state before: {count_of(count, 'fact')}{named}"


def _listed(texts: Iterable[str]) -> str:
    return some_of([f"`{text}`" for text in texts], _MOST)
