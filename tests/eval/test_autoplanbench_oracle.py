"""The metrics of AutoPlanBench's description on logs in both of its formats."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plancore.metrics.base import measure_all
from plancore.metrics.registry.runs import METRICS
from plancore.metrics.run_sets import RunSet
from plancore.notation.runs.autoplanbench import read_log
from plancore.notation.runs.values import actions_of
from plancore.runs.facts import RunClass, RunFacts, facts_of
from support.material import material

_NO_METRIC = {"uncategorised_unsuccessful"}


@pytest.mark.parametrize("version", ["old", "head"])
@pytest.mark.parametrize("kind", ["incremental", "basic"])
def test_every_metric_is_that_of_the_description(version: str, kind: str) -> None:
    folder = material("oracles", "autoplanbench")
    expected = json.loads((folder / "results.json").read_text())["seed"][kind]
    facts = tuple(_facts(folder, version, kind))
    ours: dict[str, Any] = {}
    for metric, result in measure_all(METRICS, RunSet(facts)):
        ours |= metric.to_data(result) or dict.fromkeys(metric.values(None))
    wrong = {
        name: (value, ours[name])
        for name, value in expected.items()
        if name not in _NO_METRIC and ours[name] != _as_ours(value)
    }
    assert wrong == {}
    assert len(expected.keys() - _NO_METRIC) == 20
    rest = [run.instance for run in facts if run.run_class is RunClass.WRONG_FINISH]
    assert rest == [str(name) for name in expected.get("uncategorised_unsuccessful", [])]


def _as_ours(value: object) -> object:
    """Instances are names here, and what there is not is not `NA`."""
    if isinstance(value, list):
        return [str(instance) for instance in value]
    return None if value == "NA" else value


def _facts(folder: Path, version: str, kind: str) -> Iterator[RunFacts]:
    for path in sorted((folder / "runs" / version / kind).iterdir()):
        run, problems = read_log(path.read_text(), path.stem)
        assert problems == []
        assert run is not None
        assert run.logged is not None
        gold = (folder / "gold" / f"instance-{run.instance}_gold_plan.txt").read_text()
        yield facts_of(run, run.logged, len(actions_of(gold)))
