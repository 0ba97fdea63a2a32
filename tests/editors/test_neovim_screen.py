"""What a person sees of Neovim in a terminal of 80 columns, without knowing a key of planlsp."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from support import editor_review, neovim
from support.terminal import Terminal

pytestmark = pytest.mark.editor


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    """Neovim with `learned.pddl` of the delivery example, its lenses drawn."""
    learned = editor_review.fresh_example(tmp_path / "delivery") / "learned.pddl"
    editor = neovim.installed()
    variables = neovim.with_server(neovim.environment(tmp_path, neovim.user_lines(0)))
    screen = Terminal(tmp_path / "tmux", 80, 30, {**variables, "TERM": "xterm-256color"})
    try:
        screen.enter(f"{editor} -i NONE -n {learned}")
        screen.wait_for("similarity 0.714")
        yield screen
    finally:
        screen.close()


def test_a_message_is_read_whole_below_the_cursor(terminal: Terminal) -> None:
    terminal.send("3", "1", "G")
    terminal.send("]", "d")
    screen = terminal.wait_for("1 invalid plan")
    lines = [line.strip(" └─") for line in screen.splitlines()]
    (first,) = (at for at, line in enumerate(lines) if line.startswith("missing precondition"))
    message = " ".join(lines[first : first + 2])
    assert "`(available ?a)`; accepts 1 of 1 invalid plan" in message
    assert "Press ENTER" not in screen


def test_the_review_stands_beside_the_file_and_leads_to_the_reference(terminal: Terminal) -> None:
    terminal.enter(":PlanReview")
    screen = terminal.wait_for(": 6 differences: 5 in 3 of 3 actions")
    assert "gd learned.pddl · gD reference" in screen
    assert "(define (domain delivery)" in screen
    terminal.send("]", "d")
    terminal.send("g", "D")
    terminal.wait_for("delivery/reference.pddl")


def test_repairs_are_offered_by_number(terminal: Terminal) -> None:
    terminal.enter(":PlanRepair")
    terminal.wait_for("1: ", "2 edits make 1 plan in this directory valid")
    terminal.send("1", "Enter")
    terminal.wait_for("repaired learned.pddl, not saved yet")


def test_the_viewer_comes_and_goes(terminal: Terminal) -> None:
    terminal.enter(":PlanViewer")
    screen = terminal.wait_for("F1 0.848")
    assert "reference.pddl" in screen
    terminal.send("q")
    terminal.wait_for("(define (domain delivery)")
