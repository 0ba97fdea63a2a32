"""Parts of a run that know nothing of one another, for clusters without a scheduler of units."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from planeval.work.unit import Key

_MOST: Final = 100_000


@dataclass(frozen=True, slots=True)
class Shard:
    """The part `number`, from 1, of `count`. Which units belong to it is decided by their keys:
    it stays the same when there are more of them."""

    number: int
    count: int

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"

    def has(self, key: Key) -> bool:
        """Whether a unit is one of this part."""
        return int.from_bytes(key[:8], "big") % self.count == self.number - 1


def shard_of(text: str) -> Shard:
    """The shard written as `3/40`. Raises ValueError."""
    number, _, count = text.partition("/")
    if number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count) <= _MOST:
        return Shard(int(number), int(count))
    raise ValueError(f"{text!r} is no part of a run such as 3/40")
