"""Workers of real clusters killed at any moment: while they wait, work, and send what they have.
`CLUSTER_MOMENTS=50` makes it so many moments for each kind of cluster."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from planfiles.workers import LOST
from support.clusters import Cluster, cluster, rows_of
from support.fake_runs import expected
from support.needs import CLUSTERS
from support.programs import is_alive, wait_until

MOMENTS: Final = int(os.environ.get("CLUSTER_MOMENTS", "4"))
_A_MOMENT: Final = 30
"""Seconds that each may take on a crowded machine."""

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc"),
    pytest.mark.e2e,
    pytest.mark.long,
    pytest.mark.timeout(300 + _A_MOMENT * MOMENTS),
]

KILLS_A_RUN: Final = 6
COUNT: Final = 160
ARGUMENTS: Final = (str(COUNT), "--wait", "0.05")
SPAN: Final = 2.0
"""Seconds within which the next one is killed; a run that is left alone takes twice as long."""


@pytest.mark.parametrize("name", CLUSTERS)
def test_workers_that_are_killed_at_any_moment_cost_nothing(tmp_path: Path, name: str) -> None:
    """One unit may be hit as often as it takes to be lost: that is told, and it is done when the
    run is continued. All others are as if nothing had happened."""
    dice = random.Random(1)
    n_killed = n_runs = 0
    with cluster(name, tmp_path, longest=200 + _A_MOMENT * MOMENTS) as ours:
        while n_killed < MOMENTS:
            n_runs += 1
            folder = tmp_path / f"run-{n_runs}"
            with ours.run(folder, *ARGUMENTS) as process:
                for _ in range(min(KILLS_A_RUN, MOMENTS - n_killed)):
                    # Ray starts some for each run, and takes seconds to.
                    wait_until(partial(has_workers_or_ended, ours, process))
                    time.sleep(dice.uniform(0, SPAN))
                    if process.poll() is None:
                        n_killed += kill_one(ours, dice)
                rows = rows_of(process)
            for row, each in zip(rows, expected(COUNT), strict=True):
                assert row in (each, ["lost", {}, LOST])
            if rows != expected(COUNT):
                with ours.run(folder, *ARGUMENTS) as process:
                    rows = rows_of(process)
            assert rows == expected(COUNT)
        there = ours.processes()
    wait_until(lambda: not any(map(is_alive, there)))


def has_workers_or_ended(ours: Cluster, process: subprocess.Popen[str]) -> bool:
    return process.poll() is not None or bool(ours.workers())


def kill_one(ours: Cluster, dice: random.Random) -> int:
    """Kill a worker, if there is one now; how many were killed."""
    workers = ours.workers()
    if not workers:
        return 0
    with suppress(ProcessLookupError):
        os.kill(dice.choice(workers), signal.SIGKILL)
        return 1
    return 0
