"""The failures of a stopped plan, one behind the other, and the differences to blame for each."""

from __future__ import annotations

from plancore.blame.models import Models
from plancore.blame.report import Failure, FalseCondition
from plancore.blame.search import SmallestSets
from plancore.blame.sets import numbered, sets_to_blame
from plancore.blame.trial import VALID, Trial, progress
from plancore.blame.undoing import NONE_UNDONE, Undone
from plancore.formula.canonical import canonical_action
from plancore.formula.elements import Element
from plancore.model.domain import Action
from plancore.model.plan import GroundAction
from plancore.simulate.explain import CauseKind, ConditionReport, why
from plancore.simulate.reasons import false_conditions, false_goals, reason_text
from plancore.simulate.trace import Trace, Verdict


def failures_of(
    trial: Trial, models: Models, effort: int
) -> tuple[tuple[Failure, ...], bool, Undone]:
    """The failures of a plan that is not valid, whether it is valid once the first sets to blame
    for each are undone, and all differences that a search that was given up looked at."""
    failures: list[Failure] = []
    undone, unsure = NONE_UNDONE, NONE_UNDONE
    trace = trial.base
    while progress(trace) != VALID:
        found = sets_to_blame(trial, models, undone, effort)
        failures.append(_failure(trace, models, found))
        if not found.is_proved:
            unsure |= trial.relevant
        if not found.sets:
            return tuple(failures), False, unsure
        undone |= found.sets[0]
        trace = trial.run(undone)
    return tuple(failures), True, unsure


def _failure(trace: Trace, models: Models, found: SmallestSets) -> Failure:
    step = trace.failing_step
    action: GroundAction | None = None
    if trace.malformed:
        action = trace.malformed[0].action
    elif trace.failure is not None:
        action = trace.failure.action
    reports = false_conditions(trace) or (false_goals(trace) if trace.unreached else [])
    schema = None if action is None else models.learned.action(action.name)
    if trace.verdict is Verdict.UNDECIDED and not trace.malformed:
        step = len(trace.states) + 1 if len(trace.states) < len(trace.plan) else None
    return Failure(
        step,
        action,
        trace.failing_time,
        why(trace) or "",
        tuple(_condition(report, schema, action) for report in reports),
        numbered(found),
        found.is_proved,
    )


def _condition(
    report: ConditionReport, schema: Action | None, action: GroundAction | None
) -> FalseCondition:
    element = _written(report, schema, action)
    return FalseCondition(
        report.text,
        "" if element is None else element.text,
        None if element is None else element.place,
        reason_text(report),
        report.cause.step if report.cause.kind is CauseKind.UNDONE else None,
    )


def _written(
    report: ConditionReport, schema: Action | None, action: GroundAction | None
) -> Element | None:
    """The element of the learned action that a false literal comes from."""
    literal = report.literal
    if literal is None or schema is None or action is None:
        return None
    objects = {f"?{number}": name for number, name in enumerate(action.args)}
    for element in canonical_action(schema).precondition.values():
        atom = (element.predicate, *(objects.get(arg, arg) for arg in element.args))
        if atom == literal.atom and element.positive is literal.positive:
            return element
    return None
