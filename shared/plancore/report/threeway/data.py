"""The JSON data of a review of a change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import UNSET, UnsetType

from plancore.compare.three_way.items import Item, Outcome
from plancore.metrics.support.confusion import as_text
from plancore.report.differences import entries_of, entry_rows
from plancore.report.domain.data import AlignedRecord, ExactMeanRecord, said_of
from plancore.report.domain.review import DomainReview
from plancore.report.domain.words import basis_data
from plancore.report.headline import plain_headlines
from plancore.report.limits import limits_data
from plancore.report.records import (
    ConfusionRecord,
    Count,
    DomainFileRecord,
    FileRecord,
    NoteRecord,
    Record,
    Share,
    TextRecord,
    at,
    noted,
)
from plancore.report.registry import PLANDIFF
from plancore.report.reviewed.document import ReviewedRecord
from plancore.report.threeway.messages import counted
from plancore.report.threeway.review import AnyReview, ChangeReview, PlansThen, ThreeWayReview
from plancore.simulate.trace import Verdict

DOCUMENT: Final = PLANDIFF

OutcomeKey: TypeAlias = Literal["repaired", "broken", "still_wrong", "otherwise_wrong"]


class ItemRecord(Record):
    """An item that is or was wrong, with its text on each side; null for a side without it."""

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
    """The number of wrong items before the change and now."""

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
    """The effect of a change of a learned domain; `docs/reference/json.md` describes the fields."""

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


class FiguresRecord(Record):
    before: dict[str, Share | None]
    now: dict[str, Share | None]


class VerdictsRecord(Record):
    before: Verdict
    now: Verdict


class ChangeReviewRecord(Record, kw_only=True, tag_field="kind", tag="change"):
    """The effect of a change of a learned problem or plan; `docs/reference/json.md` describes the
    fields."""

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


def data(review: AnyReview) -> ThreeWayRecord | ChangeReviewRecord:
    """The record of a review: the items that are or were wrong."""
    return _of_domains(review) if review.kind == "threeway" else _of_others(review)


def _of_domains(review: ThreeWayReview) -> ThreeWayRecord:
    before, now = review.literals
    actions: dict[str, list[ItemRecord]] = {}
    declarations: list[ItemRecord] = []
    for each in review.differences:
        if each.item is not None:
            is_declared = each.subject == f":{each.part}"
            of = declarations if is_declared else actions.setdefault(each.subject, [])
            of.append(_item(review, each.item))
    return ThreeWayRecord.made_from(
        basis_data(review.diff) | limits_data(review),
        learned=_file(review.now),
        reference=DomainFileRecord(review.reference.name, review.diff.reference.name),
        before=_file(review.before),
        same=review.is_same,
        notes=noted(review.notes),
        counts=_counts(review),
        wrong=WrongRecord(review.n_wrong_before, review.n_wrong_now),
        literals=ThenAndNowRecord(
            ConfusionRecord.made_from(before.to_dict()), ConfusionRecord.made_from(now.to_dict())
        ),
        similarity=SimilarityThenRecord(_similarity(review.before), _similarity(review.now)),
        reviewed=said_of(review.reviewed),
        plans=None if review.plans is None else _plans(review.plans),
        actions=actions,
        declarations=declarations,
    )


def _of_others(review: ChangeReview) -> ChangeReviewRecord:
    verdicts = review.verdicts
    learned, reference, before = (FileRecord(file.name) for file in review.files)
    items = (each.item for each in review.differences)
    return ChangeReviewRecord.made_from(
        limits_data(review),
        of=review.now.kind,
        learned=learned,
        reference=reference,
        before=before,
        same=review.is_same,
        notes=noted(review.notes),
        counts=_counts(review),
        wrong=WrongRecord(review.n_wrong_before, review.n_wrong_now),
        figures=FiguresRecord(plain_headlines(review.before), plain_headlines(review.now)),
        verdict=None if verdicts is None else VerdictsRecord.made_from(verdicts),
        items=[_item(review, item) for item in items if item is not None],
    )


def rows(review: AnyReview) -> Iterator[Sequence[object]]:
    """A table of the outcomes of differences, with the texts before and column names."""
    names, *others = entry_rows(review)
    yield "outcome", *names, "before"
    for row, entry in zip(others, entries_of(review), strict=True):
        yield entry.difference.outcome, *row, entry.difference.before


def _item(review: AnyReview, item: Item) -> ItemRecord:
    learned, reference, before = (
        None if said is None else TextRecord(said.text, at(place))
        for said, place in zip(item.sides, review.places(item), strict=True)
    )
    return ItemRecord.made_from(
        item, outcome=_key(item.outcome), learned=learned, reference=reference, before=before
    )


def _counts(review: AnyReview) -> OutcomeCountsRecord:
    """The number of items by outcome."""
    numbers = {_key(outcome): number for outcome, number in counted(review)}
    return OutcomeCountsRecord.made_from(numbers)


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
