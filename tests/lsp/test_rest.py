"""What waits until nothing has happened for some time, on a clock that the tests set."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import Context
from typing import Any, TypeVarTuple, Unpack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planlsp.session.background.collector import IdleTask

SECONDS = 10
Args = TypeVarTuple("Args")


class Clock(asyncio.SelectorEventLoop):
    """An event loop in which it is as late as one says."""

    now = 0.0

    def time(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += seconds
        # A timer that is due is called in the next round.
        self.run_until_complete(asyncio.sleep(0))
        self.run_until_complete(asyncio.sleep(0))


def test_it_is_called_once_after_the_last_beginning() -> None:
    assert calls([0]) == [SECONDS]
    assert calls([0, 4, 9]) == [9 + SECONDS]
    assert calls([0, 12, 13]) == [SECONDS, 13 + SECONDS]


@given(st.sets(st.integers(0, 30), min_size=1))
def test_it_is_called_at_the_end_of_each_rest(begun: set[int]) -> None:
    times = sorted(begun)
    after = [*times[1:], times[-1] + 2 * SECONDS]
    ends = [time + SECONDS for time, next_ in zip(times, after, strict=True)]
    rests = [end for end, next_ in zip(ends, after, strict=True) if end <= next_]
    assert calls(times) == rests


class ImpatientClock(Clock):
    """A clock that goes on whenever it is looked at, of a loop that refuses times in the past, as
    that of Pyodide does."""

    def time(self) -> float:
        self.now += 0.4
        return self.now

    def call_later(
        self,
        delay: float,
        callback: Callable[[Unpack[Args]], object],
        *args: *Args,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        assert delay >= 0, "Can't schedule in the past"
        return super().call_at(self.now + delay, callback, *args, context=context)

    def call_at(
        self,
        when: float,
        callback: Callable[[Unpack[Args]], object],
        *args: *Args,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        return self.call_later(when - self.time(), callback, *args, context=context)


@pytest.mark.parametrize("seconds", [0.3, 0.5, 0.7, 0.9, 1.1, 1.3])
def test_a_rest_that_ends_while_it_is_looked_at_is_over(seconds: float) -> None:
    loop = ImpatientClock()
    failed, called = list[dict[str, Any]](), list[float]()
    loop.set_exception_handler(lambda _, context: failed.append(context))
    rest = IdleTask(seconds, lambda: called.append(loop.now))

    async def wait() -> None:
        for _ in range(100):
            await asyncio.sleep(0)

    try:
        for _ in range(3):
            loop.call_soon(rest.begin)
        loop.run_until_complete(wait())
    finally:
        loop.close()
    assert not failed
    assert called


def calls(begun: list[int]) -> list[float]:
    """When the action is called, of a rest that begins at these seconds."""
    loop = Clock()
    try:
        called: list[float] = []
        rest = IdleTask(SECONDS, lambda: called.append(loop.now))
        for second in range(begun[-1] + 2 * SECONDS):
            if second in begun:
                loop.call_soon(rest.begin)
            loop.wait(0)
            loop.wait(1)
        return called
    finally:
        loop.close()
