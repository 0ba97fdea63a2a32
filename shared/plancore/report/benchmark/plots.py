"""The scores in tables and plots of a benchmark, and its plots: learning curves, heat maps of
learners and domains, distributions over folds."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

from plancore.report import plots
from plancore.report.benchmark.review import Benchmark, BenchmarkAttempt, spread
from plancore.report.document import Plots
from plancore.report.marks import CHANGED, SAME


class FigureColumn(NamedTuple):
    """A score: its name and title. A share is in [0, 1]."""

    name: str
    title: str
    is_share: bool = True


LITERALS: Final = (
    FigureColumn("similarity", "similarity"),
    FigureColumn("pre_precision_macro", "pre P"),
    FigureColumn("pre_recall_macro", "pre R"),
    FigureColumn("eff_precision_macro", "eff P"),
    FigureColumn("eff_recall_macro", "eff R"),
)
STATES: Final = (
    FigureColumn("applicability_precision_macro", "applicable P"),
    FigureColumn("applicability_recall_macro", "applicable R"),
    FigureColumn("effects_precision_macro", "predicted P"),
    FigureColumn("effects_recall_macro", "predicted R"),
    FigureColumn("trace_consistency", "steps"),
)
AMLGYM: Final = (
    FigureColumn("amlgym_precision", "AMLGym P"),
    FigureColumn("amlgym_recall", "AMLGym R"),
    FigureColumn("amlgym_applicability_precision", "AMLGym applicable P"),
    FigureColumn("amlgym_applicability_recall", "AMLGym applicable R"),
    FigureColumn("amlgym_effects_precision", "AMLGym predicted P"),
    FigureColumn("amlgym_effects_recall", "AMLGym predicted R"),
)
"""Shown on request."""
COLUMNS: Final = (*LITERALS, *STATES)
SOLVING: Final = (
    FigureColumn("solving_ratio", "solved"),
    FigureColumn("false_plans_ratio", "false plans"),
    FigureColumn("plan_precision", "plan P"),
    FigureColumn("plan_recall", "plan R"),
    FigureColumn("cpu_ratio_geomean", "CPU ×", is_share=False),
    FigureColumn("cost_ratio_geomean", "cost ×", is_share=False),
)
"""Shown if problems were solved."""
COSTS: Final = (
    FigureColumn("learn_cpu", "CPU s", is_share=False),
    FigureColumn("call_memory", "MiB", is_share=False),
)
_LEGEND: Final = (
    "pre, eff: literals of preconditions and effects",
    "applicable, predicted: actions, and changes, on the held-out states",
    "steps: held-out transitions that the model reproduces",
    "P precision, R recall: macro averages over actions",
    "CPU s of learning alone, if the learner reports it; peak MiB of the call",
    "mean ± standard deviation over the learned folds with a value",
    "* fewer folds than tried, – none",
)
_OF_SOLVING: Final = (
    "solved, false plans: shares of the problems; plan P: share of found plans that are valid",
)
_BESIDE_REFERENCE: Final = (
    "plan R: share of the reference's plans that the model accepts",
    "CPU ×, cost ×: planning time and plan cost relative to the reference, geometric mean",
)


def legend(metrics: Collection[str]) -> tuple[str, ...]:
    """The meaning of the columns of a benchmark with these scores."""
    first, *others = SOLVING
    solved = _OF_SOLVING if first.name in metrics else ()
    beside = _BESIDE_REFERENCE if others[-1].name in metrics else ()
    return (*_LEGEND[:4], *solved, *beside, *_LEGEND[4:])


def groups(metrics: Collection[str]) -> tuple[tuple[FigureColumn, ...], ...]:
    """The columns of a table, grouped, for a benchmark with these scores."""
    solved = tuple(column for column in SOLVING if column.name in metrics)
    amlgym = tuple(column for column in AMLGYM if column.name in metrics)
    return tuple(filter(None, (LITERALS, STATES, amlgym, solved, COSTS)))


def shown(metrics: Collection[str]) -> tuple[FigureColumn, ...]:
    """The same columns without groups."""
    return tuple(chain.from_iterable(groups(metrics)))


def columns_named(names: Sequence[str]) -> list[FigureColumn]:
    """The columns of the scores with these names."""
    known = {column.name: column for column in (*COLUMNS, *SOLVING)}
    return [known[name] for name in names]


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
        maps.append(plots.HeatMap(column.title, learners, benchmark.domains, values))
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
            scatters.append(plots.Scatter("P", f"{learner}: R", dots, n_undefined))
    if scatters:
        yield Plots(scatters, _PLOTS, {SAME: "both are 1", CHANGED: "one is lower"})


def _curve(benchmark: Benchmark, noise: float, column: FigureColumn) -> plots.Curves:
    """The mean of a score by number of trajectories, a curve for each learner."""
    curves = []
    for hue, learner in enumerate(benchmark.learners):
        points = []
        for size in benchmark.sizes:
            found = spread(benchmark.of(learner.name, noise, trajectories=size), column.name)
            if found.mean is not None:
                points.append(plots.CurvePoint(size, found.mean, found.deviation, found.n))
        curves.append(plots.Curve(learner.name, sorted(points), hue))
    return plots.Curves(column.title, "trajectories", curves)


def _centres(benchmark: Benchmark, noise: float) -> plots.Centres | None:
    """Mean recall against mean precision of each learner; None if no fold has both."""
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
                plots.Centre(learner.name, x.mean, y.mean, x.deviation, y.deviation, len(both), hue)
            )
    if not centres:
        return None
    return plots.Centres("Mean precision and recall", across.title, up.title, centres)


def _boxes(benchmark: Benchmark, noise: float, column: FigureColumn) -> plots.Boxes | None:
    """The distribution of a score over the folds of each learner; None without any value."""
    boxes = []
    for hue, learner in enumerate(benchmark.learners):
        found = (_of(each, column) for each in benchmark.of(learner.name, noise))
        values = [value for value in found if value is not None]
        if values:
            boxes.append(plots.Box(learner.name, values, hue))
    return plots.Boxes(f"{column.title} of folds", boxes) if boxes else None


def _dots(attempts: Sequence[BenchmarkAttempt]) -> Iterator[plots.Dot]:
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
        yield plots.Dot(across, up, "; ".join(names), mark, sum(map(len, domains.values())))


def _of(attempt: BenchmarkAttempt, column: FigureColumn) -> float | None:
    entry = attempt.values.get(column.name)
    return None if entry is None else entry.value
