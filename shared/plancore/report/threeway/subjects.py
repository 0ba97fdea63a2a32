"""What there is to judge where a domain is compared with what it was: the differences of now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from plancore.compare.changes import ACTION, PARAMETERS
from plancore.compare.difference import Difference, DifferenceIndex
from plancore.compare.parameters import ParameterChange
from plancore.compare.three_way.domains import ThreeWayAction
from plancore.compare.three_way.items import Item
from plancore.report.domain.consequences import Consequences, ConsequencesByPlace
from plancore.report.reviewed.marks import Reviewed, mark_text, name_of

if TYPE_CHECKING:
    from plancore.report.threeway.review import ThreeWayReview


def difference_of(
    index: DifferenceIndex, action: ThreeWayAction | None, item: Item
) -> Difference | None:
    """The difference that makes an item wrong; None for what is right now. All that an action lacks
    or has too much as a whole is one difference."""
    if not item.outcome.is_wrong:
        return None
    now = None if action is None else action.now
    if now is not None and (found := index.of_action(now)):
        return found
    if now is not None and item.part == PARAMETERS:
        return index.of_parameters(now)
    return index.of_change(item.change)


class Told:
    """What is said of items besides: what a reviewer did, and what they do to plans."""

    def __init__(self, review: ThreeWayReview, *, brief: bool = False) -> None:
        self._reviewed: Reviewed | None = review.reviewed
        self.index = DifferenceIndex(review.now.differences)
        self._by_place = ConsequencesByPlace(review.now.blame, brief=brief)

    def consequences(self, action: ThreeWayAction | None, item: Item) -> Consequences:
        """What an item does to plans; nothing where it is right, or no plans were judged."""
        found = self.own_difference(action, item)
        now = None if action is None else action.now
        if found is None:
            return ()
        if found.part == ACTION and now is not None:
            of = self._by_place.of_parameters if now.is_other_kind else self._by_place.of_action
            return of(now)
        if found.part == PARAMETERS and now is not None:
            return self._by_place.of_parameters(now)
        change = item.change
        return self._by_place.of_change(None if isinstance(change, ParameterChange) else change)

    def texts(self, action: ThreeWayAction | None, item: Item) -> Iterator[str]:
        """The mark of a reviewer, and the consequences in a few words."""
        found = self.own_difference(action, item)
        if self._reviewed is not None and found is not None:
            yield mark_text(self._reviewed.mark(name_of(found)))
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

    def own_difference(self, action: ThreeWayAction | None, item: Item) -> Difference | None:
        """The difference, but not once more for each literal of an action that is one."""
        found = difference_of(self.index, action, item)
        is_repeated = found is not None and found.part == ACTION != item.part
        return None if is_repeated else found
