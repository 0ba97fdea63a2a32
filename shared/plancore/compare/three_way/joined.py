"""Joins two comparisons with one reference: of literals, of facts, and of steps.

An element of the reference is one item on all sides, together with what replaces it. But if a
literal or step replaces it in one learned file and the other file has that literal or step on its
own, both are separate items, so that nothing counts as repaired that is still there.
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

    By keys of the reference's elements: `references` are their texts, `at` the texts in the learned
    file, `instead` the keys of replacements, `wrong` how they are wrong otherwise, `missing` their
    changes. By keys of the learned file's elements: `extra` are the extra ones, which may be
    repeated, `surplus` their changes.
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
        """How an element of the reference is wrong; None if it is right."""
        wrong = self.wrong.get(key)
        if wrong is not None or (key in self.at and key not in self.instead):
            return wrong
        return "instead", self.instead.get(key)

    def apart_from(self, other: Side) -> list[_Key]:
        """The replaced elements whose replacement the other side has elsewhere."""
        theirs = {*other.extra, *other.instead.values()}
        return [
            key
            for key, ours in self.instead.items()
            if ours in theirs and other.instead.get(key) != ours
        ]

    def take_apart(self, keys: list[_Key]) -> None:
        """Split replaced elements: the replacements become extra, the elements missing."""
        for key in keys:
            self.extra.setdefault(self.instead.pop(key), []).append(self.at.pop(key))
        for several in self.extra.values():
            several.sort(key=lambda said: said.step or 0)


def joined(part: str, now: Side, before: Side) -> Iterator[Item]:
    """Yield the items of the reference, then those that only the learned files have."""
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
    """Yield the formulas of a part. A difference is None if neither the reference nor that learned
    file has the part."""
    return joined(part, _side(now, checkpoint), _side(before, checkpoint))


def _side(part: PartDiff | None, checkpoint: Checkpoint) -> Side:
    """Read the differences of one part.

    Elements of the reference are identified by their text, because a name mapping may change which
    ones count; extra ones by their meaning in the reference's names.
    """
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
            # Reserve its place among the extra ones, which it may have to join.
            side.extra[learned.key] = []
    return side


def _side_text(element: Element) -> SideText:
    return SideText(element.text, element.place)
