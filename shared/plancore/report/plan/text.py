"""The comparison of two plans as text: numbers, verdicts, then the steps that differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from plancore.compare.plans import Row, RowKind, TimeChange, WordChange
from plancore.metrics.base import Need
from plancore.model.plan import Step
from plancore.notation.plans.writer import decimal as time_text
from plancore.report import marks
from plancore.report.heading import heading
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.marks import Mark
from plancore.report.passages import figure_rows
from plancore.report.places import places_text
from plancore.report.plan.execution_text import execution_lines
from plancore.report.plan.review import PlanReview
from plancore.report.rows.folding import equal_runs
from plancore.report.table import Cell, table
from plancore.report.words import count_of, in_reference

_MARKS: Final = {
    RowKind.EQUAL: marks.SAME,
    RowKind.MISSING: marks.MISSING,
    RowKind.EXTRA: marks.EXTRA,
    RowKind.CHANGED: marks.CHANGED,
    RowKind.MOVED: marks.MOVED,
}
_CONTEXT = 2
"""So many equal steps are listed before and after a difference."""


def lines(review: PlanReview) -> Iterator[Line]:
    """The whole report."""
    yield from _heading(review)
    yield from _numbers(review)
    if review.execution is not None:
        yield ()
        yield from execution_lines(review.execution, review.measured)
    if not review.is_same:
        yield ()
        yield from table(list(_rows(review)), right=(0, 1))


def step_text(step: Step) -> str:
    """A step as the file spells it, with its time where it has one."""
    text = " ".join(action.original for action in step.actions)
    if step.concurrent:
        text = f"{{{text}}}"
    if step.start is not None:
        text = f"{time_text(step.start)}: {text}"
    if step.duration is not None:
        text = f"{text} [{time_text(step.duration)}]"
    return visible(text)


def word_text(change: WordChange) -> str:
    """`argument 3: harbour, in the reference square`."""
    ours, theirs = visible(change.learned or "none"), visible(change.reference or "none")
    word = {None: "action", 0: "name"}.get(change.position, f"argument {change.position}")
    return f"{word}: {in_reference(ours, theirs)}"


def time_change_text(change: TimeChange) -> str:
    """`starts 0.5 later, takes 2 less`, of the learned step."""
    parts = []
    if change.start:
        word = "later" if change.start > 0 else "earlier"
        parts.append(f"starts {time_text(abs(change.start))} {word}")
    if change.duration:
        word = "more" if change.duration > 0 else "less"
        parts.append(f"takes {time_text(abs(change.duration))} {word}")
    return ", ".join(parts)


def row_mark(review: PlanReview, row: Row) -> Mark:
    """The mark of a row; equal steps at other times are marked as changed."""
    is_retimed = row.kind is RowKind.EQUAL and review.diff.differs(row)
    return marks.CHANGED if is_retimed else _MARKS[row.kind]


def fold_text(review: PlanReview, start: int, end: int) -> str:
    """`21 equal: drive ×9, load ×6, …`: what a fold over the rows from `start` to `end` hides."""
    steps = [step for row in review.diff.rows[start:end] if (step := review.steps(row)[0])]
    names = Counter(action.name for step in steps for action in step.actions)
    counted = [f"{name} ×{count}" for name, count in names.most_common(3)]
    rest = ", …" if len(names) > 3 else ""
    return visible(f"{len(steps)} equal: {', '.join(counted)}{rest}")


def verdict_text(review: PlanReview) -> str:
    """The strongest thing that can be said without a domain."""
    verdict = review.diff.verdict
    if review.modulo:
        return _modulo_text(review)
    if verdict.identical:
        return "identical"
    if verdict.same_sequence:
        return "the same steps in the same order, at other times"
    if verdict.same_multiset:
        return "the same steps in another order"
    if verdict.same_set:
        return "the same actions, some more or less often"
    return "different actions"


def _modulo_text(review: PlanReview) -> str:
    if review.is_same:
        return "the same but for the order of steps that commute"
    return "different, whatever the order of steps that commute"


def numbers(review: PlanReview) -> list[tuple[str, str]]:
    """Each figure with the counts behind it; those of executions stand with the execution."""
    return figure_rows(
        (metric, result) for metric, result in review.measured if Need.RUNS not in metric.needs
    )


def _heading(review: PlanReview) -> Iterator[Line]:
    yield from heading(review.learned.name, review.reference.name, review.notes)
    counts = review.diff.counts
    kinds = [
        f"{counts.equal} equal",
        f"{counts.changed} changed",
        f"{counts.moved} moved",
        f"{counts.missing} missing",
        f"{counts.extra} extra",
        *([f"{counts.retimed} at another time"] if counts.retimed else []),
    ]
    steps = count_of(counts.learned, "step")
    yield line(f"{steps}, {counts.reference} in the reference: {', '.join(kinds)}")
    yield line(f"verdict: {verdict_text(review)}")


def _numbers(review: PlanReview) -> Iterator[Line]:
    yield ()
    yield from table([list(row) for row in numbers(review)])


def _rows(review: PlanReview) -> Iterator[list[Cell]]:
    """The rows that differ, with a little context; the rest folded."""
    title = ("", "ref.", "", "step", "", "where")
    yield [Piece(cell, Tone.DIM) for cell in title]
    rows = review.diff.rows
    shown = 0
    for start, end in equal_runs([not review.diff.differs(row) for row in rows], _CONTEXT, 1):
        yield from (_row(review, row) for row in rows[shown:start])
        yield ["", "", Piece("·", Tone.DIM), Piece(fold_text(review, start, end), Tone.DIM)]
        shown = end
    yield from (_row(review, row) for row in rows[shown:])


def _row(review: PlanReview, row: Row) -> list[Cell]:
    ours, theirs = review.steps(row)
    step = ours or theirs
    text = step_text(step) if step is not None else ""
    tone, sign = row_mark(review, row)
    return [
        "" if row.learned is None else str(row.learned + 1),
        "" if row.reference is None else str(row.reference + 1),
        Piece(sign, tone),
        Piece(text, tone),
        remark(review, row),
        Piece(places_text(*review.where(row)), Tone.DIM),
    ]


def remark(review: PlanReview, row: Row) -> str:
    """The remark on a row that stands besides its steps."""
    match row.kind:
        case RowKind.MISSING:
            return "missing"
        case RowKind.EXTRA:
            return "extra"
        case RowKind.CHANGED:
            return "; ".join(map(word_text, review.diff.word_changes(row)))
        case RowKind.MOVED if row.move is not None:
            move = review.diff.moves[row.move]
            if row.learned is not None:
                origin = move.reference[move.learned.index(row.learned)]
                return f"moved here, in the reference step {origin + 1}"
            if row.reference is not None:
                return f"moved to step {move.learned[move.reference.index(row.reference)] + 1}"
    change = review.diff.time_change(row)
    return time_change_text(change) if change else ""
