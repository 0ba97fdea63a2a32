"""Evidence for pairs in words and numbers, and pairs of constants by their positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from plancore.correspondence.known import SAME_NAME, is_same_name, one_to_one, same_names, together
from plancore.correspondence.pairs import NamePair, Pair, Pairs
from plancore.correspondence.roles import LiteralUse, Roles
from plancore.correspondence.similarity.candidates import ActionMatch, counterpart, sharing_pairs
from plancore.correspondence.similarity.similarity import Similarity
from plancore.correspondence.words import Vocabulary, stem
from plancore.grouping import grouped
from plancore.model.formula import TypedName

STATED: Final = "stated"
_WORTH_SAYING: Final = 0.3


class Reasons:
    """The evidence for pairs that were found or stated."""

    def __init__(
        self, similarity: Similarity, co_occurrences: CoOccurrences, stated: Pairs
    ) -> None:
        self.similarity, self.co_occurrences = similarity, co_occurrences
        self._stated = {(kind, pair.learned, pair.reference) for kind, pair in stated.named()}

    def of_actions(self, pair: Pair) -> tuple[str, ...]:
        """The evidence for two actions."""
        structure = self.similarity.matches[pair].structure
        named = self.similarity.action_names[pair]
        names = self._of_names("actions", pair, named)
        return (*names, f"literal similarity {structure:.2f}", *self._of_steps(pair))

    def of_symbols(self, pair: Pair, *, negated: bool) -> tuple[str, ...]:
        """The evidence for two predicates or functions."""
        kind = "functions" if pair[0] in self.similarity.ours.functions else "predicates"
        names = self._of_names(kind, pair, self.similarity.symbol_names[pair])
        return (*names, *self._of_uses(pair, negated), *self._of_facts(pair))

    def of_types(self, pair: Pair) -> tuple[str, ...]:
        """The evidence for two types, or a type and a predicate that plays it."""
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


# Uses of two names meet if they are in paired actions and have the same arguments.

Standing = tuple[int, Pair, LiteralUse]
"""A use in the learned (0) or the reference (1) action of a pair of actions."""


class CoOccurrence(NamedTuple):
    """The number of uses of two names in paired actions, and of those that meet the other's."""

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
    """The uses of both models in the pairs of `actions`."""

    def __init__(self, similarity: Similarity, actions: Iterable[Pair]) -> None:
        self.similarity = similarity
        pairs = list(actions)
        self._ours = _by_symbol(similarity.ours, (a for a, _ in pairs))
        self._theirs = _by_symbol(similarity.theirs, (b for _, b in pairs))
        self._partners = grouped((a, b) for a, b in pairs)

    def count(
        self, pair: Pair, *, negated: bool = False, taken: Collection[Standing] = ()
    ) -> CoOccurrence:
        """Count the uses of two names that meet; if `negated`, those with opposite polarity. Uses
        in `taken` do not count as meeting."""
        ours, theirs = self._ours.get(pair[0], {}), self._theirs.get(pair[1], {})
        met = list(self.met(pair, negated=negated, taken=taken))
        met_ours, met_theirs = {(a, x) for (a, _), x, _ in met}, {(b, y) for (_, b), _, y in met}
        n_ours, n_theirs = (sum(map(len, side.values())) for side in (ours, theirs))
        return CoOccurrence(len(met_ours), n_ours, len(met_theirs), n_theirs)

    def met(
        self, pair: Pair, *, negated: bool = False, taken: Collection[Standing] = ()
    ) -> Iterator[tuple[Pair, LiteralUse, LiteralUse]]:
        """The uses of two names that meet, each with its pair of actions."""
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
    """For each symbol its uses in each of `actions`."""
    uses: dict[str, dict[str, list[LiteralUse]]] = {}
    for name in dict.fromkeys(actions):
        for use in side.operators[name].uses:
            uses.setdefault(use.symbol, {}).setdefault(name, []).append(use)
    return uses


# Constants match if they are arguments at the same positions of corresponding literals.

