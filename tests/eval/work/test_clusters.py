"""Units done on real clusters of this machine: the same rows, and workers that are killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest

from planfiles.workers import LOST
from support.clusters import cluster, cluster_environment
from support.fake_runs import expected, kept_in
from support.programs import wait_until

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc"),
    pytest.mark.e2e,
    pytest.mark.long,
]

PACKAGES = {"dask": "distributed", "ray": "ray"}


class Cluster(NamedTuple):
    name: str
    address: str


@pytest.fixture(scope="module", params=PACKAGES)
def running(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Cluster]:
    name: str = request.param
    if find_spec(PACKAGES[name]) is None:
        pytest.skip(f"{name} is not installed (pip install 'planlsp[{name}]')")
    with cluster(name, tmp_path_factory.mktemp("cluster")) as address:
        yield Cluster(name, address)


def start(where: Cluster, folder: object, *arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-W", "ignore", "-m", "support.fake_run", str(folder), *arguments]
    return subprocess.Popen(
        [*command, f"--{where.name}", where.address],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=cluster_environment(),
    )


def rows_of(process: subprocess.Popen[str]) -> list[list[object]]:
    out, err = process.communicate(timeout=200)
    assert process.returncode == 0, err
    return [json.loads(line) for line in out.splitlines()]


def test_the_rows_are_those_of_any_engine(running: Cluster) -> None:
    assert rows_of(start(running, "-", "500")) == expected(500)


def test_a_run_goes_on_elsewhere_after_a_kill(running: Cluster, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    process = start(running, folder, "60", "--wait", "0.1")
    wait_until(lambda: len(kept_in(folder)) > 5)
    process.kill()
    process.communicate(timeout=60)
    # The rest without the cluster: what it did is not done again.
    local = [sys.executable, "-m", "support.fake_run", str(folder), "60", "--wait", "0.1"]
    ended = subprocess.run(
        local, capture_output=True, check=True, timeout=200, env=cluster_environment()
    )
    assert [json.loads(line) for line in ended.stdout.splitlines()] == expected(60)


def test_a_unit_that_kills_its_worker_is_told_and_costs_no_other(running: Cluster) -> None:
    rows = rows_of(start(running, "-", "30", "--deadly", "7"))
    assert rows[7] == ["lost", {}, LOST]
    assert rows[:7] + rows[8:] == expected(30)[:7] + expected(30)[8:]


def test_a_worker_that_is_killed_costs_nothing(running: Cluster, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    told = tmp_path / "process"
    with start(running, folder, "60", "--wait", "0.1", "--process", str(told)) as process:
        wait_until(lambda: len(kept_in(folder)) > 2)
        os.kill(int(told.read_text()), signal.SIGKILL)
        assert rows_of(process) == expected(60)


def test_ctrl_c_ends_a_run_and_keeps_what_is_done(running: Cluster, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    process = start(running, folder, "60", "--wait", "0.1")
    wait_until(lambda: len(kept_in(folder)) > 2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, ""), err
    assert f"planeval: what is done is kept in {folder}: " in err
    assert 2 < len(kept_in(folder)) < 60
    assert rows_of(start(running, folder, "60", "--wait", "0.1")) == expected(60)


@pytest.mark.parametrize("name", PACKAGES)
def test_an_address_where_nobody_is_is_told(name: str, tmp_path: Path) -> None:
    if find_spec(PACKAGES[name]) is None:
        pytest.skip(f"{name} is not installed (pip install 'planlsp[{name}]')")
    process = start(Cluster(name, "127.0.0.1:9"), tmp_path / "run", "3")
    out, err = process.communicate(timeout=200)
    assert (process.returncode, out) == (2, "")
    assert f"fake_run: error: no {name.capitalize()}" in err
