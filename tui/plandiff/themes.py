"""The colours of the viewer. Signs and words say the same, so any of them will do."""

from __future__ import annotations

from typing import Final

from textual.theme import Theme

DEFAULT: Final = "plandiff-dark"

_RED_AND_GREEN: Final = {
    "diff-missing": "#ff8f8f",
    "diff-extra": "#7fd88f",
    "diff-changed": "#f0c674",
    "diff-moved": "#c5a5f5",
    "diff-failing": "#ff4d4d",
}

VARIABLES: Final = {
    **_RED_AND_GREEN,
    "diff-dim": "#7f8b99",
    "diff-match": "#ffd75f",
    "diff-cursor": "#2a3a4d",
    "diff-cursor-blurred": "#1f252d",
}
"""What a theme that says nothing of differences gets."""

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
        variables=VARIABLES,
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
        variables={
            "diff-missing": "#b3261e",
            "diff-extra": "#1b6e32",
            "diff-changed": "#7a5200",
            "diff-moved": "#6a3aa8",
            "diff-failing": "#d00000",
            "diff-dim": "#66717d",
            "diff-match": "#8a6500",
            "diff-cursor": "#cfe0f3",
            "diff-cursor-blurred": "#eceff2",
        },
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
            "diff-failing": "#ff7043",
            "diff-dim": "#8793a0",
            "diff-match": "#f0e442",
            "diff-cursor": "#2a3a4d",
            "diff-cursor-blurred": "#1f252d",
        },
    ),
)

ANSI_VARIABLES: Final = {
    "diff-missing": "ansi_red",
    "diff-extra": "ansi_green",
    "diff-changed": "ansi_yellow",
    "diff-moved": "ansi_magenta",
    "diff-failing": "ansi_bright_red",
    "diff-dim": "ansi_bright_black",
    "diff-match": "ansi_bright_yellow",
    "diff-cursor": "ansi_blue",
    "diff-cursor-blurred": "ansi_default",
}
"""For the themes that use the terminal's own sixteen colours."""
