"""`git difftool -d`: two folders of what has changed, one window."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from support.terminal import Terminal
from tui.test_batch import DOMAIN
from tui.test_git import Repository

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.viewer_behaviour(4),
    pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed"),
]
TREES = ("difftool", "-d", "-t", "plandiff")


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """One domain is changed, one the same, one gone, one new; and a file that is no PDDL."""
    made = Repository(tmp_path)
    made.setup()
    for name in ("changed", "same", "gone"):
        made.write(f"{name}.pddl", DOMAIN.format(name, ""))
    made.write("notes.txt", "one")
    made.commit()
    made.write("changed.pddl", DOMAIN.format("changed", "(r)"))
    made.write("new.pddl", DOMAIN.format("new", ""))
    made.write("notes.txt", "two")
    (made.folder / "gone.pddl").unlink()
    made.git("add", "-N", "new.pddl")
    return made


def test_every_changed_file_is_a_row(repository: Repository) -> None:
    repository.environment["PLANDIFF_FORMAT"] = "json"
    run = json.loads(repository.git(*TREES))
    assert (run["learned"], run["reference"]) == ("b", "a")
    assert {entry["pair"]: entry["status"] for entry in run["pairs"]} == {
        "changed.pddl": "different",
        "gone.pddl": "missing",
        "new.pddl": "extra",
    }
    note = {entry["pair"]: entry["note"] for entry in run["pairs"]}["changed.pddl"]
    assert note == "b: extra (r)"


@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
@pytest.mark.viewer_behaviour(39)
def test_one_window_with_all_pairs(repository: Repository, tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "tmux", env=repository.environment)
    try:
        terminal.enter(f"cd {repository.folder} && git {' '.join(TREES)}; echo left $?")
        screen = terminal.wait_for("1/3")
        assert "b ▸ a  3 pairs" in screen
        assert all(name in screen for name in ("changed.pddl", "gone.pddl", "new.pddl"))
        terminal.send("Enter")
        screen = terminal.wait_for("change 1/")
        assert "b/changed.pddl" in screen
        terminal.send("Escape")
        terminal.wait_for("1/3")
        terminal.send("q")
        terminal.wait_for("left 0")
    finally:
        terminal.close()
