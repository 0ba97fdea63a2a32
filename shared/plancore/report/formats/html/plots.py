"""Many values as plots: how one figure is spread, and two figures against each other.

All values are in [0, 1]. What a plot shows stands in a table beside it, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from plancore.report.formats.html.drawing import axis, box, picture, stroke, words
from plancore.report.formats.html.elements import NOTHING, Html, element
from plancore.report.marks import Mark
from plancore.report.words import count_of

_BINS: Final = 20
_SIDE: Final = 180
"""Width of a plot; a scatter plot is as high."""
_HEIGHT: Final = 60
"""How high the highest bar of a histogram is."""
_LEFT: Final = 22
_RIGHT: Final = 22
"""Enough for a number beside a dot at the edge."""
_TOP: Final = 22
_BELOW: Final = 34
_DOT: Final = 4


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
        words(str(most), 4, _TOP + 8, "time"),
        *bars,
        stroke(at, _TOP - 4, at, _TOP + _HEIGHT, "mean"),
        *axis(_LEFT, _TOP + _HEIGHT, _SIDE, 1),
    )


def scatter(x: str, y: str, dots: Iterable[Dot], *, is_change: bool = False) -> Html:
    """A dot for each thing; `x` and `y` say what its figures are. Where both are the same figure at
    two times (`is_change`), what is above the line has become better."""
    shown = list(dots)
    title = f"{y} against {x}"
    return _plot(
        title,
        f"{title}: {count_of(len(shown), 'dot')}",
        _SIDE,
        words(title, _LEFT, _TOP - 8, "name"),
        stroke(_LEFT, _TOP, _LEFT, _TOP + _SIDE, "grid"),
        words("1", 4, _TOP + 8),
        stroke(_LEFT, _TOP + _SIDE, _LEFT + _SIDE, _TOP, "mean") if is_change else NOTHING,
        *map(_dot, shown),
        *axis(_LEFT, _TOP + _SIDE, _SIDE, 1),
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
    x, y = _LEFT + dot.x * _SIDE, _TOP + (1 - dot.y) * _SIDE
    return element(
        "g",
        element("title", f"{dot.mark.sign} {dot.name}: {dot.x:.3f}, {dot.y:.3f}"),
        element("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=_DOT),
        words(str(dot.n), round(x) + _DOT + 2, round(y) + 4, "time") if dot.n > 1 else NOTHING,
        class_=dot.mark.tone.value,
    )
