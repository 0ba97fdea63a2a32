"""The comparison of two plans as plain data for JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from plancore.compare.plans import Move, Row, WordChange
from plancore.jsonable import Json
from plancore.metrics.base import Need
from plancore.metrics.registry import plans
from plancore.metrics.support.confusion import as_float, as_text
from plancore.report.kept import limits_data
from plancore.report.plan.review import PlanReview, PlanSide
from plancore.report.registry import PLANDIFF
from plancore.report.review_findings import finding_rows

DOCUMENT: Final = PLANDIFF


def data(review: PlanReview) -> Json:
    """The comparison, counts before ratios. `docs/reference/json.md` says what each field means."""
    diff = review.diff
    return {
        "kind": "plan",
        "learned": _side(review.learned),
        "reference": _side(review.reference),
        "same": review.is_same,
        **limits_data(review),
        "notes": [note.to_dict() for note in review.notes],
        "counts": diff.counts._asdict(),
        "verdict": diff.verdict._asdict(),
        "modulo_commuting": review.modulo,
        "exact": diff.exact,
        "metrics": _metrics(review, of_runs=False),
        "execution": _execution(review),
        "first_divergence": _divergence(review),
        "moves": [_move(move) for move in diff.moves],
        "changes": [_row(review, row) for row in diff.rows if diff.differs(row)],
    }


def rows(review: PlanReview) -> Iterator[Sequence[object]]:
    """A row for each finding, in the order of the review."""
    return finding_rows(review)


def _metrics(review: PlanReview, *, of_runs: bool) -> Json:
    """The metrics that need executed plans, or the others; None for one that was not measured."""
    data: Json = {
        metric.place: None for metric in plans.METRICS if (Need.RUNS in metric.needs) is of_runs
    }
    for metric, result in review.measured:
        if metric.place in data:
            data[metric.place] = metric.to_data(result)
    return data


def _execution(review: PlanReview) -> Json | None:
    if review.execution is None:
        return None
    return review.execution.to_dict() | _metrics(review, of_runs=True)


def _side(side: PlanSide) -> Json:
    plan = side.plan
    return {
        "file": side.name,
        "format": plan.format.value,
        "steps": len(plan),
        "cost": as_float(plan.cost),
        "cost_exact": as_text(plan.cost),
    }


def _divergence(review: PlanReview) -> Json | None:
    index = review.diff.first_divergence
    return None if index is None else _row(review, review.diff.rows[index])


def _move(move: Move) -> Json:
    return {
        "learned": [index + 1 for index in move.learned],
        "reference": [index + 1 for index in move.reference],
    }


def _row(review: PlanReview, row: Row) -> Json:
    return {
        "kind": row.kind.value,
        "learned": _step(review.learned, row.learned),
        "reference": _step(review.reference, row.reference),
        "move": row.move,
        "words": [_word(change) for change in review.diff.word_changes(row)],
    }


def _step(side: PlanSide, index: int | None) -> Json | None:
    step, where = side.step(index), side.where(index)
    if index is None or where is None:
        return None
    return {"step": index + 1, "text": str(step), "where": where.to_dict()}


def _word(change: WordChange) -> Json:
    return {
        "position": change.position,
        "learned": change.learned,
        "reference": change.reference,
    }
