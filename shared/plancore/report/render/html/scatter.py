"""Scatter plots of two scores of many things.

Values are in [0, 1]. A table next to each plot has the same data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import sqrt
from typing import Final

from plancore.phrases import count_of, some_of
from plancore.report import plots
from plancore.report.lines import cut_in_the_middle
from plancore.report.marks import Mark
from plancore.report.render.html.drawing import (
    Seconds,
    centred,
    flush,
    picture,
    stroke,
    wide,
    words,
)
from plancore.report.render.html.elements import NOTHING, Html, element, joined

_SIDE: Final = 180
"""The width and height of a plot."""
_LEFT: Final = 30
_RIGHT: Final = 22
"""Room for a number next to a dot at the edge."""
_TOP: Final = 22
_BELOW: Final = 34
_DOT: Final = 4
"""The radius of a dot."""
_NAMED: Final = 4
"""The maximum number of things named at one point."""
_LINE: Final = 14
"""The line height of text below a plot."""
_LEAST_DOT: Final = 1.2
_MOST_DOTS: Final = 2_000
"""With more dots than this browsers become slow, so dots near each other are merged."""
_CELLS: Final = 40
"""The number of grid cells along each side when dots are merged."""
_GATHERED: Final = "; nearby dots are merged into a larger one"


def scatter(data: plots.Scatter) -> Html:
    """Dots at one point are drawn as one, with their count. If there are very many, dots near each
    other are merged, so that none is left out."""
    x, y, dots, n_undefined, is_change = data
    given = list(dots)
    places = _places(given)
    n_dots = sum(dot.n for dot in given)
    is_gathered = len(places) > _MOST_DOTS
    note = _GATHERED if is_gathered else ""
    title = f"{y} against {x}"
    said = f"{title}: {count_of(n_dots, 'dot')}{note}"
    if not is_gathered and n_dots > len(places):
        said += f" at {count_of(len(places), 'place')}"
    return _plot(
        title,
        said,
        n_undefined,
        words(title, _LEFT, _TOP - 8, "name"),
        stroke(_LEFT, _TOP, _LEFT, _TOP + _SIDE, "grid"),
        *(flush(text, _LEFT - 4, _TOP + at * _SIDE + 4, "time") for text, at in _UP),
        stroke(_LEFT, _TOP + _SIDE, _LEFT + _SIDE, _TOP, "mean") if is_change else NOTHING,
        *(_sized_dots(given) if is_gathered else map(_dots_at, places)),
        *_axis(),
        centred(f"{x}{note}", _LEFT + _SIDE / 2, _TOP + _SIDE + 30, "time"),
    )


_UP: Final = (("1", 0.0), ("0.5", 0.5), ("0", 1.0))
"""The labels of the vertical axis, each with its distance from the top as a share."""


def _places(dots: Iterable[plots.Dot]) -> list[list[plots.Dot]]:
    """The dots of each point, those of the same mark merged."""
    places: dict[tuple[float, float], dict[Mark, list[plots.Dot]]] = {}
    for dot in dots:
        places.setdefault((dot.x, dot.y), {}).setdefault(dot.mark, []).append(dot)
    return [[_at_one_place(same) for same in by_mark.values()] for by_mark in places.values()]


def _at_one_place(dots: Sequence[plots.Dot]) -> plots.Dot:
    names = some_of(dots, _NAMED, last=", and ", text=lambda dot: dot.name)
    return dots[0]._replace(name=names, n=sum(dot.n for dot in dots))


def _gathered(dots: Iterable[plots.Dot]) -> list[plots.Dot]:
    """The dots of each grid cell and mark merged at their mean."""
    cells: dict[tuple[int, int, Mark], list[plots.Dot]] = {}
    for dot in dots:
        across, up = (min(int(value * _CELLS), _CELLS - 1) for value in (dot.x, dot.y))
        cells.setdefault((across, up, dot.mark), []).append(dot)
    return [_as_one(together) for together in cells.values()]


def _as_one(dots: Sequence[plots.Dot]) -> plots.Dot:
    first, *others = dots
    n = sum(dot.n for dot in dots)
    return plots.Dot(
        sum(dot.x * dot.n for dot in dots) / n,
        sum(dot.y * dot.n for dot in dots) / n,
        f"{first.name}, and {count_of(len(others), 'dot')} more" if others else first.name,
        first.mark,
        n,
    )


def _plot(title: str, said: str, n_undefined: int, *content: Html) -> Html:
    """A plot, with a note on undefined values below it."""
    whole = _TOP + _SIDE + _BELOW
    if n_undefined:
        undefined = f"{n_undefined} undefined"
        said += f"; {undefined}"
        at = _TOP + _SIDE + 30 + _LINE
        whole += _LINE
        content += (centred(undefined, _LEFT + _SIDE / 2, at, "time"),)
    return picture(title, said, _LEFT + _SIDE + _RIGHT, whole, *content)


def _axis() -> Iterator[Html]:
    """The horizontal axis, labelled at its ends and middle."""
    y = _TOP + _SIDE
    yield stroke(_LEFT, y, _LEFT + _SIDE, y, "grid")
    for share in (0.0, 0.5, 1.0):
        at = _LEFT + share * _SIDE
        yield stroke(at, y, at, y + 4, "grid")
        yield centred(f"{share:.4g}", at, y + 16, "time")


def _dots_at(dots: Sequence[plots.Dot]) -> Html:
    """The dots of one point, one for each mark, and their count. Later dots are smaller."""
    n = sum(dot.n for dot in dots)
    x, y = _place(dots[0])
    number = words(str(n), round(x) + _DOT + 2, round(y) + 4, "time") if n > 1 else NOTHING
    rings = (_circle(dot, f"{_DOT / (at + 1):.2g}", NOTHING) for at, dot in enumerate(dots[:-1]))
    return joined((*rings, _circle(dots[-1], f"{_DOT / len(dots):.2g}", number)))


def _sized_dots(dots: Iterable[plots.Dot]) -> Iterator[Html]:
    """Dots near each other as one, whose area grows with its count."""
    shown = _gathered(dots)
    most = max(dot.n for dot in shown)
    for dot in shown:
        radius = _LEAST_DOT + (_DOT - _LEAST_DOT) * sqrt(dot.n / most)
        yield _circle(dot, f"{radius:.1f}", NOTHING)


def _circle(dot: plots.Dot, radius: str, number: Html) -> Html:
    x, y = _place(dot)
    return element(
        "g",
        element("title", f"{dot.mark.sign} {dot.name}: {dot.x:.3f}, {dot.y:.3f}"),
        element("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=radius),
        number,
        class_=dot.mark.tone.value,
    )


def _place(dot: plots.Dot) -> tuple[float, float]:
    return _LEFT + dot.x * _SIDE, _TOP + (1 - dot.y) * _SIDE


# Scatter plots of two times, on logarithmic scales.

_AGAINST_SIDE: Final = 220
_BAND: Final = 20
"""The width of the border, for runs that did not finish."""
_AGAINST_LEFT: Final = 62
_AGAINST_TOP: Final = 60
_AGAINST_BELOW: Final = 40
_RADIUS: Final = 4
_LONGEST: Final = 34


def times_against(data: plots.TimesScatter) -> Html:
    """A dot for each pair of times; nothing without any."""
    title, x, y, pairs, border = data
    if not pairs:
        return NOTHING
    times = [time for pair in pairs for time in (pair.x, pair.y) if time is not None] or [1.0]
    scale = Seconds.over(min(times), max(times), _AGAINST_SIDE)
    return picture(
        title,
        _said(x, y, pairs, border),
        _AGAINST_LEFT + _AGAINST_SIDE + _BAND + 20,
        _AGAINST_TOP + _AGAINST_SIDE + _AGAINST_BELOW,
        words(cut_in_the_middle(title, _LONGEST), _AGAINST_LEFT, 14, "name"),
        words(f"↑ {y}", _AGAINST_LEFT, 30, "time"),
        *_axes(scale, x),
        *_border(border, pairs),
        stroke(
            _AGAINST_LEFT,
            _AGAINST_TOP + _AGAINST_SIDE,
            _AGAINST_LEFT + _AGAINST_SIDE,
            _AGAINST_TOP,
            "mean",
        ),
        *(_point(scale, pair) for pair in pairs),
        kind="plot against",
    )


def _said(x: str, y: str, pairs: Iterable[plots.Times], border: str) -> str:
    both = [(pair.x, pair.y) for pair in pairs if pair.x is not None and pair.y is not None]
    below = sum(down < across for across, down in both)
    above = sum(down > across for across, down in both)
    n_border = sum(pair.x is None or pair.y is None for pair in pairs)
    return (
        f"{y} vs. {x}: {count_of(len(both), 'dot')}, {above} above the diagonal, {below} below "
        f"it; {n_border} at the border ({border})"
    )


def _point(scale: Seconds, pair: plots.Times) -> Html:
    beyond = _AGAINST_SIDE + _BAND / 2
    x = _AGAINST_LEFT + (beyond if pair.x is None else scale.at(pair.x))
    y = _AGAINST_TOP + _AGAINST_SIDE - (beyond if pair.y is None else scale.at(pair.y))
    is_dot = pair.x is not None and pair.y is not None
    if is_dot:
        shape = element("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=_RADIUS)
    else:
        r = _RADIUS - 0.5
        lines = f"M{x - r:.1f} {y - r:.1f}l{2 * r} {2 * r}m0 {-2 * r}l{-2 * r} {2 * r}"
        shape = element("path", d=lines)
    return element(
        "g",
        element("title", f"{pair.name}: {pair.y_text}; {pair.x_text}"),
        shape,
        class_="both" if is_dot else "cross",
        data_name=pair.name,
        data_x="" if pair.x is None else str(pair.x),
        data_y="" if pair.y is None else str(pair.y),
    )


def _axes(scale: Seconds, x: str) -> Iterator[Html]:
    bottom, right = _AGAINST_TOP + _AGAINST_SIDE, _AGAINST_LEFT + _AGAINST_SIDE
    yield stroke(_AGAINST_LEFT, bottom, right + _BAND, bottom, "grid")
    yield stroke(_AGAINST_LEFT, _AGAINST_TOP - _BAND / 2, _AGAINST_LEFT, bottom, "grid")
    for at, text in scale.ticks():
        yield stroke(_AGAINST_LEFT + at, _AGAINST_TOP, _AGAINST_LEFT + at, bottom + 4, "grid")
        yield centred(text, _AGAINST_LEFT + at, bottom + 16, "time")
        yield stroke(_AGAINST_LEFT - 4, bottom - at, right, bottom - at, "grid")
        yield flush(text, _AGAINST_LEFT - 7, bottom - at + 4, "time")
    yield centred(f"{x} →", _AGAINST_LEFT + _AGAINST_SIDE / 2, bottom + 32, "time")


def _border(border: str, pairs: Iterable[plots.Times]) -> Iterator[Html]:
    """The lines where the border begins; nothing if it is empty."""
    if any(pair.x is None or pair.y is None for pair in pairs):
        right, bottom = _AGAINST_LEFT + _AGAINST_SIDE, _AGAINST_TOP + _AGAINST_SIDE
        yield stroke(_AGAINST_LEFT, _AGAINST_TOP, right, _AGAINST_TOP, "end")
        yield stroke(right, _AGAINST_TOP, right, bottom, "end")
        yield flush(f"✕ {border}", right + _BAND, 30, "time")


# Scores of learners: means with standard deviations, and distributions. Each learner has a colour.

N_HUES: Final = 6
"""The number of colours for groups in `style.css`."""
_NAMES: Final = 14
"""The maximum letters of a learner's name below or next to a plot."""
_BOX: Final = 16
_PER_BOX: Final = 34


