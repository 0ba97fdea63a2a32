"""A figure of many things by two names as a map: the higher, the fuller its cell.

All values are in [0, 1]. Each cell says its value in figures, so that nothing rests on its shade.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from plancore.report.formats.html.elements import Html, element
from plancore.report.lines import cell_width, cut_in_the_middle

_WIDTH: Final = 52
_HEIGHT: Final = 22
_LETTER: Final = 7
_LONGEST: Final = 16
_TOP: Final = 44


def heat_map(
    title: str,
    rows: Sequence[str],
    columns: Sequence[str],
    values: Mapping[tuple[str, str], float | None],
) -> Html:
    """A cell for each pair of names that has a value, a dash for one that has none."""
    names = [cut_in_the_middle(name, _LONGEST) for name in rows]
    left = max((cell_width(name) for name in names), default=0) * _LETTER + 12
    longest = max(map(cell_width, columns), default=0)
    wide = max(_WIDTH, min(longest, _LONGEST) * _LETTER + 6)
    drawn: list[Html] = [_text(title, left, 14, "name")]
    for number, column in enumerate(columns):
        short = cut_in_the_middle(column, max(_WIDTH // _LETTER, _LONGEST))
        label = element("title", column)
        drawn.append(element("g", label, _text(short, left + number * wide + 2, _TOP - 8, "time")))
    for down, row in enumerate(rows):
        top = _TOP + down * _HEIGHT
        drawn.append(_text(names[down], 2, top + 15, None))
        for across, column in enumerate(columns):
            at = left + across * wide
            drawn.append(_cell(row, column, values.get((row, column)), at, top, wide))
    right = max(len(columns) * wide, cell_width(title) * _LETTER)
    width, height = left + right + 4, _TOP + len(rows) * _HEIGHT + 4
    return element(
        "svg",
        *drawn,
        class_="plot heat",
        role="img",
        aria_label=f"{title} by row and column",
        width=width,
        height=height,
        viewBox=f"0 0 {width} {height}",
    )


def _cell(row: str, column: str, value: float | None, x: int, y: int, wide: int) -> Html:
    said = "–" if value is None else f"{value:.2f}"
    box = element(
        "rect",
        x=x,
        y=y,
        width=wide - 2,
        height=_HEIGHT - 2,
        fill_opacity="0" if value is None else f"{0.08 + 0.6 * value:.2f}",
    )
    title = element("title", f"{row}, {column}: {said}")
    return element("g", title, box, _text(said, x + 9, y + 15, None), class_="share")


def _text(text: str, x: float, y: float, kind: str | None) -> Html:
    return element("text", text, x=str(x), y=str(y), class_=kind)
