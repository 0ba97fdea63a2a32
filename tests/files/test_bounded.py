"""Runs of others' commands: what ends them, and that nothing of them is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from plancore.stop import StoppedError
from planfiles.bounded import guard
from planfiles.bounded.limits import MIB, End, Limits, RunEnd, enforced, tail
from planfiles.bounded.running import run
from planfiles.errors import UserError
from support import nasty_planner
from support.fifo import Fifo
from support.programs import wait_until

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="the tests watch processes through FIFOs and /proc"
)

NASTY = nasty_planner.__file__
LIMITS = Limits(wall=12, memory=120 * MIB, output=4 * MIB, files=200, processes=40)

BY = {
    "leave": End.EXITED,
    "chain": End.EXITED,  # the first process is gone early, and that is the end of the run
    "write": End.OUTPUT,
    "files": End.OUTPUT,
    "grow": End.OUTPUT,
    "folders": End.FILES,
    "memory": End.MEMORY,
    "memory_of_children": End.MEMORY,
    "many": End.PROCESSES,
}
"""What ends a mode; nothing but the clock ends the others."""


@pytest.fixture
def fifo(tmp_path: Path) -> Iterator[Fifo]:
    fifo = Fifo(tmp_path / "fifo")
    yield fifo
    fifo.close()


def folder_in(path: Path, name: str = "run") -> Path:
    folder = path / name
    folder.mkdir()
    return folder


def nasty(mode: str, fifo: Fifo, folder: Path, limits: Limits = LIMITS) -> RunEnd:
    """A run of the nasty planner; one that nothing else would end is stopped once it is set up."""

    def checkpoint(*_: object) -> None:
        if mode not in BY and fifo.look():
            raise StoppedError

    return run(
        [sys.executable, "-I", "-S", NASTY, mode],
        folder,
        limits,
        checkpoint,
        environment={**os.environ, "NASTY_FIFO": str(fifo.path)},
    )


MUCH_THE_SAME = {"setsid", "files", "grow", "memory"}
"""Modes that others show: `double`, `write` and `memory_of_children`."""


@pytest.mark.parametrize(
    "mode",
    [
        pytest.param(mode, marks=pytest.mark.slow if mode in MUCH_THE_SAME else ())
        for mode in nasty_planner.MODES
    ],
)
def test_nothing_is_left(mode: str, fifo: Fifo, tmp_path: Path) -> None:
    folder = folder_in(tmp_path)
    if mode in BY:
        ended = nasty(mode, fifo, folder)
        assert ended.by == BY[mode], ended
        assert ended.left == 0
        if mode == "leave":
            assert (ended.code, (folder / "plan").exists()) == (0, True)
    else:
        with pytest.raises(StoppedError):
            nasty(mode, fifo, folder)
    assert fifo.look()
    assert not fifo.has_writers()


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["ignore", "fork", "many", "write", "files", "folders", "memory"])
def test_where_orphans_come_to_nobody(
    mode: str, fifo: Fifo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on systems other than Linux."""
    elsewhere = tmp_path / "guard.py"
    text = Path(guard.__file__).read_text(encoding="utf-8")
    elsewhere.write_text(text.replace('"linux"', '"elsewhere"'), encoding="utf-8")
    monkeypatch.setattr(guard, "__file__", str(elsewhere))
    folder = folder_in(tmp_path)
    if mode in BY:
        ended = nasty(mode, fifo, folder)
        assert (ended.by, ended.left) == (BY[mode], 0)
    else:
        with pytest.raises(StoppedError):
            nasty(mode, fifo, folder)
    assert fifo.wait_until_unknown(nasty_planner.SECONDS / 2)


def test_the_clock_ends_a_run(tmp_path: Path) -> None:
    command = ["sh", "-c", "trap '' TERM INT HUP; sleep 15 & sleep 15; sleep 15"]
    ended = run(command, folder_in(tmp_path), Limits(wall=0.5))
    assert (ended.by, ended.code, ended.signal) == (End.WALL, None, signal.SIGKILL)
    assert ended.wall >= 0.5


