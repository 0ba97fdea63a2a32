"""The JSON data of a review of two files that are neither PDDL nor plans."""

from __future__ import annotations

from typing import Final, Literal

from plancore.report.differences import entries_of, entry_rows
from plancore.report.records import FileRecord, NoteRecord, Record, WhereRecord, at, noted
from plancore.report.registry import PLANDIFF
from plancore.report.text.document import TextReview

DOCUMENT: Final = PLANDIFF
rows = entry_rows
"""A row for each line that differs, in the order of the review."""


class LineChangeRecord(Record):
    """A different line; null for a side without it."""

    kind: Literal["missing", "extra", "changed"]
    learned: str | None
    reference: str | None
    where: WhereRecord | None
    reference_where: WhereRecord | None


class TextReviewRecord(Record, tag_field="kind", tag="text"):
    """A comparison of two texts; `docs/reference/json.md` describes the fields."""

    learned: FileRecord
    reference: FileRecord
    same: bool
    binary: bool
    notes: list[NoteRecord]
    changes: list[LineChangeRecord]


def data(review: TextReview) -> TextReviewRecord:
    """The record of a review."""
    differences = [entry for entry in entries_of(review) if entry.is_difference]
    return TextReviewRecord(
        learned=FileRecord(review.learned.name),
        reference=FileRecord(review.reference.name),
        same=review.is_same,
        binary=review.is_binary,
        notes=noted(review.notes),
        changes=[
            LineChangeRecord.made_from(
                entry.difference,
                where=None if pair.learned is None else at(entry.where),
                reference_where=entry.reference_where and at(entry.reference_where),
            )
            for entry, pair in zip(differences, review.differing, strict=False)
        ],
    )
