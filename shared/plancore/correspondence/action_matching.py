"""Which parameters and literals of two actions belong together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Final

from plancore.align.assignment import assign
from plancore.correspondence.action_match import ActionMatch
from plancore.correspondence.argument_likeness import ArgumentLikeness
from plancore.correspondence.arguments import in_place
from plancore.correspondence.grounds import Grounds
from plancore.correspondence.known import is_same_name
from plancore.correspondence.pairs import Pair
from plancore.correspondence.plan_steps import NO_STEPS, StepsInCommon
from plancore.correspondence.profiles import alike
from plancore.correspondence.roles import Operator, Role, Use
from plancore.correspondence.type_likeness import TypeLikeness
from plancore.correspondence.words import Vocabulary

_FAINT: Final = 0.05
_WRONG_TYPE: Final = 0.15


class ActionMatcher:
    """Matches actions under what is known of types and arguments at the time."""

    def __init__(
        self,
        grounds: Grounds,
        types: TypeLikeness,
        arguments: ArgumentLikeness,
        steps: StepsInCommon,
    ) -> None:
        self.ours, self.theirs = ours, theirs = grounds.ours, grounds.theirs
        self.types, self.arguments, self._steps = types, arguments, steps
        self._stated = grounds.known.parameters
        self._words = Vocabulary()
        self._constants = tuple({c.name for c in side.domain.constants} for side in (ours, theirs))
        self._profiles = grounds.profiles
        self._seen_named: dict[Pair, Mapping[tuple[int, int], float]] = {}
        self._seen_alike: dict[tuple[tuple[str, str], tuple[str, str]], float] = {}
        self._by_role = {
            name: {role: [use for use in operator.uses if use.role is role] for role in Role}
            for name, operator in theirs.operators.items()
        }

    def match(
        self,
        ours: Operator,
        theirs: Operator,
        partners: Mapping[str, Mapping[str, float]],
    ) -> ActionMatch:
        """Match two actions; `partners` has for each learned name how likely others are."""
        of_role = self._by_role[theirs.name]
        likely = [
            (x, y, scores[y.symbol])
            for x in ours.uses
            if (scores := partners.get(x.symbol))
            for y in of_role.get(x.role, ())
            if y.symbol in scores
        ]
        parameters = self._parameters(ours, theirs, likely)
        scored = [
            (score * self.arguments.agreement(x, y, parameters), number)
            for number, (x, y, score) in enumerate(likely)
            if score > _FAINT
        ]
        scored = sorted((item for item in scored if item[0] > _FAINT), key=_best_first)
        left, right = set(ours.uses), set(theirs.uses)
        literals: list[tuple[Use, Use]] = []
        shared = 0.0
        for fit, number in scored:
            x, y, _ = likely[number]
            if x in left and y in right:
                left.discard(x)
                right.discard(y)
                literals.append((x, y))
                shared += fit * (self.ours.weight(x) + self.theirs.weight(y))
        size = sum(map(self.ours.weight, ours.uses)) + sum(map(self.theirs.weight, theirs.uses))
        return ActionMatch(shared / size if size else 0.0, parameters, tuple(literals))

    def _parameters(
        self, ours: Operator, theirs: Operator, likely: Iterable[tuple[Use, Use, float]]
    ) -> Mapping[str, str]:
        """The assignment of variables for which the most likely literals speak."""
        stated = self._stated.get((ours.name, theirs.name))
        if stated is not None:
            return stated
        votes = self._votes(ours, theirs, likely)
        same_name = is_same_name((ours.name, theirs.name))
        same_place = 0.3 if same_name else 0.02
        mine, yours = list(ours.types), list(theirs.types)
        named = self._variables_named(ours, theirs)
        scores: dict[tuple[int, int], float] = {}
        for i, variable in enumerate(mine):
            types = ours.types[variable]
            for j, other in enumerate(yours):
                fit = self.types.fit(types, theirs.types[other])
                voted = votes.get((variable, other), 0.0)
                if voted or fit > 0.5 or named[i, j] > 0.5:
                    seen = self._variables_alike((ours.name, variable), (theirs.name, other))
                    score = max(fit, _WRONG_TYPE) * (0.15 + 0.4 * seen + voted)
                    scores[i, j] = score + 0.15 * named[i, j] + (same_place if i == j else 0.0)
        chosen = assign(scores)
        if same_name and len(ours.parameters) == len(theirs.parameters):
            chosen = in_place(scores, chosen)
        variables = {mine[i]: yours[j] for i, j in chosen.items() if scores[i, j] >= 0.2}
        return {**variables, **self._constants_in(votes)}

    def _votes(
        self, ours: Operator, theirs: Operator, likely: Iterable[tuple[Use, Use, float]]
    ) -> Mapping[Pair, float]:
        """How much likely literals, and steps of plans, speak for each two terms."""
        votes: dict[Pair, float] = {}
        same = self._steps.get((ours.name, theirs.name), NO_STEPS)
        for (k, n), vote in same.places.items():
            if k < len(ours.parameters) and n < len(theirs.parameters):
                votes[ours.parameters[k], theirs.parameters[n]] = same.share * vote
        for x, y, score in likely:
            weight = score * self.ours.weight(x)
            if weight < _FAINT:
                continue
            for k, n, share in self.arguments.telling_votes(x, y):
                places = x.args[k], y.args[n]
                votes[places] = votes.get(places, 0.0) + weight * share
        return votes

    def _variables_named(self, ours: Operator, theirs: Operator) -> Mapping[tuple[int, int], float]:
        """How alike the names of each two variables of two actions are."""
        named = self._seen_named.get((ours.name, theirs.name))
        if named is None:
            named = self._seen_named[ours.name, theirs.name] = {
                (i, j): self._words.likeness(mine[1:], yours[1:])
                for i, mine in enumerate(ours.types)
                for j, yours in enumerate(theirs.types)
            }
        return named

    def _constants_in(self, votes: Mapping[Pair, float]) -> Mapping[str, str]:
        """The constants of two actions for which the most likely literals speak."""
        ours, theirs = self._constants
        mine = list(dict.fromkeys(c for c, _ in votes if c in ours))
        yours = list(dict.fromkeys(c for _, c in votes if c in theirs))
        scores = {
            (i, j): voted + self.types.words.likeness(mine[i], yours[j])
            for i, j in product(range(len(mine)), range(len(yours)))
            if (voted := votes.get((mine[i], yours[j])))
        }
        return {mine[i]: yours[j] for i, j in assign(scores).items()}

    def _variables_alike(self, mine: tuple[str, str], yours: tuple[str, str]) -> float:
        score = self._seen_alike.get((mine, yours))
        if score is None:
            ours, theirs = self._profiles
            score = alike(ours.variables[mine], theirs.variables[yours])
            self._seen_alike[mine, yours] = score
        return score


def _best_first(item: tuple[float, int]) -> tuple[float, int]:
    return -item[0], item[1]
