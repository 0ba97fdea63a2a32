"""An alignment as plain data for JSON: a mapping file, with what is left over beside it;
and the pairs as rows for CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from plancore.correspondence.pairs import Side
from plancore.correspondence.stated.document import pairs_data
from plancore.correspondence.stated.mapping_text import FORMAT, VERSION
from plancore.jsonable import Json
from plancore.report.alignment.pair_table import pair_rows
from plancore.report.alignment.review import AlignmentReview
from plancore.report.registry import Document

if TYPE_CHECKING:
    from plancore.translate.execution import ExecutedPlan, ExecutedPlans

DOCUMENT: Final = Document(FORMAT, VERSION)


def data(alignment: AlignmentReview) -> Json:
    """The lists of a mapping file; `docs/reference/align.md` says what each field means."""
    return {
        "learned": {"file": alignment.learned.name, "name": alignment.ours.name},
        "reference": {"file": alignment.reference.name, "name": alignment.theirs.name},
        "notes": [note.to_dict() for note in alignment.notes],
        "evidence": {
            kind: [{"learned": mine, "reference": yours} for mine, yours in files]
            for kind, files in alignment.evidence
        },
        "counts": {"pairs": alignment.n_pairs, "uncertain": alignment.n_uncertain},
        **pairs_data(alignment.pairs),
        "covered": {
            entry.kind: {"covered": entry.n_covered, "of": entry.n_reference}
            for entry in alignment.coverage
        },
        "without_counterpart": {
            "learned": {entry.kind: list(entry.learned) for entry in alignment.coverage},
            "reference": {entry.kind: list(entry.reference) for entry in alignment.coverage},
        },
        "behaviour": {
            side.value: next(map(_carried, (c for c in alignment.carried if c.side is side)), None)
            for side in Side
        },
    }


def rows(alignment: AlignmentReview) -> Iterator[Sequence[object]]:
    """A row for each pair, with the variables of the learned name as in text; `covers` says that it
    stands beside another pair of the same name."""
    yield "kind", "learned", "reference", "confidence", "uncertain", "covers", "evidence"
    for row in pair_rows(alignment.pairs, alignment.ours, alignment.theirs):
        flags = row.is_uncertain, row.is_cover
        evidence = "; ".join(row.evidence)
        yield row.title, row.learned, row.reference, row.confidence, *flags, evidence


def _carried(carried: ExecutedPlans) -> Json:
    return {
        "valid": carried.n_valid,
        "stay_valid": carried.n_staying,
        "remarks": list(carried.remarks),
        "plans": [_plan(plan) for plan in carried.plans],
    }


def _plan(plan: ExecutedPlan) -> Json:
    steps = () if plan.translation is None else plan.translation.plan.steps
    return {
        "plan": plan.name,
        "steps": plan.n_steps,
        "own_verdict": plan.own_trace.verdict.value,
        "own_reason": plan.own_reason,
        "stays_valid": plan.stays_valid,
        "other_verdict": None if plan.other_trace is None else plan.other_trace.verdict.value,
        "stops_at": plan.stops_at,
        "reason": plan.reason,
        "translated": [str(step) for step in steps],
        "choices": [
            {"step": choice.step, "taken": str(choice.action), "applicable": choice.n_applicable}
            for choice in plan.choices
        ],
    }
