"""The schedule of a web worker: one thread, in which work pauses for what is more urgent."""

from __future__ import annotations

import asyncio
import gc
import json
import threading
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from plancore.stop import Checkpoint, StoppedError
from planfiles.errors import UserError
from planlsp.serve import serve_messages
from planlsp.session.background import schedule as module
from planlsp.session.background.schedule import Priority, Slices

LIMIT = 60.0
URI = "file:///try/domain.pddl"


class Worker:
    """Calls that can pause, as in a browser. Each has a thread, of which one runs at a time: while
    a call runs the event loop stands still, and the other way round."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._rests = threading.Semaphore(0)
        self.n_pauses = 0

    def call(self, function: Callable[[], None]) -> None:
        def run() -> None:
            function()
            self._rests.release()

        threading.Thread(target=run, daemon=True).start()
        self._rests.acquire()

    def pause(self, until: Awaitable[Any]) -> None:
        goes_on = threading.Event()

        async def wait() -> None:
            await until
            goes_on.set()
            self._rests.acquire()

        self.n_pauses += 1
        self._loop.call_soon_threadsafe(lambda: self._loop.create_task(wait()))
        self._rests.release()
        goes_on.wait(LIMIT)


def at_once(function: Callable[[], None]) -> None:
    """How calls are made where they cannot pause."""
    function()


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every checkpoint ends a slice; what a session sets of the garbage collection is undone."""
    threshold = gc.get_threshold()
    monkeypatch.setattr(module, "_SLICE", -1.0)
    yield
    gc.set_threshold(*threshold)
    gc.unfreeze()


async def test_work_pauses_while_something_is_more_urgent() -> None:
    worker, log = Worker(), list[str]()
    schedule = Slices(worker.call, worker.pause)
    urgent: list[asyncio.Task[None]] = []

    def begin_urgent() -> None:
        work = schedule.run(Priority.TYPING, lambda _: log.append("urgent"))
        urgent.append(asyncio.ensure_future(work))

    loop = asyncio.get_running_loop()

    def patient(checkpoint: Checkpoint) -> str:
        loop.call_soon_threadsafe(begin_urgent)
        while not log:
            checkpoint()
        log.append("patient")
        return "done"

    assert await asyncio.wait_for(schedule.run(Priority.FINDINGS, patient), LIMIT) == "done"
    await asyncio.gather(*urgent)
    assert log == ["urgent", "patient"]
    assert worker.n_pauses > 0


async def test_work_that_nobody_waits_for_ends_at_its_next_pause() -> None:
    worker = Worker()
    schedule = Slices(worker.call, worker.pause)
    ended = asyncio.Event()

    def endless(checkpoint: Checkpoint) -> None:
        try:
            while True:
                checkpoint()
        except StoppedError:
            ended.set()
            raise

    told = list[dict[str, Any]]()
    asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context))
    waiting = asyncio.ensure_future(schedule.run(Priority.BACKGROUND, endless))
    while not worker.n_pauses:
        await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await asyncio.wait_for(ended.wait(), LIMIT)
    gc.collect()
    assert not told


async def test_where_calls_cannot_pause_the_most_urgent_work_begins_first() -> None:
    log: list[Priority] = []
    schedule = Slices(at_once, None)

    async def note(priority: Priority) -> None:
        await schedule.run(priority, lambda _: log.append(priority))

    await asyncio.gather(*map(note, reversed(Priority)))
    assert log == sorted(Priority)


async def test_what_goes_wrong_is_told_to_who_waits() -> None:
    schedule = Slices(at_once, None)
    with pytest.raises(ZeroDivisionError):
        await schedule.run(Priority.REQUESTS, lambda _: 1 // 0)
    with pytest.raises(UserError, match="planners cannot run in a browser"):
        await schedule.aside(lambda _: None)


async def test_a_closed_schedule_begins_nothing() -> None:
    schedule = Slices(at_once, None)
    schedule.close()
    with pytest.raises(StoppedError):
        await schedule.run(Priority.REQUESTS, lambda _: None)


async def test_a_session_over_messages_finds_explains_and_ends() -> None:
    worker = Worker()
    sent: list[dict[str, Any]] = []
    arrived = asyncio.Event()

    def send(text: str) -> None:
        sent.append(json.loads(text))
        arrived.set()

    take = serve_messages(send, worker.call, worker.pause)

    def say(method: str, params: object, number: int | None = None) -> None:
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        take(json.dumps(message if number is None else message | {"id": number}))

    async def heard(wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        async with asyncio.timeout(LIMIT):
            while True:
                for message in sent:
                    if wanted(message):
                        return message
                arrived.clear()
                await arrived.wait()

    say("initialize", {"processId": None, "rootUri": None, "capabilities": {}}, 1)
    await heard(lambda message: message.get("id") == 1)
    say("initialized", {})
    text = "(define (domain d) (:predicates (p)) (:action a :parameters () :effect (q)))"
    document = {"uri": URI, "languageId": "pddl", "version": 1, "text": text}
    say("textDocument/didOpen", {"textDocument": document})
    found = await heard(lambda message: bool(message.get("params", {}).get("diagnostics")))
    codes = {each["code"] for each in found["params"]["diagnostics"]}
    assert codes == {"undeclared-predicate", "unused-predicate"}
    take("{")
    refused = await heard(lambda message: "error" in message)
    assert refused["error"]["code"] == -32700
    say("shutdown", None, 2)
    await heard(lambda message: message.get("id") == 2)
    say("exit", None)
