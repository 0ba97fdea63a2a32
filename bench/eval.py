"""Many units: the overhead of each engine, and the cost of a run of 100,000.

`python -m bench.eval [growth | engines]`. Growth: whole commands, their CPU time and the memory of
the largest process. Engines: units that wait, in this process, in one and two others, and on local
Dask and Ray clusters with two workers, if installed. Start-up is measured by a run with a unit per
worker. Without it: wall-clock time as a ratio to serial work, which takes turns with the engine;
the overhead of a unit beyond its waiting; and its CPU time, without the cluster's own processes.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Collection, Iterator
from importlib.util import find_spec
from pathlib import Path
from statistics import median

from bench.processes import ran
from planeval.work.engines.dask_cluster import DaskCluster
from planeval.work.engines.local import Local, Serial
from planeval.work.engines.ray_cluster import RayCluster
from planeval.work.executing import Engine
from planeval.work.manifest import Manifest
from planeval.work.run import open_run
from planeval.work.unit import Unit
from support.clusters import cluster, cluster_environment
from support.fake_units import unit

WAITS = (0.0, 0.01, 0.1)
"""Seconds that a unit waits."""

SECONDS = 3.0
"""Seconds of serial work per round; there are `QUICK` units if they do not wait."""

QUICK = 5_000
ROUNDS = 3
"""The number of rounds, each of serial work and then the engine's."""

WARMING = 1.0
"""Seconds of the unit per worker that starts all workers: Ray starts one if none is free."""

GROWTH = (100, 1_000, 10_000, 100_000)


class Numbered(Collection[Unit]):
    """Units that are made lazily."""

    def __init__(self, count: int, wait: float) -> None:
        self._count = count
        self._wait = wait

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Unit]:
        return (unit(number, None, wait=self._wait) for number in range(self._count))

    def __contains__(self, item: object) -> bool:
        return any(item == each for each in self)


def main(wanted: str = "") -> None:
    """Print the tables."""
    if wanted in ("", "growth"):
        growth()  # first: the peak memory of a child starts at that of the forking process
    if wanted in ("", "engines"):
        engines()


def engines() -> None:
    """Compare each engine with serial work."""
    print(
        f"{'engine':>15} {'unit, ms':>9} {'units':>7} {'start, s':>9} {'wall/serial':>12} "
        f"{'beyond waiting, ms a unit':>26} {'CPU, ms a unit':>15}"
    )
    compared("serial", Serial(), 1)
    local: list[tuple[str, Engine, int]] = [
        ("1 process", Local(1), 1),
        ("2 processes", Local(2), 2),
    ]
    for name, engine, workers in local:
        compared(name, engine, workers)
    for name, package in (("dask", "distributed"), ("ray", "ray")):
        if find_spec(package) is None:
            print(f"{name:>14} is not installed")
            continue
        os.environ.update(cluster_environment())
        with tempfile.TemporaryDirectory() as folder, cluster(name, Path(folder)) as ours:
            elsewhere = DaskCluster(ours.address) if name == "dask" else RayCluster(ours.address)
            list_of(elsewhere, 10, 0.0)  # workers import what they need
            compared(f"{name}, 2 workers", elsewhere, 2)


def compared(name: str, engine: Engine, workers: int) -> None:
    """Print a row for each wait: medians of `ROUNDS`, each compared with a serial run of the same
    units.

    The overhead beyond waiting is the wall-clock time per unit minus its wait divided by the number
    of workers.
    """
    for wait in WAITS:
        number = count(wait)
        rounds = [beside(engine, workers, number, wait) for _ in range(ROUNDS)]
        starts, ratios, walls, seconds = map(median, zip(*rounds, strict=True))
        beyond = walls / number - wait / workers
        print(
            f"{name:>15} {1000 * wait:9.0f} {number:7,} {starts:9.2f} {ratios:12.2f} "
            f"{1000 * beyond:26.3f} {1000 * seconds / number:15.3f}",
            flush=True,
        )


def beside(
    engine: Engine, workers: int, number: int, wait: float
) -> tuple[float, float, float, float]:
    """Seconds to start all workers, and without that: the ratio of the wall-clock time to that of a
    serial run, the wall-clock time in seconds, and CPU seconds."""
    serial, _ = measured(Serial(), number, wait)
    start, start_cpu = measured(engine, workers, WARMING)
    start -= WARMING
    wall, seconds = measured(engine, number, wait)
    return start, (wall - start) / serial, wall - start, seconds - start_cpu


def count(wait: float) -> int:
    """The number of units per round."""
    return round(SECONDS / wait) if wait else QUICK


def measured(engine: Engine, number: int, wait: float) -> tuple[float, float]:
    """Wall-clock and CPU seconds of a run in memory."""
    wall, cpu = time.perf_counter(), cpu_seconds()
    list_of(engine, number, wait)
    return time.perf_counter() - wall, cpu_seconds() - cpu


def list_of(engine: Engine, number: int, wait: float) -> None:
    """Execute `number` units."""
    with open_run(None, Manifest("bench"), engine) as run:
        assert sum(1 for _ in run.rows(Numbered(number, wait))) == number


def cpu_seconds() -> float:
    """The CPU seconds of this process and of the children that it has waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def growth() -> None:
    """Runs of quick units in a folder; then continued, with nothing left to do."""
    head = f"{'units':>8} {'CPU, s':>8} {'ms a unit':>10} {'MiB':>6} {'store, MB':>10}"
    print(f"{head} {'continued, ms a unit':>21} {'status, s':>10}")
    for number in GROWTH:
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "bench.eval", "run", f"{folder}/run", str(number)]
            first, again = (ran(command, os.environ) for _ in range(2))
            status = [sys.executable, "-m", "planeval", "status", f"{folder}/run"]
            looked = ran([*status, "--format", "json"], os.environ)
            assert json.loads(looked.output)["stages"][0]["done"] == number
            size = Path(folder, "run", "rows.sqlite").stat().st_size
        print(
            f"{number:8,} {first.seconds:8.2f} {1000 * first.seconds / number:10.3f} "
            f"{first.mebibytes:6.0f} {size / 1e6:10.2f} {1000 * again.seconds / number:21.3f} "
            f"{looked.seconds:10.2f}",
            flush=True,
        )


def kept(folder: str, number: int) -> None:
    """A run in a folder, in two processes."""
    with open_run(folder, Manifest("bench"), Local(2)) as run:
        assert sum(1 for _ in run.rows(Numbered(number, 0.0))) == number


if __name__ == "__main__":
    if sys.argv[1:2] == ["run"]:
        kept(sys.argv[2], int(sys.argv[3]))
    else:
        main(*sys.argv[1:])
