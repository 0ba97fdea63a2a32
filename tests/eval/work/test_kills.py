"""Runs whose processes are killed or stopped at any moment: the table is that of one that was left
alone, nothing that is kept is done again, and nobody is left behind."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from support.begun import Begun
from support.fake_runs import (
    expected,
    fake_run,
    is_gone,
    kept_in,
    status_of,
    table,
    table_of,
    workers_of,
)
from support.programs import wait_until

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc"),
    pytest.mark.e2e,
]

KILLS_A_RUN: Final = 10
STARTING: Final = 0.4
"""Seconds within which some are killed before any unit has begun."""


@pytest.mark.slow
@pytest.mark.parametrize(("moments", "seed"), [(4, 1), pytest.param(50, 2, marks=pytest.mark.long)])
def test_a_run_that_is_killed_over_and_over_has_the_table_of_one_that_is_not(
    tmp_path: Path, moments: int, seed: int
) -> None:
    """Every fourth is killed while it starts, the others when so many units have begun. Rows are
    committed by the hundred, so that some kills come between, and in the middle of commits."""
    dice = random.Random(seed)
    count = 600
    for first in range(0, moments, KILLS_A_RUN):
        folder = tmp_path / f"run-{first}"
        with closing(Begun(tmp_path / f"begun-{first}")) as begun:
            arguments = [str(count), "--begun", str(begun.path)]
            kept: set[int] = set()
            for _ in range(min(KILLS_A_RUN, moments - first)):
                with fake_run(folder, *arguments, "--jobs", dice.choice("12")) as process:
                    numbers = killed_at_some_moment(process, begun, count - len(kept), dice)
                assert_new(numbers, kept)
                assert kept <= kept_in(folder)
                kept = kept_in(folder)
            assert table_of(folder, *arguments, "--jobs", dice.choice("12")) == expected(count)
            assert_new(begun.heard(), kept)
        status = status_of(folder)
        assert (status["state"], status["stages"][0]["done"]) == ("complete", count)


def killed_at_some_moment(
    process: subprocess.Popen[str], begun: Begun, n_left: int, dice: random.Random
) -> list[int]:
    """The units that a run had begun when it was killed."""
    if dice.random() < 0.25:
        time.sleep(dice.uniform(0, STARTING))
        numbers = []
    else:
        numbers = begun.wait_for(process, dice.randint(0, n_left))
    process.kill()
    process.communicate(timeout=60)
    wait_until(partial(is_gone, process.pid))
    return numbers + begun.heard()


def assert_new(numbers: list[int], kept: set[int]) -> None:
    """None of what has begun was kept, and none has begun twice."""
    assert not kept & set(numbers)
    assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize(
    ("moments", "seed"),
    [
        pytest.param(3, 1, marks=pytest.mark.slow),
        pytest.param(50, 2, marks=pytest.mark.long),
    ],
)
def test_workers_that_are_killed_cost_nothing(tmp_path: Path, moments: int, seed: int) -> None:
    """One or both, as soon as there are any or when so many more units have begun."""
    dice = random.Random(seed)
    count = 150
    n_killed = n_runs = 0
    while n_killed < moments:
        n_runs += 1
        folder = tmp_path / f"run-{n_runs}"
        with closing(Begun(tmp_path / f"begun-{n_runs}")) as begun:
            arguments = [str(count), "--begun", str(begun.path), "--wait", "0.005", "--jobs", "2"]
            with fake_run(folder, *arguments) as process:
                for _ in range(min(KILLS_A_RUN, moments - n_killed)):
                    wait_until(partial(has_workers_or_ended, process))
                    begun.wait_for(process, dice.randint(0, count // KILLS_A_RUN))
                    for worker in workers_of(process.pid)[: dice.randint(1, 2)]:
                        with suppress(ProcessLookupError):
                            os.kill(worker, signal.SIGKILL)
                            n_killed += 1
                rows = table(process)
            # One that was hit twice is lost, and told; it is done when the run is started again.
            assert all(
                row in (each, lost(row)) for row, each in zip(rows, expected(count), strict=True)
            )
            assert table_of(folder, *arguments) == expected(count)


def has_workers_or_ended(process: subprocess.Popen[str]) -> bool:
    return process.poll() is not None or bool(workers_of(process.pid))


def lost(row: list[object]) -> list[object]:
    return ["lost", {}, row[2]] if str(row[2]).startswith("the worker process was killed") else []


# Stopped

FEW: Final = 40


@pytest.mark.slow
@pytest.mark.parametrize("then", ["goes on", "is killed", "is interrupted"])
def test_a_worker_that_is_stopped(tmp_path: Path, then: str) -> None:
    """The others do all that it has not, and the run waits for it: until it goes on, until somebody
    kills it, or the run."""
    folder, told = tmp_path / "run", tmp_path / "process"
    with closing(Begun(tmp_path / "begun")) as begun:
        arguments = [str(FEW), "--begun", str(begun.path), "--process", str(told)]
        arguments += ["--wait", "0.02", "--jobs", "2"]
        with fake_run(folder, *arguments) as process:
            begun.wait_for(process, FEW // 4)
            stopped = int(told.read_text())
            assert stopped in workers_of(process.pid)
            os.kill(stopped, signal.SIGSTOP)
            wait_until(lambda: len(kept_in(folder)) >= FEW * 3 // 4)
            if then == "goes on":
                wait_until(partial(is_told_as_waited_for, folder))
            if then == "is interrupted":
                os.kill(process.pid, signal.SIGINT)
                assert process.wait(60) == 130
                wait_until(partial(is_gone, process.pid))
            else:
                os.kill(stopped, signal.SIGCONT if then == "goes on" else signal.SIGKILL)
                assert table(process) == expected(FEW)
        kept = kept_in(folder)
        begun.heard()
        assert table_of(folder, *arguments) == expected(FEW)
        assert set(begun.heard()) == set(range(FEW)) - kept


def is_told_as_waited_for(folder: Path) -> bool:
    """Whether `planeval status` says what the run waits for."""
    status = status_of(folder)
    (stage,) = status["stages"]
    assert status["state"] == "running"
    assert 0 < stage["left"] <= FEW // 4
    for waiting in status["waiting"]:
        assert waiting["name"].startswith("unit ")
        assert waiting["seconds"] > 2
    return len(status["waiting"]) == 1
