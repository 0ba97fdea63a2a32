"""One metric, one file, one line in a registry; no two metrics or figures have one name."""

from __future__ import annotations

import pkgutil
from collections import Counter
from importlib import import_module
from typing import Any

import plancore.metrics
from plancore.metrics.base import Metric
from plancore.metrics.registry import domains, literals, plans, problems, runs, solving

ALL: tuple[Metric[Any, Any], ...] = (
    *literals.METRICS,
    *domains.METRICS,
    *plans.METRICS,
    *problems.METRICS,
    *runs.METRICS,
    *solving.METRICS,
)
OTHERS = {"attempts", "base", "registry", "support"}


def test_every_module_has_a_metric_and_every_metric_a_line() -> None:
    modules = {each.name for each in pkgutil.iter_modules(plancore.metrics.__path__)}
    found = [import_module(f"plancore.metrics.{name}").METRIC for name in sorted(modules - OTHERS)]
    assert all(isinstance(metric, Metric) for metric in found)
    assert sorted(metric.name for metric in found) == sorted(metric.name for metric in ALL)


def test_no_two_metrics_and_no_two_figures_have_the_same_name() -> None:
    names = Counter(name for metric in ALL for name in (metric.name, *metric.aliases))
    assert names.total() == len(names)
    # What excludes each other stands in one place, with the same columns.
    by_place = {metric.place: metric for metric in ALL}
    columns = Counter(figure.name for metric in by_place.values() for figure in metric.figures)
    assert columns.total() == len(columns)
