"""How figures of many things are spread: a strip for each figure, with a point for each thing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from plancore.report.formats.html.drawing import flush, picture, stroke, wide, words
from plancore.report.formats.html.elements import NOTHING, Html, element
from plancore.report.lines import cut_in_the_middle

MOST_POINTS: Final = 500
"""So many things have a point on each strip; what is marked is of all."""
_WIDTH: Final = 240
_LINE: Final = 34
_TOP: Final = 26
_RADIUS: Final = 3
_LEVELS: Final = 4
"""So many points of the same place stand one above the other."""
_LONGEST: Final = 28


class Point(NamedTuple):
    """A figure of the thing called `name`."""

    value: float
    name: str


class Strip(NamedTuple):
    """A figure of many things, some at least, from 0 to `high`, which is more than 0;
    `n_undefined` others have none. `name` is unique among figures, `title` is for people."""

    name: str
    title: str
    points: Sequence[Point]
    n_undefined: int
    high: float

    @property
    def least(self) -> float:
        """Of all values."""
        return min(point.value for point in self.points)

    @property
    def mean(self) -> float:
        """Of all values."""
        # Sums of floats may end beside the values that they are of.
        mean = sum(point.value for point in self.points) / len(self.points)
        return min(max(mean, self.least), self.most)

    @property
    def most(self) -> float:
        """Of all values."""
        return max(point.value for point in self.points)


def strips(title: str, rows: Sequence[Strip]) -> Html:
    """A strip for each figure, with long lines at its mean and short ones at its least and its
    greatest value, and at the right how many have none. Nothing without strips."""
    if not rows:
        return NOTHING
    names = [cut_in_the_middle(row.title, _LONGEST) for row in rows]
    left = max(map(wide, names)) + 20
    ends = [f"{row.high:g}" for row in rows]
    drawn: list[Html] = []
    for number, row in enumerate(rows):
        y = _TOP + number * _LINE + _LINE / 2
        drawn.append(element("g", element("title", row.title), words(names[number], 0, y + 4)))
        drawn.extend(_strip(row, left, y))
        drawn.append(words(_beside(row), left + _WIDTH + 12 + wide(ends[number]), y + 4, "time"))
        drawn.append(flush("0", left - 5, y + 4, "time"))
        drawn.append(words(ends[number], left + _WIDTH + 5, y + 4, "time"))
    beside = max(wide(_beside(row)) + wide(end) for row, end in zip(rows, ends, strict=True))
    width, height = left + _WIDTH + 16 + beside, _TOP + len(rows) * _LINE + 4
    return picture(title, _said(title, rows), width, height, words(title, 0, 14, "name"), *drawn)


def _strip(row: Strip, left: float, y: float) -> Iterator[Html]:
    yield stroke(left, y + 8, left + _WIDTH, y + 8, "grid")
    seen: Counter[int] = Counter()
    for point in row.points[:MOST_POINTS]:
        x = left + min(max(point.value / row.high, 0.0), 1.0) * _WIDTH
        level = seen[round(x / _RADIUS)] % _LEVELS
        seen[round(x / _RADIUS)] += 1
        yield element(
            "g",
            element("title", f"{point.name}: {row.title} {point.value:g}"),
            element("circle", cx=f"{x:.1f}", cy=f"{y + 5 - level * 5:.1f}", r=_RADIUS),
            data_figure=row.name,
            data_name=point.name,
            data_value=str(point.value),
        )
    for what, value, up in (
        ("least", row.least, 2),
        ("mean", row.mean, 12),
        ("greatest", row.most, 2),
    ):
        x = left + min(max(value / row.high, 0.0), 1.0) * _WIDTH
        said = element("title", f"{row.title}: {what} {value:g}")
        mark = stroke(x, y - up, x, y + 12, "mean" if what == "mean" else "limit")
        yield element("g", said, mark, data_mark=what, data_value=str(value), data_figure=row.name)


def _beside(row: Strip) -> str:
    return f"{row.n_undefined} undefined" if row.n_undefined else ""


def _said(title: str, rows: Iterable[Strip]) -> str:
    told = (
        f"{row.title}: {row.least:.3f} to {row.most:.3f}, mean {row.mean:.3f} over "
        f"{len(row.points)}, {row.n_undefined} undefined"
        for row in rows
    )
    return f"{title}: {'; '.join(told)}"
