"""What the last change of a learned problem or plan did, as plain data for JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from plancore.compare.three_way.items import Outcome, Said
from plancore.jsonable import Json
from plancore.report.change.review import ChangeReview, Entry
from plancore.report.headline import plain_headlines
from plancore.report.kept import limits_data
from plancore.report.registry import PLANDIFF
from plancore.report.review_findings import Spot, findings_of
from plancore.report.threeway.data import outcome_key, rows_with_outcomes
from plancore.report.threeway.review import counted

DOCUMENT: Final = PLANDIFF


def data(review: ChangeReview) -> Json:
    """The items that are wrong or were, counts before ratios. `docs/reference/json.md` says what
    each field means."""
    return {
        "kind": review.kind,
        "of": review.now.kind,
        "learned": {"file": review.learned.name},
        "reference": {"file": review.reference.name},
        "before": {"file": review.before.learned.name},
        "same": review.is_same,
        **limits_data(review),
        "notes": [note.to_dict() for note in review.notes],
        "counts": {outcome_key(outcome): number for outcome, number in counted(review)},
        "wrong": {"before": review.n_wrong_before, "now": review.n_wrong_now},
        "figures": {
            "before": plain_headlines(review.before),
            "now": plain_headlines(review.now),
        },
        "verdict": None if review.verdicts is None else review.verdicts._asdict(),
        "items": [
            _entry(entry) for entry in review.entries if entry.item.outcome is not Outcome.UNCHANGED
        ],
    }


def rows(review: ChangeReview) -> Iterator[Sequence[object]]:
    """A table of what became of each item, its columns named in the first row."""
    return rows_with_outcomes(review, findings_of(review))


def _entry(entry: Entry) -> Json:
    item = entry.item
    sides = ("learned", item.learned), ("reference", item.reference), ("before", item.before)
    return {
        "part": item.part,
        "outcome": outcome_key(item.outcome),
        **{side: _said(said, spot) for (side, said), spot in zip(sides, entry.spots, strict=True)},
    }


def _said(said: Said | None, spot: Spot | None) -> Json | None:
    if said is None:
        return None
    return {"text": said.text, "where": None if spot is None else spot.where.to_dict()}
