"""What the last change of a learned problem or plan did, one by one, as every format lists it."""

from __future__ import annotations

from collections.abc import Iterator

from plancore.compare.three_way.items import Outcome, Said
from plancore.report.change.review import ChangeReview, Entry
from plancore.report.change.words import kind_on, noun_of, remark_on, title_of
from plancore.report.plan.findings import differences as of_plans
from plancore.report.plan.review import PlanReview
from plancore.report.review_findings import ReviewFinding, Spot
from plancore.report.threeway.findings import severity_of
from plancore.report.threeway.words import subject
from plancore.source import Span


def differences(review: ChangeReview) -> Iterator[ReviewFinding]:
    """A learned plan that is not valid, then each item that is wrong or was.

    What is broken is an error; what was repaired is information.
    """
    if isinstance(review.now, PlanReview):
        yield from (found for found in of_plans(review.now) if found.kind == "failing")
    for entry in review.entries:
        if entry.item.outcome is not Outcome.UNCHANGED:
            yield _finding(review, entry)


def subjects(review: ChangeReview) -> Iterator[str]:
    """The parts that may differ."""
    yield from dict.fromkeys(title_of(part) for part, _ in review.groups)


def _finding(review: ChangeReview, entry: Entry) -> ReviewFinding:
    item = entry.item
    kind, noun = kind_on(entry), noun_of(item.part)
    ours, theirs, _ = entry.spots
    return ReviewFinding(
        f"{kind}-{noun}",
        severity_of(item),
        kind,
        title_of(item.part),
        noun,
        _text(item.learned),
        _text(item.reference),
        f"{noun} {subject(item)} {remark_on(entry)}",
        ours or Spot(review.learned, Span(0, 0)),
        theirs,
        outcome=item.outcome.value,
        before=_text(item.before),
    )


def _text(said: Said | None) -> str | None:
    return None if said is None else said.text
