"""The literals of one part of an action, on three sides."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from plancore.compare.changes import Change, Part, PartDiff
from plancore.compare.three_way.items import Item, Said, outcome_of
from plancore.formula.elements import Element
from plancore.stop import NEVER, Checkpoint


def literal_items(
    part: Part,
    now: PartDiff | None,
    before: PartDiff | None,
    *,
    checkpoint: Checkpoint = NEVER,
) -> Iterator[Item]:
    """What the reference says, then what only the learned domains say.

    A difference is None where neither the reference nor that learned domain has the action. What
    the reference says is told by its text, for pairs of names may change what counts of it; what is
    extra by what it means in the reference's words.
    """
    ours, old = _Differences(now, checkpoint), _Differences(before, checkpoint)
    pairs, old_pairs = ours.pairs_beside(old), old.pairs_beside(ours)
    for text, element in (old.references | ours.references).items():
        yield Item(
            part.value,
            outcome_of(old.wrong(text, old_pairs), ours.wrong(text, pairs)),
            ours.said(text, pairs),
            _said(element),
            old.said(text, old_pairs),
            ours.missing.get(text),
        )
    alone = ours.extra.keys() - {*pairs.values()}
    old_alone = old.extra.keys() - {*old_pairs.values()}
    for key in old.extra | ours.extra:
        is_now, was = key in alone, key in old_alone
        if is_now or was:
            outcome = outcome_of("extra" if was else None, "extra" if is_now else None)
            ours_said = _said(ours.extra[key]) if is_now else None
            old_said = _said(old.extra[key]) if was else None
            change = ours.surplus.get(key) if is_now else None
            yield Item(part.value, outcome, ours_said, None, old_said, change)


class _Differences:
    """The difference of one learned domain: `equal` and `missing` by the reference's text, `extra`
    by key, and which extra ones stand in the place of which missing ones. `missing` and `surplus`
    are the changes of what the reference says and of what is extra."""

    def __init__(self, part: PartDiff | None, checkpoint: Checkpoint) -> None:
        self.equal: dict[str, Element] = {}
        self.references: dict[str, Element] = {}
        self.extra: dict[str, Element] = {}
        self.pairs: dict[str, str] = {}
        self.missing: dict[str, Change] = {}
        self.surplus: dict[str, Change] = {}
        if part is None:
            return
        for pair in part.equal:
            checkpoint()
            self.equal[pair.reference.text] = pair.learned
            self.references[pair.reference.text] = pair.reference
        self.references |= {element.text: element for element in part.missing}
        self.extra = {element.key: element for element in part.extra}
        for change in part.changes:
            if change.reference is not None:
                self.missing[change.reference.text] = change
            if change.learned is not None:
                self.surplus[change.learned.key] = change
            if change.learned is not None and change.reference is not None:
                self.pairs[change.reference.text] = change.learned.key

    def pairs_beside(self, other: _Differences) -> dict[str, str]:
        """The pairs without those of which the other side has the extra literal, too, and not in
        the same place."""
        return {
            text: key
            for text, key in self.pairs.items()
            if key not in other.extra or other.pairs.get(text) == key
        }

    def wrong(self, text: str, pairs: dict[str, str]) -> Hashable | None:
        """How what the reference says is wrong: what stands there, if anything; None if right."""
        return None if text in self.equal else ("instead", pairs.get(text))

    def said(self, text: str, pairs: dict[str, str]) -> Said | None:
        """What this side says of it."""
        if text in self.equal:
            return _said(self.equal[text])
        return _said(self.extra[pairs[text]]) if text in pairs else None


def _said(element: Element) -> Said:
    return Said(element.text, element.place)
