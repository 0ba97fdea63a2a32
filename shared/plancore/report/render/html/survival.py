"""How many problems are solved within a time: a survival plot, also called cactus plot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from plancore.report.lines import cut_in_the_middle
from plancore.report.plots import Cactus, Solved, SolvedCurve
from plancore.report.render.html.drawing import (
    LEAST_SECONDS,
    Seconds,
    centred,
    flush,
    picture,
    steps_to,
    stroke,
    wide,
    words,
)
from plancore.report.render.html.elements import NOTHING, Html, element

N_HUES: Final = 6
"""So many colours `style.css` has for what goes together."""
_WIDTH: Final = 280
_HEIGHT: Final = 190
_LEFT: Final = 40
_TOP: Final = 24
_BELOW: Final = 38
_LINE: Final = 14
_MOST_MARKED: Final = 2_000
"""In so many solved problems each has a mark that says which it is."""
_LONGEST: Final = 22


def survival(data: Cactus) -> Html:
    """A stair for each course with its name at its end, on a logarithmic scale; nothing without
    courses."""
    title, unit, courses, limit = data
    if not courses:
        return NOTHING
    times = [each.seconds for course in courses for each in course.solved]
    ends = [*times, *([] if limit is None else [limit])] or [1.0]
    scale = Seconds.over(min(ends), max(ends), _WIDTH)
    height = max(_HEIGHT, _LINE * len(courses))
    highest = max(max(course.n_given for course in courses), 1)
    canvas = _Canvas(scale, height, highest)
    labels = [_label(course) for course in courses]
    width = _LEFT + _WIDTH + 24 + max(map(wide, labels))
    return picture(
        title,
        "Solved within "
        f"{unit}, by seconds from {scale.low:g} to {scale.high:g}: {'; '.join(_said(courses))}",
        width,
        _TOP + height + _BELOW,
        words(title, _LEFT, _TOP - 10, "name"),
        *canvas.axes(unit, limit),
        *(canvas.stair(course, len(times) <= _MOST_MARKED) for course in courses),
        *canvas.labels(courses, labels),
    )


class _Canvas(NamedTuple):
    """Where times and numbers are drawn."""

    scale: Seconds
    height: float
    highest: int

    def stair(self, course: SolvedCurve, is_marked: bool) -> Html:
        solved = sorted(course.solved)
        path = [f"M{_LEFT} {self._y(0):.1f}"]
        marks = []
        for number, each in enumerate(solved, 1):
            x, y = _LEFT + self.scale.at(each.seconds), self._y(number)
            path.append(f"H{x:.1f}V{y:.1f}")
            if is_marked:
                marks.append(_mark(course.name, number, each, x, y))
        path.append(f"H{_LEFT + _WIDTH}")
        return element(
            "g",
            element("path", d="".join(path)),
            *marks,
            class_=f"course hue{course.hue % N_HUES}{' dashed' if course.dashed else ''}",
            data_course=course.name,
            data_solved=len(solved),
            data_given=course.n_given,
        )

    def labels(self, courses: Sequence[SolvedCurve], labels: Sequence[str]) -> Iterator[Html]:
        """The names at the ends of the stairs, none over another."""
        order = sorted(range(len(courses)), key=lambda k: (-len(courses[k].solved), k))
        wanted = [self._y(len(courses[k].solved)) for k in order]
        places = _apart(wanted, _TOP + 4, _TOP + self.height)
        for k, y, end in zip(order, places, wanted, strict=True):
            hue = f"course hue{courses[k].hue % N_HUES}"
            right = _LEFT + _WIDTH
            leader = stroke(right, end, right + 12, y, "leader")
            label = words(labels[k], right + 16, y + 4)
            yield element("g", element("title", courses[k].name), leader, label, class_=hue)

    def axes(self, unit: str, limit: float | None) -> Iterator[Html]:
        bottom = self._y(0)
        for number in steps_to(self.highest):
            y = self._y(number)
            yield stroke(_LEFT, y, _LEFT + _WIDTH, y, "grid")
            yield flush(f"{number:,}", _LEFT - 6, y + 4, "time")
        for at, text in self.scale.ticks():
            yield stroke(_LEFT + at, bottom, _LEFT + at, bottom + 4, "grid")
            yield centred(text, _LEFT + at, bottom + 16, "time")
        yield centred(unit, _LEFT + _WIDTH / 2, bottom + 32, "time")
        if limit is not None:
            x = _LEFT + self.scale.at(limit)
            said = element("title", f"limit: {limit:g} s")
            yield element("g", said, stroke(x, _TOP, x, bottom, "mean"))

    def _y(self, number: float) -> float:
        return _TOP + self.height * (1 - number / self.highest)


def _mark(name: str, number: int, each: Solved, x: float, y: float) -> Html:
    drawn = LEAST_SECONDS
    least = f", drawn at {drawn:g} s" if each.seconds < drawn else ""
    said = f"{name}: {number} within {each.seconds:g} s, {each.problem}{least}"
    circle = element("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r="2.5")
    return element(
        "g",
        element("title", said),
        circle,
        data_problem=each.problem,
        data_seconds=str(each.seconds),
    )


def _label(course: SolvedCurve) -> str:
    return f"{cut_in_the_middle(course.name, _LONGEST)} {len(course.solved)}/{course.n_given}"


def _said(courses: Iterable[SolvedCurve]) -> Iterator[str]:
    for course in courses:
        last = max((each.seconds for each in course.solved), default=None)
        within = "" if last is None else f", all within {last:g} s"
        yield f"{course.name} {len(course.solved)} of {course.n_given}{within}"


def _apart(places: Sequence[float], low: float, high: float) -> list[float]:
    """Places in ascending order, as near to `places` as it goes, and a line apart."""
    apart = [max(places[0], low)]
    for place in places[1:]:
        apart.append(max(place, apart[-1] + _LINE))
    apart[-1] = min(apart[-1], high)
    for k in range(len(apart) - 2, -1, -1):
        apart[k] = min(apart[k], apart[k + 1] - _LINE)
    return apart
