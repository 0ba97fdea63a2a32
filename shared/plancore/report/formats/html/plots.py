"""Many values as plots: how one figure is spread, and two figures against each other.

All values are in [0, 1]. What a plot shows stands in a table beside it, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import Final, NamedTuple

from plancore.report.formats.html.drawing import axis, box, centred, flush, picture, stroke, words
from plancore.report.formats.html.elements import NOTHING, Html, element, joined
from plancore.report.marks import Mark
from plancore.report.words import count_of

_BINS: Final = 20
_SIDE: Final = 180
"""Width of a plot; a scatter plot is as high."""
_HEIGHT: Final = 60
"""How high the highest bar of a histogram is."""
_LEFT: Final = 30
_RIGHT: Final = 22
"""Enough for a number beside a dot at the edge."""
_TOP: Final = 22
_BELOW: Final = 34
_DOT: Final = 4
"""The radius of a dot."""
_LEAST_DOT: Final = 1.2
_MOST_DOTS: Final = 2_000
"""More dots than these are a page that no browser likes: near ones are drawn as one."""
_CELLS: Final = 40
"""Along each side of such a plot; so it has no more dots than it could have without."""
_GATHERED: Final = "; near dots as one, larger"


class Dot(NamedTuple):
    """A thing with two figures; `name` is what it is called, `mark` says what became of it. `n` is
    how many things it stands for, all at one place."""

    x: float
    y: float
    name: str
    mark: Mark
    n: int = 1


def histogram(title: str, values: Sequence[float]) -> Html:
    """How many values are in each twentieth, with a line at their mean."""
    counts = [0] * _BINS
    for value in values:
        counts[min(int(value * _BINS), _BINS - 1)] += 1
    most = max(counts)
    mean = sum(values) / len(values)
    bars = (_bar(number, count, most) for number, count in enumerate(counts) if count)
    at = _LEFT + mean * _SIDE
    label = f"{title}: {count_of(len(values), 'value')}, mean {mean:.3f}, most in one bar {most}"
    return _plot(
        title,
        label,
        _HEIGHT,
        words(f"{title}  mean {mean:.3f}", _LEFT, _TOP - 8, "name"),
        flush(str(most), _LEFT - 4, _TOP + 8, "time"),
        *bars,
        stroke(at, _TOP - 4, at, _TOP + _HEIGHT, "mean"),
        *axis(_LEFT, _TOP + _HEIGHT, _SIDE, 1),
    )


def scatter(x: str, y: str, dots: Iterable[Dot], *, is_change: bool = False) -> Html:
    """A dot for each thing; `x` and `y` say what its figures are. Where both are the same figure at
    two times (`is_change`), what is above the line has become better. Of very many dots those that
    are near to one another are drawn as one, so that none is left out."""
    given = list(dots)
    shown = _gathered(given) if len(given) > _MOST_DOTS else given
    most = max((dot.n for dot in shown), default=1)
    is_gathered = shown is not given
    note = _GATHERED if is_gathered else ""
    title = f"{y} against {x}"
    return _plot(
        title,
        f"{title}: {count_of(len(given), 'dot')}{note}",
        _SIDE,
        words(title, _LEFT, _TOP - 8, "name"),
        stroke(_LEFT, _TOP, _LEFT, _TOP + _SIDE, "grid"),
        *(flush(text, _LEFT - 4, _TOP + at * _SIDE + 4, "time") for text, at in _UP),
        stroke(_LEFT, _TOP + _SIDE, _LEFT + _SIDE, _TOP, "mean") if is_change else NOTHING,
        *(_sized_dot(dot, most) if is_gathered else _dot(dot) for dot in shown),
        *axis(_LEFT, _TOP + _SIDE, _SIDE, 1),
        centred(f"{x}{note}", _LEFT + _SIDE / 2, _TOP + _SIDE + 30, "time"),
    )


_UP: Final = (("1", 0.0), ("0.5", 0.5), ("0", 1.0))
"""The numbers of the upright axis, each with its share of the way down."""


def key_of_colours(meanings: Mapping[Mark, str]) -> Html:
    """What the colours of dots stand for, with the signs that are in their titles."""
    entries = (
        joined((element("span", "●", class_=mark.tone.value), f" {mark.sign} {meaning}"))
        for mark, meaning in meanings.items()
    )
    return element("small", joined(entries, "; "), class_="key")


def _gathered(dots: Iterable[Dot]) -> list[Dot]:
    """The dots of one cell of a grid and one mark as one, at their mean."""
    cells: dict[tuple[int, int, Mark], list[Dot]] = {}
    for dot in dots:
        across, up = (min(int(value * _CELLS), _CELLS - 1) for value in (dot.x, dot.y))
        cells.setdefault((across, up, dot.mark), []).append(dot)
    return [_as_one(together) for together in cells.values()]


def _as_one(dots: Sequence[Dot]) -> Dot:
    first, *others = dots
    n = sum(dot.n for dot in dots)
    return Dot(
        sum(dot.x * dot.n for dot in dots) / n,
        sum(dot.y * dot.n for dot in dots) / n,
        f"{first.name}, and {count_of(len(others), 'dot')} more" if others else first.name,
        first.mark,
        n,
    )


def spark(values: Iterable[float | None]) -> Html:
    """A few values as bars, a dot for one that is undefined."""
    bars = (_spark_bar(number, value) for number, value in enumerate(values))
    return element("svg", *bars, class_="spark", width=64, height=16, aria_hidden="true")


def _plot(title: str, label: str, height: int, *content: Html) -> Html:
    return picture(title, label, _LEFT + _SIDE + _RIGHT, _TOP + height + _BELOW, *content)


def _bar(number: int, count: int, most: int) -> Html:
    width, height = _SIDE / _BINS, max(count / most * _HEIGHT, 2)
    low, high = number / _BINS, (number + 1) / _BINS
    return element(
        "g",
        element("title", f"{low:.2f} to {high:.2f}: {count}"),
        box(_LEFT + number * width, _TOP + _HEIGHT - height, width - 1, height),
        class_="share",
    )


def _spark_bar(number: int, value: float | None) -> Html:
    if value is None:
        return words("·", number * 8 + 1, 14)
    height = max(value * 14, 1)
    return box(number * 8, 15 - height, 6, height)


def _dot(dot: Dot) -> Html:
    """A dot, with the number of things where there are several."""
    if dot.n == 1:
        return _circle(dot, f"{_DOT}", NOTHING)
    x, y = _place(dot)
    return _circle(dot, f"{_DOT}", words(str(dot.n), round(x) + _DOT + 2, round(y) + 4, "time"))


def _sized_dot(dot: Dot, most: int) -> Html:
    """A dot whose area grows with the number of things, of which there are `most` at one."""
    return _circle(dot, f"{_LEAST_DOT + (_DOT - _LEAST_DOT) * sqrt(dot.n / most):.1f}", NOTHING)


def _circle(dot: Dot, radius: str, number: Html) -> Html:
    x, y = _place(dot)
    return element(
        "g",
        element("title", f"{dot.mark.sign} {dot.name}: {dot.x:.3f}, {dot.y:.3f}"),
        element("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=radius),
        number,
        class_=dot.mark.tone.value,
    )


def _place(dot: Dot) -> tuple[float, float]:
    return _LEFT + dot.x * _SIDE, _TOP + (1 - dot.y) * _SIDE
