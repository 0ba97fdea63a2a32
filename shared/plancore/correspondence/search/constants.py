"""Constants that play the same part: at the same places of literals that belong together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Final

from plancore.correspondence.known import SAME_NAME, same_names
from plancore.correspondence.pairs import NamePair, Pair
from plancore.correspondence.scores import one_to_one, together
from plancore.correspondence.similarity.candidates import sharing_pairs
from plancore.correspondence.similarity.similarity import Similarity
from plancore.correspondence.words.lexicon import stem
from plancore.correspondence.words.words import Vocabulary
from plancore.model.formula import TypedName

_LEAST: Final = 0.5

Places = Mapping[str, Counter[Hashable]]


def constant_pairs(
    similarity: Similarity,
    actions: Iterable[Pair],
    symbols: Iterable[Pair],
    stated: Iterable[NamePair],
) -> tuple[NamePair, ...]:
    """The constants of both models one to one: stated, of the same name, then by their places."""
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
    """The constants whose names are alike, or that stand at the same places; types must fit."""
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
        yield NamePair(*pair, round(score, 2), (f"name, type and places alike {score:.2f}",))


def _keys(name: str, places: Places, words: Vocabulary) -> list[Hashable]:
    """What speaks for two constants that share it: places and words."""
    return [*places.get(name, ()), *map(stem, words.words(name).content)]


def _typed(similarity: Similarity, mine: TypedName, yours: TypedName) -> float:
    """What types leave of the similarity of two constants, as a factor in 0.5..1."""
    our_types = _known_types(similarity.ours.declared_types, mine)
    their_types = _known_types(similarity.theirs.declared_types, yours)
    return 0.5 + 0.5 * similarity.type_fit(our_types, their_types)


def _known_types(declared: tuple[str, ...], constant: TypedName) -> tuple[str, ...]:
    return tuple(name for name in constant.types if name in declared)


def _places(
    similarity: Similarity, actions: Iterable[Pair], partners: Mapping[str, str] | None
) -> Places:
    """Where each constant stands: action, role, name and position, in the reference's terms."""
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
