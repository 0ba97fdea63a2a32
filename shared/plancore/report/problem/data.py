"""The comparison of two problems as plain data for JSON."""

from __future__ import annotations

from typing import Final

from plancore.compare.changes import Change
from plancore.jsonable import Json
from plancore.report.domain.data import declaration_data, literal_data
from plancore.report.problem.review import ProblemReview
from plancore.report.registry import PLANDIFF

DOCUMENT: Final = PLANDIFF


def data(review: ProblemReview) -> Json:
    """The comparison, counts before ratios. `docs/json.md` says what each field means."""
    diff, equivalence = review.diff, review.equivalence
    return {
        "kind": "problem",
        "learned": {
            "file": review.learned.name,
            "name": diff.learned.name,
            "domain": diff.learned.domain_name,
        },
        "reference": {
            "file": review.reference.name,
            "name": diff.reference.name,
            "domain": diff.reference.domain_name,
        },
        "same": review.is_same,
        "notes": [note.to_dict() for note in review.notes],
        "same_but_for_objects": equivalence.holds,
        "renamed_objects": dict(equivalence.objects or {}),
        "counts": {part.value: counts.to_dict() for part, counts in review.counts.items()},
        "objects": [
            declaration_data(review.learned, review.reference, change) for change in diff.objects
        ],
        "changes": [_change(review, change) for part in diff.parts for change in part.changes],
    }


def _change(review: ProblemReview, change: Change) -> Json:
    return {
        "kind": change.kind.value,
        "part": change.part.value,
        "aspect": None if change.aspect is None else change.aspect.value,
        "learned": literal_data(review.learned, change.learned),
        "reference": literal_data(review.reference, change.reference),
    }
