"""How far a call is, told to whoever called."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from planfiles.progress import Progress

Watch: TypeAlias = Callable[[str, int, int], object]
"""Called with what is being done, how much is done, and how much there is, 0 where that is not
known. It may be called often, so it should be quick; what it raises ends the work."""


def progress_of(watch: bool | Watch) -> Progress:
    """What tells `watch`; True stands for a line on standard error, False for nobody."""
    if callable(watch):
        return _Told(watch)
    return Progress(is_shown=watch)


class _Told(Progress):
    def __init__(self, watch: Watch) -> None:
        super().__init__(is_shown=False)
        self._watch = watch

    def advance(self, count: int = 1) -> None:
        """Count, and tell."""
        super().advance(count)
        self._watch(self._verb, self._done, self._total)

    def waiting(self, what: str, seconds: float, reached: str = "") -> None:
        """Tell that it is no further, which may end the work."""
        super().waiting(what, seconds, reached)
        self._watch(self._verb, self._done, self._total)

    def checkpoint(self, done: int = 0, stage: str = "", /) -> None:
        """Tell, which may end the work."""
        self._watch(stage, done, 0)
