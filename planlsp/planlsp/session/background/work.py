"""Work for one session, beside its requests: what takes long is shown to the user."""

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
    """Runs work in a thread that has its turn last; the work calls its checkpoint."""

    def __call__(self, work: Callable[[Checkpoint], Result], /) -> Awaitable[Result]:
        """The result of the work."""


ReportProgress: TypeAlias = Callable[[int, int], None]
"""Called with how much of how much is done."""

_PATIENCE: Final = 0.5
"""After so many seconds the user is told that something is going on."""

_FOR_AN_ANSWER: Final = 5.0
"""Seconds for the client to say that it will show progress."""


class ProgressDisplay(Protocol):
    """Shows the user how much is done; the block is cancelled when the user has enough."""

    def __call__(self, title: str, /) -> AbstractAsyncContextManager[ReportProgress]:
        """Gives a function to call with how much of how much is done."""


async def show_until(server: LanguageServer, title: str, done: asyncio.Event) -> None:
    """Show that something goes on, if that takes a while."""
    try:
        await asyncio.wait_for(done.wait(), _PATIENCE)
    except TimeoutError:
        token = f"planlsp-{uuid4()}"
        progress = server.work_done_progress
        await progress.create_async(token)
        progress.begin(token, types.WorkDoneProgressBegin(title=title))
        await done.wait()
        progress.end(token, types.WorkDoneProgressEnd())
        progress.tokens.pop(token, None)  # pygls keeps each for ever


@asynccontextmanager
async def counted(
    server: LanguageServer, title: str, unit: str = ""
) -> AsyncIterator[ReportProgress]:
    """Show how much is done, in a `unit`. Who cancels it in the client ends the block, not what is
    around it."""
    token, progress = f"planlsp-{uuid4()}", server.work_done_progress
    try:
        async with asyncio.timeout(_FOR_AN_ANSWER):
            await progress.create_async(token)
    except (JsonRpcException, TimeoutError):  # what is to be done is done without being shown
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
        self,
        work: Callable[[Checkpoint], Result],
        size: int,
        title: str,
        priority: Priority = Priority.REQUESTS,
    ) -> Result:
        """The result of `work`, done beside the event loop when the text is large.

        `work` calls its checkpoint every few milliseconds: it ends as soon as who waits for it is
        cancelled, and lets what is more urgent go first. `size` is the number of characters that it
        has to look at. What takes long is shown to the user under `title`, if the client can show
        that.
        """
        if size < AT_ONCE:
            return work(NEVER)
        return await self.run(work, title, priority)

    async def in_background(self, work: Callable[[Checkpoint], Result], title: str) -> Result:
        """As `compute`, for work that takes long whatever the text, and its turn last."""
        return await self.run(work, title, Priority.BACKGROUND)

    async def about_plans(self, work: Callable[[Checkpoint], Result], title: str) -> Result:
        """As `in_background`, and behind that: many plans are executed, many times."""
        return await self.run(work, title, Priority.CONSEQUENCES)

    async def run(
        self, work: Callable[[Checkpoint], Result], title: str, priority: Priority
    ) -> Result:
        """As `compute`, beside the event loop in any case."""
        done = asyncio.Event()
        if self.shows_progress:
            self.spawn(show_until(self._session, title, done))
        try:
            return await self._schedule.run(priority, work)
        finally:
            done.set()
            keep_what_large_work_made()

    def counted(self, title: str, unit: str = "") -> AbstractAsyncContextManager[ReportProgress]:
        """Show how much is done, in a `unit`; the block ends early when the user has enough."""
        if self.shows_progress:
            return counted(self._session, title, unit)
        return nullcontext(lambda *_: None)
