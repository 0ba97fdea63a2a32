"""Two figures of many things against each other.

All values are in [0, 1]. What a plot shows stands in a table beside it, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from typing import Final

from plancore.phrases import count_of
from plancore.report.marks import Mark
from plancore.report.plots import Dot, Scatter
from plancore.report.render.html.drawing import centred, flush, picture, stroke, words
from plancore.report.render.html.elements import NOTHING, Html, element, joined

_SIDE: Final = 180
"""Width and height of a plot."""
_LEFT: Final = 30
_RIGHT: Final = 22
"""Enough for a number beside a dot at the edge."""
_TOP: Final = 22
_BELOW: Final = 34
_DOT: Final = 4
"""The radius of a dot."""
_NAMED: Final = 4
"""So many of the things at one place are named."""
_LINE: Final = 14
"""From one line of words below a plot to the next."""
_LEAST_DOT: Final = 1.2
_MOST_DOTS: Final = 2_000
"""More dots than these are a page that no browser likes: near ones are drawn as one."""
_CELLS: Final = 40
"""Along each side of such a plot; so it has no more dots than it could have without."""
_GATHERED: Final = "; near dots as one, larger"


def scatter(data: Scatter) -> Html:
    """Dots at one place are one, with their number. Of very many dots those that are near to one
    another are drawn as one, so that none is left out."""
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
"""The numbers of the upright axis, each with its share of the way down."""


def _places(dots: Iterable[Dot]) -> list[list[Dot]]:
    """The dots of each place, those of one mark as one."""
    places: dict[tuple[float, float], dict[Mark, list[Dot]]] = {}
    for dot in dots:
        places.setdefault((dot.x, dot.y), {}).setdefault(dot.mark, []).append(dot)
    return [[_at_one_place(same) for same in by_mark.values()] for by_mark in places.values()]


def _at_one_place(dots: Sequence[Dot]) -> Dot:
    names = ", ".join(dot.name for dot in dots[:_NAMED])
    more = f", and {len(dots) - _NAMED} more" if len(dots) > _NAMED else ""
    return dots[0]._replace(name=f"{names}{more}", n=sum(dot.n for dot in dots))


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


def _plot(title: str, said: str, n_undefined: int, *content: Html) -> Html:
    """A plot, with what is undefined below it."""
    whole = _TOP + _SIDE + _BELOW
    if n_undefined:
        undefined = f"{n_undefined} undefined"
        said += f"; {undefined}"
        at = _TOP + _SIDE + 30 + _LINE
        whole += _LINE
        content += (centred(undefined, _LEFT + _SIDE / 2, at, "time"),)
    return picture(title, said, _LEFT + _SIDE + _RIGHT, whole, *content)


def _axis() -> Iterator[Html]:
    """The line below a plot, with its ends and its middle."""
    y = _TOP + _SIDE
    yield stroke(_LEFT, y, _LEFT + _SIDE, y, "grid")
    for share in (0.0, 0.5, 1.0):
        at = _LEFT + share * _SIDE
        yield stroke(at, y, at, y + 4, "grid")
        yield centred(f"{share:.4g}", at, y + 16, "time")


def _dots_at(dots: Sequence[Dot]) -> Html:
    """The dots of one place, of a mark each, with the number of things where there are several: the
    later ones are smaller, so that all colours are seen."""
    n = sum(dot.n for dot in dots)
    x, y = _place(dots[0])
    number = words(str(n), round(x) + _DOT + 2, round(y) + 4, "time") if n > 1 else NOTHING
    rings = (_circle(dot, f"{_DOT / (at + 1):.2g}", NOTHING) for at, dot in enumerate(dots[:-1]))
    return joined((*rings, _circle(dots[-1], f"{_DOT / len(dots):.2g}", number)))


def _sized_dots(dots: Iterable[Dot]) -> Iterator[Html]:
    """Dots that are near to one another as one, whose area grows with the number of things."""
    shown = _gathered(dots)
    most = max(dot.n for dot in shown)
    for dot in shown:
        radius = _LEAST_DOT + (_DOT - _LEAST_DOT) * sqrt(dot.n / most)
        yield _circle(dot, f"{radius:.1f}", NOTHING)


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
