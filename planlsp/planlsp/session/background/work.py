"""Run a session's background work, and show the progress of slow work to the user."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from concurrent.futures import Future
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from typing import Any, Final, Protocol, TypeAlias, TypeVar
from uuid import uuid4

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from plancore.stop import NEVER, Checkpoint
from planlsp.session.background.collector import keep_what_large_work_made
from planlsp.session.background.schedule import Priority, Schedule
from planlsp.session.texts.snapshots import AT_ONCE

logger = logging.getLogger(__name__)

Result = TypeVar("Result")


class BackgroundRun(Protocol):
    """Runs work in a thread of low priority; the work calls its checkpoint."""

    def __call__(self, work: Callable[[Checkpoint], Result], /) -> Awaitable[Result]:
        """The result of the work."""


ReportProgress: TypeAlias = Callable[[int, int], None]
"""Called with the amount done and the total."""

_PATIENCE: Final = 0.5
"""Seconds until the user is shown that work is going on."""

_FOR_AN_ANSWER: Final = 5.0
"""Seconds to wait for the client to create a progress display."""


class ProgressDisplay(Protocol):
    """Shows progress to the user, who can cancel the block."""

    def __call__(self, title: str, /) -> AbstractAsyncContextManager[ReportProgress]:
        """A context that yields the function to report progress with."""


async def show_until(server: LanguageServer, title: str, done: asyncio.Event) -> None:
    """Show a progress display until `done`, if that takes more than `_PATIENCE`."""
    try:
        await asyncio.wait_for(done.wait(), _PATIENCE)
    except TimeoutError:
        token = f"planlsp-{uuid4()}"
        progress = server.work_done_progress
        await progress.create_async(token)
        if not done.is_set():  # else it would only flash
            progress.begin(token, types.WorkDoneProgressBegin(title=title))
            await done.wait()
            progress.end(token, types.WorkDoneProgressEnd())
        progress.tokens.pop(token, None)  # pygls never deletes tokens


@asynccontextmanager
async def counted(
    server: LanguageServer, title: str, unit: str = ""
) -> AsyncIterator[ReportProgress]:
    """Show progress with counts in a `unit`. Cancelling it in the client ends the block, but not
    the code around it."""
    token, progress = f"planlsp-{uuid4()}", server.work_done_progress
    try:
        async with asyncio.timeout(_FOR_AN_ANSWER):
            await progress.create_async(token)
    except (JsonRpcException, TimeoutError):  # do the work without showing progress
        yield lambda *_: None
        return
    task, loop = asyncio.current_task(), asyncio.get_running_loop()
    shown, is_enough = 0, False

    def stop(asked: Future[Any]) -> None:
        nonlocal is_enough
        if asked.cancelled() and task is not None:
            is_enough = True
            loop.call_soon(task.cancel)

    def report(done: int, of: int) -> None:
        nonlocal shown
        percentage = 100 * done // max(of, 1)
        if percentage > shown:
            shown = percentage
            value = types.WorkDoneProgressReport(
                message=f"{done}/{of}{unit}", percentage=percentage
            )
            progress.report(token, value)

    progress.tokens[token].add_done_callback(stop)
    begin = types.WorkDoneProgressBegin(title=title, cancellable=True, percentage=0)
    progress.begin(token, begin)
    try:
        yield report
    except asyncio.CancelledError:
        if not is_enough or task is None:
            raise
        task.uncancel()
    finally:
        progress.end(token, types.WorkDoneProgressEnd())
        progress.tokens.pop(token, None)


class Work:
    """Runs work for one session, and shows slow work to clients that can display progress."""

    def __init__(self, server: LanguageServer, schedule: Schedule) -> None:
        self.shows_progress = False
        self._session, self._schedule = server, schedule
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run `work` in a task of its own, and log its errors."""

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
        # A task that is cancelled before its first step never awaits `work`.
        task.add_done_callback(lambda _: work.close())
        return task

    async def compute(
        self,
        work: Callable[[Checkpoint], Result],
        size: int,
        title: str,
        priority: Priority = Priority.REQUESTS,
    ) -> Result:
        """The result of `work`, computed outside the event loop if the text is large.

        `work` calls its checkpoint every few milliseconds: there it ends if the caller is
        cancelled, and lets more urgent work go first. `size` is the number of characters to
        analyse. Slow work is shown to the user as `title`, if the client can display progress.
        """
        if size < AT_ONCE:
            return work(NEVER)
        return await self.run(work, title, priority)

    async def in_background(self, work: Callable[[Checkpoint], Result], title: str) -> Result:
        """As `compute`, always outside the event loop, with the priority BACKGROUND."""
        return await self.run(work, title, Priority.BACKGROUND)

    async def about_plans(self, work: Callable[[Checkpoint], Result], title: str) -> Result:
        """As `in_background`, with the lower priority CONSEQUENCES, for executing many plans."""
        return await self.run(work, title, Priority.CONSEQUENCES)

    async def run(
        self, work: Callable[[Checkpoint], Result], title: str, priority: Priority
    ) -> Result:
        """As `compute`, always outside the event loop."""
        done = asyncio.Event()
        if self.shows_progress:
            self.spawn(show_until(self._session, title, done))
        try:
            return await self._schedule.run(priority, work)
        finally:
            done.set()
            keep_what_large_work_made()

    def counted(self, title: str, unit: str = "") -> AbstractAsyncContextManager[ReportProgress]:
        """Show progress with counts in a `unit`; the block ends early if the user cancels it."""
        if self.shows_progress:
            return counted(self._session, title, unit)
        return nullcontext(lambda *_: None)
