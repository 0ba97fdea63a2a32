"""How alike the names of two models are, each judged by all the others.

Similarity is passed on along what belongs together until it settles (after Melnik, Garcia-Molina
and Rahm, Similarity Flooding, 2002): two actions are alike when their literals are, two predicates
when they do the same to the same parameters of actions that are alike, two types when parameters
of them are. What names say is evidence beside that, and so are the types that predicates declare.
Several pieces of evidence count together as noisy or.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from heapq import nlargest
from math import sqrt
from typing import Final

from plancore.correspondence.evidence.evidence import NO_EVIDENCE, NO_STEPS, TaskEvidence
from plancore.correspondence.known import best_of, together
from plancore.correspondence.pairs import Arguments, Pair
from plancore.correspondence.roles import LiteralUse, Roles, Types
from plancore.correspondence.similarity.action_similarity import ActionMatcher
from plancore.correspondence.similarity.argument_similarity import (
    ArgumentSimilarity,
    TypeSimilarity,
    Votes,
)
from plancore.correspondence.similarity.candidates import ActionMatch, Candidates, counterpart

ROUNDS: Final = 7
_FIRST_LOOKS: Final = 2
_LATE: Final = 4
_CLOSE: Final = 6
"""After two rounds six partners at most of each action are looked at again."""

BY_NAME: Final = 0.7
BY_USE: Final = 0.85
"""How far names alone, and use alone, can carry a pair of actions."""

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
    """How similar names of the learned model are to names of the reference, in 0..1, by kind.

    A pair that is not listed is not looked at; of actions all pairs of `candidates` are, or `close`
    ones. Known pairs are 1 and refused ones 0 from the start to the end. The checkpoint is called
    at each pair of actions.
    """

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

    # Answers

    def type_fit(self, mine: Types, yours: Types) -> float:
        """How alike two lists of types are; what has no type may be anything."""
        return self._types.fit(mine, yours)

    def same_steps(self, pair: Pair) -> float:
        """How much of the steps of two actions is the same in plans, in 0..1."""
        return self.evidence.steps.get(pair, NO_STEPS).share

    def map_of(self, pair: Pair) -> Arguments:
        """Which argument stands for which."""
        return self.arguments.map_of(pair)

    def agreement(
        self, ours: LiteralUse, theirs: LiteralUse, parameters: Mapping[str, str]
    ) -> float:
        """How well the arguments of two uses fit, where `parameters` belong together; in 0..1."""
        return self.arguments.agreement(ours, theirs, parameters)

    def shared(self, pair: Pair) -> float:
        """How much of the literals of two actions is alike, in weights of uses."""
        return self.size(pair) * self.matches[pair].structure

    def size(self, pair: Pair) -> float:
        """How many literals two actions have, in weights of uses."""
        return self.ours.size(pair[0]) + self.theirs.size(pair[1])

    def of_uses(self, pair: Pair, share: float) -> float:
        """The similarity of two predicates or functions of whose uses a share agrees."""
        return together(_SYMBOL_BY_NAME * self.symbol_names[pair], BY_USE * share)

    def close_pairs(self) -> list[Pair]:
        """The pairs of actions that are among the likest of one of the two."""
        kept: set[Pair] = {pair for pair in self.known.actions.pairs if pair in self.actions}
        for side in (0, 1):
            of_each: dict[str, list[Pair]] = {}
            for pair in self.actions:
                of_each.setdefault(pair[side], []).append(pair)
            for pairs in of_each.values():
                kept.update(nlargest(_CLOSE, pairs, key=self.actions.__getitem__))
        return [pair for pair in self.actions if pair in kept]

    # What is known before the first round

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
        """Names that deny each other are used for the opposite, however alike that looks."""
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
        """For each learned name those that it may stand for, less where either has a better one.

        Late the best partners count in full, however little speaks for them by themselves: what
        literals agree under them is what is to be found out.
        """
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
        """The similarity of actions, less where either has a better partner."""
        best_of_ours, best_of_theirs = best_of(self.actions, 0), best_of(self.actions, 1)
        sharp = {}
        for (a, b), score in self.actions.items():
            best = max(best_of_ours[a], best_of_theirs[b])
            if best and (sharpened := score * (score / best) ** 2) > _NOTHING:
                sharp[a, b] = sharpened
        return sharp

    def _shared(self, sharp: Mapping[Pair, float]) -> Mapping[Pair, float]:
        """How much of the uses of two names is alike; each use counts where it fits best."""
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
        """For each two names the places where parameters that belong together stand."""
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
    """How much each name is used in actions that have a partner."""
    sizes: dict[str, float] = {}
    for operator in side.operators.values():
        similarity = best.get(operator.name, 0.0)
        for use in operator.uses:
            sizes[use.symbol] = sizes.get(use.symbol, 0.0) + similarity * side.weight(use)
    return sizes
