"""Two files that are neither PDDL nor plans as plain data for JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from plancore.jsonable import Json
from plancore.report.registry import PLANDIFF
from plancore.report.review_findings import finding_rows, findings_of
from plancore.report.text.review import TextReview

DOCUMENT: Final = PLANDIFF


def data(review: TextReview) -> Json:
    """The lines that differ. `docs/reference/json.md` says what each field means."""
    return {
        "kind": review.kind,
        "learned": {"file": review.learned.name},
        "reference": {"file": review.reference.name},
        "same": review.is_same,
        "binary": review.is_binary,
        "notes": [note.to_dict() for note in review.notes],
        "changes": [
            {
                "kind": finding.kind,
                "learned": finding.learned,
                "reference": finding.reference,
                "where": None if pair.learned is None else finding.spot.where.to_dict(),
                "reference_where": None
                if finding.counterpart is None
                else finding.counterpart.where.to_dict(),
            }
            for finding, pair in zip(findings_of(review), review.differing, strict=False)
        ],
    }


def rows(review: TextReview) -> Iterator[Sequence[object]]:
    """A row for each line that differs, in the order of the review."""
    return finding_rows(review)
