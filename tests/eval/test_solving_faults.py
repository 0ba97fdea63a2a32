"""Runs of `planeval solve` with planners that do everything wrong, killed over and over: they come
to what an undisturbed run does, and nothing of a planner is left."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from subprocess import DEVNULL, Popen
from typing import Any, Final

import pytest

from plancore.stop import StoppedError
from planeval.solving.unit import attempt
from support import couriers, nasty_planner
from support.couriers import write_task
from support.fifo import Fifo
from support.plandiff_run import plain_environment
from support.programs import children_of, run_program

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="FIFOs, namespaces"),
    pytest.mark.timeout(600),
]

PLAN = 'printf "(take x a) (go a b) (put x b)" > $3'
NASTY = f"{sys.executable} -I -S {nasty_planner.__file__}"
PLANNERS: Final = {
    "solves": PLAN,
    "wrong": 'printf "(put x b)" > $3',
    "fails": "exit 7",
    "forks": f"({NASTY} fork &); {PLAN}",
    "orphans": f"({NASTY} double &); {PLAN}",
    "daemons": f"{NASTY} leave; {PLAN}",
    "chain": f"{NASTY} chain",
    "eats": f"{NASTY} memory",
    "eats-together": f"{NASTY} memory_of_children",
    "writes": f"{NASTY} grow",
    "talks": f"{NASTY} write",
    "stubborn": f"{NASTY} ignore",
    "sessions": f"{NASTY} setsid",
}
"""Their plans are of the same problem, so that what comes of each is known. The plan that a nasty
one leaves itself is none. Those that limits end are at them long before the clock ends them."""

CLASSES: Final = {
    **dict.fromkeys(("solves", "forks", "orphans", "daemons"), "solved"),
    "wrong": "false_plan",
    **dict.fromkeys(("fails", "writes", "talks"), "planner_error"),
    "chain": "gave_up",
    **dict.fromkeys(("eats", "eats-together"), "memout"),
    **dict.fromkeys(("stubborn", "sessions"), "timeout"),
}

LIMITS: Final = ("--time", "2", "--memory", "100")

MEASURED: Final = frozenset(
    (
        *("wall", "cpu", "memory", "cpu_ratio_median", "cpu_ratio_geomean", "n_below_both"),
        *("par2_learned", "par2_reference"),
    )
)
"""Figures that are another each time."""

MOMENTS_A_RUN: Final = 17
SECONDS: Final = nasty_planner.SECONDS / 2
"""Within which all is gone; it would be gone by itself after twice that."""


@pytest.fixture
def fifo(tmp_path: Path) -> Iterator[Fifo]:
    write_task(tmp_path, couriers.REFERENCE, near=couriers.NEAR)
    fifo = Fifo(tmp_path / "fifo")
    yield fifo
    fifo.close()


class Solve:
    """The command with all these planners; each of them tells the FIFO that it has begun."""

    def __init__(self, fifo: Fifo) -> None:
        self.fifo = fifo
        self.folder = fifo.path.parent
        self._environment = {"NASTY_FIFO": str(fifo.path)}
        self._arguments = ["solve", "learned.pddl", "reference.pddl", "near.pddl", *LIMITS]
        for name, script in PLANNERS.items():
            command = f"printf . > {fifo.path}; {script}"
            words = f"{name}: sh -c '{command}' - {{domain}} {{problem}} {{plan}}"
            self._arguments += ["--planner", words]
        self._arguments += ["--format", "json"]

    def report(self, *arguments: str) -> Any:
        """What it prints in the end, without what is measured; nothing is left by then."""
        done = run_program(
            "planeval",
            *self._arguments,
            *arguments,
            folder=self.folder,
            env=self._environment,
            timeout=300,
        )
        assert not self.fifo.has_writers()
        assert self.fifo.wait_until_unknown(SECONDS)
        return settled(json.loads(done.out))

    def start(self, *arguments: str) -> Popen[bytes]:
        return Popen(
            [sys.executable, "-m", "planeval", *self._arguments, *arguments],
            cwd=self.folder,
            env=plain_environment() | self._environment,
            stdout=DEVNULL,
            stderr=DEVNULL,
        )


def settled(data: Any) -> Any:
    """JSON without the figures that are another each time."""
    if isinstance(data, dict):
        return {key: settled(value) for key, value in data.items() if key not in MEASURED}
    return list(map(settled, data)) if isinstance(data, list) else data


@pytest.mark.slow
def test_planners_that_do_everything_wrong(fifo: Fifo) -> None:
    """Each is in its class, and ends no other attempt."""
    report = Solve(fifo).report("--only-learned", "--jobs", "2")
    assert {each["planner"]: each["class"] for each in report["problems"]} == CLASSES
    reasons = {each["planner"]: each["reason"] for each in report["problems"]}
    assert reasons["writes"] == reasons["talks"] == "output limit of 256 MiB reached"
    assert reasons["eats"] == "memory limit of 100 MiB reached"


@pytest.mark.slow
def test_a_planner_that_talks_without_end_where_its_plan_belongs(tmp_path: Path) -> None:
    """None of it is read: that would take minutes, within no limit."""
    write_task(tmp_path, couriers.REFERENCE, near=couriers.NEAR)
    done = run_program(
        "planeval",
        *("solve", "learned.pddl", "reference.pddl", "near.pddl", "--only-learned", *LIMITS),
        *("--planner", "talks: sh -c 'yes take x a' - {domain} {problem}", "--format", "json"),
        folder=tmp_path,
        timeout=60,
    )
    (attempt,) = json.loads(done.out)["problems"]
    assert (attempt["class"], attempt["reason"]) == (
        "planner_error",
        "output limit of 256 MiB reached",
    )


def test_reading_and_executing_a_plan_can_be_ended(tmp_path: Path) -> None:
    write_task(tmp_path, couriers.REFERENCE, near=couriers.NEAR)
    (tmp_path / "long.plan").write_text("(take x a)\n(put x a)\n" * 2_000)
    names = ("learned.pddl", "reference.pddl", "near.pddl", "long.plan")
    files = {Path(each).stem: str(tmp_path / each) for each in names}
    files |= {"problem": files["near"], "plan": files["long"]}
    arguments = {"codec": None, "side": "learned", "planner": None}
    looks = 0
    last: int | None = None

    def checkpoint(*_: object) -> None:
        nonlocal looks
        looks += 1
        if looks == last:
            raise StoppedError

    assert attempt(arguments, files, checkpoint).attempt_class == "false_plan"
    for at in (1, looks // 2, looks):
        looks, last = 0, at
        with pytest.raises(StoppedError):
            attempt(arguments, files, checkpoint)


@pytest.mark.parametrize(("moments", "seed"), [pytest.param(50, 7, marks=pytest.mark.long)])
def test_a_run_that_is_killed_comes_to_what_an_undisturbed_one_does(
    fifo: Fifo, moments: int, seed: int
) -> None:
    """The command, or a worker and then another, when so many more planners have begun, or sooner.
    Now and then the run is brought to its end, and all that it prints compared."""
    random, solve = Random(seed), Solve(fifo)
    undisturbed = solve.report("--jobs", "4")
    n_killed = n_runs = 0
    while n_killed < moments:
        n_runs += 1
        run = ("--run", f"run{n_runs}")
        until = min(n_killed + MOMENTS_A_RUN, moments)
        while n_killed < until:
            jobs = random.choice("12")
            process = solve.start(*run, "--jobs", jobs)
            for _ in range(2 * (jobs == "2")):
                wait_for_some(fifo, process, random)
                n_killed += kill_one_of(workers_of(process), random)
            wait_for_some(fifo, process, random)
            n_killed += process.poll() is None
            process.kill()
            process.wait()
            assert fifo.wait_until_unknown(SECONDS), n_killed
        report = solve.report(*run, "--jobs", "4")
        assert differing(report["problems"], undisturbed["problems"]) == []
        assert report == undisturbed


def differing(left: list[Any], right: list[Any]) -> list[tuple[Any, Any]]:
    """The entries of two lists of one length that are not the same."""
    return [(one, other) for one, other in zip(left, right, strict=True) if one != other]


def wait_for_some(fifo: Fifo, process: Popen[bytes], random: Random) -> None:
    """Until some planners have begun, or set up what they do, or for a while where none does."""
    if random.random() < 0.2:
        time.sleep(random.uniform(0, 1))
        return
    fifo.wait_for_bytes(random.randint(1, 6), lambda: process.poll() is not None)
    time.sleep(random.uniform(0, 0.1))


def workers_of(process: Popen[bytes]) -> list[int]:
    """Without what Python starts beside them."""
    found = []
    for child in children_of(process.pid):
        with suppress(OSError):
            if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                found.append(child)
    return found


def kill_one_of(processes: list[int], random: Random) -> int:
    """How many were killed: one, if there is any."""
    for process in random.sample(processes, min(1, len(processes))):
        with suppress(ProcessLookupError):
            os.kill(process, 9)
            return 1
    return 0
