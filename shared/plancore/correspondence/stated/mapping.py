"""All pairs of two models: what people state, and what is found where they say nothing."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

from plancore.correspondence.evidence.tasks import NO_TASKS, Tasks
from plancore.correspondence.finding import find_pairs
from plancore.correspondence.names import KINDS, names_of
from plancore.correspondence.pairs import (
    PAIR_OF,
    ActionPair,
    NamePair,
    Pairs,
    SymbolPair,
    TypePredicate,
)
from plancore.correspondence.search.reasons import STATED
from plancore.correspondence.stated.fitting import fitting
from plancore.model.domain import Domain
from plancore.model.record import record
from plancore.stop import NEVER, Checkpoint

T = TypeVar("T", NamePair, TypePredicate)


@record
class Mapped:
    """The pairs of two models under a mapping. `remarks` say what of it does not fit them, `unfit`
    is what it states of names that they do not have."""

    pairs: Pairs
    unfit: Pairs
    remarks: tuple[str, ...]

    @property
    def to_save(self) -> Pairs:
        """The pairs, and with them everything that the mapping states."""
        return replace(
            self.pairs,
            **{
                name: getattr(self.pairs, name) + getattr(self.unfit, name)
                for name in (*KINDS, "type_predicates")
            },
        )


def pairs_under(
    mapping: Pairs,
    learned: Domain,
    reference: Domain,
    checkpoint: Checkpoint = NEVER,
    tasks: Tasks = NO_TASKS,
) -> Mapped:
    """Stated pairs with their own confidence and evidence, then those that are found beside them.

    `tasks` are evidence for these, see `find_pairs`. Raises what `checkpoint` raises.
    """
    fitted = fitting(mapping, learned, reference)
    found = find_pairs(learned, reference, fitted.stated, checkpoint, tasks)
    return Mapped(_as_stated(found, fitted.stated), fitted.unfit, fitted.remarks + found.remarks)


def _as_stated(found: Pairs, stated: Pairs) -> Pairs:
    playing = {(entry.side, entry.predicate) for entry in stated.type_predicates}
    beside = [e for e in found.type_predicates if (e.side, e.predicate) not in playing]
    merged: dict[str, Any] = {
        kind: tuple(_merged(getattr(found, kind), getattr(stated, kind))) for kind in KINDS
    }
    type_predicates = (*map(_told, stated.type_predicates), *beside)
    return replace(found, **merged, type_predicates=type_predicates)


def _merged(found: Collection[NamePair], stated: Collection[NamePair]) -> Iterator[NamePair]:
    """What is stated, in its own order, then what was found of other names."""
    alike = {_key(pair): pair for pair in found}
    for pair in stated:
        yield _told(_filled(pair, alike.get(_key(pair), pair)))
    ours, theirs = {pair.learned for pair in stated}, {pair.reference for pair in stated}
    for pair in found:
        if pair.learned not in ours and pair.reference not in theirs:
            yield pair


def _key(pair: NamePair) -> Hashable:
    return pair.learned, pair.reference, isinstance(pair, SymbolPair) and pair.negated


def _filled(stated: NamePair, found: NamePair) -> NamePair:
    """`stated` with the arguments or parameters that it leaves open."""
    if isinstance(stated, SymbolPair) and isinstance(found, SymbolPair):
        return replace(stated, arguments=stated.arguments or found.arguments)
    if isinstance(stated, ActionPair) and isinstance(found, ActionPair):
        return replace(stated, parameters=stated.parameters or found.parameters)
    return stated


def _told(entry: T) -> T:
    return entry if entry.evidence else replace(entry, evidence=(STATED,))


def pairs_by_name(mapping: Pairs, learned: Domain, reference: Domain) -> Mapped:
    """Stated pairs, and of all other names those that are the same; parameters by position."""
    fitted = fitting(mapping, learned, reference)
    stated = fitted.stated
    same: dict[str, Any] = {}
    for kind, make in PAIR_OF.items():
        pairs: tuple[NamePair, ...] = getattr(stated, kind)
        ours, theirs = {pair.learned for pair in pairs}, {pair.reference for pair in pairs}
        refused = {(mine, yours) for k, mine, yours in stated.refusals if k == kind}
        alike = [
            name
            for name in names_of(learned, kind)
            if name in names_of(reference, kind)
            and name not in ours
            and name not in theirs
            and (name, name) not in refused
        ]
        same[kind] = tuple(map(_told, pairs)) + tuple(make(name, name) for name in alike)
    same["actions"] = tuple(_by_position(pair, learned, reference) for pair in same["actions"])
    return Mapped(replace(stated, **same), fitted.unfit, fitted.remarks)


def _by_position(pair: ActionPair, learned: Domain, reference: Domain) -> ActionPair:
    ours, theirs = learned.action(pair.learned), reference.action(pair.reference)
    if pair.parameters or ours is None or theirs is None:
        return pair
    both = zip(ours.parameters, theirs.parameters, strict=False)
    return replace(pair, parameters={mine.name: yours.name for mine, yours in both})
