"""Runs that are interrupted, looked at and cut off: what is done is kept, and told."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from support.begun import Begun
from support.fake_runs import (
    expected,
    fake_run,
    is_gone,
    kept_in,
    n_done,
    status_of,
    table_of,
)
from support.programs import wait_until

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc"),
    pytest.mark.e2e,
]

COUNT = 60
EXPECTED = expected(COUNT)


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(
    ("sign", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_an_interrupted_run_keeps_what_is_done(
    tmp_path: Path, jobs: str, sign: signal.Signals, status: int
) -> None:
    if signal.getsignal(sign) is signal.SIG_IGN:
        pytest.skip(f"{sign.name} is ignored by whoever runs the tests, and so by what they start")
    folder = tmp_path / "run"
    with closing(Begun(tmp_path / "begun")) as begun:
        arguments = (str(COUNT), "--jobs", jobs, "--wait", "0.03", "--begun", str(begun.path))
        with fake_run(folder, *arguments) as process:
            begun.wait_for(process, COUNT // 3)
            os.kill(process.pid, sign)
            out, err = process.communicate(timeout=60)
        wait_until(partial(is_gone, process.pid))
        state = status_of(folder)["state"]
        kept = kept_in(folder)
        begun.heard()
        assert table_of(folder, *arguments) == EXPECTED
        assert set(begun.heard()) == set(range(COUNT)) - kept
    assert (process.returncode, out) == (status, "")
    assert err == (
        f"planeval: results so far are in {folder}; run the same command again to continue\n"
    )
    assert state == "stopped"
    assert COUNT // 6 < len(kept) < COUNT


@pytest.mark.slow
def test_the_status_tells_of_a_run_while_it_grows(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with fake_run(folder, str(COUNT), "--wait", "0.2", "--jobs", "2", "--deadly", "0") as process:
        wait_until(lambda: len(kept_in(folder)) > 2)
        status = status_of(folder)
        assert process.poll() is None
    assert (status["format"], status["version"]) == ("planeval status", 1)
    assert (status["state"], status["command"]) == ("running", "fake run")
    (stage,) = status["stages"]
    assert stage["units"] == COUNT
    assert stage["left"] == COUNT - stage["done"] - stage["failed"] - stage["lost"] > 0
    assert stage["rate"] > 0
    assert stage["seconds_left"] == pytest.approx(stage["left"] / stage["rate"])
    assert sum(stage["classes"].values()) == stage["done"]


@pytest.mark.slow
def test_what_a_killed_parent_left_in_the_log_is_there(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    arguments = (str(COUNT), "--wait", "0.05", "--jobs", "2")
    with fake_run(folder, *arguments) as process:
        wait_until(lambda: len(kept_in(folder)) > 5)
        os.kill(process.pid, signal.SIGKILL)
        process.communicate(timeout=60)
    assert (folder / "rows.sqlite-wal").stat().st_size > 0
    with (folder / "rows.sqlite-wal").open("ab") as log:
        log.write(bytes(5000))  # as a crash may leave it
    assert n_done(folder) > 5
    assert table_of(folder, *arguments) == EXPECTED
