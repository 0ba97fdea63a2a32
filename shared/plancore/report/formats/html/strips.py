"""Strip plots: how values are spread, on a line for each figure or group, from 0 on.

Least, mean and greatest value, and how many values there are, stand beside each line in words, so
that nothing rests on a place alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import ceil
from typing import Final, NamedTuple

from plancore.phrases import count_of
from plancore.report.formats.html.drawing import (
    axis,
    flush,
    picture,
    round_up,
    stroke,
    wide,
    words,
)
from plancore.report.formats.html.elements import NOTHING, Html, element
from plancore.report.formats.html.tables import left_out
from plancore.report.lines import cut_in_the_middle

MOST_STRIPS: Final = 40
MOST_POINTS: Final = 500
"""On each strip: of more those are drawn that are least, greatest, and even steps between them in
order. What is said of a strip is of all."""
MOST_IN_PLOT: Final = 8_000
"""Points on all strips together."""

_WIDTH: Final = 240
_LINE: Final = 28
_TOP: Final = 26
_AXIS: Final = 22
_GAP: Final = 12
"""Between a line and what is said beside it."""
_RADIUS: Final = 3
_LEVELS: Final = 4
"""So many points of the same place stand one above the other."""
_LONGEST: Final = 28


class Point(NamedTuple):
    """A value of the thing called `name`."""

    value: float
    name: str


class Strip(NamedTuple):
    """The values of many things; `n_undefined` others have none. `name` is unique in a plot, and
    `title` is for people. Values below 0 are drawn at 0."""

    name: str
    title: str
    points: Sequence[Point]
    n_undefined: int = 0

    @classmethod
    def of(cls, name: str, values: Iterable[tuple[str, float | Fraction | None]]) -> Strip:
        """A strip of named things; the value of one that has none is None."""
        found = list(values)
        points = [Point(float(value), thing) for thing, value in found if value is not None]
        return cls(name, name, points, len(found) - len(points))

    @property
    def least(self) -> float:
        """Of all values, of which there is one at least."""
        return min(point.value for point in self.points)

    @property
    def mean(self) -> float:
        """Of all values, of which there is one at least."""
        # Sums of floats may end beside the values that they are of.
        mean = sum(point.value for point in self.points) / len(self.points)
        return min(max(mean, self.least), self.greatest)

    @property
    def greatest(self) -> float:
        """Of all values, of which there is one at least."""
        return max(point.value for point in self.points)

    @property
    def text(self) -> str:
        """`2 to 9, mean 4.5 (12 values)`."""
        counted = count_of(len(self.points), "value")
        low, mean, high = (f"{value:.4g}" for value in (self.least, self.mean, self.greatest))
        return f"{low} ({counted})" if low == high else f"{low} to {high}, mean {mean} ({counted})"

    @property
    def undefined_text(self) -> str:
        """`3 undefined`; nothing where all have a value."""
        return f"{self.n_undefined} undefined" if self.n_undefined else ""


def strips(title: str, rows: Iterable[Strip], *, is_one_scale: bool = True) -> Html:
    """A strip for each row that has values, with a long line at its mean and short ones at its
    least and its greatest value; nothing where none has any.

    All have one scale, or each its own, and every scale is from 0 to 1 at least.
    """
    filled = [row for row in rows if row.points]
    if not filled:
        return NOTHING
    drawn = filled[:MOST_STRIPS]
    highs = [float(round_up(Fraction(max(row.greatest, 1.0)))) for row in drawn]
    if is_one_scale:
        highs = [max(highs)] * len(drawn)
    most = min(MOST_POINTS, MOST_IN_PLOT // len(drawn))
    n_points = sum(max(len(row.points) - most, 0) for row in drawn)
    parts = (
        _plot(title, drawn, highs, most),
        left_out(len(filled) - len(drawn), f"lines of {title}"),
        left_out(n_points, f"points of {title}"),
    )
    return element("div", *parts)


def _plot(title: str, rows: Sequence[Strip], highs: Sequence[float], most: int) -> Html:
    names = [cut_in_the_middle(row.title, _LONGEST) for row in rows]
    left = ceil(max(map(wide, names))) + 20
    bottom = _TOP + len(rows) * _LINE
    # Where all end at the same number it is said once, below them.
    ends = [f"{high:g}" for high in highs] if len({*highs}) > 1 else []
    beside = left + _WIDTH + _GAP + max((wide(end) + 6 for end in ends), default=0)
    counted = beside + max(wide(row.text) for row in rows) + _GAP
    drawn: list[Html] = []
    for number, (row, high) in enumerate(zip(rows, highs, strict=True)):
        y = _TOP + number * _LINE + _LINE / 2
        full = element("title", f"{row.title}: {row.text}")
        drawn.append(element("g", full, words(names[number], 0, y + 4)))
        drawn.extend(_Scale(left, high).strip(row, y, most))
        drawn.append(words(row.text, beside, y + 4, "time"))
        if row.n_undefined:
            drawn.append(words(row.undefined_text, counted, y + 4, "time"))
        if ends:
            drawn.append(flush("0", left - 5, y + 4, "time"))
            drawn.append(words(ends[number], left + _WIDTH + 5, y + 4, "time"))
    if not ends:
        drawn.extend(axis(left, bottom, _WIDTH, highs[0]))
    return picture(
        title,
        f"{title}: {'; '.join(map(_said, rows))}",
        counted + max(wide(row.undefined_text) for row in rows) + 4,
        bottom + (4 if ends else _AXIS),
        words(title, 0, 14, "name"),
        *drawn,
    )


class _Scale(NamedTuple):
    """From 0 at `left` to `high`."""

    left: float
    high: float

    def at(self, value: float) -> float:
        return self.left + max(value / self.high, 0.0) * _WIDTH

    def strip(self, row: Strip, y: float, most: int) -> Iterator[Html]:
        yield stroke(self.left, y + 8, self.left + _WIDTH, y + 8, "grid")
        seen: Counter[int] = Counter()
        for point in _thinned(row.points, most):
            x = self.at(point.value)
            level = seen[round(x / _RADIUS)] % _LEVELS
            seen[round(x / _RADIUS)] += 1
            yield element(
                "g",
                element("title", f"{point.name}: {row.title} {point.value:g}"),
                element("circle", cx=f"{x:.1f}", cy=f"{y + 5 - level * 5:.1f}", r=_RADIUS),
                data_strip=row.name,
                data_name=point.name,
                data_value=str(point.value),
            )
        for what, value, up in (
            ("least", row.least, 2),
            ("mean", row.mean, 12),
            ("greatest", row.greatest, 2),
        ):
            x = self.at(value)
            said = element("title", f"{row.title}: {what} {value:g}")
            mark = stroke(x, y - up, x, y + 12, "mean" if what == "mean" else "limit")
            yield element(
                "g", said, mark, data_mark=what, data_value=str(value), data_strip=row.name
            )


def _thinned(points: Sequence[Point], most: int) -> Sequence[Point]:
    if len(points) <= most:
        return points
    in_order = sorted(points)
    return [in_order[round(k * (len(points) - 1) / (most - 1))] for k in range(most)]


def _said(row: Strip) -> str:
    return f"{row.title} {', '.join(filter(None, (row.text, row.undefined_text)))}"
