"""What the last change of a learned problem or plan did, as every format lists it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plancore.compare.difference import Difference, code_of
from plancore.compare.three_way.items import Outcome, Said
from plancore.report.change.review import ChangeReview, Entry
from plancore.report.change.words import kind_on, noun_of, remark_on, title_of
from plancore.report.plan.differences import failing as failing_now
from plancore.report.plan.review import PlanReview
from plancore.report.threeway.differences import severity_of
from plancore.report.threeway.words import subject


def differences(review: ChangeReview) -> Sequence[Difference]:
    """Each item that is wrong or was."""
    wrong = (each for each in review.entries if each.item.outcome is not Outcome.UNCHANGED)
    return [_difference(number, entry) for number, entry in enumerate(wrong)]


def failing(review: ChangeReview) -> Iterator[Difference]:
    """Why the learned plan is not valid now."""
    if isinstance(review.now, PlanReview):
        yield from failing_now(review.now)


def subjects(review: ChangeReview) -> Iterator[str]:
    """The parts that may differ."""
    yield from dict.fromkeys(title_of(part) for part, _ in review.groups)


def _difference(number: int, entry: Entry) -> Difference:
    item, kind = entry.item, kind_on(entry)
    ours, theirs, _ = entry.spots
    return Difference(
        number,
        code_of(kind, item.part),
        severity_of(item),
        kind,
        title_of(item.part),
        item.part,
        _text(item.learned),
        _text(item.reference),
        f"{noun_of(item.part)} {subject(item)} {remark_on(entry)}",
        learned_span=None if ours is None else ours.span,
        reference_span=None if theirs is None else theirs.span,
        outcome=item.outcome.value,
        before=_text(item.before),
    )


def _text(said: Said | None) -> str | None:
    return None if said is None else said.text
