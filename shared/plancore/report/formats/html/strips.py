"""How one count is spread in several groups: a line of dots for each, on one scale from 0.

Beside each line stand its minimum, mean and maximum, so that nothing rests on a place alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil, log10
from typing import Final, NamedTuple

from plancore.report.formats.html.elements import NOTHING, Html, element
from plancore.report.formats.html.tables import left_out
from plancore.report.lines import cell_width, cut_in_the_middle
from plancore.report.words import count_of

MOST_GROUPS: Final = 40
MOST_DOTS: Final = 200
"""For each group: of more values those are drawn that are least, greatest, and even steps between
them in order."""

_ROW: Final = 20
_SIDE: Final = 240
_TOP: Final = 30
_BELOW: Final = 24
_LETTER: Final = 7
_LONGEST: Final = 24
_WORDS: Final = 230
"""Room for what stands beside a line."""
_STEPS: Final = (1, 2, 5, 10)


class Group(NamedTuple):
    """Values that are not negative, under the name of what they are of."""

    name: str
    values: Sequence[float | Fraction]


def strips(title: str, groups: Sequence[Group]) -> Html:
    """The plot; groups without values are not in it. Nothing where none has any."""
    filled = [group for group in groups if group.values]
    if not filled:
        return NOTHING
    drawn = filled[:MOST_GROUPS]
    names = [cut_in_the_middle(group.name, _LONGEST) for group in drawn]
    left = max(map(cell_width, names)) * _LETTER + 14
    most = _rounded(max(float(max(group.values)) for group in drawn))
    bottom, width = _TOP + len(drawn) * _ROW, left + _SIDE + _WORDS
    lines = [
        _strip(group, names[number], left, _TOP + number * _ROW, most)
        for number, group in enumerate(drawn)
    ]
    plot = element(
        "svg",
        _text(title, left, 16, "name"),
        *lines,
        *_axis(left, bottom, most),
        class_="plot strips",
        role="img",
        aria_label=f"{title}: {'; '.join(f'{group.name} {spread_text(group)}' for group in drawn)}",
        width=width,
        height=bottom + _BELOW,
        viewBox=f"0 0 {width} {bottom + _BELOW}",
    )
    more = left_out(len(filled) - len(drawn), f"groups of {title}")
    return element("div", plot, more) if more else plot


def spread_text(group: Group) -> str:
    """`2 to 9, mean 4.5 (12 values)`."""
    values = group.values
    counted = count_of(len(values), "value")
    low, high = (f"{float(value):.4g}" for value in (min(values), max(values)))
    if low == high:
        return f"{low} ({counted})"
    mean = sum(map(float, values)) / len(values)
    return f"{low} to {high}, mean {mean:.4g} ({counted})"


def _strip(group: Group, name: str, left: int, top: int, most: float) -> Html:
    middle = top + _ROW / 2
    values = sorted(map(float, group.values))
    mean = sum(values) / len(values)

    def at(value: float) -> float:
        return left + value / most * _SIDE

    dots = (
        element("circle", cx=f"{at(value):.1f}", cy=f"{middle:.1f}", r="3")
        for value in _thinned(values)
    )
    return element(
        "g",
        element("title", f"{group.name}: {spread_text(group)}"),
        _text(name, 2, middle + 4),
        _line(at(values[0]), middle, at(values[-1]), middle, "grid"),
        *dots,
        _line(at(mean), middle - 8, at(mean), middle + 8, "mean"),
        _text(spread_text(group), left + _SIDE + 10, middle + 4, "time"),
    )


def _thinned(values: Sequence[float]) -> Sequence[float]:
    """Values in order, each place once, and not too many of them."""
    once = sorted(set(values))
    if len(once) <= MOST_DOTS:
        return once
    return [once[round(k * (len(once) - 1) / (MOST_DOTS - 1))] for k in range(MOST_DOTS)]


def _rounded(most: float) -> float:
    """The end of the scale: 1, 2 or 5 times a power of ten, and not less than `most`."""
    if most <= 0:
        return 1.0
    power: float = 10.0 ** ceil(log10(most) - 1)
    return next((step * power for step in _STEPS if step * power >= most), most)


def _axis(left: int, bottom: int, most: float) -> Iterator[Html]:
    yield _line(left, bottom, left + _SIDE, bottom, "grid")
    for share in (0.0, 0.5, 1.0):
        at, said = left + share * _SIDE, f"{share * most:.4g}"
        yield _line(at, bottom, at, bottom + 4, "grid")
        yield _text(said, at - 3 * len(said), bottom + 16, "time")


def _text(text: str, x: float, y: float, kind: str | None = None) -> Html:
    return element("text", text, x=f"{x:.1f}", y=f"{y:.1f}", class_=kind)


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> Html:
    ends = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
    return element("line", class_=kind, **{name: f"{at:.1f}" for name, at in ends.items()})
