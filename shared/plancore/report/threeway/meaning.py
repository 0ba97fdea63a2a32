"""What a difference of now means, where a domain is compared with what it was, too."""

from __future__ import annotations

from plancore.compare.changes import ACTION, Change
from plancore.compare.declarations import DeclarationChange
from plancore.compare.difference import DifferenceIndex
from plancore.compare.parameters import ParameterChange
from plancore.compare.three_way.domains import ThreeWayAction
from plancore.compare.three_way.items import Item
from plancore.report.domain.meaning import (
    meaning,
    meaning_of_action,
    meaning_of_declaration,
    meaning_of_parameter,
)
from plancore.report.threeway.subjects import difference_of


def meaning_of_item(index: DifferenceIndex, action: ThreeWayAction | None, item: Item) -> str:
    """What an item that is wrong means; empty for one that is right, and where there is nothing to
    say."""
    found, change = difference_of(index, action, item), item.change
    if found is None:
        return ""
    if isinstance(change, Change) and found.diff is not None and found.part != ACTION:
        return meaning(found.diff, change)
    if isinstance(change, ParameterChange):
        return meaning_of_parameter(change)
    if isinstance(change, DeclarationChange):
        return meaning_of_declaration(change)
    return "" if found.diff is None else meaning_of_action(found.diff)
