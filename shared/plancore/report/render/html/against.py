"""Two times of the same thing against each other, on logarithmic scales."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from plancore.phrases import count_of
from plancore.report.lines import cut_in_the_middle
from plancore.report.plots import Times, TimesScatter
from plancore.report.render.html.drawing import Seconds, centred, flush, picture, stroke, words
from plancore.report.render.html.elements import NOTHING, Html, element

_SIDE: Final = 220
_BAND: Final = 20
"""How wide the border is that has what never came to an end."""
_LEFT: Final = 62
_TOP: Final = 60
_BELOW: Final = 40
_RADIUS: Final = 4
_LONGEST: Final = 34


def times_against(data: TimesScatter) -> Html:
    """A dot for each two times; nothing without any."""
    title, x, y, pairs, border = data
    if not pairs:
        return NOTHING
    times = [time for pair in pairs for time in (pair.x, pair.y) if time is not None] or [1.0]
    scale = Seconds.over(min(times), max(times), _SIDE)
    return picture(
        title,
        _said(x, y, pairs, border),
        _LEFT + _SIDE + _BAND + 20,
        _TOP + _SIDE + _BELOW,
        words(cut_in_the_middle(title, _LONGEST), _LEFT, 14, "name"),
        words(f"↑ {y}", _LEFT, 30, "time"),
        *_axes(scale, x),
        *_border(border, pairs),
        stroke(_LEFT, _TOP + _SIDE, _LEFT + _SIDE, _TOP, "mean"),
        *(_point(scale, pair) for pair in pairs),
        kind="plot against",
    )


def _said(x: str, y: str, pairs: Iterable[Times], border: str) -> str:
    both = [(pair.x, pair.y) for pair in pairs if pair.x is not None and pair.y is not None]
    below = sum(down < across for across, down in both)
    above = sum(down > across for across, down in both)
    n_border = sum(pair.x is None or pair.y is None for pair in pairs)
    return (
        f"{y} against {x}: {count_of(len(both), 'dot')}, {above} above the diagonal, {below} below "
        f"it; {n_border} at the border, which is {border}"
    )


def _point(scale: Seconds, pair: Times) -> Html:
    beyond = _SIDE + _BAND / 2
    x = _LEFT + (beyond if pair.x is None else scale.at(pair.x))
    y = _TOP + _SIDE - (beyond if pair.y is None else scale.at(pair.y))
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
    bottom, right = _TOP + _SIDE, _LEFT + _SIDE
    yield stroke(_LEFT, bottom, right + _BAND, bottom, "grid")
    yield stroke(_LEFT, _TOP - _BAND / 2, _LEFT, bottom, "grid")
    for at, text in scale.ticks():
        yield stroke(_LEFT + at, _TOP, _LEFT + at, bottom + 4, "grid")
        yield centred(text, _LEFT + at, bottom + 16, "time")
        yield stroke(_LEFT - 4, bottom - at, right, bottom - at, "grid")
        yield flush(text, _LEFT - 7, bottom - at + 4, "time")
    yield centred(f"{x} →", _LEFT + _SIDE / 2, bottom + 32, "time")


def _border(border: str, pairs: Iterable[Times]) -> Iterator[Html]:
    """The lines that the border begins at, where something is on it."""
    if any(pair.x is None or pair.y is None for pair in pairs):
        right, bottom = _LEFT + _SIDE, _TOP + _SIDE
        yield stroke(_LEFT, _TOP, right, _TOP, "end")
        yield stroke(right, _TOP, right, bottom, "end")
        yield flush(f"✕ {border}", right + _BAND, 30, "time")
