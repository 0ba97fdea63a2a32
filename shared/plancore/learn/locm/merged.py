"""Sets of keys that are merged two at a time (union-find)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic, TypeVar

Key = TypeVar("Key", bound=tuple[Any, ...])


class Merged(Generic[Key]):
    """Every key is a set of its own until it is joined with another one.

    What is said of the sets does not depend on the order of joins.
    """

    def __init__(self) -> None:
        self._above: dict[Key, Key] = {}

    def add(self, key: Key) -> None:
        """Make `key` known."""
        self._above.setdefault(key, key)

    def join(self, one: Key, other: Key) -> None:
        """Make one set of those of two keys."""
        first, second = sorted((self.first(one), self.first(other)))
        self._above[second] = first

    def first(self, key: Key) -> Key:
        """The least key of the set of `key`."""
        self.add(key)
        while self._above[key] != key:
            # Halving the path keeps it short.
            self._above[key] = key = self._above[self._above[key]]
        return key

    def groups(self) -> Iterator[tuple[Key, ...]]:
        """The sets, each in order, by their least keys."""
        sets: dict[Key, list[Key]] = {}
        for key in sorted(self._above):
            sets.setdefault(self.first(key), []).append(key)
        yield from map(tuple, sets.values())