def learning_curves(data: plots.Curves) -> Html:
    """A line for each learner with a band of one standard deviation, and a key. The ticks below the
    plot are the measured values of x."""
    title, x, curves = data
    sizes = sorted({point.x for curve in curves for point in curve.points})
    if not sizes:
        return NOTHING
    low, high = sizes[0], sizes[-1]

    def across(value: float) -> float:
        return _LEFT + (_SIDE * (value - low) / (high - low) if high > low else _SIDE / 2)

    said = "; ".join(
        f"{curve.name} " + ", ".join(f"{p.mean:.3f} with {p.x:g}" for p in curve.points)
        for curve in curves
        if curve.points
    )
    names = [cut_in_the_middle(curve.name, _NAMES) for curve in curves]
    bottom = _TOP + _SIDE
    return picture(
        title,
        f"{title} by {x}: {said}",
        _LEFT + _SIDE + 12 + max(map(wide, names)),
        bottom + _BELOW,
        words(title, _LEFT, _TOP - 8, "name"),
        *_shares(),
        stroke(_LEFT, bottom, _LEFT + _SIDE, bottom, "grid"),
        *(centred(f"{size:g}", across(size), bottom + 16, "time") for size in sizes),
        centred(x, _LEFT + _SIDE / 2, bottom + 30, "time"),
        *(_curve(curve, across) for curve in curves),
        *_key_of([(curve.name, curve.hue) for curve in curves]),
    )


