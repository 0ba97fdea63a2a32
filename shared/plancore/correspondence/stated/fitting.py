"""How much of what people state fits two models: names, arguments and parameters that they have."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from plancore.correspondence.pairs import (
    ActionPair,
    NamePair,
    Pairs,
    Side,
    SymbolPair,
    TypePredicate,
)
from plancore.correspondence.roles import Roles
from plancore.model.domain import Domain
from plancore.model.record import record

T = TypeVar("T")

_PAIRED = ("actions", "predicates", "functions", "types")
"""The kinds whose names only the domains have; constants may be objects of a problem."""

_OF_REFUSALS = {"negated": "predicates", "types": "types and predicates"}
"""Where the names of refused pairs stand: of types also a predicate, which is not to play one."""

_MOST = 5
"""So many remarks are made; the last one says how many more there would be."""

_NOUNS = {
    "actions": "action",
    "predicates": "predicate",
    "functions": "function",
    "types": "type",
    "types and predicates": "type or predicate",
}


@record
class Fitting:
    """A mapping in two: what can be said of the models, and the pairs of names that one of them
    does not have. `remarks` tell in a sentence each what does not fit."""

    stated: Pairs
    unfit: Pairs
    remarks: tuple[str, ...]


def fitting(mapping: Pairs, learned: Domain, reference: Domain) -> Fitting:
    """Hold `mapping` against two models.

    Of a pair that fits in its names only, arguments and parameters are left open.
    """
    names = _Names(Roles(learned), Roles(reference))
    stated: dict[str, Any] = {}
    unfit: dict[str, Any] = {}
    for kind in _PAIRED:
        known, unfit[kind] = _parted(getattr(mapping, kind), partial(names.have_names_of, kind))
        stated[kind] = tuple(map(names.fitted, known))
    stated["type_predicates"], unfit["type_predicates"] = _parted(
        mapping.type_predicates, names.have_player_and_type
    )
    for kind, mine, yours in mapping.refusals:
        names.have_both(_OF_REFUSALS.get(kind, kind), mine, yours)
    remarks = [*names.remarks]
    if len(remarks) > _MOST:
        remarks[_MOST:] = [f"mapping: {len(remarks) - _MOST} more names that do not fit"]
    return Fitting(replace(mapping, **stated), Pairs(**unfit), tuple(remarks))


class _Names:
    """The names of two models; keeps a remark for each that neither has."""

    def __init__(self, ours: Roles, theirs: Roles) -> None:
        self.ours, self.theirs = ours, theirs
        self.remarks: dict[str, None] = {}

    def have_names_of(self, kind: str, pair: NamePair) -> bool:
        """Whether both names of a pair are there."""
        return self.have_both(kind, pair.learned, pair.reference)

    def have_player_and_type(self, entry: TypePredicate) -> bool:
        """Whether the predicate and the type that it plays are there."""
        has_predicate = self.have("predicates", entry.predicate, entry.side)
        return self.have("types", entry.type, entry.side.other) and has_predicate

    def have_both(self, kind: str, mine: str, yours: str) -> bool:
        """Whether a name is in the learned model, and another one in the reference."""
        has_mine = self.have(kind, mine, Side.LEARNED)
        return self.have(kind, yours, Side.REFERENCE) and has_mine

    def have(self, kind: str, name: str, side: Side) -> bool:
        """Whether the model on one side has a name."""
        roles = self.ours if side is Side.LEARNED else self.theirs
        if kind == "constants" or name in _names(roles, kind):
            return True
        self._remark(f"no {_NOUNS[kind]} `{name}` in the {side} domain")
        return False

    def fitted(self, pair: NamePair) -> NamePair:
        """`pair` without the arguments and parameters that the models do not have."""
        if isinstance(pair, SymbolPair):
            faults = self._told(pair, self._faults_of_arguments(pair))
            return replace(pair, arguments=()) if faults else self._filled(pair)
        if isinstance(pair, ActionPair):
            faults = self._told(pair, self._faults_of_parameters(pair))
            return replace(pair, parameters={}) if faults else pair
        return pair

    def _told(self, pair: NamePair, faults: Iterable[str]) -> bool:
        """Tell of `faults`; whether there are any."""
        texts = [f"`{pair.learned}` and `{pair.reference}`: {fault}" for fault in faults]
        for text in texts:
            self._remark(text)
        return bool(texts)

    def _faults_of_arguments(self, pair: SymbolPair) -> Iterator[str]:
        n_ours, n_theirs = self._arities(pair)
        if pair.arguments and len(pair.arguments) != n_ours:
            yield f"`arguments` are {len(pair.arguments)}, the learned one has {n_ours}"
        elif any(place is not None and place >= n_theirs for place in pair.arguments):
            yield f"`arguments` go up to {n_theirs - 1} at most"

    def _faults_of_parameters(self, pair: ActionPair) -> Iterator[str]:
        ours = self.ours.operators[pair.learned].parameters
        theirs = self.theirs.operators[pair.reference].parameters
        for side, has, stated in (
            (Side.LEARNED, ours, pair.parameters.keys()),
            (Side.REFERENCE, theirs, pair.parameters.values()),
        ):
            for name in stated:
                if name not in has:
                    yield f"no parameter `{name}` in the {side} action"

    def _filled(self, pair: SymbolPair) -> SymbolPair:
        """A negation whose arguments are left open: one for one, where there are as many."""
        n_ours, n_theirs = self._arities(pair)
        if not pair.negated or pair.arguments or n_ours != n_theirs:
            return pair
        return replace(pair, arguments=tuple(range(n_ours)))

    def _arities(self, pair: SymbolPair) -> tuple[int, int]:
        ours, theirs = self.ours.symbols[pair.learned], self.theirs.symbols[pair.reference]
        return len(ours.args), len(theirs.args)

    def _remark(self, text: str) -> None:
        self.remarks.setdefault(f"mapping: {text}")


def _parted(entries: Iterable[T], fits: Callable[[T], bool]) -> tuple[tuple[T, ...], tuple[T, ...]]:
    """The entries that fit, and the others."""
    parts: tuple[list[T], list[T]] = ([], [])
    for entry in entries:
        parts[0 if fits(entry) else 1].append(entry)
    return tuple(parts[0]), tuple(parts[1])


def _names(roles: Roles, kind: str) -> Collection[str]:
    match kind:
        case "actions":
            return roles.operators
        case "predicates":
            return roles.predicates
        case "functions":
            return roles.functions
        case "types":
            return roles.declared_types
        case _:
            return {*roles.declared_types, *roles.predicates}
