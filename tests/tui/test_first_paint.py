"""The viewer paints before it compares, and before what compares is loaded."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from plandiff.app import PlandiffApp
from plandiff.screens.viewer import ViewerScreen
from plandiff.widgets.action_list import ActionPane
from planfiles.command import Exit
from support.examples import DELIVERY
from support.judged import write_slow_pair
from support.pseudo_terminal import PseudoTerminal
from support.viewer import open_app, viewer

FILES = DELIVERY / "learned.pddl", DELIVERY / "reference.pddl"
MOMENTS = 40
"""Half a millisecond apart."""
TURNS = range(MOMENTS * int(os.environ.get("START_ROUNDS", "1")))
LATER = (
    *("plancore.compare", "plancore.model", "plancore.metrics", "plancore.simulate"),
    *(
        "plandiff.compare",
        "plandiff.session",
        "plandiff.screens.review",
        "plandiff.widgets.aligned_view",
    ),
)


@pytest.mark.slow
@pytest.mark.viewer_behaviour(27)
def test_what_compares_is_not_loaded_before_something_is_painted() -> None:
    script = "import sys, plandiff.app; print(*sys.modules)"
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    modules = done.stdout.split()
    assert "textual.app" in modules
    assert [module for module in modules if module.startswith(LATER)] == []


@pytest.mark.viewer_behaviour(27)
async def test_the_first_words_are_painted_before_the_first_screen_is_made() -> None:
    painted: list[str] = []

    def first() -> ViewerScreen:
        strips = app.screen._compositor.render_strips()
        painted.append("\n".join(strip.text for strip in strips))
        made = open_app(*FILES).first
        assert made is not None
        return made

    app = PlandiffApp(first, waiting="comparing one ▸ other …")
    async with app.run_test() as pilot:
        while not painted:
            await pilot.pause(0.01)
        assert "comparing one ▸ other …" in painted[0]
        await pilot.press("q")
    assert app.return_value is not None


@pytest.mark.slow
@pytest.mark.e2e
@pytest.mark.skipif(sys.platform == "win32", reason="there is no terminal of its own")
@pytest.mark.viewer_behaviour(27)
def test_keys_work_while_plans_are_still_being_judged(tmp_path: Path) -> None:
    """The files are named before they are compared, the review is there before its plans are."""
    write_slow_pair(tmp_path / "pair")
    command = ["-m", "plandiff", "learned.pddl", "reference.pddl"]
    with PseudoTerminal(command, tmp_path / "pair") as terminal:
        for text in ("comparing reference.pddl ▸ learned.pddl …", "change 1/3", "plans executed"):
            terminal.wait_for(text)
        terminal.send(b"n")
        terminal.wait_for("change 2/3")
        terminal.wait_for("plans executed")
        terminal.send(b"q")
        assert terminal.end() == Exit.DIFFERENT


@pytest.mark.long
@pytest.mark.viewer_behaviour(37)
@pytest.mark.parametrize("turn", TURNS)
async def test_quitting_at_any_moment_of_the_start_is_no_trouble(turn: int) -> None:
    made: list[ViewerScreen] = []

    def first() -> ViewerScreen:
        screen = open_app(*FILES).first
        assert screen is not None
        made.append(screen)
        return screen

    app = PlandiffApp(first, waiting="…")
    async with app.run_test() as pilot:
        while not made:
            await pilot.pause(0.01)
        for _ in range(turn % MOMENTS):
            await asyncio.sleep(0.0005)
        await pilot.press("q")
    assert app.return_value is not None


@pytest.mark.slow
async def test_what_is_asked_of_a_list_that_is_gone_is_no_trouble() -> None:
    """As what it is to do after a refresh is, where somebody quits before that."""
    async with viewer(*FILES, size=(120, 40)) as view:
        pane = view.screen.query_one(ActionPane)
        await pane.remove()
        view.screen.call_after_refresh(pane.on_resize)
