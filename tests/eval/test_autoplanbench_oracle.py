"""The metrics of AutoPlanBench's description on logs in both of its formats."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plancore.metrics.base import RunSet, measure_all
from plancore.metrics.registry.runs import METRICS
from plancore.notation.runs.autoplanbench import read_log
from plancore.notation.runs.values import actions_of
from plancore.runs import RunClass, RunFacts, facts_of
from planeval.cli import main
from support.command import run_command
from support.material import material

pytestmark = pytest.mark.needs("material:oracles/autoplanbench")

_NO_METRIC = {"uncategorised_unsuccessful"}


@pytest.mark.parametrize("version", ["old", "head"])
@pytest.mark.parametrize("kind", ["incremental", "basic"])
def test_every_metric_is_that_of_the_description(version: str, kind: str) -> None:
    folder = material("oracles", "autoplanbench")
    expected = json.loads((folder / "results.json").read_text())["seed"][kind]
    facts = tuple(_facts(folder, version, kind))
    ours = _figures(*facts)
    wrong = {
        name: (value, ours[name])
        for name, value in expected.items()
        if name not in _NO_METRIC and ours[name] != _as_ours(value)
    }
    assert wrong == {}
    assert len(expected.keys() - _NO_METRIC) == 20
    rest = [run.instance for run in facts if run.run_class is RunClass.WRONG_FINISH]
    assert rest == [str(name) for name in expected.get("uncategorised_unsuccessful", [])]


@pytest.mark.parametrize("version", ["old", "head"])
@pytest.mark.parametrize("kind", ["incremental", "basic"])
def test_each_run_alone_is_as_the_originals_have_it(version: str, kind: str) -> None:
    """But for the figures of which the originals differ from their description. What they say of
    ten instances of those figures of which they do not is compared, shares of them as well."""
    folder = material("oracles", "autoplanbench")
    results = json.loads((folder / "results.json").read_text())
    name = f"{version}/{kind}"
    wrong = set(results["differences"][name])
    wrong |= {_SHARES[figure] for figure in wrong & _SHARES.keys()}
    compared: set[str] = set()
    for facts in _facts(folder, version, kind):
        ours = _figures(facts)
        theirs = results["original"][f"{name}/per_instance"][f"m_instance-{facts.instance}.jsonl"]
        names = theirs.keys() & ours.keys() - wrong
        told = {figure: _rounded(ours[figure]) for figure in names}
        assert told == {figure: _as_told(theirs[figure]) for figure in names}, facts.instance
        compared |= names
    whole = results["original"][name]
    ours = _figures(*_facts(folder, version, kind))
    assert {each: _in_order(_rounded(ours[each])) for each in compared} == {
        each: _in_order(_as_told(whole[each])) for each in compared
    }
    # Those of the description, and those that the later version has besides.
    assert len(compared) >= (29 if version == "head" else 22) - len(wrong)


_SHARES = {"n_solved_without_mistake": "accuracy_no_mistakes"}
"""Figures that are made of others."""


def _figures(*facts: RunFacts) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for metric, result in measure_all(METRICS, RunSet(facts)):
        found |= metric.to_data(result) or dict.fromkeys(metric.values(None))
    return found


def _in_order(value: object) -> object:
    """One of its lists is in the order of files."""
    return sorted(value) if isinstance(value, list) else value


def _rounded(value: object) -> object:
    """As the originals write it; a mean over nothing is 0 there."""
    return 0 if value is None else round(value, 6) if isinstance(value, float) else value


def _as_told(value: object) -> object:
    return _rounded(_as_ours(value))


def test_a_run_that_was_broken_off_is_in_no_figure() -> None:
    """The originals divide by its absence."""
    logs = material("oracles", "autoplanbench") / "runs" / "incomplete"
    done = run_command(main, "runs", logs, "--format", "json")
    (experiment,) = json.loads(done.stdout)["experiments"]
    figures = experiment["metrics"]
    assert figures["n_instances"] == 0
    assert figures["accuracy"] is figures["avg_factor_plan_length"] is None
    (left_out,) = experiment["left_out"]
    assert left_out["reason"] == "incomplete run"


def _as_ours(value: object) -> object:
    """What there is not is not `NA`."""
    return None if value == "NA" else value


def _facts(folder: Path, version: str, kind: str) -> Iterator[RunFacts]:
    for path in sorted((folder / "runs" / version / kind).iterdir()):
        run, problems = read_log(path.read_text(), path.stem)
        assert problems == []
        assert run is not None
        assert run.logged is not None
        gold = (folder / "gold" / f"instance-{run.instance}_gold_plan.txt").read_text()
        yield facts_of(run, run.logged, len(actions_of(gold)))
