"""Pairs that are known before the search: stated pairs and names that are the same."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import field
from typing import Final

from plancore.align.assignment import assign
from plancore.correspondence.pairs import Arguments, Pair, Pairs, Side
from plancore.correspondence.roles import Roles
from plancore.grouping import grouped
from plancore.model.record import record


@record
class KnownKind:
    """The known pairs of one kind; `stated` is a part of `pairs`, `refused` pairs are excluded.
    `stated_names` are the learned and the reference names of the stated pairs."""

    pairs: frozenset[Pair] = frozenset()
    stated: frozenset[Pair] = frozenset()
    refused: frozenset[Pair] = frozenset()
    stated_names: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())

    def allows(self, pair: Pair) -> bool:
        """Whether a pair is possible: a stated name has only its stated partners."""
        if pair in self.stated:
            return True
        mine, yours = self.stated_names
        return pair not in self.refused and pair[0] not in mine and pair[1] not in yours

    def settle(self, scores: dict[Pair, float]) -> None:
        """Set the score of known pairs to 1 and of impossible ones to 0."""
        for pair in scores:
            if pair in self.pairs:
                scores[pair] = 1.0
            elif not self.allows(pair):
                scores[pair] = 0.0


@record
class KnownPairs:
    """The known pairs of each kind, with the arguments and parameters of stated ones."""

    actions: KnownKind = KnownKind()
    symbols: KnownKind = KnownKind()
    types: KnownKind = KnownKind()
    arguments: Mapping[Pair, Arguments] = field(default_factory=dict)
    parameters: Mapping[Pair, Mapping[str, str]] = field(default_factory=dict)


def known_pairs(ours: Roles, theirs: Roles, stated: Pairs) -> KnownPairs:
    """Collect `stated` pairs and refusals first, then names that are the same. Stated one-to-many
    pairs are left out, so that their names can have other pairs."""
    refused = {kind: {(a, b) for k, a, b in stated.refusals if k == kind} for kind in _REFUSED}
    symbols = [
        pair
        for pair in (*stated.predicates, *stated.functions)
        if not pair.negated and not pair.is_one_to_many
    ]
    types = [(pair.learned, pair.reference) for pair in stated.types]
    for played in stated.type_predicates:
        is_ours = played.side is Side.LEARNED
        names = played.predicate, played.type
        types.append(names if is_ours else (names[1], names[0]))
    return KnownPairs(
        actions=_known(
            [(pair.learned, pair.reference) for pair in stated.actions if not pair.is_one_to_many],
            refused["actions"],
            same_names(ours.operators, theirs.operators),
        ),
        symbols=_known(
            [(pair.learned, pair.reference) for pair in symbols],
            refused["predicates"] | refused["functions"],
            _same_symbols(ours, theirs),
        ),
        types=_known(
            types, refused["types"], same_names(ours.declared_types, theirs.declared_types)
        ),
        arguments={
            (pair.learned, pair.reference): pair.arguments
            for pair in symbols
            if pair.learned in ours.symbols
            and len(pair.arguments) == len(ours.symbols[pair.learned].args)
        },
        parameters={
            (pair.learned, pair.reference): pair.parameters
            for pair in stated.actions
            if pair.parameters
        },
    )


SAME_NAME: Final = "same name"
"""The evidence of pairs with the same name."""

_REFUSED = ("actions", "predicates", "functions", "types")


def is_same_name(pair: Pair) -> bool:
    """Whether two names differ in hyphens and underscores at most."""
    return pair[0] == pair[1] or plain(pair[0]) == plain(pair[1])


def plain(name: str) -> str:
    """`name` without hyphens and underscores."""
    return name.replace("-", "").replace("_", "")


def _known(stated: Iterable[Pair], refused: Iterable[Pair], same: Iterable[Pair]) -> KnownKind:
    pairs = frozenset(stated)
    names = frozenset(a for a, _ in pairs), frozenset(b for _, b in pairs)
    kind = KnownKind(pairs, pairs, frozenset(refused) - pairs, names)
    return KnownKind(pairs.union(filter(kind.allows, same)), pairs, kind.refused, names)


def _same_symbols(ours: Roles, theirs: Roles) -> Iterable[Pair]:
    same = [
        *same_names(ours.predicates, theirs.predicates),
        *same_names(ours.functions, theirs.functions),
    ]
    return same


def same_names(mine: Iterable[str], yours: Iterable[str]) -> list[Pair]:
    """The pairs with equal names, then those equal up to hyphens and underscores if unambiguous."""
    left, right = dict.fromkeys(mine), dict.fromkeys(yours)
    pairs: list[Pair] = []
    for same in (str, plain):
        by_name = grouped((same(name), name) for name in right)
        for name in list(left):
            candidates = by_name.get(same(name), [])
            if len(candidates) == 1:
                pairs.append((name, candidates[0]))
                del left[name], right[candidates.pop()]
    return pairs


# Scores of pairs: how they are combined, and the matching that they give.


def together(one: float, other: float) -> float:
    """Combine two scores in 0..1 as a noisy or."""
    return 1 - (1 - one) * (1 - other)


def best_of(scores: Mapping[Pair, float], side: int) -> Mapping[str, float]:
    """The best score of each name of one side, 0 for ours."""
    best: dict[str, float] = {}
    for pair, score in scores.items():
        best[pair[side]] = max(best.get(pair[side], 0.0), score)
    return best


LEAST_OF_ACTIONS: Final = 0.4
LEAST_OF_SYMBOLS: Final = 0.4
LEAST_OF_TYPES: Final = 0.5
"""Less similar names are not paired."""


def one_to_one(
    scores: Mapping[Pair, float], least: float, known: Collection[Pair] = ()
) -> dict[Pair, float]:
    """The one-to-one matching with the greatest sum of squared scores, of pairs of at least
    `least`. Squares make one good pair outweigh two mediocre ones. Names of `known` pairs have no
    other partner."""
    taken = {a for a, _ in known}, {b for _, b in known}
    scores = {
        (a, b): score
        for (a, b), score in scores.items()
        if (a, b) in known or (a not in taken[0] and b not in taken[1])
    }
    ours = _numbered(a for a, _ in scores)
    theirs = _numbered(b for _, b in scores)
    mine, yours = list(ours), list(theirs)
    table = {(ours[a], theirs[b]): score**2 for (a, b), score in scores.items() if score >= least}
    pairs = ((mine[i], yours[j]) for i, j in assign(table).items())
    return {pair: scores[pair] for pair in pairs}


def _numbered(names: Iterable[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(dict.fromkeys(names))}
