"""A language server in this process, without a socket or a second interpreter.

Bytes go through the server's own `FrameReader` into its protocol, and what it sends comes back
as messages. The event loop runs only while a test sends or waits, so what happens depends on no
clock. What only a process has, such as its end, is for `LspProcess`.
"""

from __future__ import annotations

import asyncio
import gc
import io
import json
import logging
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self, TypeVar

from plancore.stop import Checkpoint
from planlsp.serve import create_server
from planlsp.session.background.schedule import Priority
from planlsp.session.server import PlanServer
from planlsp.wire.transport import FrameReader
from support.lsp_client import LIMIT, LspClient, Message

T = TypeVar("T")


class LspMemory(LspClient):
    """Runs the server that `create` makes; ends it when the `with` block ends."""

    def __init__(self, create: Callable[[], PlanServer] = create_server) -> None:
        super().__init__()
        self._runner = asyncio.Runner()
        self._arrived = asyncio.Event()
        self._frames = FrameReader()
        self._exit_code: int | None = None
        self._log = io.StringIO()
        self._handler = logging.StreamHandler(self._log)
        self._handler.setLevel(logging.WARNING)
        logging.getLogger("planlsp").addHandler(self._handler)
        self._gc_threshold = gc.get_threshold()
        self.server = create()
        self.server.protocol.connect(_Memory(self._take, self._end))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trail: TracebackType | None,
    ) -> None:
        self._runner.close()
        self.server.schedule.close()
        logging.getLogger("planlsp").removeHandler(self._handler)
        gc.set_threshold(*self._gc_threshold)
        gc.unfreeze()

    def send_bytes(self, data: bytes) -> None:
        self._run(self.deliver(data))

    async def deliver(self, data: bytes) -> None:
        """Let the server read `data`."""
        for message in self._frames.feed(data):
            self.server.protocol.receive(message)
            await self.server.protocol.caught_up()

    def wait_for(self, wanted: Callable[[Message], bool], since: int = 0) -> Message:
        return self._run(self._find(wanted, since))

    async def _find(self, wanted: Callable[[Message], bool], since: int) -> Message:
        while True:
            for message in self.messages[since:]:
                if wanted(message):
                    return message
            since = max(since, len(self.messages))
            self._arrived.clear()
            try:
                await asyncio.wait_for(self._arrived.wait(), LIMIT)
            except TimeoutError:
                last = str(self.messages[-3:])[:2000]
                raise AssertionError(f"no such message; last {last}\n{self.log[-2000:]}") from None

    def wait_until(self, holds: Callable[[], bool]) -> None:
        """Let the server run until something holds of it."""
        self._run(self._until(holds))

    def call(self, action: Callable[[], object]) -> None:
        """Do something in the server's event loop."""
        self._run(_called(action))

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        """Let the server run until `work` is done. The runner's own `run` attends to Ctrl+C each
        time, which takes as long as many a request."""
        return self._runner.get_loop().run_until_complete(work)

    @contextmanager
    def busy(self, priority: Priority) -> Iterator[None]:
        """A priority whose thread does something else in the block: what is asked of it waits."""
        begun, done = threading.Event(), threading.Event()

        def work(_: Checkpoint) -> None:
            begun.set()
            done.wait()

        self.call(lambda: self.server.work.spawn(self.server.schedule.run(priority, work)))
        self.wait_until(begun.is_set)
        try:
            yield
        finally:
            done.set()

    async def _until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(LIMIT):
            while not holds():
                await asyncio.sleep(0.005)

    def wait_for_end(self) -> int:
        assert self._exit_code is not None, "the server was not asked to end"
        return self._exit_code

    @property
    def log(self) -> str:
        return self._log.getvalue()

    def _take(self, body: bytes) -> None:
        self.messages.append(json.loads(body))
        self._arrived.set()

    def _end(self, code: int) -> None:
        self._exit_code = code


async def _called(action: Callable[[], object]) -> None:
    action()


class _Memory:
    """The connection, as the server sees it."""

    def __init__(self, take: Callable[[bytes], None], end: Callable[[int], None]) -> None:
        self.write = take
        self.end_process = end

    def close(self) -> None:
        """Nothing is held."""

    def has_pending_input(self) -> bool:
        """What is sent in one go is received in one go."""
        return False

    def has_unread_output(self) -> bool:
        """What is sent is read at once."""
        return False
