"""Terminals that show no colours, or nothing but ASCII; and colours that can be read."""

from __future__ import annotations

import re
import sys
from itertools import chain

import pytest
from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.segment import Segment
from textual.color import Color
from textual.theme import BUILTIN_THEMES

from plandiff.terminal import shows_only_ascii
from plandiff.themes import (
    LEAST_CONTRAST,
    THEMES,
    WITHOUT_COLOURS,
    Depth,
    contrast,
    in_palette,
    variables_of,
)
from support.examples import DELIVERY
from support.terminal import Terminal
from support.viewer import open_app, opened, viewer

DOMAINS = DELIVERY / "learned.pddl", DELIVERY / "reference.pddl"
PLANS = DELIVERY / "learned.plan", DELIVERY / "reference.plan"
COLOUR = re.compile(r"\x1b\[(?:[\d;]*;)?(?:3[0-8]|4[0-8]|9\d|10[0-7])[;m]")
COMMAND = f"{sys.executable} -m plandiff"


@pytest.mark.slow
@pytest.mark.e2e
@pytest.mark.needs("tmux")
@pytest.mark.viewer_behaviour(32)
def test_a_terminal_of_ascii_gets_nothing_else(terminal: Terminal) -> None:
    terminal.enter(f"LC_ALL=C {COMMAND} learned.plan reference.plan")
    screen = terminal.wait_for("change 2/5")
    assert screen.isascii()
    assert re.search(r"X +3 \(drop-off ann parcel square\)", screen)
    terminal.send("q")
    terminal.wait_for("ready$")
    terminal.enter("clear")
    terminal.enter(f"LC_ALL=C {COMMAND} --format text learned.plan reference.plan; echo status=$?")
    assert terminal.wait_for("status=1").isascii()


@pytest.mark.slow
@pytest.mark.e2e
@pytest.mark.needs("tmux")
@pytest.mark.viewer_behaviour(32)
def test_bars_and_the_map_are_no_figures_in_ascii(terminal: Terminal) -> None:
    terminal.enter(f"LC_ALL=C {COMMAND} learned.pddl reference.pddl")
    screen = terminal.wait_for("pick-up", "change 1/6 by plans", "#")
    below = re.split(r"\n[ >]*~ pick-up *\n", screen)[1].splitlines()
    foot = next(at for at, row in enumerate(below) if "learned.pddl:" in row)
    rows = [re.sub(r"(?:rejects|accepts) 1 of 1", "", row).rstrip() for row in below[:foot]]
    assert [row for row in rows if re.search(r"\d\W?$", row)] == []
    terminal.send("q")
    terminal.wait_for("ready$")


@pytest.mark.slow
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
    async with viewer(*DOMAINS, "--links", "always", "--link-format", form) as view:
        links = [
            (segment.text.strip(), segment.style.link)
            for strip in view.app.screen._compositor.render_strips()
            for segment in strip
            if segment.style is not None and segment.style.link
        ]
        assert links == [("learned.pddl:28", f"x-edit:{DOMAINS[0].as_posix()}:28")]


TONES = "missing", "extra", "changed", "moved", "failing"
TERMINALS = {
    # Red, green, yellow, blue, magenta, cyan, from dark to bright, of xterm and of the VGA.
    "xterm": (
        "cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd",
        "ff0000 00ff00 ffff00 5c5cff ff00ff 0ff",
    ),
    "VGA": ("aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa", "ff5555 55ff55 ffff55 5555ff ff55ff 5ff"),
}
"""Their colours, dark and bright."""


