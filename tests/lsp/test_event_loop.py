"""An event loop that says when it has something in hand."""

from __future__ import annotations

import asyncio

import pytest

from planlsp.wire.transport import REPORTS_BUSY, new_event_loop


@pytest.mark.skipif(not REPORTS_BUSY, reason="this loop does not report when it is busy")
def test_a_loop_waits_or_has_something_in_hand() -> None:
    told: list[bool] = []

    async def steps() -> list[bool]:
        while_busy = told[-1:]
        await asyncio.sleep(0)  # another step at once: it has not waited in between
        in_a_row = told[-1:]
        before = len(told)
        await asyncio.sleep(0.01)
        assert False in told[before:]
        return while_busy + in_a_row + told[-1:]

    with asyncio.Runner(loop_factory=lambda: new_event_loop(told.append)) as runner:

        async def after_a_wait() -> list[bool]:
            await asyncio.sleep(0.01)
            return await steps()

        assert runner.run(after_a_wait()) == [True, True, True]
