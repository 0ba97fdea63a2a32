"""A run of `planeval solve` that is killed over and over comes to what an undisturbed one does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from support import couriers, nasty_planner
from support.couriers import write_task
from support.fifo import Fifo
from support.plandiff_run import plain_environment
from support.programs import children_of, run_program

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="FIFOs, namespaces"),
    pytest.mark.long,
    pytest.mark.timeout(1200),
]

PLAN = 'printf "(take x a) (go a b) (put x b)" > $3'
NASTY = f"{sys.executable} -I -S {nasty_planner.__file__}"
PLANNERS = {
    "solves": PLAN,
    "daemons": f"{PLAN}; {NASTY} leave",
    "orphans": f"({NASTY} double &); sleep 0.3; {PLAN}",
    "stubborn": f"{NASTY} ignore",
    "sessions": f"{NASTY} setsid",
    "chain": f"{NASTY} chain",
    "wrong": 'printf "(put x b)" > $3',
    "fails": "exit 7",
}
"""Their plans are of the same problem, so that what comes of each is known. The plan that a nasty
one leaves itself is none. None writes until a limit ends it: whether that or the clock comes first
rests on how busy the machine is."""

KILLED = 50


def test_fifty_kills(tmp_path: Path) -> None:
    write_task(tmp_path, couriers.REFERENCE, near=couriers.NEAR, far=couriers.FAR)
    fifo = Fifo(tmp_path / "fifo")
    environment = {"NASTY_FIFO": str(fifo.path)}
    arguments = ["learned.pddl", "reference.pddl", "near.pddl", "far.pddl", "--time", "2"]
    for name, script in PLANNERS.items():
        arguments += ["--planner", f"{name}: sh -c '{script}' - {{domain}} {{problem}} {{plan}}"]
    arguments += ["--format", "json", "--jobs", "2"]
    undisturbed = classes(tmp_path, environment, *arguments)
    assert fifo.wait_until_free(nasty_planner.SECONDS / 2)
    random = Random(7)
    for number in range(KILLED):
        process = subprocess.Popen(
            [sys.executable, "-m", "planeval", "solve", *arguments, "--run", f"run{number % 5}"],
            cwd=tmp_path,
            env=plain_environment() | environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(random.uniform(0.2, 4))
        victims = [process.pid] if random.random() < 0.6 else children_of(process.pid)
        for pid in victims[:1]:
            os.kill(pid, 9)
        if victims[:1] != [process.pid]:
            process.kill()
        process.wait()
        assert fifo.wait_until_free(nasty_planner.SECONDS / 2), number
    for number in range(5):
        assert classes(tmp_path, environment, *arguments, "--run", f"run{number}") == undisturbed
    fifo.close()


def classes(folder: Path, environment: dict[str, str], *arguments: str) -> list[tuple[str, ...]]:
    done = run_program("planeval", "solve", *arguments, folder=folder, env=environment, timeout=600)
    report = json.loads(done.out)
    return [
        (entry["problem"], entry["planner"], entry["class"], entry["with_reference"]["class"])
        for entry in report["problems"]
    ]
