"""Work beside the event loop: what is typed first, then what is asked, then what is found, then the
rest.

Each priority has one thread, so that two analyses do not take the interpreter from each other. A
thread rests at its next checkpoint while the event loop or an earlier priority has work, and ends
there when nobody waits for it any more.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from enum import IntEnum
from typing import Any, Final, Protocol, TypeAlias, TypeVar
from uuid import uuid4

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from plancore.stop import NEVER, Checkpoint, StoppedError
from planlsp.session.background.collector import keep_what_large_work_made
from planlsp.session.texts.snapshots import AT_ONCE

logger = logging.getLogger(__name__)


Result = TypeVar("Result")


class Priority(IntEnum):
    """What work is for; an earlier priority goes first."""

    TYPING = 0
    """Reading what was typed: everything else waits for that."""
    REQUESTS = 1
    """What the user has asked for and looks at."""
    FINDINGS = 2
    """What is wrong with the open documents."""
    BACKGROUND = 3
    """What nobody waits for, such as pairs of names."""
    INDEX = 4
    """What is known of files that nobody has open."""
    CONSEQUENCES = 5
    """What differences do to plans, and how a domain is repaired: it takes longest."""
    WORKSPACE = 6
    """What is wrong with files that nobody has open."""


_MOST_PROGRAMS: Final = 2
"""Programs of others that run at the same time; further ones wait."""


class BackgroundRun(Protocol):
    """Runs work in a thread that has its turn last; the work calls its checkpoint."""

    def __call__(self, work: Callable[[Checkpoint], Result], /) -> Awaitable[Result]:
        """The result of the work."""


class Schedule(Protocol):
    """Does the work of one session in its turn: in threads, or where there are none in slices
    (`slices`)."""

    async def run(self, priority: Priority, work: Callable[[Checkpoint], Result]) -> Result:
        """The result of `work`, which is given the checkpoint to call every few milliseconds.

        Who is cancelled while waiting for it cancels the work.
        """

    async def aside(self, work: Callable[[Checkpoint], Result]) -> Result:
        """The result of `work`, which waits for another program."""

    def loop_has_work(self, has_work: bool) -> None:
        """The event loop has something in hand from now on, or waits."""

    def close(self) -> None:
        """End all work."""


class Threads:
    """The threads of one session."""

    def __init__(self) -> None:
        self._threads = {
            priority: ThreadPoolExecutor(1, thread_name_prefix=priority.name.lower())
            for priority in Priority
        }
        self._waiting = ThreadPoolExecutor(_MOST_PROGRAMS, thread_name_prefix="programs")
        self._wanted = {priority: 0 for priority in Priority}
        self._changed = threading.Condition()
        self._resting = 0
        self._loop_has_work = False
        self._is_closed = False

    async def run(self, priority: Priority, work: Callable[[Checkpoint], Result]) -> Result:
        """The result of `work`, which is given the checkpoint to call every few milliseconds.

        Who is cancelled while waiting for it cancels the work.
        """
        is_stopped = threading.Event()

        def checkpoint(*_: object) -> None:
            if self._is_others_turn(priority):
                self._rest(priority, is_stopped)
            if is_stopped.is_set() or self._is_closed:
                raise StoppedError

        def begin() -> Result:
            checkpoint()
            return work(checkpoint)

        self._count(priority, 1)
        future = self._threads[priority].submit(begin)
        future.add_done_callback(lambda _: self._count(priority, -1))
        try:
            return await asyncio.wrap_future(future)
        finally:
            is_stopped.set()
            self._wake()  # it may be resting

    async def aside(self, work: Callable[[Checkpoint], Result]) -> Result:
        """The result of `work`, which waits for another program and leaves nobody the interpreter
        to wait for: it never rests at its checkpoint, so that the limits of the program hold."""
        is_stopped = threading.Event()

        def checkpoint(*_: object) -> None:
            if is_stopped.is_set() or self._is_closed:
                raise StoppedError

        def begin() -> Result:
            checkpoint()
            return work(checkpoint)

        try:
            return await asyncio.wrap_future(self._waiting.submit(begin))
        finally:
            is_stopped.set()

    def loop_has_work(self, has_work: bool) -> None:
        """The event loop has something in hand from now on, or waits."""
        self._loop_has_work = has_work
        if self._resting and not has_work:
            self._wake()

    def close(self) -> None:
        """End all work, and wait for that."""
        self._is_closed = True
        self._wake()
        for threads in (*self._threads.values(), self._waiting):
            threads.shutdown(cancel_futures=True)

    def _is_others_turn(self, priority: Priority) -> bool:
        """Whether the event loop, or a priority before `priority`, has work."""
        return self._loop_has_work or any(
            count for earlier, count in self._wanted.items() if earlier < priority
        )

    def _rest(self, priority: Priority, is_stopped: threading.Event) -> None:
        with self._changed:
            self._resting += 1
            self._changed.wait_for(
                lambda: self._is_closed or is_stopped.is_set() or not self._is_others_turn(priority)
            )
            self._resting -= 1

    def _count(self, priority: Priority, by: int) -> None:
        with self._changed:
            self._wanted[priority] += by
            self._changed.notify_all()

    def _wake(self) -> None:
        with self._changed:
            self._changed.notify_all()


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
