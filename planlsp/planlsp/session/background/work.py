"""Work beside the requests: tasks of the event loop, and computations in the lanes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any, TypeVar

from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from plancore.stop import NEVER, Checkpoint
from planlsp.session.background.collector import keep_what_large_work_made
from planlsp.session.background.progress import Report, counted, show_until
from planlsp.session.background.schedule import Lane, Schedule
from planlsp.session.texts.reading import AT_ONCE

logger = logging.getLogger(__name__)

Result = TypeVar("Result")


class Work:
    """Does work for one session; what takes long is shown to a client that can show it."""

    def __init__(self, server: LanguageServer, schedule: Schedule) -> None:
        self.shows_progress = False
        self._session, self._schedule = server, schedule
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run `work` beside the requests; what goes wrong in it is logged."""

        async def guarded() -> None:
            try:
                await work
            except JsonRpcException as error:
                logger.warning("the client refused a request: %s", error)
            except Exception:
                logger.exception("%s failed", getattr(work, "__qualname__", "background work"))

        task = asyncio.get_running_loop().create_task(guarded())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        # A task that is cancelled before its first step leaves `work` as it was given.
        task.add_done_callback(lambda _: work.close())
        return task

    async def compute(
        self, work: Callable[[], Result], size: int, title: str, lane: Lane = Lane.REQUESTS
    ) -> Result:
        """The result of `work`, done beside the event loop when the text is large.

        `size` is the number of characters that the work has to look at. What takes long is shown
        to the user under `title`, if the client can show it.
        """
        return await self.compute_until(lambda _: work(), size, title, lane)

    async def compute_until(
        self,
        work: Callable[[Checkpoint], Result],
        size: int,
        title: str,
        lane: Lane = Lane.REQUESTS,
    ) -> Result:
        """As `compute`, for work that calls its checkpoint every few milliseconds: it ends as soon
        as who waits for it is cancelled, and lets what is more urgent go first."""
        if size < AT_ONCE:
            return work(NEVER)
        return await self.run(work, title, lane)

    async def in_background(self, work: Callable[[Checkpoint], Result], title: str) -> Result:
        """As `compute_until`, for work that takes long whatever the text, and its turn last."""
        return await self.run(work, title, Lane.BACKGROUND)

    async def about_plans(self, work: Callable[[Checkpoint], Result], title: str) -> Result:
        """As `in_background`, and behind that: many plans are executed, many times."""
        return await self.run(work, title, Lane.CONSEQUENCES)

    async def run(self, work: Callable[[Checkpoint], Result], title: str, lane: Lane) -> Result:
        """As `compute_until`, beside the event loop in any case."""
        done = asyncio.Event()
        if self.shows_progress:
            self.spawn(show_until(self._session, title, done))
        try:
            return await self._schedule.run(lane, work)
        finally:
            done.set()
            keep_what_large_work_made()

    def counted(self, title: str) -> AbstractAsyncContextManager[Report]:
        """Show how much is done; the block ends early when the user has enough."""
        if self.shows_progress:
            return counted(self._session, title)
        return nullcontext(lambda *_: None)
