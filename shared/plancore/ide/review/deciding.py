"""What a person can decide about a name that a review leaves alone, or pairs without certainty."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from plancore.correspondence.names import names_of
from plancore.correspondence.pairs import (
    NOTHING_STATED,
    PAIR_OF,
    UNCERTAIN,
    NamePair,
    Pairs,
)
from plancore.correspondence.roles import Roles
from plancore.correspondence.similarity.candidates import Profile, Profiles, alike
from plancore.correspondence.stated.mapping_text import confirmed, refused
from plancore.correspondence.words import Vocabulary
from plancore.ide.navigation.symbols import Symbol
from plancore.ide.review.counterparts import KINDS, is_reviewed, pairs_with, played_by
from plancore.ide.review.reference_review import ReferenceReview
from plancore.model.domain import Domain
from plancore.model.types import OBJECT

MOST: Final = 5
"""So many candidates are offered for a name."""


class Decision(NamedTuple):
    """`stated` is all that the mapping file is to say once it is decided."""

    title: str
    stated: Pairs


def decisions(review: ReferenceReview, symbol: Symbol, stated: Pairs) -> Iterator[Decision]:
    """For a name without counterpart the likeliest ones; for one of an uncertain pair a refusal.

    `stated` is what the mapping file says now.
    """
    if not is_reviewed(review, symbol):
        return
    kind = KINDS[symbol.kind]
    pairs = pairs_with(review, symbol)
    for pair in pairs:
        if pair.confidence < UNCERTAIN and pair not in getattr(stated, kind):
            title = f"This is not the reference's {symbol.kind} `{pair.reference}`"
            yield Decision(title, refused(stated, kind, pair.learned, pair.reference))
    if not pairs and not played_by(review, symbol):
        for name in _candidates(review, kind, symbol.name):
            title = f"This is the reference's {symbol.kind} `{name}`"
            yield Decision(title, confirmed(stated, kind, PAIR_OF[kind](symbol.name, name)))


def _candidates(review: ReferenceReview, kind: str, name: str) -> list[str]:
    """The names of the reference that `name` may stand for: those without counterpart first, and of
    each the ones with like words and roles. None where the name stands for itself; where names do,
    none that another name has as its own."""
    ours, theirs = names_of(review.diff.learned, kind), names_of(review.diff.reference, kind)
    is_by_name = review.diff.pairs == NOTHING_STATED
    if is_by_name and name in theirs:
        return []
    pairs: tuple[NamePair, ...] = getattr(review.diff.pairs, kind)
    taken = {pair.reference for pair in pairs}
    words = Vocabulary([*ours, *theirs])
    ours_used = _profiles(review.diff.learned, kind).get(name)
    theirs_used = _profiles(review.diff.reference, kind)

    def similarity(other: str) -> float:
        used = theirs_used.get(other)
        by_use = alike(ours_used, used) if ours_used is not None and used is not None else 0.0
        return words.similarity(name, other) + by_use

    no_others = {OBJECT, *(ours if is_by_name else ())}
    candidates = (other for other in theirs if other not in no_others)
    return sorted(candidates, key=lambda other: (other in taken, -similarity(other)))[:MOST]


def _profiles(domain: Domain, kind: str) -> Mapping[str, Profile]:
    """What each name of a kind is used for; nothing of types."""
    profiles = Profiles(Roles(domain))
    return {"actions": profiles.actions, "types": {}}.get(kind, profiles.symbols)
