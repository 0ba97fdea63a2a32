"""One metric, one file, one line in the registry; a module without a name is no metric."""

from __future__ import annotations

import pkgutil
from importlib import import_module

import plancore.metrics
from plancore.metrics.registry import ALL

SHARED = {"confusion", "counted", "literal_universe", "plan_batches", "plan_matrices", "registry"}
VIEWS_OF_OTHER_TOOLS = {"amlgym_view", "gaico_splitting"}


def test_the_modules_with_a_name_are_those_of_the_registry() -> None:
    modules = {each.name for each in pkgutil.iter_modules(plancore.metrics.__path__)}
    named = {m for m in modules if hasattr(import_module(f"plancore.metrics.{m}"), "NAME")}
    listed = [getattr(metric, "__name__", "").rpartition(".")[2] for metric in ALL]
    assert sorted(listed) == sorted(named)
    assert modules - named == SHARED | VIEWS_OF_OTHER_TOOLS


def test_no_two_metrics_have_the_same_name() -> None:
    assert len({metric.NAME for metric in ALL}) == len(ALL)
