"""A figure of many things by two names as a map: the higher, the fuller its cell.

All values are in [0, 1]. Each cell says its value in figures, so that nothing rests on its shade.
"""

from __future__ import annotations

from math import ceil
from typing import Final

from plancore.report.lines import cell_width, cut_in_the_middle
from plancore.report.plots import HeatMap
from plancore.report.render.html.drawing import LETTER, centred, hatching, picture, wide, words
from plancore.report.render.html.elements import Html, element

_NARROWEST: Final = 52
_HEIGHT: Final = 22
_LONGEST: Final = 16
_TOP: Final = 44


def heat_map(data: HeatMap) -> Html:
    """A cell for each pair of names; one without a value is hatched and has a dash."""
    title, rows, columns, values = data
    names = [cut_in_the_middle(name, _LONGEST) for name in rows]
    titles = [cut_in_the_middle(name, _LONGEST) for name in columns]
    width = ceil(max(_NARROWEST, *(wide(name) + 8 for name in titles), 0))
    left = max((cell_width(name) for name in names), default=0) * LETTER + 12
    drawn: list[Html] = [words(title, left, 14, "name")]
    for number, column in enumerate(columns):
        short = words(titles[number], left + number * width + 2, _TOP - 8, "time")
        drawn.append(element("g", element("title", column), short))
    for down, row in enumerate(rows):
        top = _TOP + down * _HEIGHT
        drawn.append(words(names[down], 2, top + 15))
        for across, column in enumerate(columns):
            place = left + across * width, top
            drawn.append(_cell(row, column, values.get((row, column)), *place, width - 2))
    said = f"{title} by row and column, with the value in each cell; undefined cells are hatched"
    height = _TOP + len(rows) * _HEIGHT + 4
    whole = left + max(len(columns) * width, cell_width(title) * LETTER) + 4
    return picture(title, said, whole, height, *drawn, kind="plot heat")


def _cell(row: str, column: str, value: float | None, x: int, y: int, width: int) -> Html:
    said = "–" if value is None else _decimal(value)
    told = "undefined" if value is None else said
    height, middle = _HEIGHT - 2, x + width / 2
    if value is None:
        drawn = hatching(x, y, width, height)
    else:
        shade = f"{0.08 + 0.6 * value:.2f}"
        drawn = element("rect", x=x, y=y, width=width, height=height, fill_opacity=shade)
    return element(
        "g",
        element("title", f"{row}, {column}: {told}"),
        drawn,
        centred(said, middle, y + 15),
        class_="none" if value is None else "share",
        data_row=row,
        data_column=column,
        data_value="" if value is None else str(value),
    )


def _decimal(value: float) -> str:
    """Rounded as in tables, but to 1 or 0 only where it is so."""
    return f"{min(max(value, 0.001), 0.999) if 0 < value < 1 else value:.3f}"
