"""The comparison of two plans : the verdict, the steps that differ, then the figures."""

from __future__ import annotations

from collections.abc import Iterator

from plancore.formula.printing import number_text
from plancore.metrics.base import Need
from plancore.phrases import count_of
from plancore.report.document import Block, Detail, Document, Paragraph, Section, Table, columns
from plancore.report.figures import decimal
from plancore.report.heading import names_line, remark_lines, verdict_lines
from plancore.report.kept import limit_lines
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.passages import figure_rows
from plancore.report.plan.execution import outcome_sentence
from plancore.report.plan.review import PlanReview
from plancore.report.plan.steps import step_blocks
from plancore.report.plan.summary import execution_blocks, execution_figures, summary_of


def document(review: PlanReview, detail: Detail) -> Document:
    """The whole report."""
    title = names_line(review.learned.name, review.reference.name)
    return Document("Plan", title, _blocks(review, detail))


def _blocks(review: PlanReview, detail: Detail) -> Iterator[Block]:
    yield Paragraph(list(_heading(review)))
    if detail is Detail.FULL:
        from plancore.report.plan.page import blocks

        yield from blocks(review)
        return
    if review.execution is not None:
        yield Section("", execution_blocks(review.execution))
    if not review.is_same or any(review.faults):
        yield Section("", step_blocks(review))
    rows = list(numbers(review))
    if review.execution is not None:
        rows += execution_figures(review.execution, review.measured)
    yield Section("", [Table(columns("", ""), rows)])
    if Detail.EXPLAINED in detail:
        from plancore.report.plan.explained import sections

        yield from sections(review)


def verdict_text(review: PlanReview) -> str:
    """The strongest thing that can be said without a domain."""
    verdict = review.diff.verdict
    if review.modulo and review.is_same:
        return "the same but for the order of steps that commute"
    if review.modulo:
        return "different, whatever the order of steps that commute"
    if verdict.identical:
        return "identical"
    shift = review.diff.shift
    if shift is not None:
        return f"the same plan, {number_text(abs(shift))} {'later' if shift > 0 else 'earlier'}"
    if verdict.same_sequence:
        return f"the same steps in the same order, {_times_text(review)}"
    if review.execution is not None and review.execution.same_partial_order:
        return "the same steps, in another order of those that commute"
    if verdict.same_multiset:
        return "the same steps in another order"
    if verdict.same_set:
        return "the same actions, some more or less often"
    return "different actions"


def _times_text(review: PlanReview) -> str:
    """How the times differ of plans with the same steps in the same order."""
    ours, its = review.diff.learned.timed, review.diff.reference.timed
    if ours == its:
        return "at other times"
    return f"but only the {'learned plan' if ours else 'reference'} has times"


def numbers(review: PlanReview) -> list[tuple[str, str]]:
    """Each figure with the counts behind it; those of executions stand with the execution."""
    return figure_rows(
        (metric, result) for metric, result in review.measured if Need.RUNS not in metric.needs
    )


def worst(review: PlanReview) -> list[str]:
    """How far the plans are apart, nothing where they are the same; and why the learned plan is not
    valid, be it the same."""
    said = []
    if not review.is_same:
        figure = f"PlanningLCS {decimal(review.lcs.value)}"
        said = [*filter(None, (figure, review.alignment_text))]
    if review.execution is not None and review.execution.learned.verdict != "valid":
        outcome = review.execution.outcomes[0]
        said.append(visible(outcome_sentence("the learned plan", outcome)))
    return said


def _heading(review: PlanReview) -> Iterator[Line]:
    tone = Tone.PLAIN if review.is_same else Tone.CHANGED
    verdict = line(Piece(verdict_text(review), tone))
    yield from verdict_lines(review.notes, verdict)
    yield from limit_lines(review)
    counts, n_commuting = review.diff.counts, len(review.commuting)
    kinds = [
        f"{counts.equal - counts.retimed} equal",
        f"{counts.changed} changed",
        f"{counts.moved} moved" + (f" ({n_commuting} commute)" if n_commuting else ""),
        f"{counts.missing} missing",
        f"{counts.extra} extra",
        *([f"{counts.retimed} at another time"] if counts.retimed else []),
    ]
    steps = count_of(counts.learned, "step")
    yield line(f"{steps}, {counts.reference} in the reference: {', '.join(kinds)}")
    yield summary_of(review).line()
    yield from remark_lines(review.notes)
