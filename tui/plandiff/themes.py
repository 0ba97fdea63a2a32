"""The colours of the viewer. Signs and words say the same, so any of them will do.

Each theme gets those colours of differences that are as dark; what is made of them (backgrounds,
dim text) comes from its own background, so that it is legible on any.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import cache
from typing import Final

from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.palette import Palette
from textual.color import BLACK, WHITE, Color
from textual.theme import BUILTIN_THEMES, Theme

DEFAULT: Final = "plandiff-dark"
LIGHT: Final = "plandiff-light"
WITHOUT_COLOURS: Final = "plandiff-plain"
"""What NO_COLOR chooses."""

_TONES: Final = ("missing", "extra", "changed", "moved", "failing")
_STYLES: Final = {
    **dict.fromkeys((f"diff-{tone}-style" for tone in _TONES), "none"),
    "diff-failing-style": "bold",
    "diff-dim-style": "none",
    "diff-same-style": "none",
    "diff-cursor-style": "none",
    "diff-cursor-blurred-style": "none",
}
"""Letters, where colours say it already."""
_BAND: Final = 0.13
"""How much of its colour is in the background of a difference."""
_EQUAL: Final = 0.32
"""How much of the background is in text that both sides have."""
_CURSOR: Final = 0.24
"""How much of the theme's first colour is behind the row at the cursor."""
LEAST_CONTRAST: Final = 4.5
"""Of text and its background: WCAG 2.2, success criterion 1.4.3."""
_RULE: Final = 0.7
"""How much of the background is in what is no text."""

_DARK: Final = {
    "diff-missing": "#ff8f8f",
    "diff-extra": "#7fd88f",
    "diff-changed": "#f0c674",
    "diff-moved": "#c5a5f5",
    "diff-failing": "#ff6b6b",
    "diff-match": "#ffd75f",
}
_LIGHT: Final = {
    "diff-missing": "#a3201a",
    "diff-extra": "#155c28",
    "diff-changed": "#6b4700",
    "diff-moved": "#5f3399",
    "diff-failing": "#b00020",
    "diff-match": "#7a5900",
}

_LIGHT_TINTS: Final = {
    "missing": "#ffd7d7",
    "extra": "#d7ffd7",
    "changed": "#ffffaf",
    "moved": "#ffd7ff",
    "failing": "#ffd7d7",
}
"""Backgrounds of differences among 256 colours; what is nearest to a paler one has no colour."""

THEMES: Final = (
    Theme(
        name=DEFAULT,
        primary="#5f9fd7",
        secondary="#8aa0b8",
        accent="#5f9fd7",
        background="#15181c",
        surface="#15181c",
        panel="#1f242b",
        foreground="#d8dee6",
        dark=True,
    ),
    Theme(
        name=LIGHT,
        primary="#1f5fa8",
        secondary="#5a6b7f",
        accent="#1f5fa8",
        background="#fbfbf9",
        surface="#fbfbf9",
        panel="#e9ebee",
        foreground="#1c2228",
        dark=False,
    ),
    # No colours at all: letters say what they said. Textual's own answer to NO_COLOR is greys.
    Theme(
        name=WITHOUT_COLOURS,
        ansi=True,
        primary="ansi_default",
        secondary="ansi_default",
        accent="ansi_default",
        warning="ansi_default",
        error="ansi_default",
        success="ansi_default",
        foreground="ansi_default",
        background="ansi_default",
        surface="ansi_default",
        panel="ansi_default",
        boost="ansi_default",
        variables={
            **{
                name: "ansi_default" if value.startswith("ansi_") else value
                for name, value in BUILTIN_THEMES["ansi-dark"].variables.items()
            },
            **dict.fromkeys(
                (
                    *("scrollbar", "scrollbar-hover", "scrollbar-active"),
                    *("scrollbar-background", "scrollbar-background-hover"),
                    *("scrollbar-background-active", "scrollbar-corner-color"),
                ),
                "ansi_default",
            ),
            "block-cursor-text-style": "reverse",
            "input-cursor-text-style": "reverse",
            **{f"diff-{tone}": "ansi_default" for tone in _TONES},
            "diff-missing-style": "underline",
            "diff-extra-style": "bold",
            "diff-changed-style": "bold",
            "diff-moved-style": "italic",
            "diff-failing-style": "bold reverse",
        },
    ),
)

_ANSI_DARK: Final = {
    "diff-missing": "ansi_bright_red",
    "diff-extra": "ansi_bright_green",
    "diff-changed": "ansi_bright_yellow",
    "diff-moved": "ansi_bright_magenta",
    "diff-failing": "ansi_bright_red",
}
_ANSI_LIGHT: Final = {
    "diff-missing": "ansi_red",
    "diff-extra": "ansi_blue",
    "diff-changed": "ansi_magenta",
    "diff-moved": "ansi_default",
    "diff-failing": "ansi_red",
    "diff-moved-style": "italic",
}
"""Green, yellow and cyan of most terminals cannot be read on white."""
_ANSI: Final = {
    "diff-match": "ansi_default",
    "diff-text": "ansi_default",
    "diff-dim": "ansi_default",
    "diff-same": "ansi_default",
    "diff-rule": "ansi_default",
    "diff-cursor": "ansi_default",
    "diff-cursor-blurred": "ansi_default",
    **{f"diff-{tone}-band": "ansi_default" for tone in _TONES},
    **_STYLES,
    "diff-dim-style": "dim",
    "diff-same-style": "dim",
    "diff-cursor-style": "reverse",
    "diff-cursor-blurred-style": "underline",
}
"""For the themes that use the terminal's own sixteen colours. Of these nothing is known but that
they are legible on the terminal's background, so there are no others, and the cursor exchanges the
two."""