_LEAST: Final = 0.5

Places = Mapping[str, Counter[Hashable]]


def constant_pairs(
    similarity: Similarity,
    actions: Iterable[Pair],
    symbols: Iterable[Pair],
    stated: Iterable[NamePair],
) -> tuple[NamePair, ...]:
    """One-to-one pairs of constants: stated, with the same name, then by names and positions."""
    given = {(pair.learned, pair.reference): pair for pair in stated}
    taken, claimed = {a for a, _ in given}, {b for _, b in given}
    ours = {c.name: c for c in similarity.ours.domain.constants if c.name not in taken}
    theirs = {c.name: c for c in similarity.theirs.domain.constants if c.name not in claimed}
    pairs = [*given.values()]
    for mine, yours in same_names(ours, theirs):
        pairs.append(NamePair(mine, yours, 1.0, (SAME_NAME,)))
        del ours[mine], theirs[yours]
    if ours and theirs:
        pairs += _by_places(similarity, ours, theirs, list(actions), {p: q for p, q in symbols})
    return tuple(pairs)


def _by_places(
    similarity: Similarity,
    ours: Mapping[str, TypedName],
    theirs: Mapping[str, TypedName],
    actions: Iterable[Pair],
    partners: Mapping[str, str],
) -> Iterator[NamePair]:
    """The constants with similar names or the same positions; their types must fit."""
    paired = list(actions)
    our_places, their_places = (
        _places(similarity, paired, partners),
        _places(similarity, paired, None),
    )
    words = similarity.names.types
    scores: dict[Pair, float] = {}
    for mine, yours in sharing_pairs(
        {name: _keys(name, our_places, words) for name in ours},
        {name: _keys(name, their_places, words) for name in theirs},
    ):
        named = words.similarity(mine, yours)
        placed = _dice(our_places.get(mine), their_places.get(yours))
        score = together(0.6 * named, 0.8 * placed)
        scores[mine, yours] = score * _typed(similarity, ours[mine], theirs[yours])
    for pair, score in one_to_one(scores, _LEAST).items():
        yield NamePair(*pair, round(score, 2), (f"similar name, type and positions {score:.2f}",))


def _keys(name: str, places: Places, words: Vocabulary) -> list[Hashable]:
    """The positions and words of a constant; only constants that share one are compared."""
    return [*places.get(name, ()), *map(stem, words.words(name).content)]


def _typed(similarity: Similarity, mine: TypedName, yours: TypedName) -> float:
    """The factor in 0.5..1 for the types of two constants."""
    our_types = _known_types(similarity.ours.declared_types, mine)
    their_types = _known_types(similarity.theirs.declared_types, yours)
    return 0.5 + 0.5 * similarity.type_fit(our_types, their_types)


def _known_types(declared: tuple[str, ...], constant: TypedName) -> tuple[str, ...]:
    return tuple(name for name in constant.types if name in declared)


def _places(
    similarity: Similarity, actions: Iterable[Pair], partners: Mapping[str, str] | None
) -> Places:
    """The occurrences of constants: action, role, symbol and position, in the reference's terms."""
    places: dict[str, Counter[Hashable]] = {}
    for number, (a, b) in enumerate(actions):
        side = similarity.theirs if partners is None else similarity.ours
        operator = side.operators[b if partners is None else a]
        for use in operator.uses:
            symbol = use.symbol if partners is None else partners.get(use.symbol)
            if symbol is None:
                continue
            positions: Iterable[int | None] = range(len(use.args))
            if partners is not None:
                positions = similarity.map_of((use.symbol, symbol))
            for arg, position in zip(use.args, positions, strict=False):
                if arg not in operator.types and position is not None:
                    places.setdefault(arg, Counter())[number, use.role, symbol, position] += 1
    return places


def _dice(one: Counter[Hashable] | None, other: Counter[Hashable] | None) -> float:
    if not one or not other:
        return 0.0
    return 2 * (one & other).total() / (one.total() + other.total())
