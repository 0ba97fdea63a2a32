"""How alike the types of two models are."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Final

from plancore.correspondence.pairs import Pair
from plancore.correspondence.roles import Types
from plancore.correspondence.scores import together
from plancore.correspondence.similarity.action_match import ActionMatch
from plancore.correspondence.similarity.candidates import Candidates

_TYPE_BY_NAME: Final = 0.8
_TYPE_BY_USE: Final = 0.7
_RELATED_TYPE: Final = 0.85
_UNTYPED: Final = 0.5
_BY_OBJECTS: Final = 0.6


class TypeSimilarity:
    """`scores` has the similarity of each two types, and of predicates that may play one; in 0..1.

    `objects` tells how many objects two of them have in common.
    """

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
        """How alike two lists of types are; what has no type may be anything."""
        if not mine or not yours:
            return _UNTYPED
        fit = self._type_fits.get((mine, yours))
        if fit is None:
            fit = max(self._related_fit(*pair) for pair in product(mine, yours))
            self._type_fits[mine, yours] = fit
        return fit

    def _related_fit(self, mine: str, yours: str) -> float:
        """The similarity of two types, or nearly that of one to a relative of the other."""
        related = [self._score(other, yours) for other in self.ours.related_types.get(mine, ())]
        related += [self._score(mine, other) for other in self.theirs.related_types.get(yours, ())]
        return max(self._score(mine, yours), _RELATED_TYPE * max(related, default=0.0))

    def _score(self, mine: str, yours: str) -> float:
        """The similarity of two types; of one that is not declared only its name is known."""
        score = self.scores.get((mine, yours))
        return self.words.similarity(mine, yours) if score is None else score

    def judge(self, actions: Mapping[Pair, float], matches: Mapping[Pair, ActionMatch]) -> None:
        """Types are alike when parameters of them belong together, in actions that are alike."""
        votes: dict[Pair, float] = {}
        mine: dict[str, float] = {}
        yours: dict[str, float] = {}
        for (a, b), match in matches.items():
            score = actions[a, b] ** 2
            ours, theirs = self.ours.operators[a].types, self.theirs.operators[b].types
            for name, counterpart in match.parameters.items():
                if name not in ours or counterpart not in theirs:
                    continue
                for s, t in product(ours[name], theirs[counterpart]):
                    votes[s, t] = votes.get((s, t), 0.0) + score
                for sizes, types in ((mine, ours[name]), (yours, theirs[counterpart])):
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
