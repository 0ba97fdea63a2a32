"""The command in a real terminal, with tmux: keys in, screen out, and a clean end."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.examples import DELIVERY
from support.plandiff_run import plain_environment

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed"),
]

COMMAND = f"{sys.executable} -m plandiff"


class Terminal:
    """A shell in tmux, on a server of its own."""

    def __init__(self, socket: Path, columns: int = 110, lines: int = 32) -> None:
        self._tmux = ["tmux", "-S", str(socket), "-f", "/dev/null"]
        size = ["-x", str(columns), "-y", str(lines)]
        environment = plain_environment() | {"PS1": "ready$ ", "LC_ALL": "C.UTF-8"}
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

    def wait_for(self, text: str, seconds: float = 120) -> str:
        """The screen as soon as it has `text`."""
        end = time.monotonic() + seconds
        while text not in (screen := self.screen()):
            assert time.monotonic() < end, f"{text!r} does not come up:\n{screen}"
            time.sleep(0.05)
        return screen

    def close(self) -> None:
        """End the server and all in it."""
        self._run("kill-server")

    def _run(self, *arguments: str, env: dict[str, str] | None = None) -> str:
        done = subprocess.run(
            [*self._tmux, *arguments], capture_output=True, text=True, check=True, env=env
        )
        return done.stdout


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    made = Terminal(tmp_path / "tmux")
    made.enter(f"cd {DELIVERY}")
    yield made
    made.close()


def test_review_walk_and_quit(terminal: Terminal) -> None:
    terminal.enter(f"{COMMAND} learned.pddl reference.pddl; echo status=$?")
    screen = terminal.wait_for("change 1/6")
    assert "similarity 0.743" in screen
    assert "+   (not (has ?a ?p))" in screen
    terminal.send("n", "n")
    terminal.wait_for("change 3/6")
    terminal.send("?")
    terminal.wait_for("worst actions first")
    terminal.send("Escape")
    terminal.wait_for("change 3/6")
    terminal.send("q")
    screen = terminal.wait_for("status=1")
    assert "similarity" not in screen


def test_text_on_standard_input_leaves_the_keys_alive(terminal: Terminal) -> None:
    terminal.enter(f"{COMMAND} - reference.pddl < learned.pddl; echo status=$?")
    assert "<stdin> ▸ reference.pddl" in terminal.wait_for("change 1/6")
    terminal.send("n")
    terminal.wait_for("change 2/6")
    terminal.send("q")
    terminal.wait_for("status=1")


def test_a_format_or_a_pipe_prints(terminal: Terminal) -> None:
    terminal.enter(f"{COMMAND} learned.plan reference.plan | cat; echo done=$?")
    assert "PlanningLCS" in terminal.wait_for("done=0")
    terminal.enter("clear")
    terminal.enter(f"{COMMAND} --format text learned.plan reference.plan; echo status=$?")
    assert "PlanningLCS" in terminal.wait_for("status=1")


def test_trouble_is_one_line_on_a_clean_screen(terminal: Terminal) -> None:
    terminal.enter(f"{COMMAND} learned.plan reference.pddl; echo status=$?")
    screen = terminal.wait_for("status=2")
    assert "plandiff: error: cannot compare learned.plan (a plan) with" in screen


def test_a_signal_leaves_the_terminal_as_it_was(terminal: Terminal) -> None:
    terminal.enter(f"{COMMAND} learned.pddl reference.pddl")
    terminal.wait_for("change 1/6")
    tty = terminal._run("display-message", "-p", "#{pane_tty}").strip().removeprefix("/dev/")
    listed = subprocess.run(
        ["ps", "-t", tty, "-o", "pid=,args="], capture_output=True, text=True, check=True
    )
    pid = next(line.split()[0] for line in listed.stdout.splitlines() if "plandiff" in line)
    subprocess.run(["kill", "-TERM", pid], check=True)
    terminal.wait_for("ready$")
    terminal.enter("echo alive")
    terminal.wait_for("alive")
    assert terminal._run("display-message", "-p", "#{alternate_on}").strip() == "0"


def test_ctrl_c_ends_it(terminal: Terminal) -> None:
    terminal.enter(f"{COMMAND} learned.pddl reference.pddl; echo status=$?")
    terminal.wait_for("change 1/6")
    terminal.send("C-c")
    terminal.wait_for("status=1")
