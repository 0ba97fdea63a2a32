"""A FIFO that tells whether anybody has it open for writing: nobody is missed, however short it
lives."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path


class Fifo:
    """The reading end of a new FIFO at `path`."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self.path = path
        self._descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        # That nobody writes is only told once somebody did (poll(2)).
        os.close(os.open(path, os.O_WRONLY | os.O_NONBLOCK))
        self._poll = select.poll()
        self._poll.register(self._descriptor, select.POLLIN)
        self.was_written = False

    def close(self) -> None:
        os.close(self._descriptor)

    def has_writers(self) -> bool:
        """Whether some process has it open."""
        return not any(event & select.POLLHUP for _, event in self._poll.poll(0))

    def look(self) -> bool:
        """Whether anything was written by now."""
        with suppress(BlockingIOError):
            self.was_written |= bool(os.read(self._descriptor, 4096))
        return self.was_written

    def wait_for_writing(self, seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        while not self.look() and time.monotonic() < deadline:
            time.sleep(0.01)
        return self.was_written

    def wait_for_bytes(self, count: int, ended: Callable[[], bool], seconds: float = 60) -> None:
        """Wait until so many bytes have come, or there is nobody to write any, `seconds` at
        most."""
        deadline = time.monotonic() + seconds
        while count > 0 and not ended() and time.monotonic() < deadline:
            with suppress(BlockingIOError):
                count -= len(os.read(self._descriptor, count))
            time.sleep(0.005)

    def processes(self) -> list[int]:
        """The processes in whose environment it is named, whether they have it open or not: those
        that stand between a test and who writes, and those that have yet to begin."""
        found = []
        for name in filter(str.isdigit, os.listdir("/proc")):
            with suppress(OSError):
                if os.fsencode(self.path) in Path("/proc", name, "environ").read_bytes():
                    found.append(int(name))
        return found

    def wait_until_unknown(self, seconds: float) -> bool:
        """Wait until no process has it open, and none is left that could come to open it."""
        deadline = time.monotonic() + seconds
        while self.has_writers() or self.processes():
            if time.monotonic() > deadline:
                return False
            time.sleep(0.01)
        return True
