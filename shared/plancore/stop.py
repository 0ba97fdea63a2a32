"""How a long computation ends early: the one way for all of them.

Whatever may take long calls a `Checkpoint` every few milliseconds, and there are two reasons to
end. Nobody wants the answer any more: the checkpoint raises StoppedError, and no computation
catches it, so it reaches whoever gave the checkpoint. Or what may be spent is spent: a `Budget`, or
a checkpoint such as that of `until`, raises SpentError; a search that has bounds or a part of the
answer by then catches it, returns them and says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Final, Protocol, TypeVar

_INTERVAL: Final = 50_000
_AT_ONCE: Final = 4_096
T = TypeVar("T")


class StoppedError(Exception):
    """Somebody wants the computation to stop: there is no answer."""


class SpentError(Exception):
    """The work or the time that a computation was given is spent."""


class Checkpoint(Protocol):
    """Called now and then; it may raise StoppedError or SpentError, and tell of the progress."""

    def __call__(self, done: int = 0, stage: str = "", /) -> None:
        """`stage` is what is being computed, in words, and `done` how much of it is done."""


def _never(*_: object) -> None:
    pass


NEVER: Final[Checkpoint] = _never
"""Nobody wants to stop, and nobody asks how far it is."""


def staged(name: str, checkpoint: Checkpoint) -> Checkpoint:
    """`checkpoint` for a part of a computation that is to be known as the stage `name`."""

    def call(done: int = 0, _: str = "", /) -> None:
        checkpoint(done, name)

    return call


def watched(items: Iterable[T], checkpoint: Checkpoint, stage: str = "") -> Iterator[T]:
    """The items, with a look at `checkpoint` before each few thousand of them: for what takes so
    little time for one that looking each time would double it."""
    done, following = 0, iter(items)
    while several := [*islice(following, _AT_ONCE)]:
        checkpoint(done, stage)
        yield from several
        done += len(several)


def until(deadline: float, clock: Callable[[], float], checkpoint: Checkpoint) -> Checkpoint:
    """`checkpoint`, and SpentError as soon as `clock` is past `deadline`."""

    def call(done: int = 0, stage: str = "", /) -> None:
        checkpoint(done, stage)
        if clock() > deadline:
            raise SpentError

    return call


class Budget:
    """Work that may still be done, counted in steps of one kind, such as bindings or clauses.

    `checkpoint` is called every 50,000 steps.
    """

    __slots__ = ("_checkpoint", "_next", "left")

    def __init__(self, limit: int, checkpoint: Checkpoint = NEVER) -> None:
        self.left = limit
        self._checkpoint = checkpoint
        self._next = max(limit - _INTERVAL, -1)

    def spend(self, count: int = 1) -> None:
        """Account for `count` steps; raises SpentError when there were fewer left."""
        self.left -= count
        if self.left <= self._next:
            self._next = max(self.left - _INTERVAL, -1)
            self._checkpoint()
            if self.left < 0:
                raise SpentError
