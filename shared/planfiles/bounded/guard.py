"""The process between us and an external command. It starts the command, waits for its end, the
time limit or our end, and then kills all remaining processes of the command.

It is a program of its own with a bare interpreter (`-I -S`), without `subprocess`, `threading`,
`signal` and `contextlib`, whose imports take twice as long as the start of the interpreter. Its
arguments are the time limit in seconds, the largest size of a file in bytes, the folder of
`psutil`, the folder to remove if we are killed, and the command. The end of its standard input
means that the run must end, so it notices our death from any cause. It writes its answer to
standard output with `marshal`: the same interpreter is at both ends.
"""

from __future__ import annotations

import _thread
import marshal
import os
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:  # `typing` would take a quarter of the whole time
    from collections.abc import Callable
    from typing import Any

_TO_END = 10.0
"""Seconds to wait for killed processes to exit."""

_SIGKILL = 9
_SIGPIPE = 13
_SIGNALS = range(1, 65)
"""All signals; system calls refuse invalid numbers."""

_SUBREAPER = 36
"""PR_SET_CHILD_SUBREAPER of prctl(2): orphaned descendants become our children."""


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
        if temporary:  # the caller, who would have removed it, was killed
            os.chdir(os.path.dirname(temporary))  # Windows does not remove the current folder
            remove(temporary)
    os._exit(0)  # a thread may still be waiting for input


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
    """Set what the command inherits: default signals, a limit on file sizes, no core dumps."""
    if sys.platform == "win32":
        return
    import ctypes
    import resource

    system = ctypes.CDLL(None)
    for number in _SIGNALS:
        system.signal(number, None)
    system.signal(_SIGPIPE, ctypes.c_void_p(1))  # ignored here, default in the command
    resource.setrlimit(resource.RLIMIT_FSIZE, (output, output))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        system.prctl(_SUBREAPER, 1, 0, 0, 0)


def _start(command: tuple[str, ...]) -> tuple[int, Callable[[], int]]:
    """Start the command; its process id, and a function that waits for it and gives its status."""
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
    """Kill all processes of the command; the number left after `_TO_END` seconds. The command
    itself has ended once there is a `status`. Without a subreaper, processes that left its group
    are found only while their parents exist, that is unless the command `is_over`."""
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
        return  # it has exited


def below(pid: int) -> list[Any]:
    """All descendants of a process, as `psutil` objects. Linux lists the children of each process,
    which avoids a scan of all processes."""
    from contextlib import suppress  # late: few commands leave processes

    import psutil

    found: list[Any] = []
    tasks = f"/proc/{pid}/task"
    with suppress(OSError, psutil.Error):  # exited since
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
        with suppress(Exception):  # it has exited
            process.kill()


def _has_children() -> bool:
    """Whether any children are left; reaps those that have ended."""
    if sys.platform == "win32":
        return False
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return False
    return True


def _usage() -> dict[str, float]:
    """Processor time (s) of all children that have ended, and the largest peak memory (bytes)."""
    if sys.platform == "win32":
        return {"cpu": 0.0, "memory": 0}
    import resource

    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    unit = 1 if sys.platform == "darwin" else 1024
    # A new process initially counts as large as its parent.
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    most = usage.ru_maxrss * unit if usage.ru_maxrss > own else 0
    return {"cpu": usage.ru_utime + usage.ru_stime, "memory": most}


def remove(folder: str) -> None:
    """Remove `folder` as far as possible; links are not followed."""
    import shutil
    from contextlib import suppress

    for inside, folders, _ in os.walk(folder):
        for path in (os.path.join(inside, each) for each in folders):
            if not os.path.islink(path):
                with suppress(OSError):
                    os.chmod(path, 0o700)
    with suppress(RecursionError):
        shutil.rmtree(folder, ignore_errors=True)