class Depth(StrEnum):
    """How many colours a terminal has, as Rich calls it."""

    TRUE = "truecolor"
    PALETTE = "256"
    ANSI = "standard"


def theme_for(name: str, depth: str, themes: dict[str, Theme]) -> str:
    """The theme to begin with: on sixteen colours one that uses these, as dark as the one wanted,
    for others would be rounded to what cannot be read."""
    theme = themes.get(name)
    if depth != Depth.ANSI or theme is None or theme.ansi:
        return name
    return "ansi-dark" if theme.dark else "ansi-light"


def in_palette(theme: Theme) -> Theme:
    """The same theme in the colours of a terminal that has 256, which are nearest."""
    if theme.ansi:
        return theme
    colours = theme.to_color_system().generate()
    names = "primary", "background", "surface", "panel", "foreground"
    found = {name: _nearest(Color.parse(colours[name])).hex6 for name in names}
    return replace(
        theme,
        primary=found["primary"],
        background=found["background"],
        surface=found["surface"],
        panel=found["panel"],
        foreground=found["foreground"],
    )


def variables_of(theme: Theme, depth: str = Depth.TRUE) -> dict[str, str]:
    """The variables of the style sheet that are about differences, in colours that a terminal of
    that depth has."""
    if theme.ansi:
        return {**_ANSI, **(_ANSI_DARK if theme.dark else _ANSI_LIGHT)}
    has_all = depth != Depth.PALETTE
    fit = _same if has_all else _nearest
    colours = theme.to_color_system().generate()
    background, foreground = (
        fit(Color.parse(colours[name])) for name in ("background", "foreground")
    )
    cursor = fit(background.blend(Color.parse(colours["primary"]), _CURSOR))
    named = _DARK if theme.dark else _LIGHT
    if has_all:
        bands = {t: background.blend(Color.parse(named[f"diff-{t}"]), _BAND) for t in _TONES}
    elif theme.dark:
        # Of dark colours a palette has too few: one that all differences share.
        bands = dict.fromkeys(_TONES, fit(background.blend(foreground, _BAND)))
    else:
        bands = {tone: Color.parse(tint) for tone, tint in _LIGHT_TINTS.items()}
    # A badge stands on any of them.
    backgrounds = [background, fit(Color.parse(colours["panel"])), cursor, *bands.values()]
    shades = {
        "diff-cursor": cursor,
        "diff-cursor-blurred": fit(background.blend(cursor, 0.5)),
        "diff-rule": fit(foreground.blend(background, _RULE)),
        "diff-match": fit(Color.parse(named["diff-match"])),
        **{f"diff-{tone}-band": band for tone, band in bands.items()},
    }
    for tone in _TONES:
        colour = Color.parse(named[f"diff-{tone}"])
        shades[f"diff-{tone}"] = _legible(colour, foreground, backgrounds, fit)
    shades["diff-text"] = _legible(foreground, foreground, backgrounds, fit)
    dim = _legible(foreground.blend(background, _EQUAL), foreground, backgrounds, fit)
    shades["diff-dim"] = shades["diff-same"] = dim
    return {**{name: colour.hex6 for name, colour in shades.items()}, **_STYLES}


def _same(colour: Color) -> Color:
    return colour


@cache
def _palette() -> tuple[Sequence[Color], Palette]:
    """The colours that Rich rounds to themselves for a terminal that has 256."""
    kept = []
    for number in range(16, 256):
        triplet = RichColor.from_ansi(number).get_truecolor()
        rounded = RichColor.from_triplet(triplet).downgrade(ColorSystem.EIGHT_BIT)
        if rounded.get_truecolor() == triplet:
            kept.append(triplet)
    return [Color(*triplet) for triplet in kept], Palette(
        [(red, green, blue) for red, green, blue in kept]
    )


def _nearest(colour: Color) -> Color:
    """The one of them that is nearest to a colour."""
    colours, palette = _palette()
    return colours[palette.match(colour.rgb)]


def contrast(one: Color, other: Color) -> float:
    """How well colours stand out of one another, from 1 to 21: WCAG 2.2, contrast ratio."""
    darker, lighter = sorted(map(_luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Color) -> float:
    """WCAG 2.2, relative luminance, from 0 to 1."""
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
        for share in colour.normalized
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _legible(
    colour: Color,
    foreground: Color,
    backgrounds: Sequence[Color],
    fit: Callable[[Color], Color],
) -> Color:
    """The colour, as much nearer to that of all text as it takes to be read, as `fit` has it."""
    end = WHITE if foreground.brightness > 0.5 else BLACK
    for step in range(11):
        nearer = fit(colour.blend(end, step / 10))
        if all(contrast(nearer, behind) >= LEAST_CONTRAST for behind in backgrounds):
            break
    return nearer
