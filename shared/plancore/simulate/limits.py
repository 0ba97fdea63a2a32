"""What keeps a simulation bounded: a budget of work, and the answer when it does not suffice."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Checkpoint: TypeAlias = Callable[[], None]
"""Called now and then; it ends the computation by raising an exception of the caller's own."""

MAX_BINDINGS = 20_000_000
"""How many bindings of variables one plan may try; some ten seconds of work."""

MAX_DEPTH = 160
"""How deeply quantifiers, conjunctions and disjunctions may alternate in one condition."""

_INTERVAL = 50_000


class Undecided(Exception):  # noqa: N818 - an answer, not an error: it never leaves the simulator
    """The simulator cannot tell. `reason` says why, in one line.

    Raised for what is outside of the semantics implemented here, such as continuous effects or
    outcomes left to chance, and when a limit is reached.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Budget:
    """Work that may still be done. `checkpoint` is called every so often while it is spent."""

    __slots__ = ("_checkpoint", "_next", "left")

    def __init__(self, checkpoint: Checkpoint | None = None, limit: int = MAX_BINDINGS) -> None:
        self.left = limit
        self._checkpoint = checkpoint
        self._next = limit - _INTERVAL

    def spend(self, count: int) -> None:
        """Account for `count` bindings; raises Undecided when there were too many."""
        self.left -= count
        if self.left <= self._next:
            self._next = self.left - _INTERVAL
            if self._checkpoint is not None:
                self._checkpoint()
            if self.left < 0:
                raise Undecided("too many objects: the limit of variable bindings is reached")
