"""The names of the viewer's themes, for who does not load its library. A test compares."""

from __future__ import annotations

from typing import Final

OWN: Final = ("plandiff-dark", "plandiff-light", "plandiff-plain")
OF_TEXTUAL: Final = (
    *("ansi-dark", "ansi-light", "atom-one-dark", "atom-one-light"),
    *("catppuccin-frappe", "catppuccin-latte", "catppuccin-macchiato", "catppuccin-mocha"),
    *("dracula", "flexoki", "gruvbox", "monokai", "nord"),
    *("rose-pine", "rose-pine-dawn", "rose-pine-moon", "solarized-dark", "solarized-light"),
    *("textual-dark", "textual-light", "tokyo-night"),
)
THEME_NAMES: Final = OWN + OF_TEXTUAL
