"""What an editor may show between the words of a plan: numbers, parameters, what comes of it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from plancore.ide.information.as_written import spelling_of
from plancore.ide.information.hints import Hint, HintKind
from plancore.project import PlanSnapshot, ProjectSnapshot
from plancore.source import Span

if TYPE_CHECKING:
    from plancore.simulate.runs import Run
    from plancore.simulate.trace import Trace


def plan_hints(
    project: ProjectSnapshot,
    file: PlanSnapshot,
    run: Run | None,
    span: Span,
    kinds: Collection[HintKind],
) -> list[Hint]:
    """The hints of these `kinds` within `span`, in the order of the text.

    `run` is the plan executed, None where domain or problem is not known or has errors.
    """
    hints: list[Hint] = []
    if HintKind.STEPS in kinds:
        hints += _numbers(file, span)
    if HintKind.PARAMETERS in kinds:
        hints += _parameters(project, file, span)
    if HintKind.RESULT in kinds and run is not None and file.plan.steps:
        end = file.plan.steps[-1].span.end
        label = result_text(run)
        if label and span.start <= end <= span.end:
            hints.append(Hint(end, HintKind.RESULT, label, is_before=False))
    return sorted(hints, key=lambda hint: hint.offset)


def result_text(run: Run) -> str:
    """What comes of a plan, in a few words; empty where that is not known."""
    trace = run.trace
    if trace.failure is not None:
        at = trace.failing_step
        return "violates a constraint" if at is None else f"fails at step {at}"
    # That a network of tasks is carried out is not checked.
    if not run.complete or trace.undecided is not None or trace.task.problem.tasks:
        return ""
    missing = len(trace.unreached)
    goal = "goal reached"
    if missing:
        goal = f"goal not reached: {missing} condition{'' if missing == 1 else 's'}"
    return ", ".join(filter(None, (goal, _cost(trace))))


def _cost(trace: Trace) -> str:
    from plancore.simulate.atoms import show_value

    if trace.cost is None:
        return ""
    cost = show_value(trace.cost)
    if trace.task.problem.metric is not None:
        return f"cost {cost}"
    takes_time = any(point.moment for happening in trace.happenings for point in happening.points)
    return f"ends at {cost}" if takes_time else f"{cost} step{'' if trace.cost == 1 else 's'}"


def _within(file: PlanSnapshot, span: Span) -> range:
    """The indices of the steps that begin within `span`."""
    steps = file.plan.steps
    first = bisect_left(steps, span.start, key=lambda step: step.at)
    return range(first, bisect_left(steps, span.end + 1, key=lambda step: step.at))


def _numbers(file: PlanSnapshot, span: Span) -> Iterator[Hint]:
    for index in _within(file, span):
        step = file.plan.steps[index]
        if step.start is None and step.index is None:
            yield Hint(step.at, HintKind.STEPS, f"{index + 1}:")


def _parameters(project: ProjectSnapshot, file: PlanSnapshot, span: Span) -> Iterator[Hint]:
    domain = project.setting_of(file).domain
    if domain is None:
        return
    actions = domain.definition.actions
    for index in _within(file, span):
        for action in file.plan.steps[index].actions:
            schema = actions.get(action.name)
            if schema is None or len(schema.parameters) != len(action.args):
                continue
            for parameter, argument in zip(schema.parameters, action.arg_spans, strict=True):
                yield Hint(argument.start, HintKind.PARAMETERS, f"{spelling_of(parameter)}:")