def _curve(curve: plots.Curve, across: Callable[[float], float]) -> Html:
    places = [(across(point.x), _height(point.mean)) for point in curve.points]
    upper = [(across(p.x), _height(min(p.mean + (p.deviation or 0), 1))) for p in curve.points]
    lower = [(across(p.x), _height(max(p.mean - (p.deviation or 0), 0))) for p in curve.points]
    marks = (
        element(
            "g",
            element("title", f"{curve.name}, {point.x:g}: {_spread_text(point)}"),
            element("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r="2.5"),
        )
        for point, (x, y) in zip(curve.points, places, strict=True)
    )
    return element(
        "g",
        element("path", d=f"{_path([*upper, *lower[::-1]])}Z", class_="band") if places else "",
        element("path", d=_path(places)) if places else "",
        *marks,
        class_=f"course hue{curve.hue % N_HUES}",
        data_course=curve.name,
    )


def _spread_text(point: plots.CurvePoint) -> str:
    deviation = "" if point.deviation is None else f" ± {point.deviation:.3f}"
    return f"{point.mean:.3f}{deviation}, {count_of(point.n, 'fold')}"


def box_plots(data: plots.Boxes) -> Html:
    """A box for each learner, labelled below."""
    title, boxes = data
    width = max(_SIDE, _PER_BOX * len(boxes))
    step = width / len(boxes)
    bottom = _TOP + _SIDE
    drawn: list[Html] = []
    said = []
    for number, box in enumerate(boxes):
        low, first, median, third, high = box.quartiles
        x = _LEFT + step * (number + 0.5)
        told = f"{box.name}: {low:.3f}, {first:.3f}, {median:.3f}, {third:.3f}, {high:.3f}"
        said.append(told)
        left, right, half = x - _BOX / 2, x + _BOX / 2, _BOX / 4
        lines = (
            f"M{x:.1f} {_height(low):.1f}V{_height(first):.1f}"
            f"M{x:.1f} {_height(third):.1f}V{_height(high):.1f}"
            f"M{x - half:.1f} {_height(low):.1f}H{x + half:.1f}"
            f"M{x - half:.1f} {_height(high):.1f}H{x + half:.1f}"
            f"M{left:.1f} {_height(median):.1f}H{right:.1f}"
            f"M{left:.1f} {_height(first):.1f}H{right:.1f}V{_height(third):.1f}H{left:.1f}Z"
        )
        drawn.append(
            element(
                "g",
                element("title", f"{told} ({count_of(len(box.values), 'fold')})"),
                element("path", d=lines),
                class_=f"course hue{box.hue % N_HUES}",
                data_name=box.name,
            )
        )
    names = [cut_in_the_middle(box.name, _NAMES) for box in boxes]
    is_narrow = any(wide(name) > step for name in names)
    below = [
        centred(name, _LEFT + step * (k + 0.5), bottom + 16 + (_LINE * (k % 2) * is_narrow), "time")
        for k, name in enumerate(names)
    ]
    return picture(
        title,
        f"{title}; least value, quartiles and greatest value of {'; '.join(said)}",
        _LEFT + width + _RIGHT,
        bottom + _BELOW,
        words(title, _LEFT, _TOP - 8, "name"),
        *_shares(),
        stroke(_LEFT, bottom, _LEFT + width, bottom, "grid"),
        *drawn,
        *below,
    )


def centres(data: plots.Centres) -> Html:
    """A dot for each learner with horizontal and vertical bars of one standard deviation, and a
    key."""
    title, x, y, some = data
    drawn: list[Html] = []
    for each in some:
        at = _LEFT + each.x * _SIDE, _height(each.y)
        told = f"{each.name}: {x} {_pair(each.x, each.x_deviation)}, "
        told += f"{y} {_pair(each.y, each.y_deviation)}, {count_of(each.n, 'fold')}"
        bars = ""
        if each.x_deviation is not None and each.y_deviation is not None:
            low, high = max(each.x - each.x_deviation, 0), min(each.x + each.x_deviation, 1)
            below, above = max(each.y - each.y_deviation, 0), min(each.y + each.y_deviation, 1)
            path = f"M{_LEFT + low * _SIDE:.1f} {at[1]:.1f}H{_LEFT + high * _SIDE:.1f}"
            path += f"M{at[0]:.1f} {_height(below):.1f}V{_height(above):.1f}"
            bars = element("path", d=path)
        circle = element("circle", cx=f"{at[0]:.1f}", cy=f"{at[1]:.1f}", r=_DOT)
        hue = f"course hue{each.hue % N_HUES}"
        drawn.append(element("g", element("title", told), bars, circle, class_=hue))
    names = [cut_in_the_middle(each.name, _NAMES) for each in some]
    return picture(
        title,
        f"{title}: {count_of(len(some), 'dot')} with bars of one standard deviation",
        _LEFT + _SIDE + 12 + max(map(wide, names), default=0),
        _TOP + _SIDE + _BELOW,
        words(title, _LEFT, _TOP - 8, "name"),
        *_shares(),
        *_axis(),
        centred(x, _LEFT + _SIDE / 2, _TOP + _SIDE + 30, "time"),
        *drawn,
        *_key_of([(each.name, each.hue) for each in some]),
    )


def _pair(mean: float, deviation: float | None) -> str:
    return f"{mean:.3f}" + ("" if deviation is None else f" ± {deviation:.3f}")


def _key_of(names: Iterable[tuple[str, int]]) -> Iterator[Html]:
    for number, (name, hue) in enumerate(names):
        label = words(
            cut_in_the_middle(name, _NAMES), _LEFT + _SIDE + 8, _TOP + 10 + number * _LINE
        )
        yield element("g", element("title", name), label, class_=f"course hue{hue % N_HUES}")


def _shares() -> Iterator[Html]:
    """The vertical axis from 0 to 1, with its labels."""
    yield stroke(_LEFT, _TOP, _LEFT, _TOP + _SIDE, "grid")
    for text, at in _UP:
        yield flush(text, _LEFT - 4, _TOP + at * _SIDE + 4, "time")


def _height(value: float) -> float:
    return _TOP + (1 - value) * _SIDE


def _path(places: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
