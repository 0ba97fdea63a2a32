"""The processes of a run on Linux, found in /proc.

This process is the first of a PID namespace or a subreaper (prctl(2)): whatever loses its parent
becomes our child, in whatever session or group it is. So everything that comes of the command is
below us, and nothing of it is left when we have no children.
"""

from __future__ import annotations

import os
import resource
import select
import time

_SUBREAPER = 36
"""PR_SET_CHILD_SUBREAPER of <sys/prctl.h>."""

_SIGKILL = 9
_DEFAULT_AGAIN = [number for number in range(1, 32) if number not in (_SIGKILL, 19)]
"""All signals but those that cannot be ignored (SIGSTOP is 19): Python ignores some, and whoever
started us others, such as SIGINT in the workers of a pool; a command must not."""

_PAGE = os.sysconf("SC_PAGE_SIZE")


class ProcTree:
    """Implements `Tree`."""

    def __init__(self) -> None:
        self._is_first = os.getpid() == 1
        if not self._is_first:
            import ctypes

            if ctypes.CDLL(None, use_errno=True).prctl(_SUBREAPER, 1, 0, 0, 0) != 0:
                raise OSError(ctypes.get_errno(), "no subreaper")
        self._self = os.readlink("/proc/self")
        """Our number as /proc has it, which may be that of an outer namespace."""
        self._is_ours: dict[str, bool] = {}
        self._pid = 0
        self._status: int | None = None
        self._poll = select.poll()
        self._poll.register(0, select.POLLHUP)
        self._cpu = 0.0
        self._peak = 0
        self._own = 0

    def start(self, command: list[str], output: int) -> None:
        # Our own limits are handed on, and we write no files.
        resource.setrlimit(resource.RLIMIT_FSIZE, (output, output))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        # A new process counts as large as the one that it is a copy of.
        self._own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        appended = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND
        self._pid = os.posix_spawnp(
            command[0],
            command,
            os.environ,
            file_actions=[
                (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
                (os.POSIX_SPAWN_OPEN, 1, "stdout.txt", appended, 0o666),
                (os.POSIX_SPAWN_OPEN, 2, "stderr.txt", appended, 0o666),
            ],
            setsid=True,
            setsigdef=_DEFAULT_AGAIN,
            setsigmask=[],
        )
        try:
            self._poll.register(os.pidfd_open(self._pid), select.POLLIN)
        except OSError:
            return  # before Linux 5.3: its end is seen at the next look

    def wait(self, seconds: float) -> bool:
        return any(descriptor == 0 for descriptor, _ in self._poll.poll(seconds * 1000))

    def status(self) -> int | None:
        self._reap()
        return self._status

    def sample(self) -> tuple[int, int]:
        memory = processes = 0
        for pid in self._members():
            try:
                with open(f"/proc/{pid}/statm", "rb") as file:
                    memory += int(file.read().split()[1]) * _PAGE
            except OSError:  # ended since
                continue
            processes += 1
        return processes, memory

    def memory(self) -> int:
        return sum(map(_share, self._members()))

    def unnamed(self) -> int:
        files = {}
        for pid in self._members():
            try:
                descriptors = os.listdir(f"/proc/{pid}/fd")
            except OSError:  # ended since
                continue
            for each in descriptors:
                try:
                    status = os.stat(f"/proc/{pid}/fd/{each}")
                except OSError:
                    continue
                if status.st_nlink == 0:
                    files[status.st_dev, status.st_ino] = status.st_blocks * 512
        return sum(files.values())

    def end(self, seconds: float) -> int:
        deadline = time.monotonic() + seconds
        while self._reap():
            if time.monotonic() > deadline:
                return len(self._members())
            self._kill()
            time.sleep(0.001)
        return 0

    def cpu(self) -> float:
        return self._cpu

    def peak(self) -> int:
        return self._peak

    def _kill(self) -> None:
        # As the first of a namespace we mean all in it, and the kernel sees to it that none is
        # forked meanwhile. Else it is a race with those who fork, which a slow look would lose:
        # only processes that are new since the last one are read.
        pids = [-1] if self._is_first else [int(pid) for pid in self._members()]
        for pid in pids:
            try:
                os.kill(pid, _SIGKILL)
            except OSError:
                continue

    def _reap(self) -> bool:
        """Take in those that have ended; whether there are others."""
        while True:
            try:
                pid, status, usage = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return False
            if not pid:
                return True
            if pid == self._pid:
                self._status = os.waitstatus_to_exitcode(status)
            self._cpu += usage.ru_utime + usage.ru_stime
            if usage.ru_maxrss > self._own:
                self._peak = max(self._peak, usage.ru_maxrss * 1024)

    def _members(self) -> list[str]:
        """All processes below us. Who is ours stays ours, and who is not never becomes it, so that
        only processes that were not there at the last look are read."""
        known = self._is_ours
        self._is_ours = {}
        names = [name for name in os.listdir("/proc") if name[0] in "123456789"]
        for name in names:
            if name in known:
                self._is_ours[name] = known[name]
        for name in names:
            if name not in self._is_ours:
                self._settle(name)
        return [name for name, is_ours in self._is_ours.items() if is_ours]

    def _settle(self, name: str) -> None:
        """Find out whether a process is below us, by its parents."""
        way: list[str] = []
        above: str | None = name
        while above is not None and above not in self._is_ours and above not in ("0", self._self):
            way.append(above)
            above = _parent(above)
        if above is None:  # ended while we looked; the next look shows where its children are now
            return
        is_ours = above == self._self or self._is_ours.get(above, False)
        self._is_ours.update((each, is_ours) for each in way)


def _parent(pid: str) -> str | None:
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            # The name, in parentheses, may hold anything, parentheses among it.
            return file.read().rpartition(b")")[2].split()[1].decode()
    except OSError:
        return None


def _share(pid: str) -> int:
    """The bytes of a process, each page that n of them share counted 1/n; 0 when it is gone."""
    try:
        with open(f"/proc/{pid}/smaps_rollup", "rb") as file:
            for line in file:
                if line.startswith(b"Pss:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0
