"""Screens of the viewer as text: what is on them at four sizes, and their styles in each theme."""

from __future__ import annotations

import os
from itertools import groupby
from pathlib import Path
from typing import Final

from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from plandiff.options import THEME_NAMES
from plandiff.themes import LEAST_CONTRAST, contrast
from plandiff.widgets.minimap import Minimap
from support.viewer import Viewer

SIZES: Final = ((120, 40), (200, 50), (60, 15), (80, 24))
"""Columns and lines; the styles are those at the last one."""


async def pictures(view: Viewer, name: str) -> str:
    """The screen at each size, then its styles in each theme, all of which can be read.

    With PICTURES set to a folder each is written there, too, as SVG to look at.
    """
    parts = []
    for width, height in SIZES:
        await view.pilot.resize_terminal(width, height)
        await view.pilot.pause()
        for minimap in view.app.screen.query(Minimap):
            minimap.follow()  # how much is in the window is known once all of it is drawn
        await view.pilot.pause()
        parts.append(f"== {width}x{height}\n" + "".join(f"{line}\n" for line in view.lines()))
        _write_svg(view, f"{name}-{width}x{height}")
    last = ""
    for theme in THEME_NAMES:
        view.app.theme = theme
        await view.pilot.pause()
        runs, legend = _styles(view)
        if not view.app.current_theme.ansi:  # what the user has chosen for the terminal
            assert _illegible(view) == [], theme
        parts.append(f"== {theme}\n{legend}{'as above' if runs == last else runs}\n")
        last = runs
        _write_svg(view, f"{name}-{theme}")
    return "".join(parts)


def _styles(view: Viewer) -> tuple[str, str]:
    """Each line as runs of styles, such as `3a 12b` for three columns in the first style; and what
    the styles are."""
    names: dict[str, str] = {}
    lines = []
    for strip in view.app.screen._compositor.render_strips():
        runs = []
        for look, segments in groupby(strip, _look):
            style = names.setdefault(look, _letter(len(names)))
            runs.append(f"{sum(segment.cell_length for segment in segments)}{style}")
        lines.append(" ".join(runs))
    legend = "".join(f"{letter} = {look}\n" for look, letter in names.items())
    return "\n".join(lines), legend


def _illegible(view: Viewer) -> list[str]:
    """What does not stand out of its background, with the colours of both."""
    return [
        f"{_look(segment)}: {segment.text.strip()}"
        for strip in view.app.screen._compositor.render_strips()
        for segment in strip
        if any(map(str.isalnum, segment.text)) and not _is_legible(segment.style)
    ]


def _is_legible(style: Style | None) -> bool:
    assert style is not None, "a theme has colours"
    assert style.color is not None, "a theme has colours"
    assert style.bgcolor is not None, "a theme has colours"
    letters, behind = (Color.parse(colour.name) for colour in (style.color, style.bgcolor))
    return contrast(letters, behind) >= 0.99 * LEAST_CONTRAST


def _look(segment: Segment) -> str:
    """A style in words; of blanks only what shows."""
    style = segment.style or Style()
    shows_letters = bool(segment.text.strip())
    words = [style.color.name if shows_letters and style.color else ""]
    words += [f"on {style.bgcolor.name}" if style.bgcolor else ""]
    for attribute in ("bold", "dim", "italic", "underline", "reverse"):
        if getattr(style, attribute) and (shows_letters or attribute in ("underline", "reverse")):
            words.append(attribute)
    return " ".join(filter(None, words)) or "plain"


def _letter(number: int) -> str:
    """a to z, then A to Z."""
    return chr(ord("a") + number) if number < 26 else chr(ord("A") + number - 26)


def _write_svg(view: Viewer, name: str) -> None:
    folder = os.environ.get("PICTURES")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        (Path(folder) / f"{name}.svg").write_text(view.app.export_screenshot())
