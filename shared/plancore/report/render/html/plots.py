"""Plots of all kinds as drawings.

A heat map has a score for each pair of names: the higher, the more opaque its cell. Values are in
[0, 1], and each cell also has its value as text. A Gantt chart has plans on one time scale, in
lanes below one another; overlapping steps are put on separate tracks.

Lengths are pixels of a drawing at its full size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil
from typing import Final, NamedTuple

from plancore.notation.plans.writer import decimal as time_text
from plancore.report import plots
from plancore.report.document import Plots
from plancore.report.lines import cell_width, cut_in_the_middle
from plancore.report.marks import SAME, Mark
from plancore.report.render.html import drawing, scatter
from plancore.report.render.html.elements import NOTHING, Html, element, joined, scrolling


def plots_html(block: Plots) -> Html:
    """The plots, with their note and the key of their colours."""
    key = _key(block.key) if block.key else NOTHING
    said = filter(None, (element("small", block.note) if block.note else NOTHING, key))
    parts = (element("p", each) for each in said)
    return joined((element("div", *map(_drawn, block.plots), class_="plots"), *parts))


def _drawn(plot: plots.Plot) -> Html:
    """The drawing; nothing for an empty plot."""
    match plot:
        case plots.HeatMap():
            return heat_map(plot)
        case plots.Scatter():
            return scatter.scatter(plot)
        case plots.TimesScatter():
            return scatter.times_against(plot)
        case plots.Cactus():
            return survival(plot)
        case plots.Gantt():
            return gantt(plot)
        case plots.Curves():
            return scatter.learning_curves(plot)
        case plots.Boxes():
            return scatter.box_plots(plot)
        case plots.Centres():
            return scatter.centres(plot)
        case plots.Arcs():
            return arcs(plot)
        case plots.Tree():
            return tree(plot)


def _key(meanings: Mapping[Mark, str]) -> Html:
    """The meaning of the colours of dots, with the signs in their titles."""
    entries = (
        joined((element("span", "●", class_=mark.tone.value), f" {mark.sign} {meaning}"))
        for mark, meaning in meanings.items()
    )
    return element("small", joined(entries, "; "), class_="key")


# Heat maps

_NARROWEST_CELL: Final = 52
_CELL_HEIGHT: Final = 22
_LONGEST_NAME: Final = 16
_MAP_TOP: Final = 44


def heat_map(data: plots.HeatMap) -> Html:
    """A cell for each pair of names; one without a value is hatched and has a dash."""
    title, rows, columns, values = data
    names = [cut_in_the_middle(name, _LONGEST_NAME) for name in rows]
    titles = [cut_in_the_middle(name, _LONGEST_NAME) for name in columns]
    width = ceil(max(_NARROWEST_CELL, *(drawing.wide(name) + 8 for name in titles), 0))
    left = max((cell_width(name) for name in names), default=0) * drawing.LETTER + 12
    drawn: list[Html] = [drawing.words(title, left, 14, "name")]
    for number, column in enumerate(columns):
        short = drawing.words(titles[number], left + number * width + 2, _MAP_TOP - 8, "time")
        drawn.append(element("g", element("title", column), short))
    for down, row in enumerate(rows):
        top = _MAP_TOP + down * _CELL_HEIGHT
        drawn.append(drawing.words(names[down], 2, top + 15))
        for across, column in enumerate(columns):
            place = left + across * width, top
            drawn.append(_cell(row, column, values.get((row, column)), *place, width - 2))
    said = f"{title} by row and column, with the value in each cell; undefined cells are hatched"
    height = _MAP_TOP + len(rows) * _CELL_HEIGHT + 4
    whole = left + max(len(columns) * width, cell_width(title) * drawing.LETTER) + 4
    return drawing.picture(title, said, whole, height, *drawn, kind="plot heat")


def _cell(row: str, column: str, value: float | None, x: int, y: int, width: int) -> Html:
    said = "–" if value is None else _decimal(value)
    told = "undefined" if value is None else said
    height, middle = _CELL_HEIGHT - 2, x + width / 2
    if value is None:
        drawn = drawing.hatching(x, y, width, height)
    else:
        shade = f"{0.08 + 0.6 * value:.2f}"
        drawn = element("rect", x=x, y=y, width=width, height=height, fill_opacity=shade)
    return element(
        "g",
        element("title", f"{row}, {column}: {told}"),
        drawn,
        drawing.centred(said, middle, y + 15),
        class_="none" if value is None else "share",
        data_row=row,
        data_column=column,
        data_value="" if value is None else str(value),
    )


def _decimal(value: float) -> str:
    """Rounded as in tables, but only exact values become 0 or 1."""
    return f"{min(max(value, 0.001), 0.999) if 0 < value < 1 else value:.3f}"


# Gantt charts

_WIDEST: Final = 1_000
"""The maximum width of a chart; one whose labels fit into less is narrower, as columns beside a
text are."""
_NARROWEST: Final = 360
_LETTER_OF_LANE: Final = 7.6
"""The width of a letter in a lane's name."""
_SIGN: Final = 22
"""The width between the name of a lane and the chart, for the sign of a side."""
_END: Final = 30
"""The width right of the chart, for the last time."""
_LANE_NAME: Final = 17
"""The maximum letters of a lane's name; a longer one is cut in the middle."""
_TRACK: Final = 18
_BAR: Final = 14
_GAP: Final = 8
"""The distance between lanes."""
_AXIS: Final = 22
_LETTER_IN_BAR: Final = 6.7
"""The width of a letter in a bar."""
_TICKS: Final = 10
"""The maximum number of times at the axis."""


