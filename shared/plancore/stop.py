"""End long computations early.

Long computations call a `Checkpoint` every few milliseconds. Either the answer is no longer wanted:
the checkpoint raises StoppedError, which no computation catches, so it reaches the owner of the
checkpoint. Or a limit is used up: a `Budget`, or a checkpoint such as that of `until`, raises
SpentError; a search that has bounds or a partial answer catches it, and returns them marked as
such.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import chain, islice, zip_longest
from typing import Any, Final, Protocol, TypeVar, cast

_INTERVAL: Final = 10_000
AT_ONCE: Final = 4_096
"""Cheap items between two calls of a checkpoint: a few milliseconds."""
T = TypeVar("T")


class StoppedError(Exception):
    """The computation was stopped: there is no answer."""


class SpentError(Exception):
    """The work or time allowed for a computation is used up."""


class Checkpoint(Protocol):
    """Called regularly; may raise StoppedError or SpentError, and report progress."""

    def __call__(self, done: int = 0, stage: str = "", /) -> None:
        """`stage` describes the current part of the computation, and `done` its progress."""


def _never(*_: object) -> None:
    pass


NEVER: Final[Checkpoint] = _never
"""The checkpoint that does nothing."""


def staged(name: str, checkpoint: Checkpoint) -> Checkpoint:
    """Wrap `checkpoint` so that it reports the stage `name`."""

    def call(done: int = 0, _: str = "", /) -> None:
        checkpoint(done, name)

    return call


def watched(items: Iterable[T], checkpoint: Checkpoint, stage: str = "") -> Iterator[T]:
    """The items, with a call of `checkpoint` before each few thousand of them: for items so cheap
    that a call for each would double the time."""
    if checkpoint is NEVER:
        return iter(items)
    return chain.from_iterable(batched(items, checkpoint, stage))


def watched_if_many(items: Collection[T], checkpoint: Checkpoint) -> Iterable[T]:
    """The items, with calls of `checkpoint` if they are more than a few thousand."""
    return items if len(items) <= AT_ONCE else watched(items, checkpoint)


def batched(items: Iterable[T], checkpoint: Checkpoint, stage: str = "") -> Iterator[list[T]]:
    """As `watched`, a few thousand items at a time."""
    done, following = 0, iter(items)
    while several := [*islice(following, AT_ONCE)]:
        checkpoint(done, stage)
        yield several
        done += len(several)


def in_order(
    items: Collection[T], checkpoint: Checkpoint, key: Callable[[T], Any] | None = None
) -> list[T]:
    """The items sorted, by `key` if there is one, with calls of `checkpoint` in between if they are
    many. Without a key they must be comparable."""
    order = cast("Callable[[T], Any]", key)  # sorted() takes None
    if len(items) <= AT_ONCE:
        return sorted(items, key=order)
    runs = [sorted(several, key=order) for several in batched(items, checkpoint)]
    while len(runs) > 1:
        checkpoint()
        pairs = zip_longest(runs[::2], runs[1::2], fillvalue=())
        # Merges two runs in linear time.
        runs = [sorted(chain(*pair), key=order) for pair in pairs]
    return runs[0]


def until(deadline: float, clock: Callable[[], float], checkpoint: Checkpoint) -> Checkpoint:
    """Wrap `checkpoint` so that it raises SpentError once `clock` is past `deadline`."""

    def call(done: int = 0, stage: str = "", /) -> None:
        checkpoint(done, stage)
        if clock() > deadline:
            raise SpentError

    return call


class Budget:
    """The remaining work, in steps of one kind, such as bindings or clauses. Calls `checkpoint`
    every 10,000 steps."""

    __slots__ = ("_next", "checkpoint", "left")

    def __init__(self, limit: int, checkpoint: Checkpoint = NEVER) -> None:
        self.left = limit
        self.checkpoint = checkpoint
        self._next = max(limit - _INTERVAL, -1)

    def spend(self, count: int = 1) -> None:
        """Use up `count` steps; raises SpentError if fewer are left."""
        self.left -= count
        if self.left <= self._next:
            self._next = max(self.left - _INTERVAL, -1)
            self.checkpoint()
            if self.left < 0:
                raise SpentError
