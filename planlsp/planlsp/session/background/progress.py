"""Telling the user that something goes on, and how far it is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Final, Protocol, TypeAlias
from uuid import uuid4

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

Report: TypeAlias = Callable[[int, int], None]
"""Called with how much of how much is done."""

_PATIENCE: Final = 0.5
"""After so many seconds the user is told that something is going on."""

_FOR_AN_ANSWER: Final = 5.0
"""Seconds for the client to say that it will show progress."""


class Progress(Protocol):
    """Shows the user how much is done; the block is cancelled when the user has enough."""

    def __call__(self, title: str, /) -> AbstractAsyncContextManager[Report]:
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
async def counted(server: LanguageServer, title: str) -> AsyncIterator[Report]:
    """Show how much is done. Who cancels it in the client ends the block, not what is around it."""
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
            value = types.WorkDoneProgressReport(message=f"{done}/{of}", percentage=percentage)
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
