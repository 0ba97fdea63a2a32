"""A figure of many things by two names as a map: the higher, the fuller its cell.

All values are in [0, 1]. Each cell says its value in figures, so that nothing rests on its shade.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from plancore.report.formats.html.drawing import LETTER, centred, hatching, picture, words
from plancore.report.formats.html.elements import Html, element
from plancore.report.lines import cell_width, cut_in_the_middle

_WIDTH: Final = 52
_HEIGHT: Final = 22
_LONGEST: Final = 16
_TOP: Final = 44


def heat_map(
    title: str,
    rows: Sequence[str],
    columns: Sequence[str],
    values: Mapping[tuple[str, str], float | None],
) -> Html:
    """A cell for each pair of names; one without a value is hatched and has a dash."""
    names = [cut_in_the_middle(name, _LONGEST) for name in rows]
    left = max((cell_width(name) for name in names), default=0) * LETTER + 12
    longest = max(map(cell_width, columns), default=0)
    wide = max(_WIDTH, min(longest, _LONGEST) * LETTER + 6)
    drawn: list[Html] = [words(title, left, 14, "name")]
    for number, column in enumerate(columns):
        short = cut_in_the_middle(column, max(_WIDTH // LETTER, _LONGEST))
        label = element("title", column)
        drawn.append(element("g", label, words(short, left + number * wide + 2, _TOP - 8, "time")))
    for down, row in enumerate(rows):
        top = _TOP + down * _HEIGHT
        drawn.append(words(names[down], 2, top + 15))
        for across, column in enumerate(columns):
            at = left + across * wide
            drawn.append(_cell(row, column, values.get((row, column)), at, top, wide))
    said = f"{title} by row and column, each cell with its value; undefined is hatched"
    right = max(len(columns) * wide, cell_width(title) * LETTER)
    width, height = left + right + 4, _TOP + len(rows) * _HEIGHT + 4
    return picture(title, said, width, height, *drawn, kind="plot heat")


def _cell(row: str, column: str, value: float | None, x: int, y: int, wide: int) -> Html:
    said = "–" if value is None else f"{value:.2f}"
    width, height = wide - 2, _HEIGHT - 2
    title = element("title", f"{row}, {column}: {'undefined' if value is None else said}")
    if value is None:
        hatched = hatching(x, y, width, height)
        return element("g", title, hatched, centred(said, x + width / 2, y + 15), class_="none")
    shade = f"{0.08 + 0.6 * value:.2f}"
    cell = element("rect", x=x, y=y, width=width, height=height, fill_opacity=shade)
    return element("g", title, cell, centred(said, x + width / 2, y + 15), class_="share")
