"""The elements of plots: pictures with descriptions, lines, texts and scales."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, floor, log10
from typing import Final, NamedTuple

from plancore.report.lines import cell_width
from plancore.report.render.html.elements import Html, element, scrolling

LETTER: Final = 7
"""The maximum width of a letter, in pixels."""
_MEAN_LETTER: Final = 6.4
LEAST_SECONDS: Final = 0.01
"""Shorter times are drawn as this: they depend more on the machine than on the planner."""
_NARROW: Final = 340
"""A picture up to this width fits any window; wider ones scroll on their own."""


def picture(
    title: str, said: str, width: float, height: float, *content: str, kind: str = "plot"
) -> Html:
    """A drawing with its `title` and, for screen readers, a sentence `said` that describes it.

    Its size is in pixels, independent of the window.
    """
    svg = element(
        "svg",
        element("title", title),
        element("desc", said),
        *content,
        class_=kind,
        role="img",
        width=_pixels(width),
        height=_pixels(height),
        viewBox=f"0 0 {_pixels(width)} {_pixels(height)}",
    )
    return svg if width <= _NARROW else scrolling(svg, title)


def words(text: str, x: float, y: float, kind: str | None = None) -> Html:
    """A text that starts at a point."""
    return element("text", text, x=f"{x:.1f}", y=f"{y:.1f}", class_=kind)


def centred(text: str, x: float, y: float, kind: str | None = None) -> Html:
    """A text centred at a point."""
    return _anchored(text, x, y, "middle", kind)


def flush(text: str, x: float, y: float, kind: str | None = None) -> Html:
    """A text that ends at a point."""
    return _anchored(text, x, y, "end", kind)


def _anchored(text: str, x: float, y: float, at: str, kind: str | None) -> Html:
    return element("text", text, x=f"{x:.1f}", y=f"{y:.1f}", text_anchor=at, class_=kind)


def stroke(x1: float, y1: float, x2: float, y2: float, kind: str) -> Html:
    """A straight line."""
    ends = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
    return element("line", class_=kind, **{name: f"{at:.1f}" for name, at in ends.items()})


def hatching(x: float, y: float, width: float, height: float) -> Html:
    """Diagonal lines that fill a rectangle; hatching means undefined."""
    gap = 6
    parts = []
    for start in range(gap, int(width + height), gap):
        # From the top or right edge down to the left or bottom one.
        right, left = min(start, width), max(start - height, 0)
        parts.append(
            f"M{x + right:.1f} {y + start - right:.1f}L{x + left:.1f} {y + start - left:.1f}"
        )
    return element("path", d="".join(parts), class_="hatching")


def wide(text: str) -> float:
    """The approximate width of a text, in pixels."""
    return cell_width(text) * _MEAN_LETTER


class Seconds(NamedTuple):
    """A logarithmic scale from `low` to `high` seconds, `length` pixels long."""

    low: float
    high: float
    length: float

    @classmethod
    def over(cls, low: float, high: float, length: float) -> Seconds:
        """A scale that includes both values, starts at a power of ten and spans at least one
        decade."""
        start = 10.0 ** floor(log10(max(low, LEAST_SECONDS)) + 1e-9)
        return cls(start, max(high, start * 10), length)

    def at(self, seconds: float) -> float:
        """The offset of a time from the start, in pixels."""
        share = log10(max(seconds, self.low) / self.low) / log10(self.high / self.low)
        return min(share, 1.0) * self.length

    def ticks(self) -> Iterator[tuple[float, str]]:
        """The offsets and labels of the powers of ten."""
        first = round(log10(self.low))
        for power in range(first, floor(log10(self.high) + 1e-9) + 1):
            value = 10.0**power
            yield self.at(value), f"{value:,.0f}" if power >= 0 else f"{value:.{-power}f}"


def round_up(least: Fraction) -> Fraction:
    """The least number that is 1, 2 or 5 times a power of ten and at least `least`, which is
    positive."""
    power = Fraction(1)
    while power > least:
        power /= 10
    while power * 10 <= least:
        power *= 10
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= least)


def steps_to(highest: int) -> range:
    """Integer ticks of an axis from 0: at most six, with steps of 1, 2 or 5 times a power of
    ten."""
    step = round_up(max(Fraction(highest, 5), Fraction(1)))
    return range(0, highest + 1, int(step))


def _pixels(length: float) -> int:
    return ceil(length)
