"""A name mapping as a translation from one model to the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from plancore.correspondence.names import shape_of
from plancore.correspondence.pairs import ActionPair, NamePair, Pairs, Side, SymbolPair
from plancore.correspondence.roles import Roles, Types
from plancore.formula.printing import Shape
from plancore.model.domain import Domain
from plancore.model.record import record


@record
class Counterpart:
    """The counterpart of a predicate, a function or an action. `shape` maps the arguments; `given`
    and `types` are the argument types in the source and in the target."""

    name: str
    shape: Shape
    given: tuple[Types, ...]
    types: tuple[Types, ...]

    @property
    def open_types(self) -> Iterator[Types]:
        """The types of the arguments that the source leaves implicit."""
        return (
            types
            for types, place in zip(self.types, self.shape.places, strict=True)
            if place is None
        )

    @property
    def paired_types(self) -> Iterator[tuple[Types, Types]]:
        """The types of corresponding arguments, the source's first."""
        for types, place in zip(self.types, self.shape.places, strict=True):
            if place is not None and place < len(self.given):
                yield self.given[place], types


Counterparts = Mapping[str, list[Counterpart]]
"""The counterparts of each name, the one-to-one pair first."""


class Translation:
    """The vocabulary of one model in terms of the other. Names without an entry cannot be
    translated."""

    def __init__(self, pairs: Pairs, learned: Domain, reference: Domain, side: Side) -> None:
        """Translate from the model on `side` to the other one."""
        self.side = side
        is_ours = side is Side.LEARNED
        self.source, self.target = (learned, reference) if is_ours else (reference, learned)
        roles, target_roles = Roles(self.source), Roles(self.target)
        self.given_types = {symbol.name: symbol.args for symbol in roles.symbols.values()}
        """The types of the arguments of the source's predicates and functions."""
        self._types = {symbol.name: symbol.args for symbol in target_roles.symbols.values()}
        self.target_predicates = tuple(target_roles.predicates)
        self.types = dict(map(self._names, pairs.types))
        self.constants = dict(map(self._names, pairs.constants))
        self._taken = frozenset(self.constants.values())
        self.plays = {p.predicate: p.type for p in pairs.type_predicates if p.side is side}
        """The type of the target that a predicate of the source plays."""
        self.played: dict[str, list[str]] = {}
        """The predicates of the target that play a type of the source."""
        for entry in pairs.type_predicates:
            if entry.side is side.other:
                self.played.setdefault(entry.type, []).append(entry.predicate)
        self.predicates = self._symbols(pairs.predicates)
        self.functions = self._symbols(pairs.functions)
        self.actions = self._actions(pairs.actions)

    @property
    def counterparts(self) -> Iterator[Counterpart]:
        """The counterparts of all actions, predicates and functions."""
        for names in (self.actions, self.predicates, self.functions):
            yield from chain.from_iterable(names.values())

    def object(self, name: str) -> str:
        """The target's name of an object of the source. A constant has its counterpart; any other
        object keeps its name unless the target uses it for a mapped constant."""
        return self.constants.get(name) or (f"{name}-" if name in self._taken else name)

    def _names(self, pair: NamePair) -> tuple[str, str]:
        names = pair.learned, pair.reference
        return names if self.side is Side.LEARNED else (names[1], names[0])

    def _symbols(self, pairs: Iterable[SymbolPair]) -> Counterparts:
        found: dict[str, list[Counterpart]] = {}
        for pair in sorted(pairs, key=lambda pair: pair.is_one_to_many):
            mine, yours = self._names(pair)
            if mine not in self.given_types or yours not in self._types:
                continue
            given, types = self.given_types[mine], self._types[yours]
            shape = self._shape(pair, len(given), len(types))
            found.setdefault(mine, []).append(Counterpart(yours, shape, given, types))
        return found

    def _shape(self, pair: SymbolPair, n_given: int, n_target: int) -> Shape:
        if not pair.arguments and n_given == n_target:
            return Shape(tuple(range(n_given)), n_given, pair.negated)
        places = shape_of(pair).places if self.side is Side.LEARNED else pair.arguments
        return Shape((*places, *[None] * n_target)[:n_target], n_given, pair.negated)

    def _actions(self, pairs: Iterable[ActionPair]) -> Counterparts:
        found: dict[str, list[Counterpart]] = {}
        for pair in sorted(pairs, key=lambda pair: pair.is_one_to_many):
            mine, yours = self._names(pair)
            source, target = self.source.action(mine), self.target.action(yours)
            if source is None or target is None:
                continue
            positions = {parameter.name: place for place, parameter in enumerate(source.parameters)}
            renamed = dict(pair.parameters)
            if self.side is Side.LEARNED:
                renamed = {theirs: ours for ours, theirs in renamed.items()}
            names = (renamed.get(parameter.name, "") for parameter in target.parameters)
            shape = Shape(tuple(positions.get(name) for name in names), len(source.parameters))
            types = ([p.types for p in action.parameters] for action in (source, target))
            found.setdefault(mine, []).append(Counterpart(yours, shape, *map(tuple, types)))
        return found
