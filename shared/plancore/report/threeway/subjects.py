"""What there is to judge where a domain is compared with what it was: the differences of now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from plancore.compare.actions import ActionDiff, Status
from plancore.compare.changes import ACTION, PARAMETERS, Change
from plancore.compare.declarations import DeclarationChange
from plancore.compare.three_way.domains import ThreeWayAction
from plancore.compare.three_way.items import Item
from plancore.report.domain.consequences import Consequences, ConsequencesByPlace
from plancore.report.domain.subjects import Subject
from plancore.report.reviewed.marks import Reviewed, mark_text

if TYPE_CHECKING:
    from plancore.report.threeway.review import ThreeWayReview


def subject_of(action: ThreeWayAction | None, item: Item) -> Subject | None:
    """The difference that makes an item wrong, as a review of two domains has it; None for what is
    right now. All that an action lacks or has too much as a whole is one difference."""
    if not item.outcome.is_wrong:
        return None
    now = None if action is None else action.now
    if now is not None and _is_alone(now):
        return Subject(now, ACTION)
    if now is not None and item.part in (ACTION, PARAMETERS):
        return Subject(now, PARAMETERS)
    if isinstance(item.change, Change | DeclarationChange):
        return Subject(now, item.part, item.change)
    return None


class Told:
    """What is said of items besides: what a reviewer did, and what they do to plans."""

    def __init__(self, review: ThreeWayReview, *, brief: bool = False) -> None:
        self._reviewed: Reviewed | None = review.reviewed
        self._by_place = ConsequencesByPlace(review.now.blame, brief=brief)

    def consequences(self, action: ThreeWayAction | None, item: Item) -> Consequences:
        """What an item does to plans; nothing where it is right, or no plans were judged."""
        subject = own_subject(action, item)
        if subject is None:
            return ()
        if isinstance(subject.change, Change | DeclarationChange):
            return self._by_place.of_change(subject.change)
        assert subject.action is not None, "only what is declared is of no action"
        is_whole = subject.part == ACTION
        of = self._by_place.of_action if is_whole else self._by_place.of_parameters
        return of(subject.action)

    def texts(self, action: ThreeWayAction | None, item: Item) -> Iterator[str]:
        """The mark of a reviewer, and the consequences in a few words."""
        subject = own_subject(action, item)
        if self._reviewed is not None and subject is not None:
            yield mark_text(self._reviewed.mark(subject.name))
        yield self.consequences_text(action, item)

    def numbers(self, action: ThreeWayAction | None) -> frozenset[int]:
        """The numbers of all differences of an action that plans were judged by."""
        now = None if action is None else action.now
        return frozenset() if now is None else self._by_place.numbers(now)

    def n_stopped(self, action: ThreeWayAction | None) -> int:
        """How many plans any of the differences of an action stops."""
        now = None if action is None else action.now
        return 0 if now is None else self._by_place.n_stopped(now)

    def consequences_text(self, action: ThreeWayAction | None, item: Item) -> str:
        """`stops 14 of 40 plans`; empty for nothing."""
        return self._by_place.text(self.consequences(action, item))


def own_subject(action: ThreeWayAction | None, item: Item) -> Subject | None:
    """The subject, but not once more for each literal of an action that is one difference."""
    subject = subject_of(action, item)
    is_repeated = subject is not None and subject.part == ACTION != item.part
    return None if is_repeated else subject


def _is_alone(action: ActionDiff) -> bool:
    return action.status in (Status.MISSING, Status.EXTRA)
