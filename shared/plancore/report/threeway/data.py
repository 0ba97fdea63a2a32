"""What the last change of a learned domain did, as plain data for JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from msgspec import UNSET, UnsetType

from plancore.compare.three_way.items import Item, Outcome, Said
from plancore.metrics.support.confusion import as_text
from plancore.report.differences import entries_of, entry_rows
from plancore.report.domain.basis import basis_data
from plancore.report.domain.data import AlignedRecord, ExactMeanRecord, said_of
from plancore.report.domain.review import DomainReview
from plancore.report.kept import limits_data
from plancore.report.places import Where
from plancore.report.records import (
    ConfusionRecord,
    Count,
    DomainFileRecord,
    NoteRecord,
    Record,
    TextRecord,
    at,
    noted,
)
from plancore.report.registry import PLANDIFF
from plancore.report.reviewed.document import ReviewedRecord
from plancore.report.threeway.review import PlansThen, ThreeWayReview, counted

if TYPE_CHECKING:
    from plancore.report.review import Review

DOCUMENT: Final = PLANDIFF

OutcomeKey: TypeAlias = Literal["repaired", "broken", "still_wrong", "otherwise_wrong"]


class ItemRecord(Record):
    """What is wrong or was, and what each side says; null where it says nothing."""

    part: str
    outcome: OutcomeKey
    learned: TextRecord | None
    reference: TextRecord | None
    before: TextRecord | None


class OutcomeCountsRecord(Record):
    repaired: Count
    broken: Count
    still_wrong: Count
    otherwise_wrong: Count


class WrongRecord(Record):
    """How many items were wrong, and are."""

    before: Count
    now: Count


class ThenAndNowRecord(Record):
    before: ConfusionRecord
    now: ConfusionRecord


class SimilarityThenRecord(Record):
    before: ExactMeanRecord
    now: ExactMeanRecord


class PlansThenRecord(Record):
    judged: Count
    valid_now: list[str]
    valid_no_more: list[str]


class ThreeWayRecord(Record, kw_only=True, tag_field="kind", tag="threeway"):
    """Counts before ratios; `docs/reference/json.md` says what each field means."""

    learned: DomainFileRecord
    reference: DomainFileRecord
    before: DomainFileRecord
    same: bool
    basis: Literal["by name", "aligned"]
    names_apart: bool
    alignment: AlignedRecord | None
    limits: dict[str, float] | UnsetType = UNSET
    below: list[str] | UnsetType = UNSET
    notes: list[NoteRecord]
    counts: OutcomeCountsRecord
    wrong: WrongRecord
    literals: ThenAndNowRecord
    similarity: SimilarityThenRecord
    reviewed: ReviewedRecord | None
    plans: PlansThenRecord | None
    actions: dict[str, list[ItemRecord]]
    declarations: list[ItemRecord]


def data(review: ThreeWayReview) -> ThreeWayRecord:
    """The record of a review."""
    before, now = review.literals
    actions = {action.name: _items(review, action.items) for action in review.result.actions}
    return ThreeWayRecord.made_from(
        basis_data(review.diff) | limits_data(review),
        learned=_file(review.now),
        reference=DomainFileRecord(review.reference.name, review.diff.reference.name),
        before=_file(review.before),
        same=review.is_same,
        notes=noted(review.notes),
        counts=outcome_counts(counted(review)),
        wrong=WrongRecord(review.n_wrong_before, review.n_wrong_now),
        literals=ThenAndNowRecord(
            ConfusionRecord.made_from(before.to_dict()), ConfusionRecord.made_from(now.to_dict())
        ),
        similarity=SimilarityThenRecord(_similarity(review.before), _similarity(review.now)),
        reviewed=said_of(review.reviewed),
        plans=None if review.plans is None else _plans(review.plans),
        actions={name: items for name, items in actions.items() if items},
        declarations=_items(review, review.result.declarations),
    )


def rows(review: ThreeWayReview) -> Iterator[Sequence[object]]:
    """A table of what became of each item, its columns named in the first row."""
    return rows_with_outcomes(review)


def rows_with_outcomes(review: Review) -> Iterator[Sequence[object]]:
    """The table of a review, with what became of each difference and what was before."""
    names, *others = entry_rows(review)
    yield "outcome", *names, "before"
    for row, entry in zip(others, entries_of(review), strict=True):
        yield entry.difference.outcome, *row, entry.difference.before


def item_record(
    item: Item, learned: Where | None, reference: Where | None, before: Where | None
) -> ItemRecord:
    """The record of an item with the places of its sides."""
    return ItemRecord.made_from(
        item,
        outcome=_key(item.outcome),
        learned=_said(item.learned, learned),
        reference=_said(item.reference, reference),
        before=_said(item.before, before),
    )


def outcome_counts(counts: Iterable[tuple[Outcome, int]]) -> OutcomeCountsRecord:
    """How many items there are of each outcome."""
    return OutcomeCountsRecord.made_from({_key(outcome): number for outcome, number in counts})


def _items(review: ThreeWayReview, items: Iterable[Item]) -> list[ItemRecord]:
    """Those that are wrong or were."""
    return [
        item_record(
            item,
            *review.places(learned=item.learned, reference=item.reference, before=item.before),
        )
        for item in items
        if item.outcome is not Outcome.UNCHANGED
    ]


def _said(said: Said | None, place: Where | None) -> TextRecord | None:
    return None if said is None else TextRecord(said.text, at(place))


def _key(outcome: Outcome) -> str:
    """`still_wrong`."""
    return outcome.value.replace(" ", "_")


def _similarity(review: DomainReview) -> ExactMeanRecord:
    mean = review.similarity.mean_over_reference
    return ExactMeanRecord.made_from(mean.to_dict(), exact=as_text(mean.value))


def _plans(plans: PlansThen) -> PlansThenRecord:
    return PlansThenRecord(plans.n_judged, list(plans.valid_now), list(plans.valid_no_more))


def _file(review: DomainReview) -> DomainFileRecord:
    return DomainFileRecord(review.learned.name, review.diff.learned.name)
