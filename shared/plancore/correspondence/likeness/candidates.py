"""Which names of two large models are worth comparing closely."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from heapq import nlargest
from itertools import chain, product
from typing import Final

from plancore.correspondence.likeness.profiles import Profile, alike
from plancore.correspondence.pairs import Pair
from plancore.correspondence.words.words import Vocabulary

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
    """The pairs to look at, with the likeness of their profiles, in 0..1.

    `price` is what a look at a pair costs on average: as many fewer are all looked at.
    """
    scores = {(a, b): alike(one, other) for a, one in mine.items() for b, other in yours.items()}
    if price * len(scores) <= ALL_UP_TO:
        return scores
    both = {pair: score + names.likeness(*pair) for pair, score in scores.items()}
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
