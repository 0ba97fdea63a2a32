"""Experiments as plain data for JSON, and their runs as rows for CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from plancore.jsonable import Json, number_or_name
from plancore.metrics.run_plan_length import factor
from plancore.metrics.support.confusion import as_float
from plancore.report.registry import Document
from plancore.report.runs.review import Experiment, LeftOut, RunsReport
from plancore.runs.facts import RunFacts
from plancore.runs.played import Disagreement

DOCUMENT: Final = Document("planeval runs", 2)
_COLUMNS: Final = (
    "instance",
    "class",
    "is_success",
    "reached_goal",
    "mistakes",
    "interaction_length",
    "n_look_arounds",
    "n_look_arounds_after_mistakes",
    "plan_length",
    "gold_length",
    "factor_plan_length",
)


def data(report: RunsReport) -> Json:
    """`docs/reference/runs.md` says what each field means."""
    return {
        "counts": {
            "experiments": len(report.experiments),
            "runs": sum(len(experiment.runs) for experiment in report.experiments),
            "errors": sum(len(experiment.problems) for experiment in report.experiments),
        },
        "experiments": [_experiment(experiment) for experiment in report.experiments],
    }


def rows(report: RunsReport) -> Iterator[Sequence[object]]:
    """A row for each run."""
    yield "experiment", *_COLUMNS
    for experiment in report.experiments:
        for run in experiment.runs:
            told = _run(run) | {"mistakes": len(run.mistakes)}
            yield experiment.name, *(told[column] for column in _COLUMNS)


def _experiment(experiment: Experiment) -> Json:
    return {
        "experiment": experiment.name,
        "executed": experiment.n_executed,
        "metrics": experiment.figures,
        "instances": [_run(run) for run in experiment.runs],
        "disagreements": [_entry(entry) for entry in experiment.disagreements],
        "left_out": [_entry(entry) for entry in experiment.left_out],
        "not_executed": [_entry(entry) for entry in experiment.not_executed],
        "errors": list(experiment.problems),
    }


def _entry(entry: Disagreement | LeftOut) -> Json:
    return {**entry._asdict(), "instance": number_or_name(entry.instance)}


def _run(run: RunFacts) -> Json:
    return {
        "instance": number_or_name(run.instance),
        "class": run.run_class.value,
        "is_complete_plan": run.is_complete_plan,
        "is_success": run.is_success,
        "reached_goal": run.reached_goal,
        "mistakes": [mistake.value for mistake in run.mistakes],
        "interaction_length": run.interaction_length,
        "n_look_arounds": run.n_look_arounds,
        "n_look_arounds_after_mistakes": run.n_look_arounds_after_mistakes,
        "plan_length": run.plan_length,
        "gold_length": run.gold_length,
        "factor_plan_length": as_float(factor(run)),
    }
