"""Runs that are killed, interrupted and cut off: nothing is lost, nobody is left behind."""

from __future__ import annotations

import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from support.plandiff_run import plain_environment
from support.programs import wait_until
from support.sessions import processes_of

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc"),
    pytest.mark.e2e,
]

TESTS = Path(__file__).parents[2]
COUNT = 60
ARGUMENTS = (str(COUNT), "--wait", "0.02", "--jobs", "2")


@contextmanager
def fake_run(
    folder: Path, *arguments: str, largest_file: int | None = None
) -> Iterator[subprocess.Popen[str]]:
    """A run of fake units at work, in a session of its own, of which nothing is left in the end."""

    def limit() -> None:
        if largest_file is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (largest_file, largest_file))

    with subprocess.Popen(
        [sys.executable, "-m", "support.fake_run", str(folder), *(arguments or ARGUMENTS)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=limit,
        env=plain_environment() | {"PYTHONPATH": str(TESTS)},
    ) as process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def table_of(folder: Path, *arguments: str) -> list[list[object]]:
    """What a run prints that comes to its end."""
    with fake_run(folder, *arguments) as process:
        out, err = process.communicate(timeout=240)
    assert process.returncode == 0, err
    wait_until(partial(is_gone, process.pid))
    return [json.loads(line) for line in out.splitlines()]


def is_gone(session: int) -> bool:
    return not processes_of(session)


EXPECTED = [
    ["done", {"class": "odd" if number % 2 else "even", "square": number**2}, ""]
    for number in range(COUNT)
]


def status_of(folder: Path) -> dict[str, Any]:
    ran = subprocess.run(
        [sys.executable, "-m", "planeval", "status", str(folder), "--format", "json"],
        capture_output=True,
        check=False,
        timeout=120,
    )
    status: dict[str, Any] = json.loads(ran.stdout) if ran.returncode < 2 else {"stages": []}
    return status


def n_done(folder: Path) -> int:
    done: int = sum(stage["done"] for stage in status_of(folder)["stages"])
    return done


@pytest.mark.parametrize(("moments", "seed"), [(4, 1), pytest.param(50, 2, marks=pytest.mark.long)])
def test_a_run_that_is_killed_over_and_over_has_the_table_of_one_that_is_not(
    tmp_path: Path, moments: int, seed: int
) -> None:
    dice = random.Random(seed)
    folder = tmp_path / "run"
    n_ended = n_killed = 0
    while n_killed < moments:
        with fake_run(folder) as process:
            with suppress(subprocess.TimeoutExpired):
                process.wait(dice.uniform(0.1, 1.4))
            if process.poll() is None:
                os.kill(process.pid, signal.SIGKILL)
                n_killed += 1
            else:
                assert process.returncode == 0, process.communicate()[1]
                n_ended += 1
                shutil.rmtree(folder)
            process.communicate(timeout=60)
            wait_until(partial(is_gone, process.pid))
    assert table_of(folder) == EXPECTED
    assert status_of(folder)["state"] == "complete"


@pytest.mark.parametrize(("moments", "seed"), [(3, 1), pytest.param(50, 2, marks=pytest.mark.long)])
def test_workers_that_are_killed_cost_nothing(tmp_path: Path, moments: int, seed: int) -> None:
    dice = random.Random(seed)
    n_killed = n_runs = 0
    while n_killed < moments:
        n_runs += 1
        folder = tmp_path / f"run-{n_runs}"
        with fake_run(folder) as process:
            for _ in range(min(5, moments - n_killed)):
                wait_until(partial(has_workers_or_ended, process))
                time.sleep(dice.uniform(0, 0.3))
                for worker in workers_of(process.pid)[: dice.randint(1, 2)]:
                    with suppress(ProcessLookupError):
                        os.kill(worker, signal.SIGKILL)
                        n_killed += 1
            out, err = process.communicate(timeout=240)
        assert process.returncode == 0, err
        rows = [json.loads(line) for line in out.splitlines()]
        # One that was hit twice is lost, and told; it is done when the run is started again.
        assert all(
            row in (expected, lost(row)) for row, expected in zip(rows, EXPECTED, strict=True)
        )
        assert table_of(folder) == EXPECTED
        assert not processes_of(process.pid)


def workers_of(session: int) -> list[int]:
    """Without the command itself, and what Python starts beside it."""
    found = []
    for process in processes_of(session):
        with suppress(OSError):
            if b"spawn_main" in Path(f"/proc/{process}/cmdline").read_bytes():
                found.append(process)
    return found


def has_workers_or_ended(process: subprocess.Popen[str]) -> bool:
    return process.poll() is not None or bool(workers_of(process.pid))


def lost(row: list[object]) -> list[object]:
    return ["lost", {}, row[2]] if str(row[2]).startswith("the process that worked") else []


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
    arguments = (str(COUNT), "--jobs", jobs, "--wait")
    with fake_run(folder, *arguments, "0.2") as process:
        wait_until(lambda: n_done(folder) > 0)
        os.kill(process.pid, sign)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (status, "")
    assert err == (
        f"planeval: what is done is kept in {folder}: start the same command again to go on\n"
    )
    wait_until(partial(is_gone, process.pid))
    assert status_of(folder)["state"] == "stopped"
    kept = n_done(folder)
    assert 0 < kept < COUNT
    assert table_of(folder, *arguments, "0.2") == EXPECTED


def test_the_status_tells_of_a_run_while_it_grows(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with fake_run(folder, str(COUNT), "--wait", "0.2", "--jobs", "2", "--deadly", "0") as process:
        wait_until(lambda: n_done(folder) > 2)
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


# A full disk

BIG = ("400", "--size", "3000", "--jobs", "2")
BIG_ROWS = [
    ["done", {"class": "odd" if n % 2 else "even", "square": n**2, "text": "x" * 3000}, ""]
    for n in range(400)
]


def goes_on_after_a_full_disk(folder: Path, process: subprocess.Popen[str]) -> None:
    out, err = process.communicate(timeout=120)
    assert (process.returncode, out) == (2, "")
    assert err.startswith(f"fake_run: error: cannot write {folder / 'rows.sqlite'}: ")
    assert err.endswith("; what it has is kept\n")
    assert err.count("\n") == 1
    wait_until(partial(is_gone, process.pid))


def test_a_file_that_may_not_grow_ends_a_run_plainly(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with fake_run(folder, *BIG, largest_file=900_000) as process:
        goes_on_after_a_full_disk(folder, process)
    assert 0 < n_done(folder) < 400
    assert table_of(folder, *BIG) == BIG_ROWS


@contextmanager
def small_disk(folder: Path, kilobytes: int) -> Iterator[None]:
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip(f"no disk of its own can be made here: {mounted.stderr.strip()}")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.mark.skipif(
    os.geteuid() != 0 or shutil.which("mount") is None, reason="only root makes a small disk"
)
def test_a_full_disk_ends_a_run_plainly(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    folder = disk / "run"
    with small_disk(disk, 900):
        with fake_run(folder, *BIG) as process:
            goes_on_after_a_full_disk(folder, process)
        assert 0 < n_done(folder) < 400
        # Still full: told again, nothing lost.
        kept = n_done(folder)
        with fake_run(folder, *BIG) as process:
            err = process.communicate(timeout=120)[1]
        assert process.returncode == 2
        assert re.match(r"fake_run: error: cannot write .*( full|no space left)", err)
        assert n_done(folder) >= kept
        subprocess.run(["mount", "-o", "remount,size=20m", str(disk)], check=True)
        assert table_of(folder, *BIG) == BIG_ROWS


def test_what_a_killed_parent_left_in_the_log_is_there(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with fake_run(folder, str(COUNT), "--wait", "0.1", "--jobs", "2") as process:
        wait_until(lambda: n_done(folder) > 5)
        os.kill(process.pid, signal.SIGKILL)
        process.communicate(timeout=60)
    assert (folder / "rows.sqlite-wal").stat().st_size > 0
    with (folder / "rows.sqlite-wal").open("ab") as log:
        log.write(bytes(5000))  # as a crash may leave it
    assert n_done(folder) > 5
    assert table_of(folder, str(COUNT), "--wait", "0.1", "--jobs", "2") == EXPECTED
