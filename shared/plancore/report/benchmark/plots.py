"""The plots of a benchmark: learning curves, heat maps of learners and domains, distributions over
folds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from plancore.report.benchmark.columns import FigureColumn, columns_named
from plancore.report.benchmark.review import Benchmark, BenchmarkAttempt, spread
from plancore.report.document import Plots
from plancore.report.marks import CHANGED, SAME
from plancore.report.plots import (
    Box,
    Boxes,
    Centre,
    Centres,
    Curve,
    CurvePoint,
    Curves,
    Dot,
    HeatMap,
    Scatter,
)

MAPPED: Final = ("similarity", "applicability_precision_macro", "applicability_recall_macro")
_MAPPED_OF_SOLVING: Final = ("solving_ratio", "plan_precision", "plan_recall")
_CURVED: Final = (*MAPPED, "effects_precision_macro", "effects_recall_macro")
_AGAINST: Final = ("applicability_precision_macro", "applicability_recall_macro")
_PLOTS: Final = (
    "Applicability: recall R vs. precision P of each fold, with the number of folds at each point."
)
_OF_CURVES: Final = (
    "Mean over the learned folds of all domains by number of trajectories, with a band of ± one "
    "standard deviation."
)
_OF_SPREADS: Final = (
    "Means with ± one standard deviation; boxes from quartile to quartile with the median, "
    "whiskers to the least and the greatest value of a fold."
)


def plots_of(benchmark: Benchmark, noise: float) -> Iterator[Plots]:
    """Learning curves, if there are any; heat maps of learners and domains for a few scores;
    distributions over folds; and a scatter plot of folds for each learner."""
    learners = [learner.name for learner in benchmark.learners]
    maps = []
    solved = [name for name in _MAPPED_OF_SOLVING if name in benchmark.metrics]
    names = (*MAPPED, *solved)
    curves = [_curve(benchmark, noise, each) for each in columns_named((*_CURVED, *solved))]
    shown = [each for each in curves if any(len(curve.points) > 1 for curve in each.curves)]
    if shown:
        yield Plots(shown, _OF_CURVES)
    for column in columns_named(names):
        values = {
            (learner, domain): spread(benchmark.of(learner, noise, domain), column.name).mean
            for learner in learners
            for domain in benchmark.domains
        }
        maps.append(HeatMap(column.title, learners, benchmark.domains, values))
    yield Plots(maps)
    spreads = [
        _centres(benchmark, noise),
        *(_boxes(benchmark, noise, c) for c in columns_named(names)),
    ]
    defined = [each for each in spreads if each is not None]
    if defined:
        yield Plots(defined, _OF_SPREADS)
    scatters = []
    for learner in learners:
        attempts = benchmark.of(learner, noise)
        dots = list(_dots(attempts))
        if dots:
            n_undefined = len(attempts) - sum(dot.n for dot in dots)
            scatters.append(Scatter("P", f"{learner}: R", dots, n_undefined))
    if scatters:
        yield Plots(scatters, _PLOTS, {SAME: "both are 1", CHANGED: "one is lower"})


def _curve(benchmark: Benchmark, noise: float, column: FigureColumn) -> Curves:
    """The mean of a score by number of trajectories, a curve for each learner."""
    curves = []
    for hue, learner in enumerate(benchmark.learners):
        points = []
        for size in benchmark.sizes:
            found = spread(benchmark.of(learner.name, noise, trajectories=size), column.name)
            if found.mean is not None:
                points.append(CurvePoint(size, found.mean, found.deviation, found.n))
        curves.append(Curve(learner.name, sorted(points), hue))
    return Curves(column.title, "trajectories", curves)


def _centres(benchmark: Benchmark, noise: float) -> Centres | None:
    """The mean recall against the mean precision of each learner, over folds that have both; None
    without any."""
    across, up = columns_named(_AGAINST)
    centres = []
    for hue, learner in enumerate(benchmark.learners):
        both = [
            each
            for each in benchmark.of(learner.name, noise)
            if _of(each, across) is not None and _of(each, up) is not None
        ]
        x, y = spread(both, across.name), spread(both, up.name)
        if x.mean is not None and y.mean is not None:
            centres.append(
                Centre(learner.name, x.mean, y.mean, x.deviation, y.deviation, len(both), hue)
            )
    if not centres:
        return None
    return Centres("Mean precision and recall", across.title, up.title, centres)


def _boxes(benchmark: Benchmark, noise: float, column: FigureColumn) -> Boxes | None:
    """The distribution of a score over the folds of each learner; None without any value."""
    boxes = []
    for hue, learner in enumerate(benchmark.learners):
        found = (_of(each, column) for each in benchmark.of(learner.name, noise))
        values = [value for value in found if value is not None]
        if values:
            boxes.append(Box(learner.name, values, hue))
    return Boxes(f"{column.title} of folds", boxes) if boxes else None


def _dots(attempts: Sequence[BenchmarkAttempt]) -> Iterator[Dot]:
    """A dot for each distinct point, with the folds at it."""
    x, y = columns_named(_AGAINST)
    places: dict[tuple[float, float], dict[str, list[str]]] = {}
    for each in attempts:
        across, up = _of(each, x), _of(each, y)
        if across is not None and up is not None:
            domains = places.setdefault((across, up), {})
            domains.setdefault(each.domain, []).append(str(each.fold))
    for (across, up), domains in places.items():
        names = (
            f"{domain}, {'fold' if len(folds) == 1 else 'folds'} {' '.join(folds)}"
            for domain, folds in domains.items()
        )
        mark = SAME if across == up == 1 else CHANGED
        yield Dot(across, up, "; ".join(names), mark, sum(map(len, domains.values())))


def _of(attempt: BenchmarkAttempt, column: FigureColumn) -> float | None:
    entry = attempt.values.get(column.name)
    return None if entry is None else entry.value
