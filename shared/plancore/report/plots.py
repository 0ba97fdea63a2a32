"""Plots as data. Formats that have plots decide how to draw them."""

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
    """A value in [0, 1] for each row and column; None if undefined."""

    title: str
    rows: Sequence[str]
    columns: Sequence[str]
    values: Mapping[tuple[str, str], float | None]


class Dot(NamedTuple):
    """A thing with two scores. `mark` is its outcome; `n` counts the things at this point."""

    x: float
    y: float
    name: str
    mark: Mark
    n: int = 1


class Scatter(NamedTuple):
    """A dot for each thing. `x` and `y` name the scores; `n_undefined` things lack one of them.
    With `is_change` both are the same score at two times, and dots above the diagonal have
    improved."""

    x: str
    y: str
    dots: Sequence[Dot]
    n_undefined: int = 0
    is_change: bool = False


class Times(NamedTuple):
    """Two times of the thing called `name` in seconds, or None, each with its description."""

    name: str
    x: float | None
    y: float | None
    x_text: str
    y_text: str


class TimesScatter(NamedTuple):
    """A dot for each pair of times, on logarithmic scales. Pairs with a missing time are crosses at
    the border, which is labelled `border`."""

    title: str
    x: str
    y: str
    times: Sequence[Times]
    border: str


class Solved(NamedTuple):
    """A problem, and the seconds until it was solved."""

    seconds: float
    problem: str


class SolvedCurve(NamedTuple):
    """The problems that one solver has solved, out of `n_given`.

    `hue` is the number of a colour; two curves of the same hue are told apart by `dashed`.
    """

    name: str
    solved: Sequence[Solved]
    n_given: int
    hue: int
    dashed: bool = False


class Cactus(NamedTuple):
    """Problems solved within t seconds, a step curve for each solver. `unit` labels the time axis;
    a line marks `limit`."""

    title: str
    unit: str
    courses: Sequence[SolvedCurve]
    limit: float | None


class Bar(NamedTuple):
    """A step on a time scale: its text, a shorter label, and its mark."""

    start: Fraction
    end: Fraction
    text: str
    label: str
    mark: Mark


class Gantt(NamedTuple):
    """Plans on one time scale, below one another: the bars of each of the `sides` (at least one),
    and the bars in each lane, by its name. Bars are sorted by their starts; one may be in several
    lanes."""

    title: str
    sides: Sequence[Side]
    bars: Sequence[Sequence[Bar]]
    lanes: Mapping[str, Sequence[Sequence[Bar]]]
    has_times: bool = True
    """False if the scale counts steps."""


class CurvePoint(NamedTuple):
    """The mean of `n` values at `x`, and their standard deviation; None for fewer than two."""

    x: float
    mean: float
    deviation: float | None
    n: int


class Curve(NamedTuple):
    """The scores of one learner; points are sorted by x. `hue` is the number of a colour."""

    name: str
    points: Sequence[CurvePoint]
    hue: int


class Curves(NamedTuple):
    """A line for each curve, with a band of one standard deviation. Values are in [0, 1]; `x` names
    the independent variable."""

    title: str
    x: str
    curves: Sequence[Curve]


class Box(NamedTuple):
    """The values of one learner, in [0, 1]; at least one."""

    name: str
    values: Sequence[float]
    hue: int

    @property
    def quartiles(self) -> tuple[float, float, float, float, float]:
        """Minimum, first quartile, median, third quartile and maximum, interpolated linearly
        between adjacent values (Hyndman and Fan 1996, type 7)."""
        ordered = sorted(self.values)
        low, first, median, third, high = (_quantile(ordered, k / 4) for k in range(5))
        return low, first, median, third, high


def _quantile(ordered: Sequence[float], share: float) -> float:
    at = share * (len(ordered) - 1)
    below = floor(at)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (at - below) * (ordered[above] - ordered[below])


class Boxes(NamedTuple):
    """A box plot for each learner: a box between the quartiles with the median, and whiskers to the
    minimum and maximum."""

    title: str
    boxes: Sequence[Box]


class Centre(NamedTuple):
    """The means of two scores in [0, 1] of the `n` things called `name`, with their standard
    deviations; None for fewer than two values."""

    name: str
    x: float
    y: float
    x_deviation: float | None
    y_deviation: float | None
    n: int
    hue: int


class Centres(NamedTuple):
    """A dot for each pair of means with bars of one deviation; `x` and `y` name scores."""

    title: str
    x: str
    y: str
    centres: Sequence[Centre]


class Arc(NamedTuple):
    """An arc from the row `start` to the row `end`, both counted from zero."""

    start: int
    end: int
    text: str


class Arcs(NamedTuple):
    """Rows below one another, with arcs between them."""

    title: str
    rows: Sequence[str]
    arcs: Sequence[Arc]


class Tree(NamedTuple):
    """Names below one another, each with its depth and a note."""

    title: str
    rows: Sequence[tuple[int, str, str]]


Plot: TypeAlias = (
    HeatMap | Scatter | TimesScatter | Cactus | Gantt | Curves | Boxes | Centres | Arcs | Tree
)


def plot_title(plot: Plot) -> str:
    """The title of a plot."""
    return f"{plot.y} against {plot.x}" if isinstance(plot, Scatter) else plot.title


# Steps in lanes.

_MOST_STEPS: Final = 400
_MOST_LANES: Final = 60


class TimedStep(NamedTuple):
    """A step on a time scale, or on one of steps if it has no time."""

    step: Step
    mark: Mark
    start: Fraction
    end: Fraction


class Lanes(NamedTuple):
    """The names of a step's lanes, and the label of its bar."""

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
    """A Gantt chart, and the number of steps and lanes it leaves out."""

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
    """A chart of the steps of each side, sorted by their start."""
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
    # Imported late: most reports have no chart, and not every chart is of a comparison.
    from plancore.compare.plan_differences import step_text as spelled

    step, mark, start, end = found
    return Bar(start, end, visible(spelled(step)), lanes.label(step), mark)
