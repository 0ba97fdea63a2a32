"""Similarity of the arguments and of the types of two models, updated in each round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product, starmap
from typing import Final, NamedTuple

from plancore.align.assignment import Scores, assign
from plancore.correspondence.evidence import NO_FACTS, FactsInCommon
from plancore.correspondence.known import is_same_name, plain, together
from plancore.correspondence.pairs import Arguments, Pair
from plancore.correspondence.roles import LiteralUse, Roles, Types
from plancore.correspondence.similarity.candidates import (
    ActionMatch,
    Candidates,
    alike,
    counterpart,
)
from plancore.memo import lazy

_BY_PROFILE: Final = 0.5
_BY_FACTS: Final = 1.0
_TYPE_MATCH: Final = 0.3
_FAINT: Final = 0.05
_MAY_BE: Final = 0.5
_NO_PLACE: Final = 0.6
"""The share of arguments that counts as agreeing if none is mapped."""
_ONE_VOCABULARY: Final = 1.0
_CALLED_ALIKE: Final = 0.5


class ArgumentSimilarity:
    """`votes` has the evidence for each pair of argument positions of two symbols; 1 is the best.
    The maps of stated pairs are fixed, and so are those of `settle`."""

    def __init__(
        self, candidates: Candidates, types: TypeSimilarity, facts: FactsInCommon = NO_FACTS
    ) -> None:
        self._facts = facts
        self.ours, self.theirs, self.types = candidates.ours, candidates.theirs, types
        self.profiles = candidates.profiles
        self._names = candidates.names
        self._stated = candidates.known.arguments
        self._settled = dict(self._stated)
        self.has_one_vocabulary = (
            _share_of_same_names(candidates.ours, candidates.theirs) >= _ONE_VOCABULARY
        )
        self.votes: dict[Pair, Votes] = {}
        self._unvarying: dict[Pair, Votes] = {}
        self._maps: dict[tuple[Pair, int, int], Arguments] = {}
        self._co_occurrences: dict[tuple[str, str, int, int], _Places] = {}
        self._telling: dict[tuple[str, str, int, int], list[tuple[int, int, float]]] = {}

    def start(self, pairs: Iterable[Pair]) -> None:
        """Initialise the votes of `pairs` from types and uses."""
        self.votes = {pair: self._arguments_at_start(pair) for pair in pairs}

    def settle(self, maps: Mapping[Pair, Arguments]) -> None:
        """Fix these maps."""
        self._settled |= maps
        self._co_occurrences.clear()

    def judge(self, ballots: Mapping[Pair, Votes]) -> None:
        """Update the votes: arguments match if matched parameters are used there."""
        self._maps.clear()
        self._co_occurrences.clear()
        self._telling.clear()
        for pair in self.votes:
            start = self._arguments_at_start(pair)
            ballot = ballots.get(pair, {})
            most = max(ballot.values(), default=0.0)
            if most:
                start = {
                    places: 0.4 * share + ballot.get(places, 0.0) / most
                    for places, share in start.items()
                }
                start = normalised(start)
            self.votes[pair] = start

    def telling_votes(self, ours: LiteralUse, theirs: LiteralUse) -> list[tuple[int, int, float]]:
        """The pairs of positions in two uses with their votes, without negligible ones."""
        n_ours, n_theirs = len(ours.args), len(theirs.args)
        key = ours.symbol, theirs.symbol, n_ours, n_theirs
        telling = self._telling.get(key)
        if telling is None:
            telling = self._telling[key] = [
                (k, n, share)
                for (k, n), share in self.votes[ours.symbol, theirs.symbol].items()
                if share > _FAINT and k < n_ours and n < n_theirs
            ]
        return telling

    def _arguments_at_start(self, pair: Pair) -> Votes:
        """The votes before actions are compared; the best is 1."""
        unvarying = self._unvarying.get(pair)
        if unvarying is None:
            unvarying = self._unvarying[pair] = self._without_types(pair)
        mine, yours = self._args(pair)
        fit = self.types.fit
        return normalised(
            {(k, n): 0.5 * fit(mine[k], yours[n]) + share for (k, n), share in unvarying.items()}
        )

    def _without_types(self, pair: Pair) -> Votes:
        """The part of the votes that is the same in all rounds."""
        mine, yours = self._args(pair)
        ours, theirs = (profiles.places for profiles in self.profiles)
        same_place = 0.6 if is_same_name(pair) else 0.15
        same_facts = self._facts.get(pair)
        told = dict(enumerate(same_facts.arguments)) if same_facts else {}
        return {
            (k, n): _BY_PROFILE * alike(ours[pair[0], k], theirs[pair[1], n])
            + (same_place if k == n else 0.0)
            + (_BY_FACTS if told.get(k) == n else 0.0)
            for k, n in product(range(len(mine)), range(len(yours)))
        }

    def _args(self, pair: Pair) -> tuple[tuple[Types, ...], tuple[Types, ...]]:
        return self.ours.symbols[pair[0]].args, self.theirs.symbols[pair[1]].args

    def signature(self, pair: Pair) -> float:
        """The agreement of all argument types, in 0..1; 0 if arguments or types are missing."""
        mine, yours = self._args(pair)
        if not mine or len(mine) != len(yours) or not all(mine) or not all(yours):
            return 0.0
        fits = {
            (k, n): self.types.fit(mine[k], yours[n])
            for k, n in product(range(len(mine)), range(len(yours)))
        }
        chosen = assign({places: fit for places, fit in fits.items() if fit > _TYPE_MATCH})
        if len(chosen) < len(mine):
            return 0.0
        return sum(fits[places] for places in chosen.items()) / len(mine)

    def map_of(self, pair: Pair) -> Arguments:
        """The current argument map of a pair."""
        mine, yours = self._args(pair)
        return self._map(pair, len(mine), len(yours))

    def _map(self, pair: Pair, n_ours: int, n_theirs: int) -> Arguments:
        settled = self._settled.get(pair)
        if settled is not None:
            return settled
        key = pair, n_ours, n_theirs
        arguments = self._maps.get(key)
        if arguments is None:
            if n_ours == n_theirs and self._is_in_place(pair):
                arguments = tuple(range(n_ours))
            else:
                arguments = argument_map(
                    self.votes[pair], n_ours, n_theirs, same_name=is_same_name(pair)
                )
            self._maps[key] = arguments
        return arguments

    def final_map_of(self, pair: Pair) -> Arguments:
        """The argument map of a pair without ambiguous arguments.

        A square is neither of two coordinates: its type has a name unlike that of its counterpart,
        and the other symbol has a second argument of that type, without a counterpart. If the
        models have no words in common, names of types are not evidence.
        """
        arguments = self.map_of(pair)
        mine, yours = self._args(pair)
        if len(mine) == len(yours) or len(arguments) != len(mine) or pair in self._stated:
            return arguments
        if not self._have_words_in_common:
            return arguments
        has_more = len(yours) > len(mine)
        left = (
            {yours[n] for n in range(len(yours)) if n not in arguments}
            if has_more
            else {mine[k] for k, n in enumerate(arguments) if n is None}
        )

        def is_ambiguous(k: int, n: int) -> bool:
            is_typed = bool(mine[k] or yours[n])
            return (
                is_typed
                and (yours[n] if has_more else mine[k]) in left
                and not self.types.are_called_alike(mine[k], yours[n])
            )

        return tuple(
            None if n is not None and is_ambiguous(k, n) else n for k, n in enumerate(arguments)
        )

    @lazy
    def _have_words_in_common(self) -> bool:
        """Whether any two predicates or functions have similar names."""
        called = self._names.of_symbols
        return any(called(*pair) >= _CALLED_ALIKE for pair in self.votes)

    def _is_in_place(self, pair: Pair) -> bool:
        """Whether each argument is mapped to the same position, whatever the votes. This holds for
        equal names if the models have the same vocabulary and no type contradicts."""
        if not self.has_one_vocabulary or not is_same_name(pair):
            return False
        return all(starmap(self._may_be, zip(*self._args(pair), strict=False)))

    def _may_be(self, mine: Types, yours: Types) -> bool:
        return self.types.fit(mine, yours) >= _MAY_BE

    def agreement(
        self, ours: LiteralUse, theirs: LiteralUse, parameters: Mapping[str, str]
    ) -> float:
        """The agreement of the arguments of two uses under the mapping `parameters`, in 0..1."""
        mine, yours = ours.args, theirs.args
        key = ours.symbol, theirs.symbol, len(mine), len(yours)
        places = self._co_occurrences.get(key)
        if places is None:
            places = self._co_occurrences[key] = self._places(*key)
        n_right = 0
        for k, n in places.mapped:
            if counterpart(mine[k], parameters) == yours[n]:
                n_right += 1
        return places.fits[n_right]

    def _places(self, mine: str, yours: str, n_ours: int, n_theirs: int) -> _Places:
        arguments = self._map((mine, yours), n_ours, n_theirs)
        mapped = tuple(
            (k, n) for k, n in enumerate(arguments[:n_ours]) if n is not None and n < n_theirs
        )
        price = stretch(n_ours, n_theirs, len(mapped))
        if not n_ours and not n_theirs:
            return _Places((), (1.0,))
        if not mapped:
            return _Places((), (_NO_PLACE**2 * price,))
        shares = (n_right / len(mapped) for n_right in range(len(mapped) + 1))
        return _Places(mapped, tuple(share * share * price for share in shares))


class _Places(NamedTuple):
    """The mapped positions of two uses, and the agreement by the number of them that are equal."""

    mapped: tuple[tuple[int, int], ...]
    fits: tuple[float, ...]


def _share_of_same_names(ours: Roles, theirs: Roles) -> float:
    """The share of symbols of the smaller vocabulary whose names the other model has."""
    mine, yours = ({plain(name) for name in side.symbols} for side in (ours, theirs))
    return len(mine & yours) / max(1, min(len(mine), len(yours)))


# Argument maps of two predicates.

Votes = dict[tuple[int, int], float]
"""The evidence for each pair of positions; the best is 1."""

LEFT_OUT: Final = 0.85
"""The factor for each argument without a counterpart."""
BOTH_WAYS: Final = 0.5
"""The factor if both sides have such arguments, which is rare among names with the same meaning."""

_LEAST: Final = 0.1
_NEARLY: Final = 0.5
"""The share of the best total with which arguments of equal names keep their positions."""


def argument_map(
    votes: Mapping[tuple[int, int], float], n_ours: int, n_theirs: int, *, same_name: bool = False
) -> Arguments:
    """The assignment with the most votes; the identity is preferred for equal names and arities."""
    scores = {
        (ours, theirs): share
        for (ours, theirs), share in votes.items()
        if ours < n_ours and theirs < n_theirs and share >= _LEAST
    }
    chosen = assign(scores)
    if same_name and n_ours == n_theirs:
        chosen = _in_place(scores, chosen)
    return tuple(chosen.get(position) for position in range(n_ours))


def _in_place(scores: Scores, chosen: dict[int, int]) -> dict[int, int]:
    """The identity, unless `chosen` is clearly better."""
    same = {position: position for position in chosen if (position, position) in scores}
    if len(same) < len(chosen):
        return chosen
    total, in_order = (sum(scores[places] for places in way.items()) for way in (chosen, same))
    return same if in_order >= _NEARLY * total else chosen


def stretch(n_ours: int, n_theirs: int, n_mapped: int) -> float:
    """The factor in 0..1 for arguments without a counterpart."""
    dropped, added = n_ours - n_mapped, n_theirs - n_mapped
    price = LEFT_OUT ** (dropped + added)
    return float(price * BOTH_WAYS if dropped and added else price)


def normalised(votes: Votes) -> Votes:
    """Scale the votes so that the best is 1."""
    best = max(votes.values(), default=0.0)
    return {places: share / best for places, share in votes.items()} if best else votes


# Similarity of types.

_TYPE_BY_NAME: Final = 0.8
_TYPE_BY_USE: Final = 0.7
_RELATED_TYPE: Final = 0.85
_UNTYPED: Final = 0.5
_BY_OBJECTS: Final = 0.6


class TypeSimilarity:
    """`scores` has the similarity of each pair of types and of predicates that may play one, in
    0..1. `objects` has the share of common objects of pairs of types."""

    def __init__(self, candidates: Candidates, objects: Mapping[Pair, float]) -> None:
        self.ours, self.theirs = ours, theirs = candidates.ours, candidates.theirs
        self.words, self.known = candidates.names.types, candidates.known.types
        self._objects = objects
        self.scores = {
            pair: together(self.words.similarity(*pair), _BY_OBJECTS * objects.get(pair, 0.0))
            for pair in product(ours.types, theirs.types)
        }
        self._type_fits: dict[tuple[Types, Types], float] = {}
        self.known.settle(self.scores)

    def fit(self, mine: Types, yours: Types) -> float:
        """The similarity of two lists of types; an untyped term fits any type moderately."""
        if not mine or not yours:
            return _UNTYPED
        fit = self._type_fits.get((mine, yours))
        if fit is None:
            fit = max(self._related_fit(*pair) for pair in product(mine, yours))
            self._type_fits[mine, yours] = fit
        return fit

    def are_called_alike(self, mine: Types, yours: Types) -> bool:
        """Whether the lists have types with similar names."""
        return any(self.words.similarity(*pair) >= _CALLED_ALIKE for pair in product(mine, yours))

    def _related_fit(self, mine: str, yours: str) -> float:
        """The similarity of two types, or slightly less than that of one and a relative."""
        related = [self._score(other, yours) for other in self.ours.related_types.get(mine, ())]
        related += [self._score(mine, other) for other in self.theirs.related_types.get(yours, ())]
        return max(self._score(mine, yours), _RELATED_TYPE * max(related, default=0.0))

    def _score(self, mine: str, yours: str) -> float:
        """The similarity of two types; if one is undeclared, that of their names."""
        score = self.scores.get((mine, yours))
        return self.words.similarity(mine, yours) if score is None else score

    def judge(self, actions: Mapping[Pair, float], matches: Mapping[Pair, ActionMatch]) -> None:
        """Update the scores: types are similar if parameters of them match in similar actions."""
        votes: dict[Pair, float] = {}
        mine: dict[str, float] = {}
        yours: dict[str, float] = {}
        for (a, b), match in matches.items():
            score = actions[a, b] ** 2
            ours, theirs = self.ours.operators[a].types, self.theirs.operators[b].types
            for name, other in match.parameters.items():
                if name not in ours or other not in theirs:
                    continue
                for s, t in product(ours[name], theirs[other]):
                    votes[s, t] = votes.get((s, t), 0.0) + score
                for sizes, types in ((mine, ours[name]), (yours, theirs[other])):
                    for of in types:
                        sizes[of] = sizes.get(of, 0.0) + score
        for s, t in self.scores:
            size = mine.get(s, 0.0) + yours.get(t, 0.0)
            by_use = 2 * votes.get((s, t), 0.0) / size if size else 0.0
            named = self.words.similarity(s, t)
            score = together(_TYPE_BY_NAME * named, _TYPE_BY_USE * by_use)
            self.scores[s, t] = together(score, _BY_OBJECTS * self._objects.get((s, t), 0.0))
        self.known.settle(self.scores)
        self._type_fits.clear()
