"""What speaks for a pair, in words and figures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.correspondence.known import SAME_NAME, is_same_name
from plancore.correspondence.pairs import Pair, Pairs
from plancore.correspondence.similarity.co_occurrence import CoOccurrences
from plancore.correspondence.similarity.similarity import Similarity

STATED: Final = "stated"
_WORTH_SAYING: Final = 0.3


class Reasons:
    """The evidence of pairs that were found or stated."""

    def __init__(
        self, similarity: Similarity, co_occurrences: CoOccurrences, stated: Pairs
    ) -> None:
        self.similarity, self.co_occurrences = similarity, co_occurrences
        self._stated = {(kind, pair.learned, pair.reference) for kind, pair in stated.named()}

    def of_actions(self, pair: Pair) -> tuple[str, ...]:
        """Of two actions."""
        structure = self.similarity.matches[pair].structure
        named = self.similarity.action_names[pair]
        names = self._of_names("actions", pair, named)
        return (*names, f"literals alike {structure:.2f}", *self._of_steps(pair))

    def of_symbols(self, pair: Pair, *, negated: bool) -> tuple[str, ...]:
        """Of two predicates or functions."""
        kind = "functions" if pair[0] in self.similarity.ours.functions else "predicates"
        names = self._of_names(kind, pair, self.similarity.symbol_names[pair])
        return (*names, *self._of_uses(pair, negated), *self._of_facts(pair))

    def of_types(self, pair: Pair) -> tuple[str, ...]:
        """Of two types, or a type and a predicate that plays it."""
        named = self.similarity.names.types.similarity(*pair)
        return (
            *self._of_names("types", pair, named),
            f"parameters and names alike {self.similarity.types[pair]:.2f}",
            *self._of_objects(pair),
        )

    def _of_names(self, kind: str, pair: Pair, named: float) -> Iterator[str]:
        if (kind, *pair) in self._stated:
            yield STATED
        elif is_same_name(pair):
            yield SAME_NAME
        elif named >= _WORTH_SAYING:
            yield f"names alike {named:.2f}"

    def _of_steps(self, pair: Pair) -> Iterator[str]:
        if share := self.similarity.same_steps(pair):
            yield f"steps of plans alike {share:.2f}"

    def _of_objects(self, pair: Pair) -> Iterator[str]:
        if share := self.similarity.evidence.types.get(pair):
            yield f"objects alike {share:.2f}"

    def _of_facts(self, pair: Pair) -> Iterator[str]:
        if pair in self.similarity.evidence.facts:
            yield f"initial facts alike {self.similarity.evidence.facts[pair].share:.2f}"

    def _of_uses(self, pair: Pair, negated: bool) -> Iterator[str]:
        met = self.co_occurrences.count(pair, negated=negated)
        if not met.n_ours and not met.n_theirs:
            yield "used in no paired action"
            return
        how = "deny each other" if negated else "agree"
        ours, theirs = f"{met.of_ours} of {met.n_ours}", f"{met.of_theirs} of {met.n_theirs}"
        yield f"{ours} uses here and {theirs} there {how}"
