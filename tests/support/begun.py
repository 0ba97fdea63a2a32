"""A FIFO into which units write their numbers as they begin: what happens in a run, as it does."""

from __future__ import annotations

import os
import select
from pathlib import Path
from subprocess import Popen
from typing import Any

_PATIENCE = 120.0
"""Seconds that a crowded machine may take for one unit."""


class Begun:
    """The reading end of a new FIFO at `path`. Linux."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self.path = path
        # Opened for writing as well, so that it has an end no sooner than this is closed.
        self._descriptor = os.open(path, os.O_RDWR | os.O_NONBLOCK)

    def close(self) -> None:
        os.close(self._descriptor)

    def heard(self) -> list[int]:
        """The numbers since this was asked last."""
        text = b""
        try:
            while more := os.read(self._descriptor, 65536):
                text += more
        except BlockingIOError:
            pass
        return [int(line) for line in text.split()]

    def wait_for(self, process: Popen[Any], count: int) -> list[int]:
        """Wait until `count` units have begun, or the process has ended; those that have begun."""
        numbers = self.heard()
        poll = select.poll()
        poll.register(self._descriptor, select.POLLIN)
        ends = os.pidfd_open(process.pid)
        poll.register(ends, select.POLLIN)
        try:
            while len(numbers) < count:
                events = [descriptor for descriptor, _ in poll.poll(_PATIENCE * 1000)]
                assert events, "no unit begins"
                numbers += self.heard()
                if ends in events:
                    break
        finally:
            os.close(ends)
        return numbers
