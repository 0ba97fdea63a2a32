"""The colours of the viewer. Signs and words say the same, so any of them will do.

A theme names the colours of differences, or gets those of ours that are as dark; what is made of
them (backgrounds, dim text) comes from its own background, so that it is legible on any.
"""

from __future__ import annotations

from typing import Final

from textual.color import Color
from textual.theme import Theme

DEFAULT: Final = "plandiff-dark"

_TONES: Final = ("missing", "extra", "changed", "moved", "failing")
_BAND: Final = 0.13
"""How much of its colour is in the background of a difference."""
_EQUAL: Final = 0.32
"""How much of the background is in text that both sides have."""
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
        name="plandiff-light",
        primary="#1f5fa8",
        secondary="#5a6b7f",
        accent="#1f5fa8",
        background="#fbfbf9",
        surface="#fbfbf9",
        panel="#e9ebee",
        foreground="#1c2228",
        dark=False,
    ),
    # Okabe and Ito's palette: told apart with every kind of colour vision.
    Theme(
        name="plandiff-colour-blind",
        primary="#56b4e9",
        secondary="#8aa0b8",
        accent="#56b4e9",
        background="#15181c",
        surface="#15181c",
        panel="#1f242b",
        foreground="#e4e8ec",
        dark=True,
        variables={
            "diff-missing": "#e69f00",
            "diff-extra": "#56b4e9",
            "diff-changed": "#f0e442",
            "diff-moved": "#cc79a7",
            "diff-failing": "#ff7f2a",
            "diff-match": "#f0e442",
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
    "diff-dim": "ansi_default",
    "diff-same": "ansi_default",
    "diff-rule": "ansi_default",
    "diff-cursor": "ansi_default",
    "diff-cursor-blurred": "ansi_default",
    **{f"diff-{tone}-band": "ansi_default" for tone in _TONES},
    "diff-dim-style": "dim",
    "diff-same-style": "dim",
    "diff-cursor-style": "reverse",
    "diff-cursor-blurred-style": "underline",
}
"""For the themes that use the terminal's own sixteen colours. Of these nothing is known but that
they are legible on the terminal's background, so there are no others, and the cursor exchanges the
two."""


def variables_of(theme: Theme) -> dict[str, str]:
    """The variables of the style sheet that are about differences; a theme may name its own."""
    if theme.ansi:
        return _ANSI
    colours = theme.to_color_system().generate()
    background = Color.parse(colours["background"])
    foreground = Color.parse(colours["foreground"])
    tones = {**(_DARK if theme.dark else _LIGHT), **theme.variables}
    accent = Color.parse(colours["primary"])

    def blended(colour: Color, share: float) -> str:
        return background.blend(colour, share).hex6

    return {
        **tones,
        **{
            f"diff-{tone}-band": blended(Color.parse(tones[f"diff-{tone}"]), _BAND)
            for tone in _TONES
        },
        "diff-dim": blended(foreground, 1 - _EQUAL),
        "diff-same": blended(foreground, 1 - _EQUAL),
        "diff-rule": blended(foreground, 1 - _RULE),
        "diff-cursor": blended(accent, 0.28),
        "diff-cursor-blurred": blended(accent, 0.12),
        "diff-dim-style": "none",
        "diff-same-style": "none",
        "diff-cursor-style": "none",
        "diff-cursor-blurred-style": "none",
    }
