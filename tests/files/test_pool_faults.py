"""Processes of a pool in a bad world: never begun, stopped, killed by the hundred, interrupted.

`POOL_ITEMS=100000` makes the long run as long as a large benchmark.
"""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from plancore.stop import Checkpoint
from planfiles.errors import UserError
from planfiles.pool import finished
from planfiles.workers import as_finished, in_background
from support.programs import wait_until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


MANY = int(os.environ.get("POOL_ITEMS", "5000"))


def lost(number: int) -> int:
    return -1 - number


def process_of(numbers: Sequence[int | bytes], _: Checkpoint) -> list[int]:
    return [os.getpid() for _ in numbers]


def deadly_every_hundred(numbers: Sequence[int], _: Checkpoint) -> list[int]:
    """Kills its own process at every hundredth number."""
    if any(number % 100 == 99 for number in numbers):
        os.kill(os.getpid(), signal.SIGKILL)
    return list(numbers)


# Processes that are not there before they could begin


def begin(file: str, many: int, sign: int) -> None:
    """What unpickling `Slow` runs: the first so many processes end here, by a signal or, where
    that is 0, by themselves."""
    with open(file, "a", encoding="ascii") as begun:
        begun.write("x")
    if Path(file).stat().st_size <= many:
        if sign:
            os.kill(os.getpid(), sign)
        raise ValueError("not yet")


class Slow:
    """What the first processes that read it do not survive."""

    def __init__(self, file: Path, many: int, sign: int = signal.SIGKILL) -> None:
        self._arguments = str(file), many, sign

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return begin, self._arguments


def same_beside(_: object, numbers: Sequence[int]) -> list[int]:
    return list(numbers)


@pytest.mark.slow
@pytest.mark.parametrize(("many", "sign"), [(5, signal.SIGKILL), (2, 0)])
def test_what_was_never_begun_is_not_lost(tmp_path: Path, many: int, sign: int) -> None:
    """However often processes are killed while they start; twice lose what is begun."""
    work = partial(same_beside, Slow(tmp_path / "begun", many, sign))
    assert list(in_background(2, work, [[1], [2], [3]], lost)) == [[1], [2], [3]]


@pytest.mark.slow
def test_processes_that_are_always_killed_at_once_are_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("planfiles.pool._KILLED_EARLY", 4)
    work = partial(same_beside, Slow(tmp_path / "begun", 1000))
    with pytest.raises(UserError, match="cannot start processes: they are killed immediately"):
        list(in_background(1, work, [[1], [2], [3]], lost))


NO_ROOM = """
import resource, sys
from planfiles.errors import UserError
from planfiles.workers import in_processes

if __name__ == "__main__":
    most = int(sys.argv[1])
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    groups = [[number] for number in range(200)]
    try:
        list(in_processes(100, list, groups, abs))
    except UserError as trouble:
        print(trouble.message)
"""


@pytest.mark.slow
@pytest.mark.parametrize("most", [20, 21, 22, 23, 24])
def test_no_room_for_one_more_process_is_told(tmp_path: Path, most: int) -> None:
    """Whichever of the descriptors that it takes is the one too many."""
    script = tmp_path / "no_room.py"
    script.write_text(NO_ROOM)
    ended = subprocess.run(
        [sys.executable, script, str(most)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == "cannot start processes: too many open files\n"


# Processes that are killed while they write


def killed_within(pipe: Connection, message: bytes, *_: object) -> None:
    """As the system may do it: what a pipe has room for is written, or nothing of it."""
    if len(message) > 16_384:
        os.write(pipe.fileno(), message[:16_384])
        os.kill(os.getpid(), signal.SIGKILL)
    os.write(pipe.fileno(), message)


def large(numbers: Sequence[int], _: Checkpoint) -> list[bytes]:
    # Private, and all that a process writes into a pipe goes through it.
    Connection._send = killed_within  # type: ignore[attr-defined]
    return [bytes(1_000_000) for _ in numbers]


@pytest.mark.slow
@pytest.mark.timeout(60)
def test_of_a_large_answer_nobody_waits_for_a_part() -> None:
    """An executor would, and for ever: whatever is written can be written at once."""
    take = iter([[1], [2]])
    answers = list(finished(2, large, lambda: next(take, None), lambda _: b""))
    assert [answer.results for answer in answers] == [[bytes(1_000_000)]] * 2


# Processes that are stopped


@pytest.mark.slow
@pytest.mark.timeout(60)
def test_a_stopped_process_that_takes_nothing_keeps_nobody_from_leaving() -> None:
    """What it is given is more than a pipe holds."""
    left: list[list[bytes]] = [[bytes(8_000_000)], [b""]]
    taken = as_finished(1, process_of, lambda: left.pop() if left else None, lambda _: 0)
    worker = next(taken).results[0]
    assert worker > 1  # a signal to 0 or -1 would go to others
    os.kill(worker, signal.SIGSTOP)
    here = os.getpid()
    timer = threading.Timer(0.5, os.kill, (here, signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        next(taken)
    assert not Path(f"/proc/{worker}").exists()


# Long runs


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


def children() -> list[str]:
    """Of this process, zombies among them."""
    found: list[str] = []
    for thread in Path("/proc/self/task").iterdir():
        with suppress(FileNotFoundError):  # a thread of the pool that has just ended
            found += (thread / "children").read_text().split()
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("count", "afresh"),
    [(2_000, False), (200, True), pytest.param(MANY, False, marks=pytest.mark.long)],
)
def test_nothing_piles_up_with_processes_that_are_killed(count: int, afresh: bool) -> None:
    """Every hundredth item costs two processes, and only itself; there are never more than the
    processes at work, each with its few descriptors."""
    gc.collect()
    before, there = descriptors(), set(children())
    items = iter([number] for number in range(count))
    most_descriptors = most_children = n_lost = 0
    take = partial(next, items, None)
    for _, (number,), results in finished(2, deadly_every_hundred, take, lost, afresh=afresh):
        assert results == ([lost(number)] if number % 100 == 99 else [number])
        n_lost += number % 100 == 99
        if number % 100 in (0, 99):
            most_descriptors = max(most_descriptors, descriptors() - before)
            most_children = max(most_children, len(set(children()) - there))
    assert n_lost == count // 100
    assert most_children <= 3  # two at work, and who keeps count of semaphores
    assert most_descriptors <= 2 * 2 * 8  # those of processes that are ended are closed elsewhere
    assert set(children()) <= there | set(children()[:1] if afresh else [])
    wait_until(lambda: descriptors() <= before + (1 if afresh else 0))
