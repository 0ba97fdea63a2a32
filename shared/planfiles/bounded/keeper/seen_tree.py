"""The processes of a run where the system tells nobody of orphans: those that were seen.

For macOS and Windows. Parents and children are looked up now and then (psutil), and whoever was
seen once is ended with the rest. A process that loses its parent between two looks gets away.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from contextlib import suppress

import psutil


class SeenTree:
    """Implements `Tree`."""

    def __init__(self) -> None:
        self._command: subprocess.Popen[bytes] | None = None
        self._seen: dict[int, psutil.Process] = {}
        self._cpu: dict[int, float] = {}
        self._unwanted = False
        self._news = threading.Event()

    def start(self, command: list[str], output: int) -> None:
        if sys.platform != "win32":
            import resource

            resource.setrlimit(resource.RLIMIT_FSIZE, (output, output))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with open("stdout.txt", "ab") as stdout, open("stderr.txt", "ab") as stderr:
            self._command = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=stdout,
                stderr=stderr,
                start_new_session=True,  # ignored on Windows
            )
        with suppress(psutil.Error):
            self._seen[self._command.pid] = psutil.Process(self._command.pid)
        for waiting in (self._await_command, self._await_end_of_input):
            threading.Thread(target=waiting, daemon=True).start()

    def wait(self, seconds: float) -> bool:
        if self._news.wait(seconds):
            self._news.clear()
        return self._unwanted

    def status(self) -> int | None:
        return None if self._command is None else self._command.poll()

    def sample(self) -> tuple[int, int]:
        memory = processes = 0
        self._look()
        for pid, process in self._seen.items():
            with suppress(psutil.Error):
                if process.status() != psutil.STATUS_ZOMBIE:
                    memory += process.memory_info().rss
                    processes += 1
                times = process.cpu_times()
                self._cpu[pid] = times.user + times.system
        return processes, memory

    def memory(self) -> int:
        memory = 0
        for process in self._seen.values():
            with suppress(psutil.Error):
                exact = process.memory_full_info()
                # Only Linux has a share of what is shared; elsewhere that is left out.
                memory += getattr(exact, "pss", exact.uss)
        return memory

    def unnamed(self) -> int:
        return 0

    def end(self, seconds: float) -> int:
        deadline = time.monotonic() + seconds
        while True:
            if sys.platform != "win32" and self._command is not None:
                with suppress(OSError):
                    os.killpg(self._command.pid, 9)
            for process in self._seen.values():
                with suppress(psutil.Error):
                    process.kill()
            left, _ = self.sample()
            if not left or time.monotonic() > deadline:
                return left
            time.sleep(0.005)

    def cpu(self) -> float:
        seen = sum(self._cpu.values())
        if sys.platform == "win32":
            return seen
        import resource

        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return max(seen, usage.ru_utime + usage.ru_stime)

    def peak(self) -> int:
        return 0

    def _look(self) -> None:
        """Add the children of those that were seen, until there are no more."""
        parents = {}
        for process in psutil.process_iter():
            with suppress(psutil.Error):
                parents[process] = process.ppid()
        while True:
            new = {
                process.pid: process
                for process, parent in parents.items()
                if parent in self._seen and process.pid not in self._seen
            }
            if not new:
                return
            self._seen.update(new)

    def _await_command(self) -> None:
        assert self._command is not None
        self._command.wait()
        self._news.set()

    def _await_end_of_input(self) -> None:
        sys.stdin.buffer.read()
        self._unwanted = True
        self._news.set()
