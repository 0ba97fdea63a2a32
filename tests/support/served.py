"""The viewer, served to a browser."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

from support.examples import DELIVERY
from support.plandiff_run import plain_environment


class Served:
    """A running server and the address that it prints."""

    def __init__(self, *arguments: str, folder: Path = DELIVERY) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "plandiff", "--serve", *arguments],
            cwd=folder,
            env=plain_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        address = self.process.stdout.readline().strip()
        match = re.fullmatch(r"(http://127\.0\.0\.1:(\d+))/\?token=(.+)", address)
        assert match, address + (self.process.stderr.read() if self.process.stderr else "")
        self.address, self.origin, self.port, self.token = address, *match.groups()

    def end(self) -> tuple[int, str]:
        """End it as Ctrl+C does: status, and what it said."""
        self.process.send_signal(signal.SIGINT)
        _, errors = self.process.communicate(timeout=60)
        return self.process.returncode, errors
