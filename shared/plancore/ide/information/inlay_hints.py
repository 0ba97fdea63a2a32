"""Inlay hints: inferred types of variables and parameters of facts in domains and problems;
numbers, parameters and the result of a plan."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Set
from typing import TYPE_CHECKING

from plancore.ide.information.hints import Hint, HintKind
from plancore.ide.information.hover import spelling_of, types_as_written
from plancore.lower.applied import applied_in
from plancore.lower.environment import Environment
from plancore.lower.facts import lower_facts
from plancore.lower.section import Uses
from plancore.model.domain import TypeNames
from plancore.model.formula import TypedName
from plancore.phrases import count_of
from plancore.project import PlanSnapshot, ProjectSnapshot
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import Span
from plancore.stop import NEVER, Checkpoint
from plancore.syntax.nodes import List

if TYPE_CHECKING:
    from plancore.simulate.runs import PlanRun
    from plancore.simulate.trace import Trace


def model_hints(
    project: ProjectSnapshot,
    file: FileSnapshot,
    span: Span,
    kinds: Collection[HintKind],
    checkpoint: Checkpoint = NEVER,
) -> list[Hint]:
    """The hints of these `kinds` within `span`, in text order."""
    hints: list[Hint] = []
    for definition in file.definitions:
        environment, home = definition.environment, file
        if definition.kind == "problem":
            link = project.domain_of(file, definition)
            environment = definition.problem_environment(link.definition if link else None)
            home = link.file if link else file
        if HintKind.TYPES in kinds and environment.hierarchy.names:
            written = types_as_written(home)
            for section, model in definition.sections:
                checkpoint()
                start = file.tree.start(section.head)
                if start <= span.end and span.start <= start + len(section.head.text):
                    hints += _types(file, model.uses, environment, written, span, checkpoint)
        if HintKind.PARAMETERS in kinds:
            hints += _parameters(file, definition, environment, span)
    within = (hint for hint in hints if span.start <= hint.offset <= span.end)
    return sorted(within, key=lambda hint: hint.offset)


def _types(
    file: FileSnapshot,
    uses: Uses,
    environment: Environment,
    written: Mapping[str, str],
    span: Span,
    checkpoint: Checkpoint,
) -> Iterator[Hint]:
    """The inferred types of variables within `span` that have none, spelled as `written`."""
    shown = [names for names in uses.lists if any(_is_untyped(name) for name in names)]
    if not shown:
        return
    wanted: defaultdict[int, set[TypeNames]] = defaultdict(set)
    for declared, arguments, _, scope in applied_in(uses, environment):
        for argument, parameter in zip(arguments, declared.parameters, strict=False):
            bound = scope.get(argument) if type(argument) is str else None
            if bound is not None and parameter.types:
                wanted[id(bound.node)].add(parameter.types)
    for names in shown:
        # A type after a name applies to all names before it without one.
        before: set[str] = set()
        for name in names:
            if name.node is None or not _is_untyped(name):
                before = set()
                continue
            checkpoint()
            inferred = _asked_for(wanted[id(name.node)], environment)
            end = file.span(name.node.place).end
            if inferred and span.start <= end <= span.end:
                label = f"- {written.get(inferred, inferred)}"
                is_alone = before <= {inferred}
                yield Hint(end, HintKind.TYPES, label, False, f" {label}" if is_alone else "")
            before.add(inferred)


def _is_untyped(name: TypedName) -> bool:
    return not name.types and name.type_node is None and name.node is not None


def _asked_for(wanted: Set[TypeNames], environment: Environment) -> str:
    """The type that fits all uses of a variable; empty if not exactly one does."""
    single = {types[0] for types in wanted if len(types) == 1}
    fitting = [
        offered
        for offered in sorted(single & environment.hierarchy.names)
        if all(environment.accepts(types, (offered,)) for types in wanted)
    ]
    return fitting[0] if len(fitting) == 1 else ""


def _parameters(
    file: FileSnapshot, definition: DefinitionSnapshot, environment: Environment, span: Span
) -> Iterator[Hint]:
    """The parameters of the facts whose arguments begin within `span`."""
    for form in definition.fact_forms:
        start = file.tree.start(form)
        if start > span.end or start + len(form.text) < span.start:
            continue
        for declared, arguments, node, _ in applied_in(lower_facts(form).uses, environment):
            items = node.items[1:] if type(node) is List else ()
            if len(items) == len(arguments) == len(declared.parameters):
                for item, parameter in zip(items, declared.parameters, strict=True):
                    offset = file.span(item.place).start
                    yield Hint(offset, HintKind.PARAMETERS, f"{spelling_of(parameter)}:")


def plan_hints(
    project: ProjectSnapshot,
    file: PlanSnapshot,
    run: PlanRun | None,
    span: Span,
    kinds: Collection[HintKind],
) -> list[Hint]:
    """The hints of these `kinds` within `span`, in text order.

    `run` is the executed plan, None if its domain or problem is unknown or has errors.
    """
    hints: list[Hint] = []
    if HintKind.STEPS in kinds:
        hints += _numbers(file, span)
    if HintKind.PARAMETERS in kinds:
        hints += _parameters_of_steps(project, file, span)
    if HintKind.RESULT in kinds and run is not None and file.plan.steps:
        end = file.plan.steps[-1].span.end
        label = result_text(run)
        if label and span.start <= end <= span.end:
            hints.append(Hint(end, HintKind.RESULT, label, is_before=False))
    return sorted(hints, key=lambda hint: hint.offset)


def result_text(run: PlanRun) -> str:
    """The result of a plan in a few words; empty if unknown."""
    trace = run.trace
    if trace.failure is not None:
        at = trace.failing_step
        return "violates a constraint" if at is None else f"fails at step {at}"
    if not run.complete or trace.undecided is not None:
        return ""
    missing = len(trace.unreached)
    goal = f"goal not reached: {count_of(missing, 'condition')}" if missing else "goal reached"
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


def _parameters_of_steps(
    project: ProjectSnapshot, file: PlanSnapshot, span: Span
) -> Iterator[Hint]:
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
