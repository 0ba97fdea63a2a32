"""A real terminal: keys in, screen out."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

from support.plandiff_run import plain_environment

_PATIENCE = 120
"""So many seconds are waited for what is to come up."""


class Terminal:
    """A shell in tmux, on a server of its own."""

    def __init__(
        self,
        socket: Path,
        columns: int = 110,
        lines: int = 32,
        env: Mapping[str, str] | None = None,
    ) -> None:
        self._tmux = ["tmux", "-S", str(socket), "-f", "/dev/null"]
        size = ["-x", str(columns), "-y", str(lines)]
        environment = {**(env or plain_environment()), "PS1": "ready$ ", "LC_ALL": "C.UTF-8"}
        self._run("new-session", "-d", *size, "env PS1='ready$ ' sh", env=environment)
        self.wait_for("ready$")

    def send(self, *keys: str) -> None:
        """Press keys, by tmux's names."""
        self._run("send-keys", *keys)

    def enter(self, line: str) -> None:
        """Type a line."""
        self._run("send-keys", "-l", line)
        self._run("send-keys", "Enter")

    def screen(self) -> str:
        """What is on the screen."""
        return self._run("capture-pane", "-p")

    def wait_for(self, *texts: str) -> str:
        """The screen as soon as it has all `texts` at once."""
        end = time.monotonic() + _PATIENCE
        screen = self.screen()
        while not all(text in screen for text in texts):
            assert time.monotonic() < end, f"{texts} do not come up together:\n{screen}"
            time.sleep(0.05)
            screen = self.screen()
        return screen

    def close(self) -> None:
        """End the server and all in it."""
        self._run("kill-server")

    def _run(self, *arguments: str, env: dict[str, str] | None = None) -> str:
        done = subprocess.run(
            [*self._tmux, *arguments], capture_output=True, text=True, check=True, env=env
        )
        return done.stdout
