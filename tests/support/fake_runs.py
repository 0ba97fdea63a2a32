"""Runs of fake units as commands, and what is known of them from outside."""

from __future__ import annotations

import json
import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from support.programs import running, wait_until


def processes_of(session: int) -> list[int]:
    """The processes that belong to a session and are no zombies, by what /proc says."""
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdecimal():
            with suppress(OSError):
                fields = Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()
                if int(fields[3]) == session and fields[0] not in "ZX":
                    found.append(int(entry))
    return found


_TESTS = Path(__file__).parents[1]


@contextmanager
def fake_run(
    folder: Path, *arguments: str, largest_file: int | None = None
) -> Iterator[subprocess.Popen[str]]:
    """A run of fake units at work, in a session of its own, of which nothing is left in the end."""

    def limit() -> None:
        if largest_file is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (largest_file, largest_file))

    with running(
        "support.fake_run",
        str(folder),
        *arguments,
        env={"PYTHONPATH": str(_TESTS)},
        before=limit,
    ) as process:
        yield process


def table_of(folder: Path, *arguments: str) -> list[list[object]]:
    """What a run prints that comes to its end."""
    with fake_run(folder, *arguments) as process:
        return table(process)


def table(process: subprocess.Popen[str]) -> list[list[object]]:
    """What a run prints in the end, which is good, and of which no process is left."""
    out, err = process.communicate(timeout=240)
    assert process.returncode == 0, err
    wait_until(partial(is_gone, process.pid))
    return [json.loads(line) for line in out.splitlines()]


def expected(count: int) -> list[list[object]]:
    """The table of so many units of which nothing is asked."""
    return [
        ["done", {"class": "odd" if number % 2 else "even", "square": number**2}, ""]
        for number in range(count)
    ]


def is_gone(session: int) -> bool:
    """Whether no process of a session is left."""
    return not processes_of(session)


def workers_of(session: int) -> list[int]:
    """Without the command itself, and what Python starts beside it."""
    found = []
    for process in processes_of(session):
        with suppress(OSError):
            if b"spawn_main" in Path(f"/proc/{process}/cmdline").read_bytes():
                found.append(process)
    return found


def status_of(folder: Path) -> dict[str, Any]:
    """What `planeval status` says; no stages where there is no run yet."""
    ran = subprocess.run(
        [sys.executable, "-m", "planeval", "status", str(folder), "--format", "json"],
        capture_output=True,
        check=False,
        timeout=120,
    )
    status: dict[str, Any] = json.loads(ran.stdout) if ran.returncode < 2 else {"stages": []}
    return status


def n_done(folder: Path) -> int:
    """How many units the status calls done."""
    done: int = sum(stage["done"] for stage in status_of(folder)["stages"])
    return done


def kept_in(folder: Path) -> set[int]:
    """The numbers of the units of which a run has results."""
    question = "SELECT name FROM units JOIN rows ON rows.key = units.key WHERE state = 'done'"
    try:
        # Not read-only: after a kill within a commit the first to open it rolls that back.
        with closing(sqlite3.connect(f"file:{folder}/rows.sqlite?mode=rw", uri=True)) as base:
            return {int(name.split()[1]) for (name,) in base.execute(question)}
    except sqlite3.OperationalError as error:
        # It may have been killed before it came so far.
        if "no such table" in str(error) or "unable to open" in str(error):
            return set()
        raise
