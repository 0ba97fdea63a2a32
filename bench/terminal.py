"""Run the viewer in a pseudo-terminal, send keys, and measure CPU time and memory."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from types import TracebackType

_ESCAPES = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-_=>])")
_TICKS = os.sysconf("SC_CLK_TCK")
_PATIENCE = 600.0
"""The time limit of anything in seconds, on a busy machine."""


class Terminal:
    """`plandiff` in a terminal of a given size."""

    def __init__(
        self,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        columns: int = 120,
        lines: int = 40,
    ) -> None:
        command = [sys.executable, "-m", "plandiff", *arguments]
        self._pid, self._terminal = pty.fork()
        if not self._pid:
            os.execve(sys.executable, command, {**environment, "TERM": "xterm-256color"})
        size = struct.pack("HHHH", lines, columns, 0, 0)
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, size)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)
        os.close(self._terminal)

    def send(self, keys: bytes) -> None:
        """Send keys."""
        os.write(self._terminal, keys)

    def cpu_until(self, pattern: str) -> float:
        """The CPU seconds, user and system, of the process when it has painted text that matches
        `pattern`; it is stopped while they are read."""
        end = time.monotonic() + _PATIENCE
        painted = b""
        while not re.search(pattern.encode(), _ESCAPES.sub(b"", painted)):
            if time.monotonic() > end:
                raise TimeoutError(f"{pattern!r} is never painted")
            painted = painted[-100_000:] + self._read(1)
        os.kill(self._pid, signal.SIGSTOP)
        seconds = self.cpu
        os.kill(self._pid, signal.SIGCONT)
        return seconds

    def cpu_of(self, keys: bytes) -> float:
        """The CPU seconds for keys, until the process is idle."""
        before = self.cpu
        self.send(keys)
        self.rest()
        return self.cpu - before

    def rest(self) -> None:
        """Wait until nothing is painted, and almost no CPU time is used."""
        resting, seconds = 0, self.cpu
        while resting < 3:
            painted = self._read(0.2)
            now = self.cpu
            resting = resting + 1 if not painted and now - seconds < 0.02 else 0
            seconds = now

    @property
    def cpu(self) -> float:
        """The CPU seconds so far."""
        with open(f"/proc/{self._pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    @property
    def mebibytes(self) -> float:
        """The peak memory in MiB."""
        with open(f"/proc/{self._pid}/status") as file:
            peak = next(line for line in file if line.startswith("VmHWM"))
        return int(peak.split()[1]) / 1024

    def _read(self, seconds: float) -> bytes:
        ready, _, _ = select.select([self._terminal], [], [], seconds)
        return os.read(self._terminal, 1 << 16) if ready else b""
