"""What a name is used for, seen from nearer and from further away, without any names.

A profile is a few bags of features, one for each distance. Near by, a place of a predicate has the
roles in which whatever stands there is used besides; further away those uses are told apart by
what is seen around them, and so on (after the subtree kernel of Shervashidze, Schweitzer,
van Leeuwen, Mehlhorn and Borgwardt, Weisfeiler-Lehman Graph Kernels, 2011). Neither the order of
arguments nor types count, so profiles stay alike where those differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from typing import Final, TypeVar

from plancore.correspondence.roles import LiteralRole, LiteralUse, OperatorUses, Roles

DISTANCES: Final = 3

Bag = Counter[Hashable]
Profile = tuple[tuple[Bag, int], ...]
"""For each distance the features that are seen, and how many they are."""

Name = TypeVar("Name", str, tuple[str, int], tuple[str, str])

_EMPTY: Final = 0.3
"""How alike two bags are that say nothing: nothing speaks against them."""

_NUMBERS: Final = {role: number for number, role in enumerate(LiteralRole)}


class Profiles:
    """The profiles of predicates and functions, their places, actions, and variables of actions.

    What plays a type is left out of all others: it may be a type in the other model.
    """

    def __init__(self, side: Roles) -> None:
        self._uses = [
            (operator, [use for use in operator.uses if use.symbol in side.symbols])
            for operator in side.operators.values()
        ]
        self._playing = frozenset(side.type_predicates)
        symbols = side.symbols.values()
        self.symbols: dict[str, Profile] = {symbol.name: () for symbol in symbols}
        self.places: dict[tuple[str, int], Profile] = {
            (symbol.name, k): () for symbol in symbols for k in range(len(symbol.args))
        }
        self.actions: dict[str, Profile] = dict.fromkeys(side.operators, ())
        self.variables: dict[tuple[str, str], Profile] = {
            (name, variable): ()
            for name, operator in side.operators.items()
            for variable in operator.types
        }
        # What is seen of a symbol and of a place from the distance before.
        self._seen_symbols = {
            s.name: hash((s.is_static, s.name in side.functions)) for s in symbols
        }
        self._seen_places: dict[tuple[str, int], int] = {}
        for _ in range(DISTANCES):
            self._look_further()

    def _look_further(self) -> None:
        bags = _Bags()
        for operator, uses in self._uses:
            self._look_at(operator, uses, bags)
        _append(self.symbols, bags.symbols)
        _append(self.places, bags.places)
        _append(self.actions, bags.actions)
        _append(self.variables, bags.variables)
        self._seen_symbols = {
            name: hash((seen, _seen(bags.symbols.get(name))))
            for name, seen in self._seen_symbols.items()
        }
        self._seen_places = {place: _seen(bag) for place, bag in bags.places.items()}

    def _look_at(self, operator: OperatorUses, uses: list[LiteralUse], bags: _Bags) -> None:
        around: dict[str, list[tuple[int, int, int]]] = {name: [] for name in operator.types}
        telling = [use for use in uses if use.symbol not in self._playing]
        for use in telling:
            for k, arg in enumerate(use.args):
                if arg in around:
                    around[arg].append(self._feature(use, k))
        action = bags.actions.setdefault(operator.name, Counter())
        for name, features in around.items():
            bag = bags.variables.setdefault((operator.name, name), Counter())
            bag.update(features)
            action[_seen(bag)] += 1
        beside = Counter((_NUMBERS[use.role], self._seen_symbols[use.symbol]) for use in telling)
        action.update(beside)
        for use in uses:
            role = _NUMBERS[use.role]
            symbol = bags.symbols.setdefault(use.symbol, Counter())
            symbol[role] += 1
            if not use.args:
                symbol.update((role, *feature) for feature in beside)
            for k, arg in enumerate(use.args):
                place = bags.places.setdefault((use.symbol, k), Counter())
                place[role] += 1
                if arg not in around:
                    place[role, -1] += 1
                    continue
                own = self._feature(use, k)
                for feature in around[arg]:
                    place[role, feature == own, *feature] += 1
                    symbol[role, feature == own, *feature] += 1

    def _feature(self, use: LiteralUse, k: int) -> tuple[int, int, int]:
        seen = self._seen_places.get((use.symbol, k), 0)
        return _NUMBERS[use.role], self._seen_symbols[use.symbol], seen


class _Bags:
    """The bags of one distance."""

    def __init__(self) -> None:
        self.symbols: dict[str, Bag] = {}
        self.places: dict[tuple[str, int], Bag] = {}
        self.actions: dict[str, Bag] = {}
        self.variables: dict[tuple[str, str], Bag] = {}


def alike(one: Profile, other: Profile) -> float:
    """How much two profiles share, in 0..1: the mean of the Dice coefficients of their bags."""
    shared = 0.0
    for (mine, n_mine), (yours, n_yours) in zip(one, other, strict=True):
        if not n_mine and not n_yours:
            shared += _EMPTY
            continue
        if len(mine) > len(yours):
            mine, yours = yours, mine
        n_both = 0
        for feature, count in mine.items():
            if feature in yours:
                n_both += min(count, yours[feature])
        shared += 2 * n_both / (n_mine + n_yours)
    return shared / DISTANCES


def _seen(bag: Bag | None) -> int:
    """A bag as one label."""
    return hash(frozenset(bag.items())) if bag else 0


def _append(profiles: dict[Name, Profile], bags: Mapping[Name, Bag]) -> None:
    name: Name
    for name in profiles:
        bag = bags.get(name, Counter())
        profiles[name] = (*profiles[name], (bag, bag.total()))