def test_what_a_run_says_and_takes(tmp_path: Path) -> None:
    program = "import os; print('out'); os.write(2, b'bad'); x = b'x' * 64_000_000; s = 0\n"
    # Memory is looked at every 50 ms, and the last look may be before the end.
    program += "for i in range(8_000_000): s += i\nraise SystemExit(3)"
    folder = folder_in(tmp_path)
    ended = run([sys.executable, "-c", program], folder, Limits(60))
    assert (ended.by, ended.code, ended.signal) == (End.EXITED, 3, None)
    assert (tail(ended.stdout), tail(ended.stderr)) == ("out\n", "bad")
    assert ended.memory >= 64_000_000
    assert 0 < ended.cpu <= 2 * ended.wall + 0.1


@pytest.mark.slow
def test_processor_time_of_children_and_of_those_killed(tmp_path: Path) -> None:
    busy = "import time\nwhile time.process_time() < 0.3: pass"
    program = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {busy!r}])"
    ended = run([sys.executable, "-c", program], folder_in(tmp_path), LIMITS)
    assert ended.cpu >= 0.3
    spin = "while True: pass"
    limits = Limits(wall=1.0)
    ended = run([sys.executable, "-c", spin], folder_in(tmp_path, "spin"), limits)
    assert ended.by == End.WALL
    assert ended.cpu > 0.1


def test_a_signal_of_its_own(tmp_path: Path) -> None:
    ended = run(["sh", "-c", "kill -SEGV $$"], folder_in(tmp_path), LIMITS)
    assert (ended.by, ended.code, ended.signal) == (End.EXITED, None, signal.SIGSEGV)


def test_memory_that_is_shared_counts_once(tmp_path: Path) -> None:
    """Eight processes share 60 MB: more than the limit, if each counted."""
    program = (
        "import os, time\nx = b'x' * 60_000_000\n"
        "for _ in range(7):\n    if os.fork() == 0:\n        time.sleep(1); os._exit(0)\n"
        "time.sleep(1)"
    )
    most = 250_000_000
    command = [sys.executable, "-c", program]
    ended = run(command, folder_in(tmp_path), Limits(60, memory=most))
    assert (ended.by, ended.code) == (End.EXITED, 0)
    assert ended.memory > most


def test_what_lies_in_the_folder_before_is_not_output(tmp_path: Path) -> None:
    folder = folder_in(tmp_path)
    (folder / "domain.pddl").write_bytes(b";" * 5 * MIB)
    ended = run(["sh", "-c", "echo ok > plan"], folder, LIMITS)
    assert (ended.by, ended.code) == (End.EXITED, 0)


@pytest.mark.parametrize(
    ("writes", "by"),
    [
        ("head -c 3000000 /dev/zero | tee ../beside/one ../two > three; sleep 10", End.OUTPUT),
        ("for i in $(seq 150); do : > ../beside/$i; : > ../$i; done; sleep 10", End.FILES),
        ("head -c 3000000 /dev/zero | tee ../beside/one > ../two", End.OUTPUT),
    ],
)
def test_all_that_is_written_to_the_temporary_folder_counts(
    writes: str, by: End, tmp_path: Path
) -> None:
    """Though the working folder is only one of those in it."""
    whole = folder_in(tmp_path, "whole")
    (folder_in(whole, "beside") / "input").write_bytes(b";" * 5 * MIB)
    ended = run(["sh", "-c", writes], folder_in(whole), LIMITS, temporary=whole)
    assert ended.by == by
    assert ended.wall < 10


def test_temporary_files_go_to_the_folder(tmp_path: Path) -> None:
    folder = folder_in(tmp_path)
    run(["sh", "-c", 'echo x > "$TMPDIR/t"'], folder, LIMITS)
    assert (folder / "t").read_text(encoding="utf-8") == "x\n"


@pytest.mark.parametrize(
    ("command", "why"),
    [("no-such-planner", "no such file"), ("./plan", "permission denied")],
)
def test_a_command_that_cannot_be_started(command: str, why: str, tmp_path: Path) -> None:
    folder = folder_in(tmp_path)
    (folder / "plan").write_text("(stay)\n", encoding="utf-8")
    with pytest.raises(UserError, match=f"cannot run {command}: {why}"):
        run([command], folder, LIMITS)