def gantt(data: plots.Gantt) -> Html:
    """The chart, scrolling if it is wider than the window."""
    return scrolling(_Chart(data).drawn(), data.title)


class _Chart:
    def __init__(self, data: plots.Gantt) -> None:
        self._data = data
        bars = [bar for side in data.bars for bar in side]
        self._first = min(bar.start for bar in bars)
        self._length = max(bar.end for bar in bars) - self._first or Fraction(1)
        names = ("happenings", *data.lanes) if data.has_times else (*data.lanes,)
        longest = max(min(len(name), _LANE_NAME) for name in names)
        self._left = round(4 + longest * _LETTER_OF_LANE) + _SIGN
        needed = max(
            (
                _width_of(bar) * self._length / (bar.end - bar.start)
                for bar in bars
                if bar.end > bar.start
            ),
            default=Fraction(0),
        )
        room = min(max(ceil(needed), _NARROWEST), _WIDEST - self._left - _END)
        self._width = self._left + room + _END

    def drawn(self) -> Html:
        top = _AXIS + _GAP
        parts: list[Html] = []
        happenings = (("happenings", None),) if self._data.has_times else ()
        for name, of_sides in (*happenings, *self._data.lanes.items()):
            drawn, height = self._lane(name, of_sides, top)
            parts += drawn
            top += height + _GAP
        return element(
            "svg",
            *self._axis(top),
            *parts,
            class_="gantt",
            viewBox=f"0 0 {self._width} {top}",
            width=self._width,
            role="img",
            aria_label=f"{self._data.title}. {self._table()} lists the same steps.",
        )

    def _table(self) -> str:
        return "The table of steps" if len(self._data.sides) == 1 else "The side-by-side table"

    def _lane(
        self, name: str, of_sides: Sequence[Sequence[plots.Bar]] | None, top: int
    ) -> tuple[list[Html], int]:
        """A lane that starts at `top`, and its height; the lane of happenings has no bars."""
        parts = [drawing.words(cut_in_the_middle(name, _LANE_NAME), 4, top + _BAR - 3, "lane")]
        at = top
        for number, side in enumerate(self._data.sides):
            tracks = [[]] if of_sides is None else _tracks(of_sides[number])
            if not tracks:
                continue
            parts.append(drawing.words(side.sign, self._left - 14, at + _BAR - 3, side.tone.value))
            if of_sides is None:
                parts += self._happenings(self._data.bars[number], at)
            for track in tracks:
                parts += (self._bar(bar, at) for bar in track)
                at += _TRACK
        parts.append(drawing.stroke(0, at + _GAP // 2, self._width, at + _GAP // 2, "grid"))
        return parts, at - top

    def _bar(self, bar: plots.Bar, top: int) -> Html:
        left = self._x(bar.start)
        width = max(self._x(bar.end) - left, 3)
        # A single plan is not compared, so "same" has no meaning.
        is_bare = bar.mark is SAME and len(self._data.sides) == 1
        sign = "" if is_bare else f"{bar.mark.sign} "
        label = _fitting(f"{sign}{bar.label}", width - 6)
        at, said = left + 3, label
        if not label and bar.mark is not SAME:
            at, said = left + width + 2, bar.mark.sign
        return element(
            "g",
            element("title", f"{sign}{bar.text}"),
            element("rect", x=str(left), y=top, width=f"{width:.1f}", height=_BAR, rx=2),
            drawing.words(said, at, top + _BAR - 3) if said else "",
            class_=f"bar-of-step {bar.mark.tone}",
        )

    def _happenings(self, bars: Iterable[plots.Bar], top: int) -> Iterator[Html]:
        """A stroke at each time when a step starts or ends."""
        for time in sorted({time for bar in bars for time in (bar.start, bar.end)}):
            yield drawing.stroke(self._x(time), top, self._x(time), top + _BAR, "happening")

    def _axis(self, bottom: int) -> Iterator[Html]:
        """Times at round intervals, with lines down to `bottom`."""
        distance = drawing.round_up(self._length / _TICKS)
        time = -(-self._first // distance) * distance
        while time <= self._first + self._length:
            yield drawing.stroke(self._x(time), _AXIS - 6, self._x(time), bottom, "grid")
            yield drawing.words(time_text(time), self._x(time) + 2, _AXIS - 8, "time")
            time += distance

    def _x(self, time: Fraction) -> float:
        room = self._width - self._left - _END
        return round(self._left + float((time - self._first) / self._length) * room, 1)


def _width_of(bar: plots.Bar) -> Fraction:
    """The width of a bar that has its whole label, with a sign."""
    return Fraction(ceil((len(bar.label) + 2) * _LETTER_IN_BAR) + 6)


def _fitting(label: str, width: float) -> str:
    """The prefix of a label that fits; empty if it would be too short to be of use."""
    room = int(width / _LETTER_IN_BAR)
    if len(label) <= room:
        return label
    return f"{label[: room - 1]}…" if room > 3 else ""


def _tracks(bars: Iterable[plots.Bar]) -> list[list[plots.Bar]]:
    """The bars, sorted by start, on as few tracks as possible without overlaps."""
    tracks: list[list[plots.Bar]] = []
    for bar in bars:
        track = next((track for track in tracks if track[-1].end <= bar.start), None)
        if track is None:
            tracks.append([bar])
        else:
            track.append(bar)
    return tracks


# Rows with arcs between them

_ROW: Final = 20
_DEEPEST: Final = 150


def arcs(data: plots.Arcs) -> Html:
    """The rows, with arcs on their left. The longer an arc, the further it reaches; a dot marks its
    end."""
    left = _DEEPEST + 12
    names = [cut_in_the_middle(row, _LONGEST_ROW) for row in data.rows]
    drawn: list[Html] = []
    for arc in data.arcs:
        top, bottom = (row * _ROW + _ROW / 2 for row in (arc.start, arc.end))
        if arc.start == arc.end:
            top, bottom = top - 5, bottom + 5
        reach = _DEEPEST * abs(bottom - top) / ((len(data.rows) or 1) * _ROW) + 10
        bend = left - reach * 4 / 3
        path = f"M{left} {top:g}C{bend:.0f} {top:g} {bend:.0f} {bottom:g} {left} {bottom:g}"
        said = f"{data.rows[arc.start]} → {data.rows[arc.end]}: {arc.text}"
        drawn.append(
            element(
                "g",
                element("title", said),
                element("path", d=path),
                element("circle", cx=left, cy=f"{bottom:g}", r=3),
                class_="arc",
                data_from=arc.start,
                data_to=arc.end,
            )
        )
    drawn += [drawing.words(name, left + 10, row * _ROW + 14) for row, name in enumerate(names)]
    width = left + 20 + max(map(cell_width, names), default=0) * _MONOSPACED
    said = f"{len(data.arcs)} arcs between {len(data.rows)} rows; the tables list the same"
    height = len(data.rows) * _ROW + 4
    return drawing.picture(data.title, said, width, height, *drawn, kind="plot arcs")


_LONGEST_ROW: Final = 60
_INDENT: Final = 24
_MONOSPACED: Final = 7.4
"""The maximum width of a letter in a tree, or in rows with arcs."""


def tree(data: plots.Tree) -> Html:
    """Each name below its parent, connected by a line."""
    drawn: list[Html] = []
    parents: dict[int, int] = {}
    widest = 0.0
    for row, (depth, name, note) in enumerate(data.rows):
        parents[depth] = row
        x, y = 8 + depth * _INDENT, row * _ROW + 14
        if depth:
            across, top = x - _INDENT + 6, parents[depth - 1] * _ROW + _ROW
            path = f"M{across} {top}V{y - 4}H{x - 3}"
            drawn.append(element("path", d=path))
        shown = cut_in_the_middle(name, _LONGEST_ROW)
        drawn.append(drawing.words(shown, x, y, "name"))
        end = x + cell_width(shown) * _MONOSPACED + 10
        if note:
            drawn.append(drawing.words(cut_in_the_middle(note, _LONGEST_ROW), end, y, "time"))
            end += cell_width(cut_in_the_middle(note, _LONGEST_ROW)) * _MONOSPACED
        widest = max(widest, end)
    said = f"{len(data.rows)} names, each below the one that it belongs to"
    return drawing.picture(
        data.title, said, widest + 8, len(data.rows) * _ROW + 4, *drawn, kind="plot tree"
    )


_WIDTH: Final = 280
_HEIGHT: Final = 190
_LEFT: Final = 40
_TOP: Final = 24
_BELOW: Final = 38
_LINE: Final = 14
_MOST_MARKED: Final = 2_000
"""With more solved problems than this the points are not marked."""
_LONGEST: Final = 22


def survival(data: plots.Cactus) -> Html:
    """A step curve for each solver, labelled at its end, on a logarithmic scale; nothing without
    curves."""
    title, unit, courses, limit = data
    if not courses:
        return NOTHING
    times = [each.seconds for course in courses for each in course.solved]
    ends = [*times, *([] if limit is None else [limit])] or [1.0]
    scale = drawing.Seconds.over(min(ends), max(ends), _WIDTH)
    height = max(_HEIGHT, _LINE * len(courses))
    highest = max(max(course.n_given for course in courses), 1)
    canvas = _Canvas(scale, height, highest)
    labels = [_label(course) for course in courses]
    width = _LEFT + _WIDTH + 24 + max(map(drawing.wide, labels))
    return drawing.picture(
        title,
        "Solved within "
        f"{unit}, by seconds from {scale.low:g} to {scale.high:g}: {'; '.join(_said(courses))}",
        width,
        _TOP + height + _BELOW,
        drawing.words(title, _LEFT, _TOP - 10, "name"),
        *canvas.axes(unit, limit),
        *(canvas.stair(course, len(times) <= _MOST_MARKED) for course in courses),
        *canvas.labels(courses, labels),
    )


class _Canvas(NamedTuple):
    """The scales of the plot."""

    scale: drawing.Seconds
    height: float
    highest: int

    def stair(self, course: plots.SolvedCurve, is_marked: bool) -> Html:
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
            class_=f"course hue{course.hue % scatter.N_HUES}{' dashed' if course.dashed else ''}",
            data_course=course.name,
            data_solved=len(solved),
            data_given=course.n_given,
        )

    def labels(self, courses: Sequence[plots.SolvedCurve], labels: Sequence[str]) -> Iterator[Html]:
        """Labels at the ends of the curves, without overlaps."""
        order = sorted(range(len(courses)), key=lambda k: (-len(courses[k].solved), k))
        wanted = [self._y(len(courses[k].solved)) for k in order]
        places = _apart(wanted, _TOP + 4, _TOP + self.height)
        for k, y, end in zip(order, places, wanted, strict=True):
            hue = f"course hue{courses[k].hue % scatter.N_HUES}"
            right = _LEFT + _WIDTH
            leader = drawing.stroke(right, end, right + 12, y, "leader")
            label = drawing.words(labels[k], right + 16, y + 4)
            yield element("g", element("title", courses[k].name), leader, label, class_=hue)

    def axes(self, unit: str, limit: float | None) -> Iterator[Html]:
        bottom = self._y(0)
        for number in drawing.steps_to(self.highest):
            y = self._y(number)
            yield drawing.stroke(_LEFT, y, _LEFT + _WIDTH, y, "grid")
            yield drawing.flush(f"{number:,}", _LEFT - 6, y + 4, "time")
        for at, text in self.scale.ticks():
            yield drawing.stroke(_LEFT + at, bottom, _LEFT + at, bottom + 4, "grid")
            yield drawing.centred(text, _LEFT + at, bottom + 16, "time")
        yield drawing.centred(unit, _LEFT + _WIDTH / 2, bottom + 32, "time")
        if limit is not None:
            x = _LEFT + self.scale.at(limit)
            said = element("title", f"limit: {limit:g} s")
            yield element("g", said, drawing.stroke(x, _TOP, x, bottom, "mean"))

    def _y(self, number: float) -> float:
        return _TOP + self.height * (1 - number / self.highest)


def _mark(name: str, number: int, each: plots.Solved, x: float, y: float) -> Html:
    drawn = drawing.LEAST_SECONDS
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


def _label(course: plots.SolvedCurve) -> str:
    return f"{cut_in_the_middle(course.name, _LONGEST)} {len(course.solved)}/{course.n_given}"


def _said(courses: Iterable[plots.SolvedCurve]) -> Iterator[str]:
    for course in courses:
        last = max((each.seconds for each in course.solved), default=None)
        within = "" if last is None else f", all within {last:g} s"
        yield f"{course.name} {len(course.solved)} of {course.n_given}{within}"


def _apart(places: Sequence[float], low: float, high: float) -> list[float]:
    """Positions in ascending order, as near to `places` as possible, and at least a line apart."""
    apart = [max(places[0], low)]
    for place in places[1:]:
        apart.append(max(place, apart[-1] + _LINE))
    apart[-1] = min(apart[-1], high)
    for k in range(len(apart) - 2, -1, -1):
        apart[k] = min(apart[k], apart[k + 1] - _LINE)
    return apart
