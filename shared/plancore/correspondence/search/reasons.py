"""What speaks for a pair, in words and figures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.correspondence.known import SAME_NAME, is_same_name
from plancore.correspondence.likeness.likeness import Likeness
from plancore.correspondence.likeness.meetings import Meetings
from plancore.correspondence.pairs import Pair, Pairs

STATED: Final = "stated"
_WORTH_SAYING: Final = 0.3


class Reasons:
    """The evidence of pairs that were found or stated."""

    def __init__(self, likeness: Likeness, meetings: Meetings, stated: Pairs) -> None:
        self.likeness, self.meetings = likeness, meetings
        self._stated = {(kind, pair.learned, pair.reference) for kind, pair in stated.named()}

    def of_actions(self, pair: Pair) -> tuple[str, ...]:
        """Of two actions."""
        structure = self.likeness.matches[pair].structure
        named = self.likeness.action_names[pair]
        names = self._of_names("actions", pair, named)
        return (*names, f"literals alike {structure:.2f}", *self._of_steps(pair))

    def of_symbols(self, pair: Pair, *, negated: bool) -> tuple[str, ...]:
        """Of two predicates or functions."""
        kind = "functions" if pair[0] in self.likeness.ours.functions else "predicates"
        names = self._of_names(kind, pair, self.likeness.symbol_names[pair])
        return (*names, *self._of_uses(pair, negated), *self._of_facts(pair))

    def of_types(self, pair: Pair) -> tuple[str, ...]:
        """Of two types, or a type and a predicate that plays it."""
        named = self.likeness.names.types.likeness(*pair)
        return (
            *self._of_names("types", pair, named),
            f"parameters and names alike {self.likeness.types[pair]:.2f}",
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
        if share := self.likeness.same_steps(pair):
            yield f"steps of plans alike {share:.2f}"

    def _of_objects(self, pair: Pair) -> Iterator[str]:
        if share := self.likeness.evidence.types.get(pair):
            yield f"objects alike {share:.2f}"

    def _of_facts(self, pair: Pair) -> Iterator[str]:
        if pair in self.likeness.evidence.facts:
            yield f"initial facts alike {self.likeness.evidence.facts[pair].share:.2f}"

    def _of_uses(self, pair: Pair, negated: bool) -> Iterator[str]:
        met = self.meetings.count(pair, negated=negated)
        if not met.n_ours and not met.n_theirs:
            yield "used in no paired action"
            return
        how = "deny each other" if negated else "agree"
        ours, theirs = f"{met.of_ours} of {met.n_ours}", f"{met.of_theirs} of {met.n_theirs}"
        yield f"{ours} uses here and {theirs} there {how}"
