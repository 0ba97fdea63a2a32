"""Two comparisons with one reference as one: of literals, of facts, and of steps.

What the reference has is one thing on all sides, with what stands in its place. But where another
literal or step stands in its place, and the other learned file has that one on its own, both are
things of their own, so that nothing counts as repaired that still stands there.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import zip_longest

from plancore.compare.changes import Change, PartDiff
from plancore.compare.three_way.items import Item, SideText, outcome_of
from plancore.formula.elements import Element
from plancore.stop import NEVER, Checkpoint

_Key = Hashable


class Side:
    """How a learned file differs from the reference in one part.

    By keys of what the reference has: `references` say what that is, `at` what the learned file has
    for it, `instead` the keys of what has taken its place, `wrong` how it is wrong otherwise. By
    keys of what the learned file has: what is `extra`, which may be there several times. `missing`
    and `surplus` are the changes of both.
    """

    def __init__(self) -> None:
        self.references: dict[_Key, SideText] = {}
        self.at: dict[_Key, SideText] = {}
        self.instead: dict[_Key, _Key] = {}
        self.wrong: dict[_Key, Hashable] = {}
        self.extra: dict[_Key, list[SideText]] = {}
        self.missing: dict[_Key, Change] = {}
        self.surplus: dict[_Key, Change] = {}

    def how_wrong(self, key: _Key) -> Hashable | None:
        """How what the reference has is wrong; None where it is right."""
        wrong = self.wrong.get(key)
        if wrong is not None or (key in self.at and key not in self.instead):
            return wrong
        return "instead", self.instead.get(key)

    def apart_from(self, other: Side) -> list[_Key]:
        """What the reference has and something stands in its place that the other side has, too,
        and neither where the reference has it nor in that place."""
        theirs = {*other.extra, *other.instead.values()}
        return [
            key
            for key, ours in self.instead.items()
            if ours in theirs and other.instead.get(key) != ours
        ]

    def take_apart(self, keys: list[_Key]) -> None:
        """Let what stands in their place be extra, and these missing."""
        for key in keys:
            self.extra.setdefault(self.instead.pop(key), []).append(self.at.pop(key))
        for several in self.extra.values():
            several.sort(key=lambda said: said.step or 0)


def joined(part: str, now: Side, before: Side) -> Iterator[Item]:
    """What the reference has, then what only the learned files have."""
    sides = now, before
    apart = now.apart_from(before), before.apart_from(now)
    for side, keys in zip(sides, apart, strict=True):
        side.take_apart(keys)
    for key, reference in (before.references | now.references).items():
        yield Item(
            part,
            outcome_of(before.how_wrong(key), now.how_wrong(key)),
            now.at.get(key),
            reference,
            before.at.get(key),
            now.missing.get(key),
        )
    for key in before.extra | now.extra:
        for was, ours in zip_longest(before.extra.get(key, ()), now.extra.get(key, ())):
            outcome = outcome_of(
                None if was is None else "extra", None if ours is None else "extra"
            )
            change = None if ours is None else now.surplus.get(key)
            yield Item(part, outcome, ours, None, was, change)


def literal_items(
    part: str, now: PartDiff | None, before: PartDiff | None, checkpoint: Checkpoint = NEVER
) -> Iterator[Item]:
    """The formulas of a part. A difference is None where neither the reference nor that learned
    file has the part."""
    return joined(part, _side(now, checkpoint), _side(before, checkpoint))


def _side(part: PartDiff | None, checkpoint: Checkpoint) -> Side:
    """What the reference says is told by its text, for pairs of names may change what counts of it;
    what is extra by what it means in the reference's words."""
    side = Side()
    if part is None:
        return side
    for pair in part.equal:
        checkpoint()
        reference = _side_text(pair.reference)
        side.references[reference.text], side.at[reference.text] = (
            reference,
            _side_text(pair.learned),
        )
    missing = map(_side_text, part.missing)
    side.references |= {reference.text: reference for reference in missing}
    side.extra = {element.key: [_side_text(element)] for element in part.extra}
    for change in part.changes:
        learned, key = change.learned, None if change.reference is None else change.reference.text
        if key is not None:
            side.missing[key] = change
        if learned is not None:
            side.surplus[learned.key] = change
        if learned is not None and key is not None:
            side.instead[key], side.at[key] = learned.key, _side_text(learned)
            # It keeps its place among the extra ones, where it may have to be one.
            side.extra[learned.key] = []
    return side


def _side_text(element: Element) -> SideText:
    return SideText(element.text, element.place)
