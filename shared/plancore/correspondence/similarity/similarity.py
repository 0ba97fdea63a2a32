"""Similarity of the names of two models, each computed from all others.

Similarity is propagated until it converges (after Melnik, Garcia-Molina and Rahm, Similarity
Flooding, 2002): two actions are similar if their literals are, two predicates if they have the same
roles for the same parameters of similar actions, two types if parameters of them match. Names and
declared types are further evidence. Evidence is combined as a noisy or.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from heapq import nlargest
from itertools import product
from math import sqrt
from typing import Final, NamedTuple

from plancore.align.assignment import assign
from plancore.correspondence.evidence import NO_EVIDENCE, NO_STEPS, StepsInCommon, TaskEvidence
from plancore.correspondence.known import best_of, together
from plancore.correspondence.pairs import Arguments, Pair
from plancore.correspondence.roles import LiteralRole, LiteralUse, OperatorUses, Roles, Types
from plancore.correspondence.similarity.argument_similarity import (
    ArgumentSimilarity,
    TypeSimilarity,
    Votes,
)
from plancore.correspondence.similarity.candidates import (
    ActionMatch,
    Candidates,
    alike,
    counterpart,
)
from plancore.correspondence.words import Vocabulary
from plancore.grouping import grouped

ROUNDS: Final = 7
_FIRST_LOOKS: Final = 2
_LATE: Final = 4
_CLOSE: Final = 6
"""After two rounds, only the best six partners of each action are compared again."""

BY_NAME: Final = 0.7
BY_USE: Final = 0.85
"""The maximum score of a pair of actions from names (`BY_NAME`) and from use (`BY_USE`) alone."""

_SYMBOL_BY_NAME: Final = 0.6
_UNUSED_BY_NAME: Final = 0.8
_BY_ROLES: Final = 0.1
_BY_SIGNATURE: Final = 0.2
_BY_FACTS: Final = 0.6
_BY_STEPS: Final = 0.6
_NOTHING: Final = 0.02
_FAR_FROM_BEST: Final = 0.15
_SETTLED: Final = 0.01
_FAINT: Final = 0.05


class Similarity:
    """The similarity of learned names to reference names, in 0..1, by kind. Only listed pairs were
    compared: for actions the pairs of `candidates`, or the `close` ones if there are any. Known
    pairs are always 1 and refused ones 0. The checkpoint is called for each pair of actions."""

    def __init__(
        self,
        candidates: Candidates,
        evidence: TaskEvidence = NO_EVIDENCE,
        close: Iterable[Pair] = (),
    ) -> None:
        ours, theirs, known = candidates.ours, candidates.theirs, candidates.known
        self.ours, self.theirs, self.known, self.evidence = ours, theirs, known, evidence
        self._facts = evidence.of_symbols
        self.candidates, self.names = candidates, candidates.names
        self.action_names, self.symbol_names = candidates.action_names, candidates.symbol_names
        self._types = TypeSimilarity(candidates, evidence.types)
        self.types = self._types.scores
        self.symbols = self._symbols_at_start()
        self.arguments = ArgumentSimilarity(candidates, self._types, self._facts)
        self.arguments.start(self.symbols)
        self._signatures = {pair: self.arguments.signature(pair) for pair in self.symbols}
        self._matcher = ActionMatcher(candidates, self._types, self.arguments, evidence.steps)
        self.actions: dict[Pair, float] = {}
        self.matches: dict[Pair, ActionMatch] = {}
        known.symbols.settle(self.symbols)
        self._open = list(close) or list(self.action_names)
        for number in range(ROUNDS):
            before = dict(self.actions)
            self._judge_actions(number >= _LATE)
            self._judge_symbols()
            self._types.judge(self.actions, self.matches)
            if number == _FIRST_LOOKS - 1:
                self._open = self.close_pairs()
            if number > _LATE and _is_settled(before, self.actions):
                break

    # Queries

    def type_fit(self, mine: Types, yours: Types) -> float:
        """The similarity of two lists of types; see `TypeSimilarity.fit`."""
        return self._types.fit(mine, yours)

    def same_steps(self, pair: Pair) -> float:
        """The overlap of the steps of two actions in plans, in 0..1."""
        return self.evidence.steps.get(pair, NO_STEPS).share

    def map_of(self, pair: Pair) -> Arguments:
        """The argument map of two symbols."""
        return self.arguments.map_of(pair)

    def agreement(
        self, ours: LiteralUse, theirs: LiteralUse, parameters: Mapping[str, str]
    ) -> float:
        """The agreement of the arguments of two uses under the mapping `parameters`, in 0..1."""
        return self.arguments.agreement(ours, theirs, parameters)

    def shared(self, pair: Pair) -> float:
        """The weight of the similar literals of two actions."""
        return self.size(pair) * self.matches[pair].structure

    def size(self, pair: Pair) -> float:
        """The total weight of the literals of two actions."""
        return self.ours.size(pair[0]) + self.theirs.size(pair[1])

    def of_uses(self, pair: Pair, share: float) -> float:
        """The similarity of two predicates or functions, given the agreeing share of their uses."""
        return together(_SYMBOL_BY_NAME * self.symbol_names[pair], BY_USE * share)

    def close_pairs(self) -> list[Pair]:
        """The pairs of actions that are among the most similar ones of either action."""
        kept: set[Pair] = {pair for pair in self.known.actions.pairs if pair in self.actions}
        for side in (0, 1):
            of_each = grouped((pair[side], pair) for pair in self.actions)
            for pairs in of_each.values():
                kept.update(nlargest(_CLOSE, pairs, key=self.actions.__getitem__))
        return [pair for pair in self.actions if pair in kept]

    # Before the first round

    def _symbols_at_start(self) -> dict[Pair, float]:
        names, roles = self.candidates.symbol_names, self.candidates.symbol_roles
        best = best_of(roles, 0), best_of(roles, 1)
        start = {
            (p, q): together(BY_NAME * names[p, q], 0.5 * score / max(best[0][p], best[1][q], 0.01))
            for (p, q), score in roles.items()
        }
        for pair in self._facts.keys() & start.keys():
            start[pair] = together(start[pair], _BY_FACTS * self._facts[pair].share)
        self._contradict(start)
        return start

    def _contradict(self, scores: dict[Pair, float]) -> None:
        """Lower the scores of names that negate each other: their uses have opposite polarity."""
        for pair, denied in self.candidates.denied.items():
            scores[pair] *= 1 - denied

    # Rounds

    def _judge_actions(self, is_late: bool) -> None:
        likely = self._likely_symbols(is_late)
        for a, b in self._open:
            self.candidates.checkpoint()
            match = self._matcher.match(self.ours.operators[a], self.theirs.operators[b], likely)
            self.matches[a, b] = match
            named = self.candidates.action_name(a, b)
            by_text = together(BY_NAME * named, BY_USE * match.structure)
            self.actions[a, b] = together(by_text, _BY_STEPS * self.same_steps((a, b)))
        self.known.actions.settle(self.actions)

    def _likely_symbols(self, is_late: bool) -> Mapping[str, Mapping[str, float]]:
        """For each learned name its likely partners, weighted down if either has a better one. In
        late rounds the best partners count in full, even with a low score: the aim is to find how
        many literals agree under them."""
        best_of_ours, best_of_theirs = best_of(self.symbols, 0), best_of(self.symbols, 1)
        likely: dict[str, dict[str, float]] = {}
        for (p, q), score in self.symbols.items():
            if score > _NOTHING:
                relative = score / max(best_of_ours[p], best_of_theirs[q])
                sharp = (relative if is_late else score) * sqrt(relative)
                if relative > _FAR_FROM_BEST and sharp > _NOTHING:
                    likely.setdefault(p, {})[q] = sharp
        return likely

    def _judge_symbols(self) -> None:
        sharp = self._sharpened()
        our_sizes = _sizes(self.ours, best_of(self.actions, 0))
        their_sizes = _sizes(self.theirs, best_of(self.actions, 1))
        shared = self._shared(sharp)
        votes = self._votes(sharp)
        for pair in self.symbols:
            named = self.symbol_names[pair]
            size = our_sizes.get(pair[0], 0.0) + their_sizes.get(pair[1], 0.0)
            if size:
                by_use = BY_USE * min(1.0, shared.get(pair, 0.0) / size)
                score = together(_SYMBOL_BY_NAME * named, by_use)
            else:
                score = _UNUSED_BY_NAME * named
            score = together(score, _BY_ROLES * self.candidates.symbol_roles[pair])
            if pair in self._facts:
                score = together(score, _BY_FACTS * self._facts[pair].share)
            self.symbols[pair] = together(score, _BY_SIGNATURE * self._signatures[pair])
        self._contradict(self.symbols)
        self.arguments.judge(votes)
        self.known.symbols.settle(self.symbols)

    def _sharpened(self) -> Mapping[Pair, float]:
        """The similarity of actions, weighted down if either has a better partner."""
        best_of_ours, best_of_theirs = best_of(self.actions, 0), best_of(self.actions, 1)
        sharp = {}
        for (a, b), score in self.actions.items():
            best = max(best_of_ours[a], best_of_theirs[b])
            if best and (sharpened := score * (score / best) ** 2) > _NOTHING:
                sharp[a, b] = sharpened
        return sharp

    def _shared(self, sharp: Mapping[Pair, float]) -> Mapping[Pair, float]:
        """The weight of the similar uses of two symbols; each use counts with its best fit."""
        met: dict[tuple[bool, str, LiteralUse, str], float] = {}
        for (a, b), score in sharp.items():
            match = self.matches[a, b]
            for x, y in match.literals:
                fit = score * self.arguments.agreement(x, y, match.parameters)
                for key in ((True, a, x, y.symbol), (False, b, y, x.symbol)):
                    if fit > met.get(key, 0.0):
                        met[key] = fit
        shared: dict[Pair, float] = {}
        for (is_ours, _, use, symbol), fit in met.items():
            pair = (use.symbol, symbol) if is_ours else (symbol, use.symbol)
            weight = (self.ours if is_ours else self.theirs).weight(use)
            shared[pair] = shared.get(pair, 0.0) + weight * fit
        return shared

    def _votes(self, sharp: Mapping[Pair, float]) -> Mapping[Pair, Votes]:
        """For each pair of symbols the votes of matched parameters for pairs of positions."""
        votes: dict[Pair, Votes] = {}
        for (a, b), score in sharp.items():
            parameters = self.matches[a, b].parameters
            if score < _FAINT:
                continue
            theirs = self.candidates.placed(b, is_ours=False)
            for x in self.ours.operators[a].uses:
                for k, arg in enumerate(x.args):
                    for y, n in theirs.get((x.role, counterpart(arg, parameters)), ()):
                        pair = x.symbol, y.symbol
                        if pair in self.symbols:
                            ballot = votes.setdefault(pair, {})
                            ballot[k, n] = ballot.get((k, n), 0.0) + score
        return votes


def _is_settled(before: Mapping[Pair, float], now: Mapping[Pair, float]) -> bool:
    return all(abs(score - before.get(pair, 0.0)) < _SETTLED for pair, score in now.items())


def _sizes(side: Roles, best: Mapping[str, float]) -> Mapping[str, float]:
    """The weight of the uses of each symbol, in proportion to the best score of their actions."""
    sizes: dict[str, float] = {}
    for operator in side.operators.values():
        similarity = best.get(operator.name, 0.0)
        for use in operator.uses:
            sizes[use.symbol] = sizes.get(use.symbol, 0.0) + similarity * side.weight(use)
    return sizes


# Matching the parameters and literals of two actions.

_WRONG_TYPE: Final = 0.15
_SAME_PLACE: Final = 0.02
"""The score of two parameters for having the same position, as a tie-break."""


class ActionMatcher:
    """Matches actions under the current similarity of types and arguments."""

    def __init__(
        self,
        candidates: Candidates,
        types: TypeSimilarity,
        arguments: ArgumentSimilarity,
        steps: StepsInCommon,
    ) -> None:
        self.ours, self.theirs = ours, theirs = candidates.ours, candidates.theirs
        self.types, self.arguments, self._steps = types, arguments, steps
        self._stated = candidates.known.parameters
        self._words = Vocabulary()
        self._constants = tuple({c.name for c in side.domain.constants} for side in (ours, theirs))
        self._profiles = candidates.profiles
        self._seen_coupled: dict[Pair, _Coupled] = {}
        self._seen_alike: dict[tuple[str, str, Pair], float] = {}
        self._by_role = {
            name: {role: [use for use in operator.uses if use.role is role] for role in LiteralRole}
            for name, operator in theirs.operators.items()
        }

    def match(
        self, ours: OperatorUses, theirs: OperatorUses, partners: Mapping[str, Mapping[str, float]]
    ) -> ActionMatch:
        """Match two actions; `partners` has for each learned symbol the scores of its partners."""
        of_role = self._by_role[theirs.name]
        likely = [
            (x, y, score)
            for x in ours.uses
            if (scores := partners.get(x.symbol))
            for y in of_role.get(x.role, ())
            if (score := scores.get(y.symbol)) is not None
        ]
        parameters = self._parameters(ours, theirs, likely)
        agreement = self.arguments.agreement
        scored = [
            (-fit, number)
            for number, (x, y, score) in enumerate(likely)
            if score > _FAINT and (fit := score * agreement(x, y, parameters)) > _FAINT
        ]
        scored.sort()
        left, right = set(ours.uses), set(theirs.uses)
        literals: list[tuple[LiteralUse, LiteralUse]] = []
        shared = 0.0
        for unfit, number in scored:
            x, y, _ = likely[number]
            if x in left and y in right:
                left.discard(x)
                right.discard(y)
                literals.append((x, y))
                shared -= unfit * (self.ours.weight(x) + self.theirs.weight(y))
        size = self.ours.size(ours.name) + self.theirs.size(theirs.name)
        return ActionMatch(shared / size if size else 0.0, parameters, tuple(literals))

    def _parameters(
        self,
        ours: OperatorUses,
        theirs: OperatorUses,
        likely: Iterable[tuple[LiteralUse, LiteralUse, float]],
    ) -> Mapping[str, str]:
        """The assignment of variables with the most votes from likely literals."""
        stated = self._stated.get((ours.name, theirs.name))
        if stated is not None:
            return stated
        votes = self._votes(ours, theirs, likely)
        fit_of = self.types.fit
        mine, yours, couples = self._coupled(ours, theirs)
        scores: dict[tuple[int, int], float] = {}
        for places, couple, types, named in couples:
            fit = fit_of(*types)
            voted = votes.get(couple, 0.0)
            if voted or fit > 0.5 or named > 0.5:
                seen = self._variables_alike(ours.name, theirs.name, couple)
                score = max(fit, _WRONG_TYPE) * (0.15 + 0.4 * seen + voted)
                same_place = _SAME_PLACE if places[0] == places[1] else 0.0
                scores[places] = score + 0.15 * named + same_place
        chosen = assign(scores)
        variables = {mine[i]: yours[j] for i, j in chosen.items() if scores[i, j] >= 0.2}
        return {**variables, **self._constants_in(votes)}

    def _votes(
        self,
        ours: OperatorUses,
        theirs: OperatorUses,
        likely: Iterable[tuple[LiteralUse, LiteralUse, float]],
    ) -> Mapping[Pair, float]:
        """The votes of likely literals and of steps in plans for pairs of terms."""
        votes: dict[Pair, float] = {}
        same = self._steps.get((ours.name, theirs.name), NO_STEPS)
        for (k, n), vote in same.places.items():
            if k < len(ours.parameters) and n < len(theirs.parameters):
                votes[ours.parameters[k], theirs.parameters[n]] = same.share * vote
        telling_votes = self.arguments.telling_votes
        weight_of = self.ours.weight
        for x, y, score in likely:
            weight = score * weight_of(x)
            if weight < _FAINT:
                continue
            mine, yours = x.args, y.args
            for k, n, share in telling_votes(x, y):
                places = mine[k], yours[n]
                votes[places] = votes.get(places, 0.0) + weight * share
        return votes

    def _coupled(self, ours: OperatorUses, theirs: OperatorUses) -> _Coupled:
        """All pairs of variables of two actions; they are the same in all rounds."""
        coupled = self._seen_coupled.get((ours.name, theirs.name))
        if coupled is None:
            similarity = self._words.similarity
            couples = [
                _Couple(
                    (i, j),
                    (mine, yours),
                    (ours.types[mine], theirs.types[yours]),
                    similarity(mine[1:], yours[1:]),
                )
                for i, mine in enumerate(ours.types)
                for j, yours in enumerate(theirs.types)
            ]
            coupled = _Coupled(tuple(ours.types), tuple(theirs.types), couples)
            self._seen_coupled[ours.name, theirs.name] = coupled
        return coupled

    def _constants_in(self, votes: Mapping[Pair, float]) -> Mapping[str, str]:
        """The assignment of constants with the most votes from likely literals."""
        ours, theirs = self._constants
        if not ours or not theirs:
            return {}
        mine = list(dict.fromkeys(c for c, _ in votes if c in ours))
        yours = list(dict.fromkeys(c for _, c in votes if c in theirs))
        scores = {
            (i, j): voted + self.types.words.similarity(mine[i], yours[j])
            for i, j in product(range(len(mine)), range(len(yours)))
            if (voted := votes.get((mine[i], yours[j])))
        }
        return {mine[i]: yours[j] for i, j in assign(scores).items()}

    def _variables_alike(self, mine: str, yours: str, couple: Pair) -> float:
        key = mine, yours, couple
        score = self._seen_alike.get(key)
        if score is None:
            ours, theirs = self._profiles
            score = alike(ours.variables[mine, couple[0]], theirs.variables[yours, couple[1]])
            self._seen_alike[key] = score
        return score


class _Couple(NamedTuple):
    """Two variables of two actions: positions, names, types, and the similarity of their names."""

    places: tuple[int, int]
    names: Pair
    types: tuple[Types, Types]
    named: float


class _Coupled(NamedTuple):
    """The variables of two actions, and all pairs of them."""

    mine: tuple[str, ...]
    yours: tuple[str, ...]
    couples: list[_Couple]
