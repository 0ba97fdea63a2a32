"""The report on two plans: failures and their causes, then the steps that differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from plancore.compare.plans import RowKind
from plancore.formula.printing import number_text
from plancore.metrics.base import Need
from plancore.phrases import SIDES, count_of, some_of
from plancore.report.document import Block, Detail, Document, Paragraph, Section, Table, columns
from plancore.report.figures import decimal
from plancore.report.files import doubt, error_lines, names_line, remark_lines, short_names
from plancore.report.limits import limit_lines
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.passages import figure_rows
from plancore.report.plan.execution import Execution, achiever, outcome_text
from plancore.report.plan.review import PlanReview
from plancore.report.plan.steps import step_blocks
from plancore.report.plan.summary import execution_figures, goals_of
from plancore.simulate.atoms import show
from plancore.simulate.explain import CauseKind, ConditionReport, false_conditions
from plancore.simulate.trace import Verdict

_MOST_GOALS: Final = 3
"""The maximum number of unreached goals named."""


def document(review: PlanReview, detail: Detail) -> Document:
    """The whole report. An HTML report is titled by its files, any other by the verdict."""
    if detail is Detail.FULL:
        from plancore.report.plan.page import blocks

        title = names_line(review.learned.name, review.reference.name)
        return Document("Plan", title, [Paragraph([*heading_lines(review)]), *blocks(review)])
    verdict, *said = heading_lines(review)
    return Document("Plan", verdict, [Paragraph(said), *_blocks(review, detail)])


def _blocks(review: PlanReview, detail: Detail) -> Iterator[Block]:
    if not review.is_same:
        more = "" if detail else "--metrics"
        yield Section("", step_blocks(review), more=more)
    if Detail.METRICS in detail:
        rows = list(numbers(review))
        if review.execution is not None:
            rows += execution_figures(review.execution, review.measured)
        yield Section("", [Table(columns("", ""), rows)])
    if Detail.EXPLAINED in detail:
        from plancore.report.plan.explained import sections

        yield from sections(review)


def heading_lines(review: PlanReview) -> Iterator[Line]:
    """The verdict, causes of failures, goals reached and how the steps differ; only the verdict if
    the plans and their outcomes are the same."""
    names = short_names(review.learned.name, review.reference.name)
    failures = list(_failures(review, *names))
    execution, doubtful = review.execution, doubt(review.notes)
    if review.is_same and (execution is None or len({*execution.outcomes}) == 1):
        outcome = (
            ""
            if execution is None
            else f"; {visible(execution.outcomes[0])}; {_setting(execution)}"
        )
        told = f"{' and '.join(names)}: {comparison_text(review)}{outcome}"
        yield line(Piece(told, Tone.FAILING if failures else Tone.PLAIN), doubtful)
    else:
        yield from failure_lines(review)
        if failures:
            yield from _goals(review, *names)
        yield line(_steps(review, *names), doubtful)
        if not failures:
            yield from _goals(review, *names)
    yield from error_lines(review.notes)
    yield from limit_lines(review)
    yield from remark_lines(review.notes)


def failure_lines(review: PlanReview) -> Iterator[Line]:
    """Where, why and because of what each invalid plan fails."""
    names = short_names(review.learned.name, review.reference.name)
    for text, cause in _failures(review, *names):
        yield line(Piece(visible(text), Tone.FAILING))
        if cause:
            yield line(Piece("cause: ", Tone.DIM), visible(cause))


def verdict_text(review: PlanReview) -> str:
    """Which plan fails and why, then how the steps differ."""
    names = short_names(review.learned.name, review.reference.name)
    failures = [visible(text) for text, _ in _failures(review, *names)]
    return "; ".join((*failures, comparison_text(review)))


def comparison_text(review: PlanReview) -> str:
    """The strongest relation of the plans: `identical (5 steps)`, `different actions`."""
    verdict = review.diff.verdict
    if review.modulo and review.is_same:
        return "equal up to the order of independent steps"
    if review.modulo:
        return "different, also up to the order of independent steps"
    if verdict.identical:
        return f"identical ({count_of(review.diff.counts.learned, 'step')})"
    shift = review.diff.shift
    if shift is not None:
        return f"same plan, {number_text(abs(shift))} {'later' if shift > 0 else 'earlier'}"
    if verdict.same_sequence:
        return f"same steps in the same order, {_times_text(review)}"
    if review.execution is not None and review.execution.same_partial_order:
        return "same steps, only independent steps in a different order"
    if verdict.same_multiset:
        return "same steps in a different order"
    if verdict.same_set:
        return "same actions, repeated a different number of times"
    return "different actions"


def _times_text(review: PlanReview) -> str:
    """How the times differ in plans with the same sequence of steps."""
    ours, its = review.diff.learned.timed, review.diff.reference.timed
    if ours == its:
        return "at different times"
    return f"but only {SIDES.plan(is_learned=ours)} has times"


def _goals(review: PlanReview, *names: str) -> Iterator[Line]:
    """The goals that each plan reaches, the cost of valid plans, and the problem and domain."""
    execution = review.execution
    if execution is None:
        yield line(Piece("not executed: no problem found; --problem FILE names one", Tone.DIM))
        return
    told = []
    traces = zip(names, (execution.learned, execution.reference), execution.runs, strict=True)
    for name, whole, run in traces:
        goals = goals_of(run)
        reached = "not known" if goals is None else f"{goals.n_reached} of {goals.n_all}"
        is_valid = whole.verdict is Verdict.VALID
        told.append(f"{name} {reached}{f' ({outcome_text(whole)})' if is_valid else ''}")
    yield line(f"goals reached: {', '.join(told)}")
    yield line(Piece(_setting(execution), Tone.DIM))


def _setting(execution: Execution) -> str:
    return visible(f"executed in {execution.setting.problem} with {execution.setting.domain}")


def _steps(review: PlanReview, learned: str, reference: str) -> Piece:
    """How the steps differ, with counts by kind."""
    counts, n_commuting = review.diff.counts, len(review.commuting)
    kinds = {
        "identical": counts.equal - counts.retimed,
        "changed": counts.changed,
        "moved": counts.moved - n_commuting,
        "moved independently": n_commuting,
        SIDES.missing: counts.missing,
        SIDES.extra: counts.extra,
        "at a different time": counts.retimed,
    }
    told = [f"{number} {kind}" for kind, number in kinds.items() if number]
    names = f"{learned} ({count_of(counts.learned, 'step')}) and {reference} ({counts.reference})"
    return Piece(f"{names}: {'; '.join((comparison_text(review), ', '.join(told)))}", Tone.CHANGED)


def _failures(review: PlanReview, *names: str) -> Iterator[tuple[str, str]]:
    """For each invalid plan a sentence on where and why it fails, and the cause if known."""
    execution = review.execution
    if execution is None:
        return
    traces = zip(names, (execution.learned, execution.reference), execution.runs, strict=True)
    for side, (name, whole, run) in enumerate(traces):
        of = f"of {len(whole.plan)}"
        if run.failure is not None:
            first, *more = [*map(_false, false_conditions(run))] or [run.failure.reason]
            rest = f", {count_of(len(more), 'more condition')} false" if more else ""
            step = "" if run.failure.step is None else f" at step {run.failure.step} {of}"
            yield f"{name} fails{step}: {first}{rest}", _cause(review, side, names)
        for bad in whole.malformed[:1]:
            yield f"{name} is malformed at step {bad.step} {of}: {bad.misuse.message}", ""
        if whole.unreached:
            yield f"{name} does not reach the goal: {_some(whole.unreached)} not true", ""
        if not whole.malformed and whole.undecided is not None:
            yield f"{name}: validity not known: {whole.undecided}", ""


def _false(condition: ConditionReport) -> str:
    literal = condition.literal
    if literal is not None and not literal.positive:
        return f"{show(literal.atom)} is true"
    return f"{condition.text} is not true"


def _some(goals: Sequence[str]) -> str:
    return f"{some_of(goals, _MOST_GOALS, ' ')} {'is' if len(goals) == 1 else 'are'}"


def _cause(review: PlanReview, side: int, names: Sequence[str]) -> str:
    """Why the first condition is false: the step that undid it, or the other plan's helper."""
    assert review.execution is not None
    run, other = review.execution.runs[side], review.execution.runs[1 - side]
    first = next(iter(false_conditions(run)), None)
    if first is None or first.literal is None:
        return "" if first is None else first.told
    cause, step = first.cause, run.failing_step
    assert step is not None, "its conditions are known"
    texts = []
    if cause.kind is CauseKind.UNDONE:
        is_alone = cause.step is not None and _counterpart(review, side, cause.step) is None
        kind = f", which is {(SIDES.extra, SIDES.missing)[side]}" if is_alone else ""
        texts.append(f"{replace(cause, remedy=None)}{kind}")
    helper = achiever(other, first.literal, review.above(step - 1, learned=side == 0))
    if helper is not None:
        here = _counterpart(review, 1 - side, helper)
        if here is None or here > step:
            where = f"comes later, at step {here}"
            if here is None:
                where = f"is not in {names[1]}" if side else f"is {SIDES.missing}"
            action = other.plan.steps[helper - 1]
            texts.append(f"step {helper} of {names[1 - side]}, {action}, {where}")
    if not texts and cause.kind is CauseKind.NEVER and cause.remedy is None:
        is_positive = first.literal.positive
        initially, verb = ("not true", "adds") if is_positive else ("true", "deletes")
        return f"{initially} initially, and no earlier step {verb} it"
    return "; ".join(texts) or first.told


def _counterpart(review: PlanReview, side: int, number: int) -> int | None:
    """The same step in the other plan, both counted from one; None without one."""
    row = review.diff.rows[review.diff.rows_by_step()[side][number - 1]]
    if row.kind is RowKind.CHANGED:
        return None
    other = (row.reference, row.learned)[side] if row.other_end is None else row.other_end
    return None if other is None else other + 1


def worst(review: PlanReview) -> list[str]:
    """The similarity of the plans; nothing if they are the same."""
    if review.is_same:
        return []
    return [*filter(None, (f"PlanningLCS {decimal(review.lcs.value)}", review.alignment_text))]


def numbers(review: PlanReview) -> list[tuple[str, str]]:
    """Each score with its counts, except those of executions."""
    return figure_rows(
        (metric, result) for metric, result in review.measured if Need.RUNS not in metric.needs
    )
