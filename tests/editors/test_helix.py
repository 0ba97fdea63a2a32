"""Helix, set up by the commands that editors/helix/README.md tells the user to type."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from support import editor_review
from support.editor_review import ROOT
from support.terminal import Terminal

pytestmark = pytest.mark.editor


def test_the_readme_word_by_word(terminal: Terminal, tmp_path: Path) -> None:
    folder = editor_review.fresh_example(tmp_path / "home" / "delivery")
    readme = (ROOT / "editors" / "helix" / "README.md").read_text(encoding="utf-8")
    blocks = dict(re.findall(r"```(sh|toml)\n(.*?)```", readme, re.DOTALL))
    for line in blocks["sh"].splitlines():
        terminal.enter(line)
    configuration = tmp_path / "home" / ".config" / "helix" / "config.toml"
    terminal.enter(f"test -f {configuration.with_name('languages.toml')} && echo ma''de")
    terminal.wait_for("made")
    configuration.write_text(blocks["toml"], encoding="utf-8")
    terminal.enter(f"cd {folder} && hx learned.pddl")
    terminal.wait_for("(domain delivery)")
    terminal.enter(":32")
    terminal.wait_for("missing precondition `(available ?a)`")
    terminal.send("g", "s", "Space", "a")
    terminal.wait_for("Add precondition `(available ?a)`")
    terminal.send("Enter")
    terminal.enter(":w")
    terminal.enter(":open reference.pddl")
    terminal.enter(":13")
    terminal.send("g", "s", "l", "Space", "k")
    terminal.wait_for("required by move")
    terminal.send("Escape")
    terminal.enter(":13")
    terminal.send("g", "s", "l", "Space", "r")
    terminal.wait_for("rename-to:")
    terminal.send("C-u")
    terminal.enter("linked")
    terminal.wait_for("(linked ?from ?to - place)")
    terminal.enter(":write-all")
    terminal.enter(":open p01.pddl")
    terminal.wait_for("(linked harbour square)")
    assert (folder / "learned.pddl").read_text("utf-8").count("(available ?a)") == 4


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    """A shell in a home with a checkout, with Helix and the server on its PATH."""
    if shutil.which("tmux") is None:
        pytest.skip("tmux is not installed")
    helix = editor_review.installed("PLANLSP_HELIX", "helix/usr/bin/hx")
    home = tmp_path / "home"
    (home / "planlsp").mkdir(parents=True)
    (home / "planlsp" / "editors").symlink_to(ROOT / "editors")
    folders = [str(editor_review.server_command().parent), str(helix.parent), os.environ["PATH"]]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    environment = {**kept, "HOME": str(home), "PATH": os.pathsep.join(folders)}
    made = Terminal(tmp_path / "tmux", env={**environment, "TERM": "xterm-256color"})
    yield made
    made.close()
