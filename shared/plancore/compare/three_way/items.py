"""Items of a three-way comparison: one thing of a model or plan, as it was before and is now.

Two comparisons with one reference are joined. An element of the reference is one item on all sides,
together with what replaces it. But if a literal or step replaces it in one learned file and the
other file has that literal or step on its own, both are separate items, so that nothing counts as
repaired that is still there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from enum import StrEnum
from itertools import zip_longest
from typing import NamedTuple

from plancore.compare.actions import ActionDiff
from plancore.compare.changes import Change, ChangeKind, PartDiff
from plancore.compare.declarations import DeclarationChange
from plancore.compare.parameters import ParameterChange
from plancore.formula.elements import Element
from plancore.model.domain import Action
from plancore.model.record import record
from plancore.source import Span
from plancore.stop import NEVER, Checkpoint
from plancore.syntax.nodes import Place


class Outcome(StrEnum):
    """The outcome of the last change of the learned file for an item."""

    REPAIRED = "repaired"
    BROKEN = "broken"
    STILL_WRONG = "still wrong"
    OTHERWISE_WRONG = "otherwise wrong"
    """Changed, and still wrong."""
    UNCHANGED = "unchanged"
    """Right before, and right now."""

    @property
    def is_wrong(self) -> bool:
        """Whether it is wrong now."""
        return self in (Outcome.BROKEN, Outcome.STILL_WRONG, Outcome.OTHERWISE_WRONG)

    @property
    def was_wrong(self) -> bool:
        """Whether it was wrong before."""
        return self in (Outcome.REPAIRED, Outcome.STILL_WRONG, Outcome.OTHERWISE_WRONG)


def outcome_of(before: Hashable | None, now: Hashable | None) -> Outcome:
    """The outcome for an item that was wrong in one way and now is in another; None means right."""
    if before is None:
        return Outcome.UNCHANGED if now is None else Outcome.BROKEN
    if now is None:
        return Outcome.REPAIRED
    return Outcome.STILL_WRONG if before == now else Outcome.OTHERWISE_WRONG


class SideText(NamedTuple):
    """The text on one side, with its place in a form, or the span and number (from 0) of a step."""

    text: str
    place: Place | None = None
    span: Span | None = None
    step: int | None = None


@record
class Item:
    """One thing on three sides; None for a side that lacks it.

    `part` is a part of an action (`precondition`, `effect`, `duration`), `action` for the whole
    action, `parameters`, the section of a declaration, a part of a problem, or `step`. `change` is
    the difference that makes it wrong now; None for a right item, a whole action, an order, and
    steps. A step may be wrong only in its time, now (`is_retimed`) or before (`was_retimed`).
    """

    part: str
    outcome: Outcome
    learned: SideText | None
    reference: SideText | None
    before: SideText | None
    change: Change | ParameterChange | DeclarationChange | None = None
    is_retimed: bool = False
    was_retimed: bool = False

    @property
    def sides(self) -> tuple[SideText | None, SideText | None, SideText | None]:
        """The texts in the learned file, in the reference, and in the learned file before."""
        return self.learned, self.reference, self.before

    @property
    def subject(self) -> str:
        """The text that identifies it: the reference's, or else a learned file's."""
        said = self.reference or self.learned or self.before
        assert said is not None, "some side says it"
        return said.text

    @property
    def remark(self) -> str:
        """The outcome with details: `broken: now missing`; empty if it is and was right."""
        return f"{self.outcome.value}: {self.how}" if self.how else ""

    @property
    def how(self) -> str:
        """How it is or was wrong: `was missing`; empty if it is and was right."""
        match self.outcome:
            case Outcome.REPAIRED:
                return f"was {self._was}"
            case Outcome.BROKEN:
                return f"now {self._now}"
            case Outcome.STILL_WRONG:
                return self._now
            case Outcome.OTHERWISE_WRONG:
                return f"was {self._was}, now {self._now}"
            case Outcome.UNCHANGED:
                return ""

    @property
    def kind(self) -> str:
        """The kind of its difference; a step may also be `moved` or `retimed`."""
        said, is_retimed = self.learned, self.is_retimed
        if self.outcome is Outcome.REPAIRED:
            said, is_retimed = self.before, self.was_retimed
        if said is None:
            return ChangeKind.MISSING.value
        if self.reference is None:
            return ChangeKind.EXTRA.value
        if said.step is None or said.text != self.reference.text:
            return ChangeKind.CHANGED.value
        return "retimed" if is_retimed else "moved"

    @property
    def _now(self) -> str:
        return _state(self.learned, self.reference, is_retimed=self.is_retimed)

    @property
    def _was(self) -> str:
        return _state(self.before, self.reference, is_retimed=self.was_retimed)


def _state(said: SideText | None, reference: SideText | None, *, is_retimed: bool) -> str:
    """How an item is wrong: its text, unless it is the same step elsewhere."""
    if said is None:
        return "missing"
    if reference is None:
        return "extra"
    if said.step is None or said.text != reference.text:
        return said.text
    return "at another time" if is_retimed else "elsewhere"


@record
class Group:
    """The items under one name: of an action, of all declarations, or of a part. An action has its
    reference name, or that of an extra one. `now` and `before` are None if neither the reference
    nor that version of the learned domain has the action."""

    name: str
    items: tuple[Item, ...]
    now: ActionDiff | None = None
    before: ActionDiff | None = None

    @property
    def learned(self) -> Action | None:
        """The action in the current learned domain."""
        return None if self.now is None else self.now.learned

    @property
    def reference(self) -> Action | None:
        """The action in the reference."""
        either = self.now or self.before
        return None if either is None else either.reference

    @property
    def was(self) -> Action | None:
        """The action in the learned domain before."""
        return None if self.before is None else self.before.learned

    @property
    def is_action(self) -> bool:
        """Whether the items are those of an action."""
        return (self.now or self.before) is not None

    @property
    def is_unchanged(self) -> bool:
        """Whether nothing is or was wrong."""
        return all(item.outcome is Outcome.UNCHANGED for item in self.items)

    @property
    def n_wrong(self) -> int:
        """The number of items that are wrong."""
        return sum(item.outcome.is_wrong for item in self.items)

    @property
    def n_wrong_before(self) -> int:
        """The number of items that were wrong."""
        return sum(item.outcome.was_wrong for item in self.items)


DECLARATIONS = "declarations"
"""The name of the group of declarations."""


@record
class ThreeWay:
    """The groups of a three-way comparison. Of domains: the actions of the reference in its order,
    then extra ones, then the declarations that are or were wrong. Of problems their parts, of plans
    their steps."""

    groups: tuple[Group, ...]

    def items(self) -> Iterator[Item]:
        """Yield the items of all groups."""
        for group in self.groups:
            yield from group.items

    @property
    def counts(self) -> Counter[Outcome]:
        """The number of items of each outcome."""
        return Counter(item.outcome for item in self.items())


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
    """Yield the formulas of a part. A difference is None if neither of its files has the part."""
    return joined(part, _side(now, checkpoint), _side(before, checkpoint))


def _side(part: PartDiff | None, checkpoint: Checkpoint) -> Side:
    """Read the differences of one part. Elements of the reference are identified by their text,
    because a name mapping may change which ones count; extra ones by their meaning in the
    reference's names."""
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
