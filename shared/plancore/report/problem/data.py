"""The comparison of two problems as plain data for JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from plancore.jsonable import Json
from plancore.model.problem import Problem
from plancore.report.domain.data import change_data, declaration_data
from plancore.report.kept import limits_data
from plancore.report.problem.review import ProblemReview
from plancore.report.registry import PLANDIFF
from plancore.report.review_findings import finding_rows
from plancore.snapshot import FileSnapshot

DOCUMENT: Final = PLANDIFF


def data(review: ProblemReview) -> Json:
    """The comparison, counts before ratios. `docs/reference/json.md` says what each field means."""
    diff, equivalence = review.diff, review.equivalence
    return {
        "kind": "problem",
        "learned": _file(review.learned, diff.learned),
        "reference": _file(review.reference, diff.reference),
        "same": review.is_same,
        **limits_data(review),
        "notes": [note.to_dict() for note in review.notes],
        "same_but_for_objects": equivalence.holds,
        "renamed_objects": dict(equivalence.objects or {}),
        "counts": {part.value: counts.to_dict() for part, counts in review.counts.items()},
        "objects": [declaration_data(review, change) for change in diff.objects],
        "changes": [change_data(review, change) for part in diff.parts for change in part.changes],
    }


def rows(review: ProblemReview) -> Iterator[Sequence[object]]:
    """A row for each finding, in the order of the review."""
    return finding_rows(review)


def _file(file: FileSnapshot, problem: Problem) -> Json:
    return {"file": file.name, "name": problem.name, "domain": problem.domain_name}
