"""The smallest set of anything, found by trying every set."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from math import comb
from typing import TypeVar

T = TypeVar("T")


def smallest_size(
    members: Sequence[T], suffices: Callable[[tuple[T, ...]], bool], below: int, limit: int
) -> int | None:
    """The size of the smallest set that suffices and has fewer than `below` members; None where
    there is none.

    Raises ValueError where there are more than `limit` sets to try.
    """
    if sum(comb(len(members), size) for size in range(below)) > limit:
        raise ValueError("too many sets")
    for size in range(below):
        if any(map(suffices, combinations(members, size))):
            return size
    return None
