"""Which parameters and literals of two actions belong together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Final, NamedTuple

from plancore.align.assignment import assign
from plancore.correspondence.evidence.evidence import NO_STEPS, StepsInCommon
from plancore.correspondence.known import is_same_name
from plancore.correspondence.pairs import Pair
from plancore.correspondence.roles import LiteralRole, LiteralUse, OperatorUses, Types
from plancore.correspondence.similarity.argument_similarity import (
    ArgumentSimilarity,
    TypeSimilarity,
    in_place,
)
from plancore.correspondence.similarity.candidates import ActionMatch, Candidates, alike
from plancore.correspondence.words import Vocabulary

_FAINT: Final = 0.05
_WRONG_TYPE: Final = 0.15
_SAME_PLACE: Final = {True: 0.3, False: 0.02}
"""What speaks for two parameters at one place, of actions of one name and of others."""


class ActionMatcher:
    """Matches actions under what is known of types and arguments at the time."""

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
        self,
        ours: OperatorUses,
        theirs: OperatorUses,
        partners: Mapping[str, Mapping[str, float]],
    ) -> ActionMatch:
        """Match two actions; `partners` has for each learned name how likely others are."""
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
        """The assignment of variables for which the most likely literals speak."""
        stated = self._stated.get((ours.name, theirs.name))
        if stated is not None:
            return stated
        votes = self._votes(ours, theirs, likely)
        fit_of = self.types.fit
        mine, yours, couples, same_name = self._coupled(ours, theirs)
        scores: dict[tuple[int, int], float] = {}
        for places, couple, types, named in couples:
            fit = fit_of(*types)
            voted = votes.get(couple, 0.0)
            if voted or fit > 0.5 or named > 0.5:
                seen = self._variables_alike(ours.name, theirs.name, couple)
                score = max(fit, _WRONG_TYPE) * (0.15 + 0.4 * seen + voted)
                same_place = _SAME_PLACE[same_name] if places[0] == places[1] else 0.0
                scores[places] = score + 0.15 * named + same_place
        chosen = assign(scores)
        if same_name and len(ours.parameters) == len(theirs.parameters):
            chosen = in_place(scores, chosen)
        variables = {mine[i]: yours[j] for i, j in chosen.items() if scores[i, j] >= 0.2}
        return {**variables, **self._constants_in(votes)}

    def _votes(
        self,
        ours: OperatorUses,
        theirs: OperatorUses,
        likely: Iterable[tuple[LiteralUse, LiteralUse, float]],
    ) -> Mapping[Pair, float]:
        """How much likely literals, and steps of plans, speak for each two terms."""
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
        """The variables of two actions side by side; no round changes that."""
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
            same_name = is_same_name((ours.name, theirs.name))
            coupled = _Coupled(tuple(ours.types), tuple(theirs.types), couples, same_name)
            self._seen_coupled[ours.name, theirs.name] = coupled
        return coupled

    def _constants_in(self, votes: Mapping[Pair, float]) -> Mapping[str, str]:
        """The constants of two actions for which the most likely literals speak."""
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
    """Two variables of two actions: where they stand, their types, how alike they are called."""

    places: tuple[int, int]
    names: Pair
    types: tuple[Types, Types]
    named: float


class _Coupled(NamedTuple):
    """The variables of two actions, each with each, and whether the actions have one name."""

    mine: tuple[str, ...]
    yours: tuple[str, ...]
    couples: list[_Couple]
    same_name: bool
