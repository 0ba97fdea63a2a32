"""Work beside the event loop: which goes first, and how it ends when nobody wants it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from itertools import pairwise

import pytest

from plancore.stop import Checkpoint, StoppedError
from planlsp.session.background.schedule import Priority, Threads

LIMIT = 60.0


@pytest.fixture
def schedule() -> Iterator[Threads]:
    lanes = Threads()
    yield lanes
    lanes.close()


async def until(event: threading.Event) -> None:
    assert await asyncio.to_thread(event.wait, LIMIT)


@pytest.mark.parametrize(("urgent", "patient"), list(pairwise(Priority)))
async def test_an_earlier_lane_goes_first(
    schedule: Threads, urgent: Priority, patient: Priority
) -> None:
    begun, release = threading.Event(), threading.Event()
    log: list[str] = []

    def first(_: Checkpoint) -> None:
        begun.set()
        assert release.wait(LIMIT)
        log.append("urgent")

    def second(checkpoint: Checkpoint) -> None:
        checkpoint()
        log.append("patient")

    urgent_work = asyncio.create_task(schedule.run(urgent, first))
    await until(begun)
    patient_work = asyncio.create_task(schedule.run(patient, second))
    await asyncio.sleep(0)
    release.set()
    await asyncio.gather(urgent_work, patient_work)
    assert log == ["urgent", "patient"]


@pytest.mark.parametrize("priority", Priority)
async def test_what_the_event_loop_has_in_hand_goes_before_all(
    schedule: Threads, priority: Priority
) -> None:
    begun, log = threading.Event(), list[str]()

    def work(checkpoint: Checkpoint) -> None:
        begun.set()
        checkpoint()
        log.append("beside")

    schedule.loop_has_work(True)
    beside = asyncio.create_task(schedule.run(priority, work))
    await asyncio.sleep(0.05)
    log.append("loop")
    assert not begun.is_set()
    schedule.loop_has_work(False)
    await beside
    assert log == ["loop", "beside"]


async def test_work_that_has_begun_rests_while_something_is_more_urgent(schedule: Threads) -> None:
    begun, rest, log = threading.Event(), threading.Event(), list[str]()

    def patient(checkpoint: Checkpoint) -> None:
        begun.set()
        assert rest.wait(LIMIT)
        checkpoint()
        log.append("patient")

    def urgent(_: Checkpoint) -> None:
        rest.set()
        log.append("urgent")

    patient_work = asyncio.create_task(schedule.run(Priority.BACKGROUND, patient))
    await until(begun)
    await schedule.run(Priority.TYPING, urgent)
    await patient_work
    assert log == ["urgent", "patient"]


async def test_cancelled_work_ends_at_its_next_checkpoint(schedule: Threads) -> None:
    begun, ended = threading.Event(), threading.Event()

    def endless(checkpoint: Checkpoint) -> None:
        begun.set()
        try:
            while True:
                checkpoint()
        except StoppedError:
            ended.set()
            raise

    work = asyncio.create_task(schedule.run(Priority.FINDINGS, endless))
    await until(begun)
    work.cancel()
    await until(ended)
    assert (
        await schedule.run(Priority.FINDINGS, lambda _: "the priority is free")
        == "the priority is free"
    )


async def test_what_is_cancelled_before_it_begins_is_not_done(schedule: Threads) -> None:
    begun, release, done = threading.Event(), threading.Event(), list[int]()

    def first(_: Checkpoint) -> None:
        begun.set()
        assert release.wait(LIMIT)

    running = asyncio.create_task(schedule.run(Priority.REQUESTS, first))
    await until(begun)
    waiting = asyncio.create_task(schedule.run(Priority.REQUESTS, lambda _: done.append(1)))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    release.set()
    await running
    await schedule.run(Priority.BACKGROUND, lambda _: None)
    assert not done


async def test_what_goes_wrong_in_a_thread_is_told_to_who_waits(schedule: Threads) -> None:
    with pytest.raises(ZeroDivisionError):
        await schedule.run(Priority.REQUESTS, lambda _: 1 // 0)
