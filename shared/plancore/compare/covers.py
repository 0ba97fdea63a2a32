"""Actions that stand for one of the other domain beside their own counterpart."""

from __future__ import annotations

from plancore.correspondence.pairs import Pairs, Side
from plancore.model.record import record


@record
class Cover:
    """An action of the other domain that stands for this one and for `counterpart`, its own."""

    name: str
    counterpart: str


def covers_of(name: str, side: Side, pairs: Pairs) -> tuple[Cover, ...]:
    """What of the other domain stands, by `pairs`, for the action `name` of the domain on `side`,
    which has no counterpart of its own."""
    both = [(pair.learned, pair.reference, pair.is_cover) for pair in pairs.actions]
    if side is Side.LEARNED:
        both = [(theirs, ours, is_cover) for ours, theirs, is_cover in both]
    own = {other: one for other, one, is_cover in both if not is_cover}
    covers = [other for other, one, is_cover in both if is_cover and one == name]
    return tuple(Cover(other, own[other]) for other in covers if other in own)
