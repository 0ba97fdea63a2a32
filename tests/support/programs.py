"""The commands as processes of their own, with signals, closed streams and full disks."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from support.plandiff_run import Run, plain_environment

_LIMIT = 120.0
"""Seconds that a crowded machine may take for what takes a blink."""


def run_program(
    program: str,
    *arguments: str,
    folder: Path,
    shell: str = "",
    env: Mapping[str, str] | None = None,
    timeout: float = _LIMIT,
) -> Run:
    """Run a command to its end, with `env` besides the plain environment; `shell` is what a shell
    does with its output, as `> /dev/full`."""
    command = [sys.executable, "-m", program, *arguments]
    if shell:
        command = ["sh", "-c", f'exec "$@" {shell}', "sh", *command]
    ended = subprocess.run(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=timeout,
        check=False,
        env=plain_environment() | dict(env or {}),
    )
    # What is no UTF-8 is kept, so that different bytes stay different.
    out, err = (data.decode(errors="surrogateescape") for data in (ended.stdout, ended.stderr))
    return Run(ended.returncode, out, err)


@contextmanager
def running(
    program: str,
    *arguments: str,
    folder: Path | None = None,
    env: Mapping[str, str] | None = None,
    before: Callable[[], None] | None = None,
) -> Iterator[subprocess.Popen[str]]:
    """A command at work, in a session of its own, which is killed in the end. `before` is called
    in its process, before the program."""
    with subprocess.Popen(
        [sys.executable, "-m", program, *arguments],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=before,
        env=plain_environment() | dict(env or {}),
    ) as process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def workers_of(process: subprocess.Popen[Any], count: int) -> list[int]:
    """The process ids of its `count` workers, once they are there."""
    workers: list[int] = []

    def are_there() -> bool:
        assert process.poll() is None, "it ended before its workers were there"
        workers[:] = children_of(process.pid)
        return len(workers) >= count

    wait_until(are_there)
    return workers


def children_of(process_id: int) -> list[int]:
    """The process ids of what a process has started, in any of its threads, and still runs."""
    children: list[int] = []
    with suppress(OSError):  # it has ended
        for thread in Path(f"/proc/{process_id}/task").iterdir():
            with suppress(OSError):  # so has the thread
                children += map(int, (thread / "children").read_text().split())
    return sorted(children)


def hurry(process_ids: Iterable[int]) -> None:
    """Let processes in the background, which leave every other one its turn, take turns with what
    else is tested here; only root may."""
    for process_id in process_ids:
        with suppress(PermissionError):
            os.setpriority(os.PRIO_PROCESS, process_id, 0)


def wait_until(condition: Callable[[], bool], seconds: float = _LIMIT) -> None:
    """Wait for `condition` to hold, `seconds` at most."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "what is waited for does not happen"
        time.sleep(0.02)


def cpu_of_children() -> float:
    """Seconds of CPU that processes started here, and waited for, have taken so far."""
    import resource  # which Windows has not

    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def is_alive(process_id: int) -> bool:
    """Whether a process runs, and is no zombie that nobody has waited for."""
    try:
        status = Path(f"/proc/{process_id}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] not in "ZX"
