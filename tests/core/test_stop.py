"""The one way to end a computation."""

from __future__ import annotations

from itertools import count

import pytest

from plancore.stop import NEVER, Budget, SpentError, StoppedError, staged, until
from support.stop import stop_at_once


def test_a_budget_lasts_for_exactly_its_limit() -> None:
    for limit in (0, 1, 9_999, 10_000, 24_001):
        budget = Budget(limit)
        budget.spend(limit)
        with pytest.raises(SpentError):
            budget.spend()


def test_a_budget_calls_its_checkpoint_every_so_often() -> None:
    calls: list[int] = []
    budget: Budget = Budget(1_000_000, lambda *_: calls.append(budget.left))
    for _ in range(1_000):
        budget.spend(500)
    assert calls == [1_000_000 - 10_000 * n for n in range(1, 51)]
    with pytest.raises(StoppedError):
        Budget(1_000_000, stop_at_once).spend(10_000)


def test_a_stage_has_a_name_and_keeps_its_count() -> None:
    told: list[tuple[object, ...]] = []
    checkpoint = staged("meaning", lambda *progress: told.append(progress))
    checkpoint()
    checkpoint(7)
    assert told == [(0, "meaning"), (7, "meaning")]


def test_time_is_over_when_the_clock_is_past_the_deadline() -> None:
    ticks = count()
    checkpoint = until(1, lambda: next(ticks), NEVER)
    checkpoint()
    checkpoint()
    with pytest.raises(SpentError):
        checkpoint()
    with pytest.raises(StoppedError):
        until(0, lambda: 1, stop_at_once)()
