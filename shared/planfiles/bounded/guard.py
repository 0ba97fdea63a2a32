"""The process between us and a command of others: it starts the command, waits for its end, for
that of its time, or for ours, and then ends all that is left of it.

A program of its own, with a bare interpreter (`-I -S`), and without `subprocess`, `threading`,
`signal` and `contextlib`, which take twice as long to import as the interpreter takes to start.
What it is to do are its arguments: the seconds that the command has, the bytes that a file may
have, the folder of `psutil`, the folder to remove when we are killed, and the command. The end of
its standard input is the wish to end it all, so it hears of our death, whatever the cause. The
answer is written to standard output, by `marshal`: the same interpreter is at both ends.
"""

from __future__ import annotations

import _thread
import marshal
import os
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:  # `typing` would take a quarter of the time that all this takes
    from collections.abc import Callable
    from typing import Any

_TO_END = 10.0
"""Seconds within which processes that were killed are expected to be gone."""

_SIGKILL = 9
_SIGPIPE = 13
_SIGNALS = range(1, 65)
"""All of them; system calls refuse numbers that are none."""

_SUBREAPER = 36
"""PR_SET_CHILD_SUBREAPER of prctl(2): whoever below us loses its parent becomes our child."""


def main(wall: str, output: str, packages: str, temporary: str, *command: str) -> None:
    """Run `command` in the current folder; its output goes to `stdout.txt` and `stderr.txt`."""
    sys.path.append(packages)
    try:
        answer = _run(command, float(wall), int(output))
    except OSError as error:
        answer = {"errno": error.errno, "refused": error.strerror}
    try:
        os.write(1, marshal.dumps(answer))
    except OSError:
        if temporary:  # whoever would have removed it was killed
            os.chdir(os.path.dirname(temporary))  # Windows keeps a folder that we are in
            remove(temporary)
    os._exit(0)  # whoever still waits for input does so for good


def _run(command: tuple[str, ...], wall: float, output: int) -> dict[str, Any]:
    _prepare(output)
    started = time.monotonic()
    pid, wait = _start(command)
    status: list[int] = []
    news: list[str] = []
    is_first, is_news = _thread.allocate_lock(), _thread.allocate_lock()
    is_news.acquire()

    def tell(wait: Callable[[], object], by: str) -> None:
        wait()
        if is_first.acquire(blocking=False):
            news.append(by)
            is_news.release()

    _thread.start_new_thread(tell, (lambda: status.append(wait()), "exited"))
    _thread.start_new_thread(tell, (lambda: os.read(0, 1), "unwanted"))
    is_news.acquire(timeout=wall)
    by = news[0] if news else "wall"
    left = _end(pid, status, is_over=by == "exited")
    ended = {"by": by, "status": status[0] if status else None, "left": left}
    return ended | {"wall": time.monotonic() - started} | _usage()


def _prepare(output: int) -> None:
    """What the command inherits: signals mean what they mean by default, whatever whoever started
    us ignores; no file gets too large, and none shows memory."""
    if sys.platform == "win32":
        return
    import ctypes
    import resource

    system = ctypes.CDLL(None)
    for number in _SIGNALS:
        system.signal(number, None)
    system.signal(_SIGPIPE, ctypes.c_void_p(1))  # ignored, but not by the command
    resource.setrlimit(resource.RLIMIT_FSIZE, (output, output))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        system.prctl(_SUBREAPER, 1, 0, 0, 0)


def _start(command: tuple[str, ...]) -> tuple[int, Callable[[], int]]:
    """Start the command; its process, and what waits for it and says how it ended."""
    if sys.platform == "win32":
        import subprocess

        with open("stdout.txt", "ab") as out, open("stderr.txt", "ab") as err:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        return process.pid, process.wait
    appended = os.O_WRONLY | os.O_CREAT | os.O_APPEND
    pid = os.posix_spawnp(
        command[0],
        command,
        os.environ,
        file_actions=[
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, "stdout.txt", appended, 0o666),
            (os.POSIX_SPAWN_OPEN, 2, "stderr.txt", appended, 0o666),
        ],
        setsid=True,
        setsigdef=[_SIGPIPE],
        setsigmask=[],
    )
    return pid, lambda: os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def _end(pid: int, status: list[int], *, is_over: bool) -> int:
    """End all processes of the command; how many are left after some seconds. Its own has ended
    when there is a status. Where there is no subreaper those that left its group are found while
    their parents are there, if it is not `is_over`."""
    deadline = time.monotonic() + _TO_END
    left = [] if is_over else below(os.getpid())
    _kill_group(pid)
    _kill(left)
    while not status or _has_children():
        left = below(os.getpid())
        if time.monotonic() > deadline:
            return len(left)
        _kill(left)
        time.sleep(0.001)
    return 0


def _kill_group(pid: int) -> None:
    if sys.platform == "win32":
        return
    try:
        os.killpg(pid, _SIGKILL)
    except OSError:
        return  # it is gone


def below(pid: int) -> list[Any]:
    """All processes below one, of `psutil`. Linux names the children of each, which spares looking
    through all processes that there are."""
    from contextlib import suppress  # late: most commands leave nothing

    import psutil

    found: list[Any] = []
    tasks = f"/proc/{pid}/task"
    with suppress(OSError, psutil.Error):  # gone since
        if not os.path.exists(f"{tasks}/{pid}/children"):
            return list(psutil.Process(pid).children(recursive=True))
        for task in os.listdir(tasks):
            with open(f"{tasks}/{task}/children", encoding="ascii") as file:
                children = [int(each) for each in file.read().split()]
            for child in children:
                found += [psutil.Process(child), *below(child)]
    return found


def _kill(processes: list[Any]) -> None:
    if not processes:
        return
    from contextlib import suppress

    for process in processes:
        with suppress(Exception):  # it is gone
            process.kill()


def _has_children() -> bool:
    """Whether any are left, once those that have ended are taken in."""
    if sys.platform == "win32":
        return False
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return False
    return True


def _usage() -> dict[str, float]:
    """Seconds of processor time of all that have ended, and the most bytes that one of them had."""
    if sys.platform == "win32":
        return {"cpu": 0.0, "memory": 0}
    import resource

    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    unit = 1 if sys.platform == "darwin" else 1024
    # A new process counts as large as the one that it is a copy of.
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    most = usage.ru_maxrss * unit if usage.ru_maxrss > own else 0
    return {"cpu": usage.ru_utime + usage.ru_stime, "memory": most}


def remove(folder: str) -> None:
    """Remove `folder` as far as that is possible; links are not followed."""
    import shutil
    from contextlib import suppress

    for inside, folders, _ in os.walk(folder):
        for path in (os.path.join(inside, each) for each in folders):
            if not os.path.islink(path):
                with suppress(OSError):
                    os.chmod(path, 0o700)
    with suppress(RecursionError):
        shutil.rmtree(folder, ignore_errors=True)
