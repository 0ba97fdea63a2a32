"""Plots as data: what they show. How they are drawn is decided by each format that can."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from math import floor
from typing import Final, NamedTuple, TypeAlias

from plancore.model.plan import Step
from plancore.report.lines import visible
from plancore.report.marks import Mark
from plancore.report.rows.row import Side


class HeatMap(NamedTuple):
    """A value in [0, 1] for each pair of a row and a column; None where it is undefined."""

    title: str
    rows: Sequence[str]
    columns: Sequence[str]
    values: Mapping[tuple[str, str], float | None]


class Dot(NamedTuple):
    """A thing with two figures; `name` is what it is called, `mark` says what became of it. `n` is
    how many things it stands for, all at one place."""

    x: float
    y: float
    name: str
    mark: Mark
    n: int = 1


class Scatter(NamedTuple):
    """A dot for each thing; `x` and `y` say what its figures are, one of which `n_undefined` more
    things lack. Where both are the same figure at two times (`is_change`), what is above the line
    has become better."""

    x: str
    y: str
    dots: Sequence[Dot]
    n_undefined: int = 0
    is_change: bool = False


class Times(NamedTuple):
    """Two times of the thing called `name`, in seconds, None for one that has none; `x_text` and
    `y_text` tell of both in words."""

    name: str
    x: float | None
    y: float | None
    x_text: str
    y_text: str


class TimesScatter(NamedTuple):
    """A dot for each two times, on logarithmic scales; those without one of the times are crosses
    at the border, which is called `border`."""

    title: str
    x: str
    y: str
    times: Sequence[Times]
    border: str


class Solved(NamedTuple):
    """A problem, and after how many seconds it was solved."""

    seconds: float
    problem: str


class SolvedCurve(NamedTuple):
    """What one solver has solved. Of those with the same `hue`, a number, one may be `dashed`.

    `n_given` is the number of problems that it was given; it has solved at most so many.
    """

    name: str
    solved: Sequence[Solved]
    n_given: int
    hue: int
    dashed: bool = False


class Cactus(NamedTuple):
    """Problems solved within t seconds, a stair for each course. `unit` says which seconds; a line
    is at `limit`."""

    title: str
    unit: str
    courses: Sequence[SolvedCurve]
    limit: float | None


class Bar(NamedTuple):
    """A step on a scale of time: what it is, a shorter label, and what becomes of it."""

    start: Fraction
    end: Fraction
    text: str
    label: str
    mark: Mark


class Gantt(NamedTuple):
    """Plans on one scale of time, below each other: the bars of each of the `sides`, of which there
    are some, and by the names of lanes those that stand in them. Bars are sorted by their starts;
    one may stand in several lanes."""

    title: str
    sides: Sequence[Side]
    bars: Sequence[Sequence[Bar]]
    lanes: Mapping[str, Sequence[Sequence[Bar]]]
    has_times: bool = True
    """Else the scale counts steps."""


class CurvePoint(NamedTuple):
    """The mean of `n` values at `x`, and their standard deviation; None for fewer than two."""

    x: float
    mean: float
    deviation: float | None
    n: int


class Curve(NamedTuple):
    """What one learner comes to; its points are sorted by x. `hue` is a number."""

    name: str
    points: Sequence[CurvePoint]
    hue: int


class Curves(NamedTuple):
    """A line for each of the curves, with a band of one standard deviation. Values are in [0, 1];
    `x` says what they depend on."""

    title: str
    x: str
    curves: Sequence[Curve]


class Box(NamedTuple):
    """The values of one learner, in [0, 1]; there is at least one."""

    name: str
    values: Sequence[float]
    hue: int

    @property
    def quartiles(self) -> tuple[float, float, float, float, float]:
        """Least value, first quartile, median, third quartile and greatest value, interpolated
        linearly between the values next to each (Hyndman and Fan 1996, type 7)."""
        ordered = sorted(self.values)
        low, first, median, third, high = (_quantile(ordered, k / 4) for k in range(5))
        return low, first, median, third, high


def _quantile(ordered: Sequence[float], share: float) -> float:
    at = share * (len(ordered) - 1)
    below = floor(at)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (at - below) * (ordered[above] - ordered[below])


class Boxes(NamedTuple):
    """A box plot for each of some learners: from quartile to quartile with the median, and whiskers
    to the least and the greatest value."""

    title: str
    boxes: Sequence[Box]


class Centre(NamedTuple):
    """The means of two scores in [0, 1] with their standard deviations, None for fewer than two
    values, of the `n` things called `name`."""

    name: str
    x: float
    y: float
    x_deviation: float | None
    y_deviation: float | None
    n: int
    hue: int


class Centres(NamedTuple):
    """A dot for each pair of means, with bars of one standard deviation; `x` and `y` say which
    scores they are of."""

    title: str
    x: str
    y: str
    centres: Sequence[Centre]


class Arc(NamedTuple):
    """What the row `start` gives to the row `end`, both counted from zero."""

    start: int
    end: int
    text: str


class Arcs(NamedTuple):
    """Rows below each other, with arcs between them."""

    title: str
    rows: Sequence[str]
    arcs: Sequence[Arc]


class Tree(NamedTuple):
    """Names below each other: how deep each stands, and a note on it."""

    title: str
    rows: Sequence[tuple[int, str, str]]


Plot: TypeAlias = (
    HeatMap | Scatter | TimesScatter | Cactus | Gantt | Curves | Boxes | Centres | Arcs | Tree
)


def plot_title(plot: Plot) -> str:
    """What a plot is called."""
    return f"{plot.y} against {plot.x}" if isinstance(plot, Scatter) else plot.title


# Steps in lanes.

_MOST_STEPS: Final = 400
_MOST_LANES: Final = 60


class TimedStep(NamedTuple):
    """A step on a scale of time, or of steps where it has no time."""

    step: Step
    mark: Mark
    start: Fraction
    end: Fraction


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


class Chart(NamedTuple):
    """A Gantt chart, and how many steps and lanes it leaves out."""

    plot: Gantt
    n_later_steps: int
    n_lanes: int


def chart(
    title: str,
    sides: Sequence[Side],
    found: Sequence[Sequence[TimedStep]],
    lanes: Lanes,
    *,
    has_times: bool = True,
) -> Chart:
    """The steps of each of the sides, sorted by their start, in lanes."""
    bars = [[_bar(lanes, step) for step in steps[:_MOST_STEPS]] for steps in found]
    by_name: dict[str, list[list[Bar]]] = {}
    for side, steps in enumerate(found):
        for step, bar in zip(steps, bars[side], strict=False):
            for name in lanes.of(step.step):
                by_name.setdefault(name, [[] for _ in sides])[side].append(bar)
    shown = dict(islice(by_name.items(), _MOST_LANES))
    n_steps = sum(max(len(steps) - _MOST_STEPS, 0) for steps in found)
    plot = Gantt(title, sides, bars, shown, has_times)
    return Chart(plot, n_steps, len(by_name) - len(shown))


def _bar(lanes: Lanes, found: TimedStep) -> Bar:
    # Imported late: most reports have no chart, and not all compare.
    from plancore.compare.plan_differences import step_text as spelled

    step, mark, start, end = found
    return Bar(start, end, visible(spelled(step)), lanes.label(step), mark)