@pytest.mark.slow
def test_runs_at_the_same_time_leave_each_other_alone(tmp_path: Path) -> None:
    def one(number: int) -> RunEnd:
        command = ["sh", "-c", f"sleep 0.{number % 5} & wait; exit {number}"]
        return run(command, folder_in(tmp_path, str(number)), LIMITS)

    with ThreadPoolExecutor(6) as threads:
        assert [ended.code for ended in threads.map(one, range(18))] == list(range(18))


WORKER = """
import os, sys
from pathlib import Path
from planfiles.bounded.limits import Limits
from planfiles.bounded.running import run
command = [sys.executable, "-I", "-S", sys.argv[1], sys.argv[2]]
run(command, Path(sys.argv[3]), Limits(wall=60), temporary=Path(sys.argv[4]))
"""


def worker(
    mode: str, fifo: Fifo, folder: Path, temporary: Path | None = None
) -> subprocess.Popen[bytes]:
    """A process that runs the nasty planner."""
    words = (NASTY, mode, str(folder), str(temporary or folder))
    return subprocess.Popen(
        [sys.executable, "-c", WORKER, *words],
        env={**os.environ, "NASTY_FIFO": str(fifo.path)},
        stderr=subprocess.DEVNULL,
    )


def guards_of(fifo: Fifo) -> list[int]:
    """The guards with this FIFO in their environment."""
    found = []
    for process in fifo.processes():
        with suppress(OSError):
            if guard.__file__.encode() in Path(f"/proc/{process}/cmdline").read_bytes():
                found.append(process)
    return found


@pytest.mark.parametrize("mode", ["ignore", "setsid", "double"])
def test_nothing_outlives_a_caller_that_is_killed(mode: str, fifo: Fifo, tmp_path: Path) -> None:
    folder = folder_in(tmp_path)
    process = worker(mode, fifo, folder)
    assert fifo.wait_for_writing(60)
    assert (folder / "stdout.txt").exists()
    process.kill()
    process.wait()
    assert fifo.wait_until_unknown(nasty_planner.SECONDS / 2)
    wait_until(lambda: not folder.exists())


def test_of_a_caller_that_is_killed_the_whole_temporary_folder_goes(
    fifo: Fifo, tmp_path: Path
) -> None:
    whole = folder_in(tmp_path, "whole")
    folder_in(whole, "input")
    process = worker("ignore", fifo, folder_in(whole), temporary=whole)
    assert fifo.wait_for_writing(60)
    process.kill()
    process.wait()
    assert fifo.wait_until_unknown(nasty_planner.SECONDS / 2)
    wait_until(lambda: not whole.exists())
    assert tmp_path.exists()


def test_a_guard_that_is_killed_is_told(fifo: Fifo, tmp_path: Path) -> None:
    """By the system for want of memory, say: what it guarded goes as well."""
    folder = folder_in(tmp_path)
    with ThreadPoolExecutor(1) as thread:
        running = thread.submit(nasty, "many", fifo, folder, Limits(60))
        assert fifo.wait_for_writing(60)
        for pid in guards_of(fifo):
            os.kill(pid, signal.SIGKILL)
        with pytest.raises(UserError, match="the process that supervised the run was killed"):
            running.result()


def test_ctrl_c_ends_a_run(fifo: Fifo, tmp_path: Path) -> None:
    process = worker("fork", fifo, folder_in(tmp_path))
    assert fifo.wait_for_writing(60)
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == -signal.SIGINT
    assert not fifo.has_writers()


def test_what_is_enforced() -> None:
    here = enforced()
    assert (here["system"], here["by"], here["leaves_nothing"]) == ("linux", "subreaper", True)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(50))
def test_nothing_is_left_in_fifty_trials(seed: int, fifo: Fifo, tmp_path: Path) -> None:
    """Any mode, and any of three ends at any time: a limit, a caller killed, Ctrl+C."""
    random = Random(seed)
    process = worker(random.choice(list(nasty_planner.MODES)), fifo, folder_in(tmp_path))
    if random.random() < 0.8:
        fifo.wait_for_writing(60)
    time.sleep(random.random() * 0.3)
    process.send_signal(random.choice([signal.SIGKILL, signal.SIGINT]))
    process.wait()
    assert fifo.wait_until_unknown(nasty_planner.SECONDS / 2)
