"""The comparison of two plans as plain data for JSON."""

from __future__ import annotations

from plancore.compare.plans import Move, Row, RowKind, WordChange
from plancore.metrics.confusion import as_float, as_text
from plancore.model.plan import Step
from plancore.report.jsonable import Json
from plancore.report.plan.review import PlanReview, PlanSide

_KINDS = {
    RowKind.EQUAL: "equal",
    RowKind.REMOVED: "missing",
    RowKind.ADDED: "extra",
    RowKind.CHANGED: "changed",
    RowKind.MOVED: "moved",
}


def plan_data(review: PlanReview) -> Json:
    """The comparison, counts before ratios. `docs/json.md` says what each field means."""
    diff = review.diff
    counts = diff.counts
    return {
        "kind": "plan",
        "learned": _side(review.learned),
        "reference": _side(review.reference),
        "same": review.is_same,
        "notes": [note.to_dict() for note in review.notes],
        "counts": {
            "learned": counts.right,
            "reference": counts.left,
            "equal": counts.equal,
            "changed": counts.changed,
            "moved": counts.moved,
            "moved_blocks": counts.moves,
            "missing": counts.removed,
            "extra": counts.added,
            "retimed": counts.retimed,
        },
        "verdict": diff.verdict._asdict(),
        "modulo_commuting": review.modulo,
        "exact": diff.exact,
        "metrics": _metrics(review),
        "execution": None if review.execution is None else review.execution.to_dict(),
        "first_divergence": _divergence(review),
        "moves": [_move(move) for move in diff.moves],
        "changes": [_row(review, row) for row in diff.rows if _differs(review, row)],
    }


def _metrics(review: PlanReview) -> Json:
    lcs, jaccard, stability = review.lcs, review.jaccard, review.stability
    return {
        "planning_lcs": {
            "matched": lcs.matched,
            "learned": lcs.right,
            "reference": lcs.left,
            "value": as_float(lcs.value),
            "value_exact": as_text(lcs.value),
        },
        "planning_jaccard": {
            "shared": jaccard.shared,
            "learned_only": jaccard.right_only,
            "reference_only": jaccard.left_only,
            "value": as_float(jaccard.value),
            "value_exact": as_text(jaccard.value),
        },
        "action_distance": {
            distance.reading.value: {
                "shared": distance.shared,
                "learned_only": distance.right_only,
                "reference_only": distance.left_only,
                "value": as_float(distance.value),
                "value_exact": as_text(distance.value),
            }
            for distance in review.distances
        },
        "plan_stability": {
            "learned_only": stability.right_only,
            "reference_only": stability.left_only,
            "value": as_float(stability.value),
            "value_exact": as_text(stability.value),
        },
    }


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


def _differs(review: PlanReview, row: Row) -> bool:
    return row.kind is not RowKind.EQUAL or review.diff.time_change(row) is not None


def _move(move: Move) -> Json:
    return {
        "learned": [index + 1 for index in move.right],
        "reference": [index + 1 for index in move.left],
    }


def _row(review: PlanReview, row: Row) -> Json:
    return {
        "kind": _KINDS[row.kind],
        "learned": _step(review.learned, row.right),
        "reference": _step(review.reference, row.left),
        "move": row.move,
        "words": [_word(change) for change in review.diff.word_changes(row)],
    }


def _step(side: PlanSide, index: int | None) -> Json | None:
    if index is None:
        return None
    step = side.plan.steps[index]
    return {"step": index + 1, "text": _text(step), "where": side.where(index).to_dict()}


def _text(step: Step) -> str:
    return str(step)


def _word(change: WordChange) -> Json:
    return {
        "position": change.position,
        "learned": change.right,
        "reference": change.left,
    }
