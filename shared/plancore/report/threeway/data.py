"""What the last change of a learned domain did, as plain data for JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from plancore.compare.three_way.items import Item, Outcome, Said
from plancore.jsonable import Json
from plancore.metrics.support.confusion import as_text
from plancore.report.domain.basis import basis_data
from plancore.report.domain.data import said_of
from plancore.report.domain.review import DomainReview
from plancore.report.kept import limits_data
from plancore.report.places import Where
from plancore.report.registry import PLANDIFF
from plancore.report.review_findings import ReviewFinding, finding_rows, findings_of
from plancore.report.threeway.review import PlansThen, ThreeWayReview, counted

if TYPE_CHECKING:
    from plancore.report.review import Review

DOCUMENT: Final = PLANDIFF


def data(review: ThreeWayReview) -> Json:
    """The review, counts before ratios. `docs/reference/json.md` says what each field means."""
    before, now = review.literals
    return {
        "kind": review.kind,
        "learned": _file(review.now),
        "reference": {
            "file": review.reference.name,
            "name": review.diff.reference.name,
        },
        "before": _file(review.before),
        "same": review.is_same,
        **basis_data(review.diff),
        **limits_data(review),
        "notes": [note.to_dict() for note in review.notes],
        "counts": {outcome_key(outcome): number for outcome, number in counted(review)},
        "wrong": {"before": review.n_wrong_before, "now": review.n_wrong_now},
        "literals": {"before": before.to_dict(), "now": now.to_dict()},
        "similarity": {"before": _similarity(review.before), "now": _similarity(review.now)},
        "reviewed": said_of(review.reviewed),
        "plans": None if review.plans is None else _plans(review.plans),
        "actions": {
            action.name: items
            for action in review.result.actions
            for items in (_items(review, action.items),)
            if items
        },
        "declarations": _items(review, review.result.declarations),
    }


def rows(review: ThreeWayReview) -> Iterator[Sequence[object]]:
    """A table of what became of each item, its columns named in the first row."""
    return rows_with_outcomes(review, findings_of(review))


def rows_with_outcomes(
    review: Review, findings: Sequence[ReviewFinding]
) -> Iterator[Sequence[object]]:
    """The table of the `findings` of a review, with what became of each and what was before."""
    names, *others = finding_rows(review)
    yield "outcome", *names, "before"
    for row, finding in zip(others, findings, strict=True):
        yield finding.outcome, *row, finding.before


def _items(review: ThreeWayReview, items: Iterable[Item]) -> list[Json]:
    """Those that are wrong or were."""
    return [_item(review, item) for item in items if item.outcome is not Outcome.UNCHANGED]


def _item(review: ThreeWayReview, item: Item) -> Json:
    sides = {"learned": item.learned, "reference": item.reference, "before": item.before}
    places = review.places(**sides)
    return {
        "part": item.part,
        "outcome": outcome_key(item.outcome),
        **{
            side: _said(said, place)
            for (side, said), place in zip(sides.items(), places, strict=True)
        },
    }


def _said(said: Said | None, place: Where | None) -> Json | None:
    if said is None:
        return None
    return {"text": said.text, "where": None if place is None else place.to_dict()}


def outcome_key(outcome: Outcome) -> str:
    """`still_wrong`."""
    return outcome.value.replace(" ", "_")


def _similarity(review: DomainReview) -> Json:
    mean = review.similarity.mean_over_reference
    return mean.to_dict() | {"exact": as_text(mean.value)}


def _plans(plans: PlansThen) -> Json:
    return {
        "judged": plans.n_judged,
        "valid_now": list(plans.valid_now),
        "valid_no_more": list(plans.valid_no_more),
    }


def _file(review: DomainReview) -> Json:
    return {"file": review.learned.name, "name": review.diff.learned.name}
