"""What the last change of a learned problem or plan did, as plain data for JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from msgspec import UNSET, UnsetType

from plancore.compare.three_way.items import Outcome
from plancore.report.change.review import ChangeReview
from plancore.report.headline import plain_headlines
from plancore.report.kept import limits_data
from plancore.report.records import FileRecord, NoteRecord, Record, Share, noted
from plancore.report.registry import PLANDIFF
from plancore.report.threeway.data import (
    ItemRecord,
    OutcomeCountsRecord,
    WrongRecord,
    item_record,
    outcome_counts,
    rows_with_outcomes,
)
from plancore.report.threeway.review import counted
from plancore.simulate.trace import Verdict

DOCUMENT: Final = PLANDIFF


class FiguresRecord(Record):
    before: dict[str, Share | None]
    now: dict[str, Share | None]


class VerdictsRecord(Record):
    before: Verdict
    now: Verdict


class ChangeReviewRecord(Record, kw_only=True, tag_field="kind", tag="change"):
    """Counts before ratios; `docs/reference/json.md` says what each field means."""

    of: Literal["problem", "plan"]
    learned: FileRecord
    reference: FileRecord
    before: FileRecord
    same: bool
    limits: dict[str, float] | UnsetType = UNSET
    below: list[str] | UnsetType = UNSET
    notes: list[NoteRecord]
    counts: OutcomeCountsRecord
    wrong: WrongRecord
    figures: FiguresRecord
    verdict: VerdictsRecord | None
    items: list[ItemRecord]


def data(review: ChangeReview) -> ChangeReviewRecord:
    """The record of a review: the items that are wrong or were."""
    verdicts = review.verdicts
    return ChangeReviewRecord.made_from(
        limits_data(review),
        of=review.now.kind,
        learned=FileRecord(review.learned.name),
        reference=FileRecord(review.reference.name),
        before=FileRecord(review.before.learned.name),
        same=review.is_same,
        notes=noted(review.notes),
        counts=outcome_counts(counted(review)),
        wrong=WrongRecord(review.n_wrong_before, review.n_wrong_now),
        figures=FiguresRecord(plain_headlines(review.before), plain_headlines(review.now)),
        verdict=None if verdicts is None else VerdictsRecord.made_from(verdicts),
        items=[
            item_record(entry.item, *(spot and spot.where for spot in entry.spots))
            for entry in review.entries
            if entry.item.outcome is not Outcome.UNCHANGED
        ],
    )


def rows(review: ChangeReview) -> Iterator[Sequence[object]]:
    """A table of what became of each item, its columns named in the first row."""
    return rows_with_outcomes(review)
