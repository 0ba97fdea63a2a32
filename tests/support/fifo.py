"""A FIFO that tells whether anybody has it open for writing: nobody is missed, however short it
lives."""

from __future__ import annotations

import os
import select
import time
from contextlib import suppress
from pathlib import Path


class Fifo:
    """The reading end of a new FIFO at `path`."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self.path = path
        self._descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        self._poll = select.poll()
        self._poll.register(self._descriptor, select.POLLIN)
        self.was_written = False

    def close(self) -> None:
        os.close(self._descriptor)

    def has_writers(self) -> bool:
        """Whether some process has it open; not to be asked before one had."""
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

    def wait_until_free(self, seconds: float) -> bool:
        """Wait until no process has it open."""
        deadline = time.monotonic() + seconds
        while self.has_writers():
            if time.monotonic() > deadline:
                return False
            time.sleep(0.005)
        return True
