"""The pairs of names to compare, and what does not change between rounds: names and profiles.

A profile describes the use of a symbol, an argument position, an action or a variable without any
names, as one bag of features per distance. At distance one, a position has the roles of the other
uses of its terms; further away these uses are distinguished by the features around them, and so on
(after the subtree kernel of Shervashidze, Schweitzer, van Leeuwen, Mehlhorn and Borgwardt,
Weisfeiler-Lehman Graph Kernels, 2011). Neither the order of arguments nor types count, so profiles
stay similar if those differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from heapq import nlargest
from itertools import chain, product
from typing import Final, NamedTuple, TypeVar

from plancore.correspondence.known import KnownPairs
from plancore.correspondence.pairs import Pair
from plancore.correspondence.roles import LiteralRole, LiteralUse, OperatorUses, Roles
from plancore.correspondence.words import NameSimilarity, Vocabulary
from plancore.stop import NEVER, Checkpoint

_USUAL_SIZE: Final = 8
"""The number of literals of a usual action. Larger ones cost more, so fewer pairs are compared."""

Placed = Mapping[tuple[LiteralRole, str], list[tuple[LiteralUse, int]]]
"""For each role and term of an action the uses with that term and its position."""


class Candidates:
    """Two models, what is `known` of them, and the pairs of names to compare.

    `symbol_names` and `action_names` have the similarity of names, `symbol_roles` that of the roles
    of two predicates or functions, and `denied` the degree to which one name negates the other.
    `checkpoint` may raise to end the work.
    """

    def __init__(
        self, ours: Roles, theirs: Roles, known: KnownPairs, checkpoint: Checkpoint = NEVER
    ) -> None:
        self.ours, self.theirs, self.known, self.checkpoint = ours, theirs, known, checkpoint
        self.names = NameSimilarity(ours, theirs)
        checkpoint()
        self.profiles = Profiles(ours), Profiles(theirs)
        self.symbol_roles = self._symbol_roles()
        self.symbol_names = {pair: self.names.of_symbols(*pair) for pair in self.symbol_roles}
        denied = {pair: self.names.denied(*pair) for pair in self.symbol_roles}
        self.denied = {pair: score for pair, score in denied.items() if score}
        self.action_names = self._action_names()
        self._places: dict[tuple[bool, str], Placed] = {}

    def action_name(self, mine: str, yours: str) -> float:
        """The similarity of the names of two actions, also if they are not candidates."""
        if (mine, yours) not in self.action_names:
            self.action_names[mine, yours] = self.names.of_actions(mine, yours)
        return self.action_names[mine, yours]

    def placed(self, action: str, *, is_ours: bool) -> Placed:
        """The positions of the terms of an action."""
        placed = self._places.get((is_ours, action))
        if placed is None:
            found: dict[tuple[LiteralRole, str], list[tuple[LiteralUse, int]]] = {}
            side = self.ours if is_ours else self.theirs
            for use in side.operators[action].uses:
                for position, arg in enumerate(use.args):
                    found.setdefault((use.role, arg), []).append((use, position))
            placed = self._places[is_ours, action] = found
        return placed

    def _symbol_roles(self) -> dict[Pair, float]:
        ours, theirs = self.profiles
        scores: dict[Pair, float] = {}
        for mine, yours in (
            (self.ours.predicates, self.theirs.predicates),
            (self.ours.functions, self.theirs.functions),
        ):
            pairs = candidate_pairs(
                {name: ours.symbols[name] for name in mine},
                {name: theirs.symbols[name] for name in yours},
                self.names.symbols,
                self.known.symbols.pairs,
            )
            known = self.known.symbols.pairs
            scores |= {
                pair: score
                for pair, score in pairs.items()
                if pair in known or not self._is_type_beside_relation(*pair)
            }
        return scores

    def _is_type_beside_relation(self, mine: str, yours: str) -> bool:
        """Whether one of the names may play a type and the other lacks its single argument."""
        return (
            mine in self.ours.type_predicates and len(self.theirs.symbols[yours].args) != 1
        ) or (yours in self.theirs.type_predicates and len(self.ours.symbols[mine].args) != 1)

    def _action_names(self) -> dict[Pair, float]:
        mine, yours = self.profiles[0].actions, self.profiles[1].actions
        price = _mean_size(self.ours) * _mean_size(self.theirs) / _USUAL_SIZE**2
        pairs = candidate_pairs(
            mine, yours, self.names.actions, self.known.actions.pairs, max(1.0, price)
        )
        return {pair: self.names.of_actions(*pair) for pair in pairs}


def _mean_size(side: Roles) -> float:
    """The mean number of literals of an action."""
    sizes = [len(operator.uses) for operator in side.operators.values()]
    return sum(sizes) / len(sizes) if sizes else 0.0


ALL_UP_TO: Final = 2_500
"""Up to this number of pairs, all are compared."""
NEAREST: Final = 12
"""Above it, this many for each name: those most similar by name and profile."""
FEW: Final = 24
"""A feature of more names than this is not used to find pairs."""


def candidate_pairs(
    mine: Mapping[str, Profile],
    yours: Mapping[str, Profile],
    names: Vocabulary,
    known: Iterable[Pair],
    price: float = 1.0,
) -> dict[Pair, float]:
    """The pairs to compare, with the similarity of their profiles in 0..1. `price` is the relative
    cost of comparing a pair; it lowers the limit for comparing all."""
    scores = {(a, b): alike(one, other) for a, one in mine.items() for b, other in yours.items()}
    if price * len(scores) <= ALL_UP_TO:
        return scores
    both = {pair: score + names.similarity(*pair) for pair, score in scores.items()}
    kept = {pair for pair in known if pair in scores}
    for a in mine:
        kept.update(nlargest(NEAREST, ((a, b) for b in yours), key=both.__getitem__))
    for b in yours:
        kept.update(nlargest(NEAREST, ((a, b) for a in mine), key=both.__getitem__))
    return {pair: scores[pair] for pair in sorted(kept)}


def sharing_pairs(
    mine: Mapping[str, Iterable[Hashable]], yours: Mapping[str, Iterable[Hashable]]
) -> Iterator[Pair]:
    """The pairs of names worth comparing, given the features of each name; of a few names all. Of
    many names those that share a rare feature: the work grows with the number of names, not of
    pairs."""
    if len(mine) * len(yours) <= ALL_UP_TO:
        yield from product(mine, yours)
        return
    having: dict[Hashable, dict[str, None]] = {}
    for name, keys in yours.items():
        for key in keys:
            having.setdefault(key, {})[name] = None
    for name, keys in mine.items():
        few = (others for key in keys if len(others := having.get(key, {})) <= FEW)
        yield from ((name, other) for other in dict.fromkeys(chain.from_iterable(few)))


DISTANCES: Final = 3

Bag = Counter[Hashable]
Profile = tuple[tuple[Bag, int], ...]
"""For each distance the bag of features and its size."""

Name = TypeVar("Name", str, tuple[str, int], tuple[str, str])

_EMPTY: Final = 0.3
"""The similarity of two empty bags: there is no evidence against them."""

_NUMBERS: Final = {role: number for number, role in enumerate(LiteralRole)}


class Profiles:
    """The profiles of predicates and functions, their argument positions, actions, and variables.
    Predicates that play types are left out of the others' profiles: they may be types in the other
    model."""

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
        # The labels of symbols and positions at the previous distance.
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
    """The similarity of two profiles in 0..1: the mean of the Dice coefficients of their bags."""
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
    return hash(frozenset(bag.items())) if bag else 0


def _append(profiles: dict[Name, Profile], bags: Mapping[Name, Bag]) -> None:
    name: Name
    for name in profiles:
        bag = bags.get(name, Counter())
        profiles[name] = (*profiles[name], (bag, bag.total()))


# Matches of two actions.


def counterpart(term: str, parameters: Mapping[str, str]) -> str:
    """The term of the reference's action for a learned term. A constant without a known counterpart
    maps to itself, a variable without one to "", even if the reference has a variable of its
    name."""
    other = parameters.get(term)
    if other is None:
        return "" if term.startswith("?") else term
    return other


class LiteralAgreement(NamedTuple):
    """The literals of two actions that are equal under `parameters`, and their weight."""

    weight: float
    parameters: Mapping[str, str]
    literals: tuple[tuple[LiteralUse, LiteralUse], ...]


class ActionMatch(NamedTuple):
    """A match of two actions. `structure` is the share of similar literals, in 0..1; `parameters`
    maps the learned variables that have a counterpart; `literals` are the matched uses."""

    structure: float
    parameters: Mapping[str, str]
    literals: tuple[tuple[LiteralUse, LiteralUse], ...]

    def under(self, agreement: LiteralAgreement, size: float) -> ActionMatch:
        """This match with the literals and parameters of `agreement` fixed; `size` is the total."""
        if agreement.parameters == self.parameters:
            return self
        ours, theirs = {x for x, _ in agreement.literals}, {y for _, y in agreement.literals}
        rest = ((x, y) for x, y in self.literals if x not in ours and y not in theirs)
        structure = max(self.structure, agreement.weight / size)
        return ActionMatch(structure, agreement.parameters, (*agreement.literals, *rest))
