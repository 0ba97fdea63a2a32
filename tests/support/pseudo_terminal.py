"""A program on a terminal of its own: every byte that it writes, and how it leaves the terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final

from support.plandiff_run import plain_environment

_PATIENCE: Final = 120.0
"""Seconds that a crowded machine may take for what takes a blink."""
_ESCAPES: Final = re.compile(
    rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\^_=>])"
    rb"|\x1b(?:\[[0-?]*[ -/]*|\][^\x07\x1b]*)?$"  # one whose end is still to come
)
_MODES: Final = re.compile(rb"\x1b\[\?(\d+)([hl])")
_NORMALLY_ON: Final = frozenset({7, 25})
"""Lines wrap, and the cursor is seen."""


def _begin() -> None:
    """Take the terminal, and signals as a shell at one hands them on: who runs the tests may ignore
    some, as nohup does."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


class PseudoTerminal:
    """A command of Python that runs in `folder` and has a terminal of 110 columns and 32 lines."""

    def __init__(
        self, arguments: Sequence[str], folder: Path, env: Mapping[str, str] | None = None
    ) -> None:
        self._master, self._slave = pty.openpty()
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("HHHH", 32, 110, 0, 0))
        self._before = termios.tcgetattr(self._slave)
        self.output = b""
        """All that was written so far."""
        self._heard = 0
        self._is_closed = False
        self.process = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=folder,
            stdin=self._slave,
            stdout=self._slave,
            stderr=self._slave,
            start_new_session=True,
            preexec_fn=_begin,
            env=plain_environment() | {"TERM": "xterm-256color"} | dict(env or {}),
        )

    def __enter__(self) -> PseudoTerminal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.wait()
        self.hang_up()

    @property
    def text(self) -> str:
        """What was written so far, without escape codes."""
        return _ESCAPES.sub(b"", self.output).decode(errors="ignore")

    @property
    def modes(self) -> set[int]:
        """The modes of the terminal that are not as they are normally: 1049 is the other screen,
        1000 the mouse, 25 a hidden cursor."""
        last = {int(mode): state == b"h" for mode, state in _MODES.findall(self.output)}
        return {mode for mode, is_on in last.items() if is_on is not (mode in _NORMALLY_ON)}

    @property
    def is_as_before(self) -> bool:
        """Whether the terminal shows what is typed, and takes it line by line, as it did."""
        return termios.tcgetattr(self._slave) == self._before

    def send(self, keys: bytes) -> None:
        """Press keys."""
        os.write(self._master, keys)

    def wait_for(self, text: str) -> None:
        """Wait until `text` was written since this was last waited for."""
        self._wait(lambda: text in self.text[self._heard :])
        self._heard = len(self.text)

    def end(self) -> int:
        """Wait until the process has ended; its exit status, below zero for a signal."""
        self._wait(lambda: self.process.poll() is not None)
        self._read_all()
        return self.process.wait()

    def wait_until_stopped(self) -> None:
        """Wait until the process is stopped, as Ctrl+Z does it; all that it wrote is read then."""
        stat = Path(f"/proc/{self.process.pid}/stat")
        self._wait(lambda: stat.read_text().rpartition(")")[2].split()[0] == "T")
        self._read_all()

    def hang_up(self) -> None:
        """Close the terminal, as one closes its window."""
        if not self._is_closed:
            self._is_closed = True
            os.close(self._slave)
            os.close(self._master)

    def _wait(self, condition: Callable[[], bool]) -> None:
        end = time.monotonic() + _PATIENCE
        while not condition():
            assert time.monotonic() < end, f"what is waited for does not come:\n{self.text}"
            if self._is_closed:
                time.sleep(0.02)
            else:
                self._read(0.05)

    def _read_all(self) -> None:
        while self._read(0):
            pass
        self._heard = len(self.text)

    def _read(self, seconds: float) -> bool:
        """Take what was written, within `seconds`; whether there was something."""
        if self._is_closed or not select.select([self._master], [], [], seconds)[0]:
            return False
        self.output += os.read(self._master, 1 << 16)
        return True
