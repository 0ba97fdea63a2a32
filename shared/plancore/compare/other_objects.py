"""Objects of one problem that stand where another one stands in the other problem."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from plancore.compare.causes import FEWEST
from plancore.compare.changes import Change, ChangeKind
from plancore.compare.declarations import DeclarationChange
from plancore.compare.problems import ProblemDiff
from plancore.formula.elements import Element

_AS_WRITTEN: Final[Mapping[str, str]] = MappingProxyType({})


class OtherObject(NamedTuple):
    """An object that only the learned problem has, the one of the reference that it stands for,
    and the differences that are none but for that."""

    learned: str
    reference: str
    changes: tuple[Change | DeclarationChange, ...]


def other_objects(diff: ProblemDiff) -> list[OtherObject]:
    """The extra objects that stand for a missing one in at least two formulas, which are the same
    but for that; most differences first. An object that may stand for several stands for none.

    Takes time in proportion to the differences.
    """
    changes = [change for part in diff.parts for change in part.changes]
    declared = {change.name: change for change in diff.objects}
    alike = (_only_difference(change.learned, change.reference) for change in changes)
    pairs = {pair for pair in alike if pair is not None and _are_apart(pair, declared)}
    learned, reference = zip(*pairs, strict=True) if pairs else ((), ())
    missing = {
        _identity(change.reference): change for change in changes if change.reference is not None
    }
    uses: dict[str, list[Change]] = defaultdict(list)
    for change in changes:
        if change.learned is not None:
            for name in dict.fromkeys(change.learned.args):
                uses[name].append(change)
    found = []
    for ours, theirs in sorted(pairs):
        if learned.count(ours) != 1 or reference.count(theirs) != 1:
            continue
        both = [
            (change, missing[target])
            for change in uses[ours]
            if change.learned is not None
            and (target := _identity(change.learned, {ours: theirs})) in missing
        ]
        if len(both) >= FEWEST:
            told = {id(change): change for each in both for change in each}
            found.append(
                OtherObject(ours, theirs, (declared[theirs], declared[ours], *told.values()))
            )
    return sorted(found, key=lambda other: -len(other.changes))


def _identity(element: Element, names: Mapping[str, str] = _AS_WRITTEN) -> tuple[object, ...]:
    """What a formula is, with objects under other `names`."""
    args = tuple(names.get(name, name) for name in element.args)
    return element.positive, element.predicate, args, element.time, element.context


def _only_difference(ours: Element | None, theirs: Element | None) -> tuple[str, str] | None:
    """The objects of two literals that are the same but for one of them, wherever it stands."""
    if ours is None or theirs is None or ours.positive is None:
        return None
    alike = ours.positive is theirs.positive and ours.predicate == theirs.predicate
    if not alike or len(ours.args) != len(theirs.args):
        return None
    both = zip(ours.args, theirs.args, strict=True)
    pairs = {(mine, its) for mine, its in both if mine != its}
    return pairs.pop() if len(pairs) == 1 else None


def _are_apart(pair: tuple[str, str], declared: Mapping[str, DeclarationChange]) -> bool:
    """Whether each object is declared by its own side alone."""
    ours, theirs = map(declared.get, pair)
    return (
        ours is not None
        and theirs is not None
        and ours.kind is ChangeKind.EXTRA
        and theirs.kind is ChangeKind.MISSING
    )
