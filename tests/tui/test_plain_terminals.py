"""Terminals that show no colours, or nothing but ASCII; and colours that can be read."""

from __future__ import annotations

import re
import sys
from itertools import chain

import pytest

from plandiff.terminal import shows_only_ascii
from plandiff.themes import WITHOUT_COLOURS
from support.examples import DELIVERY
from support.terminal import Terminal
from support.viewer import viewer

DOMAINS = DELIVERY / "learned.pddl", DELIVERY / "reference.pddl"
PLANS = DELIVERY / "learned.plan", DELIVERY / "reference.plan"
COLOUR = re.compile(r"\x1b\[(?:[\d;]*;)?(?:3[0-8]|4[0-8]|9\d|10[0-7])[;m]")
COMMAND = f"{sys.executable} -m plandiff"


@pytest.mark.e2e
@pytest.mark.needs("tmux")
@pytest.mark.viewer_behaviour(32)
def test_a_terminal_of_ascii_gets_nothing_else(terminal: Terminal) -> None:
    terminal.enter(f"LC_ALL=C {COMMAND} learned.plan reference.plan")
    screen = terminal.wait_for("change 2/5")
    assert screen.isascii()
    assert re.search(r"X 3 \(drop-off ann parcel square\)", screen)
    terminal.send("q")
    terminal.wait_for("ready$")
    terminal.enter("clear")
    terminal.enter(f"LC_ALL=C {COMMAND} --format text learned.plan reference.plan; echo status=$?")
    assert terminal.wait_for("status=1").isascii()


@pytest.mark.e2e
@pytest.mark.needs("tmux")
@pytest.mark.viewer_behaviour(32)
def test_bars_and_the_map_are_no_figures_in_ascii(terminal: Terminal) -> None:
    terminal.enter(f"LC_ALL=C {COMMAND} learned.pddl reference.pddl")
    screen = terminal.wait_for("+ learned: learned.pddl", "change 1/6 by plans", "#")
    rows = re.split(r"\n.*\+ learned: learned.pddl.*\n", screen)[1].partition("row  ")[0]
    assert [row for row in rows.splitlines() if re.search(r"\d\W?$", row.rstrip())] == []
    terminal.send("q")
    terminal.wait_for("ready$")


@pytest.mark.e2e
@pytest.mark.needs("tmux")
@pytest.mark.viewer_behaviour(32)
def test_no_color_is_no_colour_and_letters_tell_the_differences(terminal: Terminal) -> None:
    terminal.enter("clear")
    terminal.enter(f"NO_COLOR=1 {COMMAND} learned.plan reference.plan")
    terminal.wait_for("change 2/5")
    painted = terminal._run("capture-pane", "-p", "-e")
    assert not COLOUR.search(painted)
    for letters, sign in (("1", "+"), ("4", "-"), ("1;7", "✗")):
        assert re.search(rf"\x1b\[(?:0;)?{letters}m(?:\x1b\[[349;]+m)*[ ▸]?{sign}", painted), sign


def test_the_locale_says_which_characters_a_terminal_shows() -> None:
    for locale in ("C", "POSIX", "de_DE.ISO-8859-1", "en_US"):
        assert shows_only_ascii({"LC_ALL": locale, "LANG": "C.UTF-8"})
        assert shows_only_ascii({"LANG": locale})
    for locale in ("C.UTF-8", "de_DE.utf8", "en_GB.UTF-8"):
        assert not shows_only_ascii({"LC_CTYPE": locale, "LANG": "C"})
    assert not shows_only_ascii({})


@pytest.mark.viewer_behaviour(33)
@pytest.mark.parametrize(
    "theme",
    [
        "ansi-dark",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("ansi-light", WITHOUT_COLOURS)),
    ],
)
async def test_the_terminals_own_colours_stand_on_its_own_background(theme: str) -> None:
    async with viewer(*PLANS, "--theme", theme) as view:
        rows = view.screen.aligned
        strips = rows.render_lines(rows.size.region)
        for _, style, _ in chain.from_iterable(strips):
            assert style is None or style.bgcolor is None or style.bgcolor.is_default
        cursor = strips[rows.screen_line]
        assert all(style is not None and style.reverse for _, style, _ in cursor)


@pytest.mark.viewer_behaviour(35)
async def test_places_are_links_to_files_that_are_there() -> None:
    form = "x-edit:{path}:{line}"
    async with viewer(*PLANS, "--links", "always", "--link-format", form) as view:
        links = [
            (segment.text.rpartition("/")[2], segment.style.link)
            for strip in view.app.screen._compositor.render_strips()
            for segment in strip
            if segment.style is not None and segment.style.link
        ]
        assert links == [("learned.plan:4:1", f"x-edit:{PLANS[0].as_posix()}:4")]
