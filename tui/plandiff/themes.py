"""The viewer's themes. Signs and words show the same as colours, so that any theme can be used.

Colours of differences are for dark or for light themes; backgrounds and dim text are blended with a
theme's own background, so that they are legible on it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import cache
from typing import Any, Final

from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.palette import Palette
from textual.color import BLACK, WHITE, Color
from textual.theme import BUILTIN_THEMES, Theme

DEFAULT: Final = "plandiff-dark"
LIGHT: Final = "plandiff-light"
WITHOUT_COLOURS: Final = "plandiff-plain"
"""The theme for NO_COLOR."""

_TONES: Final = ("missing", "extra", "changed", "moved", "failing")
_STYLES: Final = {
    **dict.fromkeys((f"diff-{tone}-style" for tone in _TONES), "none"),
    "diff-failing-style": "bold",
    "diff-dim-style": "none",
    "diff-same-style": "none",
    "diff-cursor-style": "none",
    "diff-cursor-blurred-style": "none",
}
"""Text styles in themes with colours."""
_BAND: Final = 0.13
"""The share of its colour in the background of a difference."""
_EQUAL: Final = 0.32
"""The share of the background in text that both sides have."""
_CURSOR: Final = 0.24
"""The share of the primary colour in the background of the row at the cursor."""
LEAST_CONTRAST: Final = 4.5
"""The least contrast of text and background: WCAG 2.2, success criterion 1.4.3."""
_RULE: Final = 0.7
"""The share of the background in rules."""

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

_DARK_CURSOR: Final = "#00005f"
"""For 256 colours: the nearest of other colours would be the grey of differences."""
_LIGHT_TINTS: Final = {
    "missing": "#ffd7d7",
    "extra": "#d7ffd7",
    "changed": "#ffffaf",
    "moved": "#ffd7ff",
    "failing": "#ffd7d7",
}
"""Backgrounds of differences with 256 colours, where paler ones would be rounded to greys."""

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
    # No colours, only text styles. Textual itself uses greys for NO_COLOR.
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
"""Without green, yellow and cyan, which most terminals show illegibly on white."""
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
"""For themes with the terminal's own sixteen colours. These are only known to be legible on the
terminal's background, so there are no other backgrounds, and the cursor is in reverse video."""


class Depth(StrEnum):
    """The colour depth of a terminal, with Rich's names."""

    TRUE = "truecolor"
    PALETTE = "256"
    ANSI = "standard"


def theme_for(name: str, depth: str, themes: dict[str, Theme]) -> str:
    """The theme to start with. With sixteen colours, it is replaced by a dark or light theme that
    uses these, because others would be rounded to illegible colours."""
    theme = themes.get(name)
    if depth != Depth.ANSI or theme is None or theme.ansi:
        return name
    return "ansi-dark" if theme.dark else "ansi-light"


def in_palette(theme: Theme) -> Theme:
    """The theme with colours rounded to the nearest of 256."""
    if theme.ansi:
        return theme
    colours = theme.to_color_system().generate()
    names = "primary", "background", "surface", "panel", "foreground"
    found: dict[str, Any] = {n: _nearest(Color.parse(colours[n])).hex6 for n in names}
    return replace(theme, **found)


def variables_of(theme: Theme, depth: str = Depth.TRUE) -> dict[str, str]:
    """The style sheet's variables for differences, in colours of the given depth."""
    if theme.ansi:
        return {**_ANSI, **(_ANSI_DARK if theme.dark else _ANSI_LIGHT)}
    has_all = depth != Depth.PALETTE
    fit = _same if has_all else _nearest
    colours = theme.to_color_system().generate()
    background, foreground = (
        fit(Color.parse(colours[name])) for name in ("background", "foreground")
    )
    cursor = fit(background.blend(Color.parse(colours["primary"]), _CURSOR))
    if theme.dark and not has_all:
        cursor = Color.parse(_DARK_CURSOR)
    named = _DARK if theme.dark else _LIGHT
    if has_all:
        bands = {t: background.blend(Color.parse(named[f"diff-{t}"]), _BAND) for t in _TONES}
    elif theme.dark:
        # The palette has too few dark colours, so all differences share one.
        bands = dict.fromkeys(_TONES, fit(background.blend(foreground, _BAND)))
    else:
        bands = {tone: Color.parse(tint) for tone, tint in _LIGHT_TINTS.items()}
    # A badge can be on any of these.
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
    """The colours of a terminal with 256 that Rich does not round to others."""
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
    colours, palette = _palette()
    return colours[palette.match(colour.rgb)]


def contrast(one: Color, other: Color) -> float:
    """The contrast ratio of two colours, from 1 to 21: WCAG 2.2."""
    darker, lighter = sorted(map(_luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Color) -> float:
    """The relative luminance, from 0 to 1: WCAG 2.2."""
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
        for share in colour.normalized
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _legible(
    colour: Color, foreground: Color, backgrounds: Sequence[Color], fit: Callable[[Color], Color]
) -> Color:
    """The colour, blended with white or black until it is legible on all `backgrounds`."""
    end = WHITE if foreground.brightness > 0.5 else BLACK
    for step in range(11):
        nearer = fit(colour.blend(end, step / 10))
        if all(contrast(nearer, behind) >= LEAST_CONTRAST for behind in backgrounds):
            break
    return nearer
