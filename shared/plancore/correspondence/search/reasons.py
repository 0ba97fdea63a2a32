"""The evidence for a match, in words and numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from plancore.correspondence.known import SAME_NAME, is_same_name
from plancore.correspondence.pairs import Pair, Pairs
from plancore.correspondence.roles import LiteralUse, Roles
from plancore.correspondence.similarity.candidates import ActionMatch, counterpart
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
        return (*names, f"literal similarity {structure:.2f}", *self._of_steps(pair))

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
            f"parameter and name similarity {self.similarity.types[pair]:.2f}",
            *self._of_objects(pair),
        )

    def _of_names(self, kind: str, pair: Pair, named: float) -> Iterator[str]:
        if (kind, *pair) in self._stated:
            yield STATED
        elif is_same_name(pair):
            yield SAME_NAME
        elif named >= _WORTH_SAYING:
            yield f"name similarity {named:.2f}"

    def _of_steps(self, pair: Pair) -> Iterator[str]:
        if share := self.similarity.same_steps(pair):
            yield f"plan step similarity {share:.2f}"

    def _of_objects(self, pair: Pair) -> Iterator[str]:
        if share := self.similarity.evidence.types.get(pair):
            yield f"object similarity {share:.2f}"

    def _of_facts(self, pair: Pair) -> Iterator[str]:
        if pair in self.similarity.evidence.facts:
            yield f"initial fact similarity {self.similarity.evidence.facts[pair].share:.2f}"

    def _of_uses(self, pair: Pair, negated: bool) -> Iterator[str]:
        met = self.co_occurrences.count(pair, negated=negated)
        if not met.n_ours and not met.n_theirs:
            yield "not used in any matched action"
            return
        how = "matching uses of opposite polarity" if negated else "matching uses"
        ours, theirs = f"{met.of_ours}/{met.n_ours}", f"{met.of_theirs}/{met.n_theirs}"
        yield f"{how} ({ours} learned, {theirs} reference)"


# Where uses of two names meet: in actions that belong together, on the same parameters.

Standing = tuple[int, Pair, LiteralUse]
"""A use in the learned (0) or the reference's (1) of two actions that belong together."""


class CoOccurrence(NamedTuple):
    """How many uses of each name there are in paired actions, and how many meet the other's."""

    of_ours: int
    n_ours: int
    of_theirs: int
    n_theirs: int

    @property
    def share(self) -> float:
        """The share of the uses of both that meet (Dice), in 0..1."""
        n_uses = self.n_ours + self.n_theirs
        return (self.of_ours + self.of_theirs) / n_uses if n_uses else 0.0


class CoOccurrences:
    """The uses of both models in `actions`, the pairs of actions."""

    def __init__(self, similarity: Similarity, actions: Iterable[Pair]) -> None:
        self.similarity = similarity
        pairs = list(actions)
        self._ours = _by_symbol(similarity.ours, (a for a, _ in pairs))
        self._theirs = _by_symbol(similarity.theirs, (b for _, b in pairs))
        self._partners: dict[str, list[str]] = {}
        for a, b in pairs:
            self._partners.setdefault(a, []).append(b)

    def count(
        self, pair: Pair, *, negated: bool = False, taken: Collection[Standing] = ()
    ) -> CoOccurrence:
        """Count the uses of two names that say the same, or the opposite where `negated`.

        Those of `taken` do not meet once more.
        """
        ours, theirs = self._ours.get(pair[0], {}), self._theirs.get(pair[1], {})
        met = list(self.met(pair, negated=negated, taken=taken))
        met_ours, met_theirs = {(a, x) for (a, _), x, _ in met}, {(b, y) for (_, b), _, y in met}
        n_ours, n_theirs = (sum(map(len, side.values())) for side in (ours, theirs))
        return CoOccurrence(len(met_ours), n_ours, len(met_theirs), n_theirs)

    def met(
        self, pair: Pair, *, negated: bool = False, taken: Collection[Standing] = ()
    ) -> Iterator[tuple[Pair, LiteralUse, LiteralUse]]:
        """The uses of two names that meet, and in which two actions."""
        ours, theirs = self._ours.get(pair[0], {}), self._theirs.get(pair[1], {})
        for a, uses in ours.items():
            for b in self._partners[a]:
                match = self.similarity.matches[a, b]
                for x in uses:
                    for y in theirs.get(b, ()):
                        is_free = (0, (a, b), x) not in taken and (1, (a, b), y) not in taken
                        if is_free and self._meet(x, y, match, negated):
                            yield (a, b), x, y

    def _meet(
        self, ours: LiteralUse, theirs: LiteralUse, match: ActionMatch, negated: bool
    ) -> bool:
        if (ours.role.opposite if negated else ours.role) is not theirs.role:
            return False
        arguments = self.similarity.map_of((ours.symbol, theirs.symbol))
        places = zip(ours.args, arguments, strict=False)
        met = [
            counterpart(arg, match.parameters) == theirs.args[place]
            for arg, place in places
            if place is not None and place < len(theirs.args)
        ]
        return all(met) if met else not ours.args or not theirs.args


def _by_symbol(side: Roles, actions: Iterable[str]) -> Mapping[str, Mapping[str, list[LiteralUse]]]:
    """For each name and each of `actions` the uses of the name in it."""
    uses: dict[str, dict[str, list[LiteralUse]]] = {}
    for name in dict.fromkeys(actions):
        for use in side.operators[name].uses:
            uses.setdefault(use.symbol, {}).setdefault(name, []).append(use)
    return uses
