"""What is known of two models before their names are judged, however often that is done."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from heapq import nlargest
from itertools import chain, product
from typing import Final

from plancore.correspondence.known import KnownPairs
from plancore.correspondence.pairs import Pair
from plancore.correspondence.roles import LiteralRole, LiteralUse, Roles
from plancore.correspondence.similarity.profiles import Profile, Profiles, alike
from plancore.correspondence.words.words import NameSimilarity, Vocabulary
from plancore.stop import NEVER, Checkpoint

_USUAL_SIZE: Final = 8
"""Actions of more literals, on average, take longer to look at, so fewer pairs of them are."""

Placed = Mapping[tuple[LiteralRole, str], list[tuple[LiteralUse, int]]]
"""For each role and argument of an action the uses that have it, and where."""


class Candidates:
    """Two models, what is `known` of them, and the pairs of names to judge.

    `symbol_names` and `action_names` have how alike the names of each pair are, `symbol_roles` how
    alike the roles of two predicates or functions, `denied` how much names deny each other.
    `checkpoint` may end the work.
    """

    def __init__(
        self, ours: Roles, theirs: Roles, known: KnownPairs, checkpoint: Checkpoint = NEVER
    ) -> None:
        self.ours, self.theirs, self.known, self.checkpoint = ours, theirs, known, checkpoint
        self.names = NameSimilarity(ours, theirs)
        checkpoint()
        self.profiles = Profiles(ours), Profiles(theirs)
        self.symbol_roles = self._symbol_roles()
        self.symbol_names = {pair: self.names.of_symbols(*pair) for pair in self.symbol_roles}
        denied = {pair: self.names.denied(*pair) for pair in self.symbol_roles}
        self.denied = {pair: score for pair, score in denied.items() if score}
        self.action_names = self._action_names()
        self._places: dict[tuple[bool, str], Placed] = {}

    def action_name(self, mine: str, yours: str) -> float:
        """How alike the names of two actions are, also of a pair that was not to be judged."""
        if (mine, yours) not in self.action_names:
            self.action_names[mine, yours] = self.names.of_actions(mine, yours)
        return self.action_names[mine, yours]

    def placed(self, action: str, *, is_ours: bool) -> Placed:
        """Where the arguments of an action stand."""
        placed = self._places.get((is_ours, action))
        if placed is None:
            found: dict[tuple[LiteralRole, str], list[tuple[LiteralUse, int]]] = {}
            side = self.ours if is_ours else self.theirs
            for use in side.operators[action].uses:
                for position, arg in enumerate(use.args):
                    found.setdefault((use.role, arg), []).append((use, position))
            placed = self._places[is_ours, action] = found
        return placed

    def _symbol_roles(self) -> dict[Pair, float]:
        ours, theirs = self.profiles
        scores: dict[Pair, float] = {}
        for mine, yours in (
            (self.ours.predicates, self.theirs.predicates),
            (self.ours.functions, self.theirs.functions),
        ):
            pairs = candidate_pairs(
                {name: ours.symbols[name] for name in mine},
                {name: theirs.symbols[name] for name in yours},
                self.names.symbols,
                self.known.symbols.pairs,
            )
            scores |= {p: s for p, s in pairs.items() if not self._is_type_beside_relation(*p)}
        return scores

    def _is_type_beside_relation(self, mine: str, yours: str) -> bool:
        """Whether one of two names may play a type, and the other has no single argument."""
        return (
            mine in self.ours.type_predicates and len(self.theirs.symbols[yours].args) != 1
        ) or (yours in self.theirs.type_predicates and len(self.ours.symbols[mine].args) != 1)

    def _action_names(self) -> dict[Pair, float]:
        mine, yours = self.profiles[0].actions, self.profiles[1].actions
        price = _mean_size(self.ours) * _mean_size(self.theirs) / _USUAL_SIZE**2
        pairs = candidate_pairs(
            mine, yours, self.names.actions, self.known.actions.pairs, max(1.0, price)
        )
        return {pair: self.names.of_actions(*pair) for pair in pairs}


def _mean_size(side: Roles) -> float:
    """How many literals an action has, on average."""
    sizes = [len(operator.uses) for operator in side.operators.values()]
    return sum(sizes) / len(sizes) if sizes else 0.0


ALL_UP_TO: Final = 2_500
"""As many pairs are all looked at."""
NEAREST: Final = 12
"""Of more, so many for each name: those most alike by name and by what they are made of."""
FEW: Final = 24
"""What more names than these have in common tells nothing of any of them."""


def candidate_pairs(
    mine: Mapping[str, Profile],
    yours: Mapping[str, Profile],
    names: Vocabulary,
    known: Iterable[Pair],
    price: float = 1.0,
) -> dict[Pair, float]:
    """The pairs to look at, with the similarity of their profiles, in 0..1.

    `price` is what a look at a pair costs on average: as many fewer are all looked at.
    """
    scores = {(a, b): alike(one, other) for a, one in mine.items() for b, other in yours.items()}
    if price * len(scores) <= ALL_UP_TO:
        return scores
    both = {pair: score + names.similarity(*pair) for pair, score in scores.items()}
    kept = {pair for pair in known if pair in scores}
    for a in mine:
        kept.update(nlargest(NEAREST, ((a, b) for b in yours), key=both.__getitem__))
    for b in yours:
        kept.update(nlargest(NEAREST, ((a, b) for a in mine), key=both.__getitem__))
    return {pair: scores[pair] for pair in sorted(kept)}


def sharing_pairs(
    mine: Mapping[str, Iterable[Hashable]], yours: Mapping[str, Iterable[Hashable]]
) -> Iterator[Pair]:
    """The pairs of names that are worth a look, given what each has; of a few names all.

    Of many names those that have something in common that few others have: the work grows with the
    number of names, not of pairs.
    """
    if len(mine) * len(yours) <= ALL_UP_TO:
        yield from product(mine, yours)
        return
    having: dict[Hashable, dict[str, None]] = {}
    for name, keys in yours.items():
        for key in keys:
            having.setdefault(key, {})[name] = None
    for name, keys in mine.items():
        few = (others for key in keys if len(others := having.get(key, {})) <= FEW)
        yield from ((name, other) for other in dict.fromkeys(chain.from_iterable(few)))
