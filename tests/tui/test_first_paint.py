"""The viewer paints before it compares, and before what compares is loaded."""

from __future__ import annotations

import subprocess
import sys

import pytest

from plandiff.app import PlandiffApp
from plandiff.screens.viewer import ViewerScreen
from support.examples import DELIVERY
from support.viewer import open_app

FILES = DELIVERY / "learned.pddl", DELIVERY / "reference.pddl"
LATER = (
    *("plancore.compare", "plancore.model", "plancore.metrics", "plancore.simulate"),
    *(
        "plandiff.compare",
        "plandiff.session",
        "plandiff.screens.review",
        "plandiff.widgets.aligned_view",
    ),
)


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
