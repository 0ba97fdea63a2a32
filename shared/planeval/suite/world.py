"""What a problem of a suite begins with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple


class World(NamedTuple):
    """Objects by type, and the facts that hold at first, each `p a b` without parentheses."""

    objects: Mapping[str, Sequence[str]]
    facts: Sequence[str]


def named(prefix: str, count: int) -> list[str]:
    """`prefix1`, `prefix2` and so on."""
    return [f"{prefix}{number}" for number in range(1, count + 1)]


def both_ways(predicate: str, pairs: Iterable[tuple[str, str]]) -> list[str]:
    """A symmetric relation as facts."""
    return [f"{predicate} {x} {y}" for a, b in pairs for x, y in ((a, b), (b, a))]
