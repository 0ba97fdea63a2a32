"""The requests that handlers are at work on."""

from __future__ import annotations

import asyncio
from typing import Any, Final

_PATIENCE: Final = 0.5
"""Seconds that the end of a session waits for answers."""


class InHand:
    """The tasks of these requests. pygls answers when one is done."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        return len(self._tasks)

    def add_this(self) -> None:
        """The request that is handled in this task is one of them until it is done."""
        task = asyncio.current_task()
        if task is not None:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def answered(self) -> None:
        """Wait until they have their answers, or for a moment."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_PATIENCE)
