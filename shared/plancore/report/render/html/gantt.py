"""Plans with times as a Gantt chart: all on one scale, lane by lane below each other.

Steps that overlap are put into tracks. Lengths are pixels where the chart is shown at its full
size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from plancore.notation.plans.writer import decimal as time_text
from plancore.report.lines import cut_in_the_middle
from plancore.report.marks import SAME
from plancore.report.plots import Bar, Gantt
from plancore.report.render.html.drawing import round_up, stroke, words
from plancore.report.render.html.elements import Html, element, scrolling

_WIDTH: Final = 1_000
_LABELS: Final = 170
"""Left of the chart: names of lanes, and whose tracks they are."""
_NAME: Final = 17
"""Letters of a lane's name; both ends are shown of a longer one."""
_TRACK: Final = 18
_BAR: Final = 14
_GAP: Final = 8
"""Between lanes."""
_AXIS: Final = 22
_LETTER: Final = 6.7
"""How wide a letter is in a bar."""
_TICKS: Final = 10
"""At most so many times are written at the axis."""


def gantt(data: Gantt) -> Html:
    """The chart."""
    return scrolling(_Chart(data).drawn(), data.title)


class _Chart:
    def __init__(self, data: Gantt) -> None:
        self._data = data
        times = [time for bars in data.bars for bar in bars for time in (bar.start, bar.end)]
        self._first = min(times)
        self._length = max(times) - self._first or Fraction(1)

    def drawn(self) -> Html:
        """The chart as SVG."""
        top = _AXIS + _GAP
        parts: list[Html] = []
        for name, of_sides in (("happenings", None), *self._data.lanes.items()):
            drawn, height = self._lane(name, of_sides, top)
            parts += drawn
            top += height + _GAP
        return element(
            "svg",
            *self._axis(top),
            *parts,
            class_="gantt",
            viewBox=f"0 0 {_WIDTH} {top}",
            role="img",
            aria_label=f"{self._data.title}. The side-by-side table lists the same steps.",
        )

    def _lane(
        self, name: str, of_sides: Sequence[Sequence[Bar]] | None, top: int
    ) -> tuple[list[Html], int]:
        """A lane that begins at `top`, and how high it is; the lane of happenings has no bars."""
        parts = [words(cut_in_the_middle(name, _NAME), 4, top + _BAR - 3, "lane")]
        at = top
        for number, side in enumerate(self._data.sides):
            tracks = [[]] if of_sides is None else _tracks(of_sides[number])
            if not tracks:
                continue
            parts.append(words(side.sign, _LABELS - 14, at + _BAR - 3, side.tone.value))
            if of_sides is None:
                parts += self._happenings(self._data.bars[number], at)
            for track in tracks:
                parts += (self._bar(bar, at) for bar in track)
                at += _TRACK
        parts.append(stroke(0, at + _GAP // 2, _WIDTH, at + _GAP // 2, "grid"))
        return parts, at - top

    def _bar(self, bar: Bar, top: int) -> Html:
        left = self._x(bar.start)
        width = max(self._x(bar.end) - left, 3)
        label = _fitting(f"{bar.mark.sign} {bar.label}", width - 6)
        at, said = left + 3, label
        if not label and bar.mark is not SAME:
            at, said = left + width + 2, bar.mark.sign
        return element(
            "g",
            element("title", f"{bar.mark.sign} {bar.text}"),
            element("rect", x=str(left), y=top, width=f"{width:.1f}", height=_BAR, rx=2),
            words(said, at, top + _BAR - 3) if said else "",
            class_=f"bar-of-step {bar.mark.tone}",
        )

    def _happenings(self, bars: Iterable[Bar], top: int) -> Iterator[Html]:
        """A stroke wherever a step starts or ends."""
        for time in sorted({time for bar in bars for time in (bar.start, bar.end)}):
            yield stroke(self._x(time), top, self._x(time), top + _BAR, "happening")

    def _axis(self, bottom: int) -> Iterator[Html]:
        """Times at round distances, with lines down to `bottom`."""
        distance = round_up(self._length / _TICKS)
        time = -(-self._first // distance) * distance
        while time <= self._first + self._length:
            yield stroke(self._x(time), _AXIS - 6, self._x(time), bottom, "grid")
            yield words(time_text(time), self._x(time) + 2, _AXIS - 8, "time")
            time += distance

    def _x(self, time: Fraction) -> float:
        room = _WIDTH - _LABELS - 30
        return round(_LABELS + float((time - self._first) / self._length) * room, 1)


def _fitting(label: str, width: float) -> str:
    """As much of a label as there is room for; nothing where that is next to nothing."""
    room = int(width / _LETTER)
    if len(label) <= room:
        return label
    return f"{label[: room - 1]}…" if room > 3 else ""


def _tracks(bars: Iterable[Bar]) -> list[list[Bar]]:
    """The bars, by their start, in as few tracks as keep those apart that overlap."""
    tracks: list[list[Bar]] = []
    for bar in bars:
        track = next((track for track in tracks if track[-1].end <= bar.start), None)
        if track is None:
            tracks.append([bar])
        else:
            track.append(bar)
    return tracks
