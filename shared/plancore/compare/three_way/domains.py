"""What the last change of a learned domain did: repaired, broken, or left wrong.

There are two comparisons with one reference: of the learned domain as it is **now**, and as it
was **before**. An item is one thing that a domain says or lacks: an action as a whole, a parameter,
the order of the parameters, a literal, a declaration. It is wrong where it differs from the
reference, so

    repaired + still wrong + otherwise wrong = wrong before
    broken   + still wrong + otherwise wrong = wrong now

Items are told apart by what they mean in the reference's words. A literal that stands in the place
of one of the reference's is one item with it, as in a comparison; but where it stands on its own
on the other side, both are items of their own, so that nothing counts as repaired that still stands
there. An action that one side lacked and still lacks is one item; where it came or went, each of
its literals is one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from plancore.compare.actions import ActionDiff, Status
from plancore.compare.domains import DomainDiff
from plancore.compare.three_way.declarations import declaration_items
from plancore.compare.three_way.items import Item, Outcome
from plancore.compare.three_way.literals import literal_items
from plancore.compare.three_way.signatures import as_a_whole, signature_items, whole_item
from plancore.model.record import record


@record
class ThreeWayAction:
    """One action, by the reference's name or that of an extra one. The differences are None where
    neither the reference nor that learned domain has it."""

    name: str
    now: ActionDiff | None
    before: ActionDiff | None
    items: tuple[Item, ...]


@record
class ThreeWay:
    """The actions of the reference in its order, then those that only a learned domain has or had,
    and the declarations that are wrong or were."""

    now: DomainDiff
    before: DomainDiff
    actions: tuple[ThreeWayAction, ...]
    declarations: tuple[Item, ...]

    def items(self) -> Iterator[Item]:
        """All of them."""
        for action in self.actions:
            yield from action.items
        yield from self.declarations

    @property
    def counts(self) -> Counter[Outcome]:
        """How many items there are of each outcome."""
        return Counter(item.outcome for item in self.items())


def compare_three_way(now: DomainDiff, before: DomainDiff) -> ThreeWay:
    """Two comparisons with the same reference as one."""
    ours, old = _by_name(now), _by_name(before)
    actions = [
        _compare_actions(name, ours.get(key), old.get(key))
        for key in dict.fromkeys((*ours, *old))
        for name in (key[1],)
    ]
    actions.sort(key=lambda action: _is_extra(action.now or action.before))
    return ThreeWay(now, before, tuple(actions), tuple(declaration_items(now, before)))


def _by_name(diff: DomainDiff) -> dict[tuple[bool, str], ActionDiff]:
    return {(_is_extra(action), action.name): action.shown for action in diff.actions}


def _is_extra(action: ActionDiff | None) -> bool:
    return action is not None and action.status is Status.EXTRA


def _compare_actions(
    name: str, now: ActionDiff | None, before: ActionDiff | None
) -> ThreeWayAction:
    whole = whole_item(now, before)
    items = [] if whole is None else [whole]
    absent = (Status.MISSING, Status.EXTRA)
    if whole is None or whole.outcome is not Outcome.STILL_WRONG or as_a_whole(now) not in absent:
        items += signature_items(now, before)
        diff = now or before
        assert diff is not None, "an action of one of the comparisons"
        for number, part in enumerate(diff.parts):
            parts = (None if side is None else side.parts[number] for side in (now, before))
            items += literal_items(part.part, *parts)
    return ThreeWayAction(name, now, before, tuple(items))
