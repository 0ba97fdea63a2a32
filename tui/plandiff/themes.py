"""The colours of the viewer. Signs and words say the same, so any of them will do.

Each theme gets those colours of differences that are as dark; what is made of them (backgrounds,
dim text) comes from its own background, so that it is legible on any.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

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

_ANSI: Final = {
    "diff-missing": "ansi_red",
    "diff-extra": "ansi_green",
    "diff-changed": "ansi_yellow",
    "diff-moved": "ansi_magenta",
    "diff-failing": "ansi_red",
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


def variables_of(theme: Theme) -> dict[str, str]:
    """The variables of the style sheet that are about differences."""
    if theme.ansi:
        return _ANSI
    colours = theme.to_color_system().generate()
    background, foreground = Color.parse(colours["background"]), Color.parse(colours["foreground"])
    cursor = background.blend(Color.parse(colours["primary"]), _CURSOR)
    named = _DARK if theme.dark else _LIGHT
    backgrounds = [background, Color.parse(colours["panel"]), cursor]
    shades = {
        "diff-cursor": cursor,
        "diff-cursor-blurred": background.blend(cursor, 0.5),
        "diff-rule": foreground.blend(background, _RULE),
        "diff-match": Color.parse(named["diff-match"]),
    }
    for tone in _TONES:
        colour = Color.parse(named[f"diff-{tone}"])
        band = shades[f"diff-{tone}-band"] = background.blend(colour, _BAND)
        shades[f"diff-{tone}"] = _legible(colour, foreground, (*backgrounds, band))
    bands = (shades[f"diff-{tone}-band"] for tone in _TONES)
    shades["diff-text"] = _legible(foreground, foreground, (*backgrounds, *bands))
    dim = _legible(foreground.blend(background, _EQUAL), foreground, backgrounds)
    shades["diff-dim"] = shades["diff-same"] = dim
    return {**{name: colour.hex6 for name, colour in shades.items()}, **_STYLES}


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


def _legible(colour: Color, foreground: Color, backgrounds: Sequence[Color]) -> Color:
    """The colour, as much nearer to that of all text as it takes to be read."""
    end = WHITE if foreground.brightness > 0.5 else BLACK
    for step in range(11):
        nearer = colour.blend(end, step / 10)
        if all(contrast(nearer, behind) >= LEAST_CONTRAST for behind in backgrounds):
            break
    return nearer