@pytest.mark.parametrize("depth", [Depth.TRUE, Depth.PALETTE])
def test_every_tone_can_be_read_on_every_background_of_every_theme(depth: Depth) -> None:
    """As Rich rounds the colours for the terminal."""
    for theme in (*THEMES, *BUILTIN_THEMES.values()):
        if theme.ansi:
            continue
        theme = in_palette(theme) if depth is Depth.PALETTE else theme
        shades = variables_of(theme, depth)
        colours = {**theme.to_color_system().generate(), **shades}
        behind = ["background", "panel", "diff-cursor", "diff-cursor-blurred"]
        behind += [f"diff-{tone}-band" for tone in TONES]
        for name in ("diff-text", "diff-dim", "diff-same", *(f"diff-{tone}" for tone in TONES)):
            for ground in behind:
                one, other = (rounded(colours[each], depth) for each in (name, ground))
                assert contrast(one, other) >= LEAST_CONTRAST, (theme.name, name, ground)


def test_the_cursor_of_dark_themes_stays_apart_among_256_colours() -> None:
    for theme in (*THEMES, *BUILTIN_THEMES.values()):
        if theme.ansi or not theme.dark:
            continue
        shades = variables_of(in_palette(theme), Depth.PALETTE)
        others = {shades[f"diff-{tone}-band"] for tone in ("missing", "extra", "changed")}
        assert shades["diff-cursor"] not in others


def test_tints_of_light_themes_stay_apart_among_256_colours() -> None:
    for theme in (*THEMES, *BUILTIN_THEMES.values()):
        if theme.ansi or theme.dark:
            continue
        theme = in_palette(theme)
        shades = {"background": theme.background} | variables_of(theme, Depth.PALETTE)
        kinds = (f"diff-{tone}-band" for tone in ("missing", "extra", "changed", "moved"))
        names = ("background", "diff-cursor", *kinds)
        seen = {rounded(str(shades[name]), Depth.PALETTE) for name in names}
        assert len(seen) == len(names), theme.name


def rounded(colour: str, depth: Depth) -> Color:
    """The colour that a terminal shows."""
    if depth is Depth.TRUE:
        return Color.parse(colour)
    shown = RichColor.from_rgb(*Color.parse(colour).rgb).downgrade(ColorSystem.EIGHT_BIT)
    return Color(*shown.get_truecolor())


@pytest.mark.parametrize("name", ["ansi-dark", "ansi-light"])
@pytest.mark.parametrize("terminal", TERMINALS)
def test_sixteen_colours_can_be_read_as_terminals_have_them(name: str, terminal: str) -> None:
    shades = variables_of(BUILTIN_THEMES[name])
    names = "red", "green", "yellow", "blue", "magenta", "cyan"
    dark, bright = (dict(zip(names, of.split(), strict=True)) for of in TERMINALS[terminal])
    ground = Color.parse("black" if name == "ansi-dark" else "white")
    for tone in TONES:
        shade = shades[f"diff-{tone}"].removeprefix("ansi_")
        if shade == "default":
            continue
        table, colour = (bright, shade[7:]) if shade.startswith("bright_") else (dark, shade)
        assert contrast(Color.parse(f"#{table[colour]}"), ground) >= LEAST_CONTRAST, (tone, shade)


async def test_a_screen_in_256_colours_can_be_read() -> None:
    async with opened(open_app(*DOMAINS, depth=Depth.PALETTE), (120, 40)) as view:
        strips = view.app.screen._compositor.render_strips()
        told = [segment for strip in strips for segment in strip if segment.text.strip()]
        assert [segment for segment in told if not is_legible(segment)] == []


def is_legible(segment: Segment) -> bool:
    style = segment.style
    assert style is not None
    assert style.color is not None
    assert style.bgcolor is not None
    names = style.color.name, style.bgcolor.name
    letters, behind = (rounded(name, Depth.PALETTE) for name in names)
    return not any(map(str.isalnum, segment.text)) or contrast(letters, behind) >= LEAST_CONTRAST


@pytest.mark.parametrize(
    ("theme", "shown"), [("nord", "ansi-dark"), ("textual-light", "ansi-light")]
)
async def test_sixteen_colours_are_the_terminals_own(theme: str, shown: str) -> None:
    app = open_app(*DOMAINS, "--theme", theme, depth=Depth.ANSI)
    async with opened(app, (80, 24)):
        assert app.theme == shown
