"""Pairs of leftover names: one-to-many pairs, negations, and actions that use opposite predicates.

Models differ in granularity: one `pickup` for three, `man-at` and `nut-at` for one `at`, `not
tightened` in place of `loose`. Such pairs are added to the one-to-one pairs and never replace them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

from plancore.align.assignment import assign
from plancore.correspondence.known import LEAST_OF_ACTIONS, LEAST_OF_TYPES, one_to_one, together
from plancore.correspondence.pairs import Pair
from plancore.correspondence.roles import LiteralUse, OperatorUses
from plancore.correspondence.search.reasons import CoOccurrences, Standing
from plancore.correspondence.similarity.argument_similarity import stretch
from plancore.correspondence.similarity.candidates import ActionMatch, counterpart
from plancore.correspondence.similarity.similarity import BY_NAME, BY_USE, Similarity

_LEAST_EVIDENCE: Final = 0.5
_LEAST_STRUCTURE: Final = 0.4
_OF_PARTNER: Final = 0.75
"""The score that a one-to-many pair needs, relative to the existing pair of one of its names."""
_AS_GOOD: Final = 0.97
"""A pair with this score, relative to the existing pair, is taken even if both are low."""
_LEAST_NAMED: Final = 0.4
_LEAST_SHARE: Final = 0.4
_CONFIDENT: Final = 0.45
"""Pairs of actions with a lower score are no evidence about their literals."""
_FEWEST: Final = 2
_UNPAIRED: Final = 0.8
_SYMBOL_BY_NAME: Final = 0.6
_OF_PART: Final = 0.5
"""The minimum similarity of the name of a part to that of the whole."""


class OneToManyMatches:
    """Finds pairs in addition to the one-to-one `actions` and `symbols`. `stated` are pairs of
    actions that are added."""

    def __init__(
        self,
        similarity: Similarity,
        actions: Mapping[Pair, float],
        symbols: Mapping[Pair, float],
        type_predicates: frozenset[str],
        stated: Mapping[Pair, float],
    ) -> None:
        self.similarity = similarity
        self.one_to_one = symbols
        self.symbols = {p for p, _ in symbols}, {q for _, q in symbols}
        self.type_predicates = type_predicates
        self.actions = {**actions, **self._actions(actions), **stated}
        confident = (pair for pair, score in self.actions.items() if score >= _CONFIDENT)
        self.co_occurrences = CoOccurrences(similarity, confident)
        self._wholes: dict[str, frozenset[str]] = {}

    def _actions(self, actions: Mapping[Pair, float]) -> dict[Pair, float]:
        ours = {a: score for (a, _), score in actions.items()}
        theirs = {b: score for (_, b), score in actions.items()}
        one_to_many: dict[Pair, float] = {}
        for pair in self.similarity.actions:
            partner = max(ours.get(pair[0], 0.0), theirs.get(pair[1], 0.0))
            if (pair[0] in ours) is (pair[1] in theirs) or partner < _CONFIDENT:
                continue
            structure = self._consistent_structure(pair)
            named = self.similarity.action_names[pair]
            evidence = 1 - (1 - BY_NAME * named) * (1 - BY_USE * structure)
            least = max(_LEAST_EVIDENCE, _OF_PARTNER * partner)
            least = min(least, _AS_GOOD * partner)
            if structure >= _LEAST_STRUCTURE and evidence >= least:
                one_to_many[pair] = evidence
        return _best_of_each(one_to_many, ours, theirs)

    def _consistent_structure(self, pair: Pair) -> float:
        """The share of literals that agree without giving a paired predicate a second partner."""
        similarity, match = self.similarity, self.similarity.matches[pair]
        size = similarity.size(pair)
        shared = 0.0
        for x, y in match.literals:
            is_pair = (x.symbol, y.symbol) in self.one_to_one
            if is_pair or x.symbol not in self.symbols[0] or y.symbol not in self.symbols[1]:
                fit = similarity.agreement(x, y, match.parameters)
                weight = similarity.ours.weight(x) + similarity.theirs.weight(y)
                shared += fit * weight * (1.0 if is_pair else _UNPAIRED)
        return shared / size if size else 0.0

    def of_symbols(self) -> dict[Pair, float]:
        """Pairs of a leftover predicate or function with one that has a partner."""
        one_to_many: dict[Pair, float] = {}
        denying = self._denying()
        for pair in self._same_kind():
            if (pair[0] in self.symbols[0]) is (pair[1] in self.symbols[1]):
                continue
            if denying & {*enumerate(pair)} and self._drops_arguments(pair):
                continue
            named = self._named(pair)
            if named is None:
                continue
            share, n_met = self._share(pair, negated=False)
            if (n_met < _FEWEST or not self._is_about_something(pair)) and named < _LEAST_NAMED:
                continue
            evidence = self._evidence(pair, named, share)
            if share >= _LEAST_SHARE and evidence >= _LEAST_EVIDENCE:
                one_to_many[pair] = evidence
        return _best_of_each(one_to_many, *self.symbols)

    def explained(self, one_to_many: Iterable[Pair]) -> float:
        """The weight of the literals that only `one_to_many` pairs explain."""
        taken = self._met(self.one_to_one)
        return sum(
            self.similarity.ours.weight(x) + self.similarity.theirs.weight(y)
            for pair in one_to_many
            for _, x, y in self.co_occurrences.met(pair, taken=taken)
        )

    def negated(self, one_to_many: Mapping[Pair, float]) -> dict[Pair, float]:
        """Pairs of predicates of which one is true exactly when the other is false."""
        open_ours = {p for p, _ in one_to_many} | self.symbols[0]
        open_theirs = {q for _, q in one_to_many} | self.symbols[1]
        negations: dict[Pair, float] = {}
        for pair in self._same_kind():
            if pair[0] in open_ours and pair[1] in open_theirs:
                continue
            share, n_met = self._share(pair, negated=True)
            denied = self.similarity.candidates.denied.get(pair, 0.0)
            evidence = self._evidence(pair, denied, share)
            if evidence >= _LEAST_EVIDENCE and (n_met > 1 or (n_met and denied)):
                negations[pair] = evidence
        return _best_of_each(negations, open_ours, open_theirs)

    def _named(self, pair: Pair) -> float | None:
        """The similarity of two names; None if unlike, or the leftover one is a part of a third."""
        named, wholes = self.similarity.symbol_names[pair], self._wholes_of(pair)
        if wholes & {*pair}:
            return max(named, _OF_PART)
        return None if wholes and named < _LEAST_NAMED else named

    def _wholes_of(self, pair: Pair) -> frozenset[str]:
        """The names of the other model of which the leftover name is a part."""
        is_part, is_ours = self.similarity.candidates.names.is_part, pair[0] not in self.symbols[0]
        one, other = (
            (pair[0], self.similarity.theirs) if is_ours else (pair[1], self.similarity.ours)
        )
        if one not in self._wholes:
            self._wholes[one] = frozenset(n for n in other.symbols if is_part(one, n))
        return self._wholes[one]

    def _denying(self) -> set[tuple[int, str]]:
        """The leftover names, each with its side, that negate leftover names of the other."""
        return {
            (side, name)
            for pair in self.negated({})
            if pair[0] not in self.symbols[0] and pair[1] not in self.symbols[1]
            for side, name in enumerate(pair)
        }

    def _drops_arguments(self, pair: Pair) -> bool:
        ours, theirs = (
            self.similarity.ours.symbols[pair[0]],
            self.similarity.theirs.symbols[pair[1]],
        )
        return self._n_mapped(pair) < max(len(ours.args), len(theirs.args))

    def _is_about_something(self, pair: Pair) -> bool:
        """Whether the uses share an argument to compare, or have none at all; else any two meet."""
        ours, theirs = self.similarity.ours.symbols, self.similarity.theirs.symbols
        return self._n_mapped(pair) > 0 or not (ours[pair[0]].args or theirs[pair[1]].args)

    def _same_kind(self) -> Iterator[Pair]:
        """The pairs that may have the same meaning, without those that play types. Names that are
        dissimilar must both be fluent, or both static with equal numbers of arguments."""
        ours, theirs = self.similarity.ours.symbols, self.similarity.theirs.symbols
        for pair, named in self.similarity.symbol_names.items():
            if self.type_predicates & {*pair} or not self.similarity.known.symbols.allows(pair):
                continue
            mine, yours = ours[pair[0]], theirs[pair[1]]
            is_alike = mine.is_static is yours.is_static and (
                not mine.is_static or len(mine.args) == len(yours.args)
            )
            if is_alike or named >= _LEAST_NAMED:
                yield pair

    def _evidence(self, pair: Pair, named: float, share: float) -> float:
        ours, theirs = (
            self.similarity.ours.symbols[pair[0]],
            self.similarity.theirs.symbols[pair[1]],
        )
        price = stretch(len(ours.args), len(theirs.args), self._n_mapped(pair))
        return price * (1 - (1 - _SYMBOL_BY_NAME * named) * (1 - BY_USE * share))

    def _share(self, pair: Pair, *, negated: bool) -> tuple[float, int]:
        """The share of the uses of the leftover name that meet the other's, and the number of these
        uses. Of two leftover names the smaller share counts."""
        taken = self._taken(pair)
        met = self.co_occurrences.count(pair, negated=negated, taken=taken)
        shares = []
        if pair[0] not in self.symbols[0]:
            shares.append(met.of_ours / met.n_ours if met.n_ours else 0.0)
        if pair[1] not in self.symbols[1]:
            shares.append(met.of_theirs / met.n_theirs if met.n_theirs else 0.0)
        return min(shares, default=0.0), met.of_ours

    def _taken(self, pair: Pair) -> set[Standing]:
        """The uses that the partners of the two names explain, if `pair` maps fewer arguments. Uses
        that are compared on fewer arguments often agree without the same meaning: loading a car
        where it is parked. So for such a pair, unless its names are similar, only unexplained uses
        count."""
        others = [p for p in self.one_to_one if (p[0] == pair[0]) is not (p[1] == pair[1])]
        n_mapped = max(map(self._n_mapped, others), default=0)
        is_named = self.similarity.symbol_names[pair] >= _LEAST_NAMED
        if is_named or self._n_mapped(pair) >= n_mapped:
            return set()
        return self._met(others)

    def _met(self, pairs: Iterable[Pair]) -> set[Standing]:
        """The uses of both models that meet under `pairs`."""
        return {
            (side, actions, use)
            for pair in pairs
            for actions, *uses in self.co_occurrences.met(pair)
            for side, use in enumerate(uses)
        }

    def _n_mapped(self, pair: Pair) -> int:
        return sum(place is not None for place in self.similarity.map_of(pair))


def _best_of_each(
    scores: Mapping[Pair, float], ours: Collection[str], theirs: Collection[str]
) -> dict[Pair, float]:
    """The best pair of each name that is not in `ours` or `theirs`."""
    best: dict[tuple[bool, str], Pair] = {}
    for pair, score in scores.items():
        keys = [(True, pair[0])] * (pair[0] not in ours) + [(False, pair[1])] * (
            pair[1] not in theirs
        )
        for key in keys:
            if key not in best or score > scores[best[key]]:
                best[key] = pair
    return {pair: scores[pair] for pair in best.values()}


# Actions left over because one model uses the opposite predicate: `clean`, not `dirty`.

_ANTONYMS_LEAST_SHARE: Final = 0.6
"""The share of the literals that must correspond or be negated; at least two must be negated."""
_FEWEST_DENIED: Final = 2
_OF_DENIED: Final = 0.8
"""The weight of a negated literal, relative to an equal one."""
_NAMED: Final = 0.3


class AntonymActions:
    """Pairs leftover actions whose literals over leftover symbols are negations of each other.
    `pairs` have their similarity, `matches` their literals."""

    def __init__(
        self,
        similarity: Similarity,
        actions: Collection[Pair],
        symbols: Collection[Pair],
        playing: Collection[str],
    ) -> None:
        self.similarity = similarity
        self._partners = dict(iter(symbols))
        self._open = (
            similarity.ours.symbols.keys() - {p for p, _ in symbols} - {*playing},
            similarity.theirs.symbols.keys() - {q for _, q in symbols} - {*playing},
        )
        taken = {a for a, _ in actions}, {b for _, b in actions}
        self.matches: dict[Pair, ActionMatch] = {}
        for pair, match in similarity.matches.items():
            if pair[0] not in taken[0] and pair[1] not in taken[1] and any(self._open):
                self._match(pair, match)
        allowed = similarity.known.actions.allows
        scores = {
            pair: together(
                BY_NAME * similarity.candidates.action_name(*pair), BY_USE * match.structure
            )
            for pair, match in self.matches.items()
            if allowed(pair)
        }
        self.pairs: Mapping[Pair, float] = one_to_one(scores, LEAST_OF_ACTIONS, ())

    def _match(self, pair: Pair, match: ActionMatch) -> None:
        ours = self.similarity.ours.operators[pair[0]]
        theirs = self.similarity.theirs.operators[pair[1]]
        same = [(x, y) for x, y in match.literals if self._partners.get(x.symbol) == y.symbol]
        parameters = self._completed(ours, theirs, match.parameters)
        denied = self._denied(ours, theirs, parameters)
        if len(denied) < _FEWEST_DENIED:
            return
        if not same and self.similarity.candidates.action_name(*pair) < _NAMED:
            return
        share = 2 * (len(same) + len(denied)) / (len(ours.uses) + len(theirs.uses))
        if share >= _ANTONYMS_LEAST_SHARE:
            counted = 2 * (len(same) + _OF_DENIED * len(denied))
            structure = counted / (len(ours.uses) + len(theirs.uses))
            self.matches[pair] = ActionMatch(structure, parameters, tuple(same))

    def _completed(
        self, ours: OperatorUses, theirs: OperatorUses, parameters: Mapping[str, str]
    ) -> Mapping[str, str]:
        """`parameters`, extended by matches of the remaining parameters with fitting types."""
        taken = {*parameters.values()}
        mine = [name for name in ours.types if name not in parameters]
        yours = [name for name in theirs.types if name not in taken]
        fits = {
            (i, j): fit
            for i, variable in enumerate(mine)
            for j, other in enumerate(yours)
            if (fit := self.similarity.type_fit(ours.types[variable], theirs.types[other]))
            >= LEAST_OF_TYPES
        }
        return {**parameters, **{mine[i]: yours[j] for i, j in assign(fits).items()}}

    def _denied(
        self, ours: OperatorUses, theirs: OperatorUses, parameters: Mapping[str, str]
    ) -> list[tuple[LiteralUse, LiteralUse]]:
        """The literals over leftover symbols that negate each other, with one opposite each."""
        denied: list[tuple[LiteralUse, LiteralUse]] = []
        partners: dict[str, str] = {}
        left = [use for use in theirs.uses if use.symbol in self._open[1]]
        for x in ours.uses:
            if x.symbol not in self._open[0]:
                continue
            args = sorted(counterpart(arg, parameters) for arg in x.args)
            for y in left:
                is_opposite = x.role.opposite is y.role and args == sorted(y.args)
                if is_opposite and partners.setdefault(x.symbol, y.symbol) == y.symbol:
                    denied.append((x, y))
                    left.remove(y)
                    break
        return denied
