"""Which trajectories are learned from, and which are kept to measure on."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple


class Fold(NamedTuple):
    """Numbers of trajectories, from 0 and in order; none is in both."""

    train: tuple[int, ...]
    test: tuple[int, ...]


class Splitting(NamedTuple):
    """How trajectories are divided: `folds`-fold cross validation, or with a `test_share` as many
    random splits."""

    folds: int = 5
    test_share: float | None = None

    def of(self, count: int, seed: int) -> list[Fold]:
        """The folds of `count` trajectories. Raises ValueError where there are too few."""
        if self.test_share is None:
            return cross_folds(count, self.folds, seed)
        return random_splits(count, self.test_share, self.folds, seed)


def cross_folds(count: int, folds: int, seed: int) -> list[Fold]:
    """`folds`-fold cross validation of `count` trajectories: each is measured on in exactly one
    fold. They are shuffled and dealt out one by one, so folds differ in size by one at most.

    Raises ValueError for fewer than two folds, or more folds than trajectories.
    """
    if not 2 <= folds <= count:
        trajectories = "trajectory" if count == 1 else "trajectories"
        raise ValueError(f"{count} {trajectories} cannot be dealt out to {folds} folds")
    order = _shuffled(count, f"folds/{seed}")
    return [_fold(count, order[k::folds]) for k in range(folds)]


def random_splits(count: int, test_share: float, repeats: int, seed: int) -> list[Fold]:
    """`repeats` independent splits; `test_share`, rounded, of the trajectories are measured on, at
    least one, and at least one is learned from. Raises ValueError for fewer than two."""
    if count < 2:
        raise ValueError("a split needs two trajectories")
    size = min(max(round(count * test_share), 1), count - 1)
    return [
        _fold(count, _shuffled(count, f"split/{seed}/{number}")[:size]) for number in range(repeats)
    ]


def _fold(count: int, test: Sequence[int]) -> Fold:
    held = frozenset(test)
    return Fold(tuple(k for k in range(count) if k not in held), tuple(sorted(held)))


def _shuffled(count: int, seed: str) -> list[int]:
    order = list(range(count))
    # A text as seed is hashed by its letters, so the order is the same in every process.
    Random(seed).shuffle(order)
    return order
