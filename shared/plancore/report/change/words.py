"""The words for what a change did to problems and plans, the same in every report."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from plancore.compare.declarations import Declared
from plancore.compare.three_way.items import Item, Said
from plancore.report.change.review import STEP, Entry
from plancore.report.threeway.differences import kind_of
from plancore.report.threeway.words import remark

STEPS: Final = "steps"


def title_of(part: str) -> str:
    """What the items of a part stand under, and what findings are in."""
    return STEPS if part == STEP else part


def numbered(step: int | None) -> str:
    """The number that a step is known by, from 1; nothing for what is no step."""
    return "" if step is None else str(step + 1)


def noun_of(part: str) -> str:
    """What one item of a part is."""
    return Declared.OBJECT.noun if part == Declared.OBJECT.value else part


def remark_on(entry: Entry) -> str:
    """What became of an item, and how: `repaired: was missing`, `broken: now elsewhere`; first why
    a step fails."""
    fails = f"fails: {entry.fails}" if entry.fails else ""
    return "; ".join(filter(None, (fails, _became(entry))))


def _became(entry: Entry) -> str:
    item = entry.item
    if item.part != STEP or item.reference is None:
        return remark(item)
    learned = _in_words(item.learned, item.reference, entry.is_retimed, item.outcome.is_wrong)
    before = _in_words(item.before, item.reference, entry.was_retimed, item.outcome.was_wrong)
    return remark(replace(item, learned=learned, before=before))


def kind_on(entry: Entry) -> str:
    """How an item is wrong, or was, in one word; a step may also be `moved` or `retimed`."""
    kind, item = kind_of(entry.item), entry.item
    said, is_retimed = item.learned, entry.is_retimed
    if not item.outcome.is_wrong:
        said, is_retimed = item.before, entry.was_retimed
    if item.part != STEP or not _is_same(said, item):
        return kind
    return "retimed" if is_retimed else "moved"


def _is_same(said: Said | None, item: Item) -> bool:
    return said is not None and item.reference is not None and said.text == item.reference.text


def _in_words(said: Said | None, reference: Said, is_retimed: bool, is_wrong: bool) -> Said | None:
    """What a side says of a step of the reference; of the same step what is wrong with it."""
    if said is None or not is_wrong or said.text != reference.text:
        return said
    return Said("at another time" if is_retimed else "elsewhere")
