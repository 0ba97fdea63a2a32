"""Actions that are left over because one model says what the other denies: `clean`, not `dirty`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from plancore.align.assignment import assign
from plancore.correspondence.pairs import Pair
from plancore.correspondence.roles import LiteralUse, OperatorUses
from plancore.correspondence.scores import LEAST_OF_ACTIONS, LEAST_OF_TYPES, one_to_one, together
from plancore.correspondence.similarity.action_match import ActionMatch, counterpart
from plancore.correspondence.similarity.similarity import BY_NAME, BY_USE, Similarity

_LEAST_SHARE: Final = 0.6
"""So much of the literals must correspond or be denied, and two at least be denied."""
_FEWEST_DENIED: Final = 2
_OF_DENIED: Final = 0.8
"""A literal that is denied counts less than one that is the same."""
_NAMED: Final = 0.3


class AntonymActions:
    """Pairs actions that have no partner in `actions`, where literals of names without a partner in
    `symbols` deny each other. `pairs` have their similarity, `matches` their literals."""

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
        if share >= _LEAST_SHARE:
            counted = 2 * (len(same) + _OF_DENIED * len(denied))
            structure = counted / (len(ours.uses) + len(theirs.uses))
            self.matches[pair] = ActionMatch(structure, parameters, tuple(same))

    def _completed(
        self, ours: OperatorUses, theirs: OperatorUses, parameters: Mapping[str, str]
    ) -> Mapping[str, str]:
        """`parameters` with those for which only literals speak that deny each other: what has no
        counterpart stands for what is of the same type."""
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
        """The literals of names without a partner that deny each other, each name one other."""
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
