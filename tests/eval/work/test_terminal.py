"""What is said of a run on a real terminal, where the line of progress stands."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.examples import ROOT
from support.plandiff_run import plain_environment
from support.terminal import Terminal

pytestmark = pytest.mark.needs("tmux")


@pytest.fixture(params=[100, 40])
def terminal(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Terminal]:
    """One with room for the line of progress, and one that it fills."""
    environment = plain_environment() | {"PYTHONPATH": str(ROOT / "tests")}
    made = Terminal(tmp_path / "tmux", columns=request.param, env=environment)
    yield made
    made.close()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_leaves_the_remark_on_a_line_of_its_own(
    terminal: Terminal, tmp_path: Path, jobs: str
) -> None:
    terminal.enter(f"cd {tmp_path}")
    call = f"{sys.executable} -m support.fake_run run 9 --wait 2 --jobs {jobs}"
    (tmp_path / "call").write_text(f"clear; exec {call}\n")
    terminal.enter("sh ./call")
    terminal.wait_for("waiting [")
    terminal.send("C-c")
    lines = terminal.wait_for("ready$").splitlines()
    lines = lines[: lines.index("ready$")]
    # The remark may take several lines.
    assert "".join("".join(lines).split()) == (
        "planeval:resultssofarareinrun;runthesamecommandagaintocontinue"
    )
    assert lines[0].startswith("planeval: results so far are in run;"[:40])
