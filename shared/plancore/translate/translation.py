"""Pairs of names as a way from one model to the other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from plancore.correspondence.pairs import ActionPair, NamePair, Pairs, Side, SymbolPair
from plancore.correspondence.roles import Roles
from plancore.model.domain import Action, Domain
from plancore.model.record import record


@record
class Counterpart:
    """A counterpart of a predicate or function.

    `places` has for each argument of the counterpart the argument of the original that it is, from
    0, or None where the original has none. Where `negated`, it holds where the original does not.
    """

    name: str
    places: tuple[int | None, ...]
    n_given: int
    negated: bool = False

    @property
    def is_exact(self) -> bool:
        """Whether every argument of both has a counterpart."""
        return {*self.places} == {*range(self.n_given)}


@record
class ActionCounterpart:
    """A counterpart of an action; `places` has for each of its parameters the one of the original
    that it is, from 0, or None where the original has none."""

    action: Action
    places: tuple[int | None, ...]


class Translation:
    """Everything that a model has, in the words of the other one.

    Of several counterparts the one-to-one pair stands first.
    """

    def __init__(self, pairs: Pairs, learned: Domain, reference: Domain, side: Side) -> None:
        """From the model on `side` to the other one."""
        self.side = side
        is_ours = side is Side.LEARNED
        self.source, self.target = (learned, reference) if is_ours else (reference, learned)
        self.source_roles, self.target_roles = Roles(self.source), Roles(self.target)
        self.types = {mine: yours for mine, yours in map(self._names, pairs.types)}
        self.constants = {mine: yours for mine, yours in map(self._names, pairs.constants)}
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

    def object(self, name: str) -> str:
        """The target's name of an object of the source: of a constant its counterpart, else its
        own, unless the target has that for another one."""
        return self.constants.get(name) or (f"{name}-" if name in self._taken else name)

    def _names(self, pair: NamePair) -> tuple[str, str]:
        names = pair.learned, pair.reference
        return names if self.side is Side.LEARNED else (names[1], names[0])

    def _symbols(self, pairs: Iterable[SymbolPair]) -> Mapping[str, list[Counterpart]]:
        ways: dict[str, list[Counterpart]] = {}
        for pair in sorted(pairs, key=lambda pair: pair.is_cover):
            mine, yours = self._names(pair)
            if mine not in self.source_roles.symbols or yours not in self.target_roles.symbols:
                continue
            n_mine = len(self.source_roles.symbols[mine].args)
            n_yours = len(self.target_roles.symbols[yours].args)
            places: list[int | None] = [None] * n_yours
            is_open = not pair.arguments and n_mine == n_yours
            for ours, theirs in enumerate(range(n_mine) if is_open else pair.arguments):
                place, position = (theirs, ours) if self.side is Side.LEARNED else (ours, theirs)
                if place is not None and place < n_yours:
                    places[place] = position
            ways.setdefault(mine, []).append(
                Counterpart(yours, tuple(places), n_mine, pair.negated)
            )
        return ways

    def _actions(self, pairs: Iterable[ActionPair]) -> Mapping[str, list[ActionCounterpart]]:
        ways: dict[str, list[ActionCounterpart]] = {}
        for pair in sorted(pairs, key=lambda pair: pair.is_cover):
            mine, yours = self._names(pair)
            source, target = self.source.action(mine), self.target.action(yours)
            if source is None or target is None:
                continue
            given = {parameter.name: place for place, parameter in enumerate(source.parameters)}
            renamed = dict(pair.parameters)
            if self.side is Side.LEARNED:
                renamed = {theirs: ours for ours, theirs in renamed.items()}
            names = (renamed.get(parameter.name, "") for parameter in target.parameters)
            places = tuple(given.get(name) for name in names)
            ways.setdefault(mine, []).append(ActionCounterpart(target, places))
        return ways
