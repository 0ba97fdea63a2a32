"""Runs of commands that mean harm to whoever keeps them, or to whoever looks at what they left."""

from __future__ import annotations

import os
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from planfiles.bounded.limits import MIB, End, Limits, RunEnd, tail
from planfiles.bounded.running import run, working_folder
from planfiles.errors import UserError
from support.programs import children_of

pytestmark = [
    pytest.mark.skipif(
        sys.platform != "linux", reason="the tests watch processes through FIFOs and /proc"
    ),
    pytest.mark.timeout(60),
]

LIMITS = Limits(wall=10, output=4 * MIB, files=200, processes=100)


def sh(script: str, folder: Path, limits: Limits = LIMITS) -> RunEnd:
    """What a shell does; every process of these scripts ends by itself within 20 seconds."""
    return run(["sh", "-c", script], folder, limits)


OUTPUTS = {
    "gone": ("rm stdout.txt", ""),
    "a FIFO": ("rm stdout.txt; mkfifo stdout.txt", ""),
    "a folder": ("rm stdout.txt; mkdir stdout.txt", ""),
    "a link": ("echo secret > s; rm stdout.txt; ln -s $PWD/s stdout.txt", ""),
    "an endless link": ("rm stdout.txt; ln -s /dev/zero stdout.txt", ""),
    "a circle": ("rm stdout.txt; ln -s stdout.txt stdout.txt", ""),
    "closed": ("exec >&-; exec 2>&-; exit 0", ""),
    "no text": (r"printf '\377\376\000ok'", "\ufffd\ufffd\0ok"),
}
"""What a command may make of its output, and what is read of it then."""


@pytest.mark.parametrize("what", OUTPUTS)
def test_whatever_stands_where_output_belongs_nobody_waits_for_it(
    what: str, tmp_path: Path
) -> None:
    script, said = OUTPUTS[what]
    ended = sh(script, tmp_path)
    assert (ended.by, ended.code) == (End.EXITED, 0)
    assert tail(ended.stdout) == said


def test_a_folder_of_everything_that_a_file_system_has_goes() -> None:
    script = (
        f"{sys.executable} -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"sock\")'; "
        "mkfifo fifo; echo x > file; ln file hard; ln -s / root; chmod 6755 file; "
        "mkdir a a/b; echo y > a/b/f; chmod 0 a/b; chmod 0 a; mkdir '-rf *'; "
        "touch \"$(printf 'new\\nline')\"; touch \"$(printf 'b\\377d')\""
    )
    with working_folder("odd-") as folder:
        ended = sh(script, folder)
        assert (ended.by, ended.code) == (End.EXITED, 0), tail(ended.stderr)
        assert (folder / "hard").stat().st_nlink == 2
    assert not folder.exists()
    assert Path("/usr").exists()


@pytest.mark.slow
def test_errors_without_end(tmp_path: Path) -> None:
    ended = sh("while :; do echo error error error error >&2; done", tmp_path)
    assert ended.by is End.OUTPUT
    assert len(tail(ended.stderr)) == 2000


SIGNALS = (
    "import signal, sys\n"
    "names = [n.name for n in signal.Signals if n not in (signal.SIGKILL, signal.SIGSTOP)\n"
    "         and signal.getsignal(n) is signal.SIG_IGN]\n"
    "print(names, signal.pthread_sigmask(signal.SIG_BLOCK, []))"
)


def test_signals_mean_what_they_mean_by_default(tmp_path: Path) -> None:
    """Whatever we ignore or hold back, as the workers of a pool ignore Ctrl+C: planners end
    searches of their own with signals."""
    kept = signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGUSR1})
    try:
        ended = run([sys.executable, "-c", SIGNALS], tmp_path, LIMITS)
    finally:
        signal.signal(signal.SIGINT, kept)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM, signal.SIGUSR1})
    # Python itself ignores these two.
    assert tail(ended.stdout) == "['SIGPIPE', 'SIGXFSZ'] set()\n"


def test_a_command_that_stops_itself_is_ended_by_the_clock(tmp_path: Path) -> None:
    script = "sleep 15 & kill -STOP $!; kill -STOP $$; exit 0"
    ended = sh(script, tmp_path, Limits(wall=0.5))
    assert (ended.by, ended.signal, ended.left) == (End.WALL, signal.SIGKILL, 0)


def test_no_room_for_a_guard_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("planfiles.bounded.running.subprocess.Popen", full)
    with pytest.raises(UserError, match="cannot run sh: resource temporarily unavailable"):
        run(["sh"], tmp_path, LIMITS)


@pytest.mark.slow
def test_many_runs_leave_no_descriptor_and_no_child(tmp_path: Path) -> None:
    def one(number: int) -> int | None:
        folder = tmp_path / str(number)
        folder.mkdir()
        return sh(f"exit {number % 7}", folder).code

    one(-1)
    before = len(os.listdir("/proc/self/fd"))
    started = children_of(os.getpid())  # by other tests, in this process
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(one, range(40))) == [number % 7 for number in range(40)]
    assert len(os.listdir("/proc/self/fd")) == before
    assert set(children_of(os.getpid())) <= set(started)
