"""Two plans with times as a Gantt chart: both on one scale, lane by lane below each other.

A lane has the steps of one action, or those that one object takes part in: the reference's above,
the learned plan's below. Steps that overlap are put into tracks. Lengths are pixels where the chart
is shown at its full size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import Final, NamedTuple

from plancore.model.plan import Step
from plancore.notation.plans.writer import decimal as time_text
from plancore.report.formats.html.drawing import round_up, stroke, words
from plancore.report.formats.html.elements import Html, element, joined
from plancore.report.formats.html.tables import left_out, scrolling
from plancore.report.lines import cut_in_the_middle
from plancore.report.marks import FAILING, SAME, Mark
from plancore.report.plan.review import PlanReview
from plancore.report.plan.steps import difference_mark, step_text
from plancore.report.rows.row import LEARNED, REFERENCE, Side

_MOST_STEPS: Final = 400
_MOST_LANES: Final = 60
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


class Bar(NamedTuple):
    """A step on the scale of time."""

    start: Fraction
    end: Fraction
    step: Step
    mark: Mark


class Lanes(NamedTuple):
    """Which lanes a step stands in, by their names, and what its bar says besides."""

    of: Callable[[Step], Iterable[str]]
    label: Callable[[Step], str]


def _actions(step: Step) -> Iterable[str]:
    return dict.fromkeys(action.name for action in step.actions)


def _objects(step: Step) -> Iterable[str]:
    return dict.fromkeys(argument for action in step.actions for argument in action.args)


def _arguments(step: Step) -> str:
    return ", ".join(" ".join(action.args) for action in step.actions)


BY_ACTION: Final = Lanes(_actions, _arguments)
BY_OBJECT: Final = Lanes(_objects, lambda step: ", ".join(_actions(step)))


def gantt(review: PlanReview, lanes: Lanes, title: str) -> Html:
    """The chart of two plans of which every step has a time, and what it leaves out."""
    sides = ((REFERENCE, _bars(review, 1)), (LEARNED, _bars(review, 0)))
    chart = _Chart([(side, bars[:_MOST_STEPS]) for side, bars in sides], lanes)
    n_steps = sum(max(len(bars) - _MOST_STEPS, 0) for _, bars in sides)
    return joined(
        (
            scrolling(chart.drawn(title), title),
            left_out(n_steps, "later steps"),
            left_out(chart.n_left_out, "lanes"),
        )
    )


def _bars(review: PlanReview, side: int) -> list[Bar]:
    """The steps of a side, by their start."""
    faults = review.faults[side]
    bars = []
    for row in review.diff.rows:
        step, index = review.steps(row)[side], (row.learned, row.reference)[side]
        if step is None or step.start is None:
            continue
        mark = FAILING if index in faults else difference_mark(review, row)
        bars.append(Bar(step.start, step.start + (step.duration or 0), step, mark))
    return sorted(bars, key=lambda bar: (bar.start, bar.end))


class _Chart:
    def __init__(self, sides: Sequence[tuple[Side, Sequence[Bar]]], lanes: Lanes) -> None:
        self._sides = sides
        self._label = lanes.label
        bars = [bar for _, of_side in sides for bar in of_side]
        times = [time for bar in bars for time in (bar.start, bar.end)]
        self._first = min(times)
        self._length = max(times) - self._first or Fraction(1)
        by_name: dict[str, list[list[Bar]]] = {}
        for number, (_, of_side) in enumerate(sides):
            for bar in of_side:
                for name in lanes.of(bar.step):
                    by_name.setdefault(name, [[] for _ in sides])[number].append(bar)
        self._lanes = dict(islice(by_name.items(), _MOST_LANES))
        self.n_left_out = len(by_name) - len(self._lanes)

    def drawn(self, title: str) -> Html:
        """The chart as SVG."""
        top = _AXIS + _GAP
        parts: list[Html] = []
        for name, of_sides in (("happenings", None), *self._lanes.items()):
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
            aria_label=f"{title}. The steps are in the table side by side, too.",
        )

    def _lane(
        self, name: str, of_sides: Sequence[Sequence[Bar]] | None, top: int
    ) -> tuple[list[Html], int]:
        """A lane that begins at `top`, and how high it is; the lane of happenings has no bars."""
        parts = [words(cut_in_the_middle(name, _NAME), 4, top + _BAR - 3, "lane")]
        at = top
        for number, (side, bars) in enumerate(self._sides):
            tracks = [[]] if of_sides is None else _tracks(of_sides[number])
            if not tracks:
                continue
            parts.append(words(side.sign, _LABELS - 14, at + _BAR - 3, side.tone.value))
            if of_sides is None:
                parts += self._happenings(bars, at)
            for track in tracks:
                parts += (self._bar(bar, at) for bar in track)
                at += _TRACK
        parts.append(stroke(0, at + _GAP // 2, _WIDTH, at + _GAP // 2, "grid"))
        return parts, at - top

    def _bar(self, bar: Bar, top: int) -> Html:
        left = self._x(bar.start)
        width = max(self._x(bar.end) - left, 3)
        label = _fitting(f"{bar.mark.sign} {self._label(bar.step)}", width - 6)
        at, said = left + 3, label
        if not label and bar.mark is not SAME:
            at, said = left + width + 2, bar.mark.sign
        return element(
            "g",
            element("title", f"{bar.mark.sign} {step_text(bar.step)}"),
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
