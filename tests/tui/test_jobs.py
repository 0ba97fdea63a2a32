"""Work in threads: told of, cancelled."""

from __future__ import annotations

import threading
import time

import pytest

from plancore.stop import Checkpoint
from plandiff.jobs import Job


def ended(job: Job) -> bool:
    """Wait for a job; whether it has ended."""
    end = time.monotonic() + 60
    while job.is_running and time.monotonic() < end:
        time.sleep(0.001)
    return not job.is_running


@pytest.mark.viewer_behaviour(27)
def test_a_job_tells_now_and_then_how_far_it_is() -> None:
    told: list[tuple[str, int]] = []
    counts: list[int] = []

    def work(checkpoint: Checkpoint) -> None:
        end = time.monotonic() + 0.35
        while time.monotonic() < end:
            counts.append(len(counts))
            checkpoint(len(counts), "steps")
            checkpoint()

    job = Job(work, lambda stage, done: told.append((stage, done)))
    assert not job.is_running
    job.start()
    assert ended(job)
    assert 1 <= len(told) <= 4
    assert {stage for stage, _ in told} == {"steps"}


def test_a_cancelled_job_ends_at_its_next_checkpoint() -> None:
    has_begun = threading.Event()

    def work(checkpoint: Checkpoint) -> None:
        while True:
            has_begun.set()
            checkpoint()

    job = Job(work, lambda _stage, _done: None)
    job.start()
    assert has_begun.wait(60)
    job.cancel()
    assert ended(job)
