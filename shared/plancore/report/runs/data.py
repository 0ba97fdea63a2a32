"""The JSON data of experiments, and their runs as CSV rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import field, to_builtins

from plancore.jsonable import number_or_name
from plancore.metrics.run_plan_length import factor
from plancore.metrics.support.confusion import as_float
from plancore.report.records import Amount, Count, Name, Ordinal, Record, Share
from plancore.report.registry import FormatVersion
from plancore.report.runs.document import Experiment, RunsReport, UnusableRun, skipped_text
from plancore.runs import Mistake, RunClass, RunFacts

DOCUMENT: Final = FormatVersion("planeval runs", 2)
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
    "reason",
    "total_time",
    "total_input_tokens",
    "total_output_tokens",
    "total_tokens",
)


class RunRecord(Record):
    instance: Name
    run_class: RunClass = field(name="class")
    is_complete_plan: bool
    is_success: bool
    reached_goal: bool | None
    mistakes: list[Mistake]
    interaction_length: Count
    n_look_arounds: Count | None
    n_look_arounds_after_mistakes: Count | None
    plan_length: Count | None
    gold_length: Count | None
    factor_plan_length: Amount | None
    reason: str
    max_steps: Count | None
    stopping_reason: str
    total_time: Amount | None
    total_input_tokens: Count | None
    total_output_tokens: Count | None
    total_tokens: Count | None


class DisagreementRecord(Record):
    instance: Name
    what: str
    logged: bool
    found: bool
    attempt: Ordinal
    step: Ordinal | None


class LeftOutRunRecord(Record):
    instance: Name
    reason: str
    file: str


class RunFiguresRecord(Record):
    n_instances: Count
    n_solved_successfully: Count
    n_solved_without_mistake: Count
    n_solved_correctly: Count
    accuracy: Share | None
    accuracy_no_mistakes: Share | None
    accuracy_correct: Share | None
    successful_tasks: list[Name]
    unsuccessful_tasks: list[Name]
    successful_tasks_without_mistakes: list[Name]
    successful_tasks_with_mistakes: list[Name]
    correct_tasks: list[Name]
    n_reached_goal_without_stopping: Count
    n_predicted_goal_erroneously: Count | None
    unsuccessful_bec_not_reached_goal: Count
    unsuccessful_bec_not_recog_goal: Count
    unsuccessful_bec_not_executable: Count
    unsuccessful_bec_wrong_finish: Count
    unsuccessful_unknown: Count
    n_not_read: Count
    n_reached_step_limit: Count | None
    n_reached_step_limit_wo_mistake: Count | None
    n_reached_break_limit: Count | None
    n_look_arounds: Count | None
    n_look_arounds_after_mistakes: Count | None
    avg_interaction_length: Amount | None
    avg_length_successful_interactions: Amount | None
    avg_length_unsuccessful_interactions: Amount | None
    sum_time: Amount | None
    sum_tokens: Count | None
    avg_optimal_plan_length: Amount | None
    avg_length_executable_plans: Amount | None
    avg_factor_plan_length: Amount | None
    avg_factor_plan_length_correct: Amount | None
    n_answers: Count | None
    pass_at_1: Share | None
    pass_at_2: Share | None
    pass_at_5: Share | None
    pass_at_10: Share | None
    pass_at_all: Share | None


class ExperimentRecord(Record):
    experiment: str
    executed: Count
    metrics: RunFiguresRecord
    instances: list[RunRecord]
    disagreements: list[DisagreementRecord]
    left_out: list[LeftOutRunRecord]
    not_executed: list[LeftOutRunRecord]
    skipped: Count
    errors: list[str]


class RunsCountsRecord(Record):
    experiments: Count
    runs: Count
    errors: Count


class RunsRecord(Record):
    """The scores of experiments and their runs; `docs/reference/runs.md` describes the fields."""

    counts: RunsCountsRecord
    experiments: list[ExperimentRecord]


def data(report: RunsReport) -> RunsRecord:
    """The record of experiments."""
    counts = RunsCountsRecord(
        experiments=len(report.experiments),
        runs=sum(len(experiment.runs) for experiment in report.experiments),
        errors=sum(len(experiment.problems) for experiment in report.experiments),
    )
    return RunsRecord(counts, list(map(_experiment, report.experiments)))


def records(report: RunsReport) -> Iterator[Sequence[object]]:
    """A row for each run."""
    yield "experiment", *_COLUMNS
    for experiment in report.experiments:
        for run in experiment.runs:
            told = to_builtins(_run(run)) | {"mistakes": len(run.mistakes)}
            yield experiment.name, *(told[column] for column in _COLUMNS)


def rows(report: RunsReport) -> Iterator[Sequence[object]]:
    """The same, and below them a row with the reason for each run that is left out, and for the
    files that are skipped."""
    yield from records(report)
    for experiment in report.experiments:
        for entry in experiment.left_out:
            instance, reason = number_or_name(entry.instance), f"{entry.file}: {entry.reason}"
            yield _unscored(experiment, instance, "left out", reason)
        if experiment.n_skipped:
            yield _unscored(experiment, None, "skipped", skipped_text(experiment.n_skipped))


def _unscored(
    experiment: Experiment, instance: object, run_class: str, reason: str
) -> Sequence[object]:
    told = {"instance": instance, "class": run_class, "reason": reason}
    return experiment.name, *(told.get(column) for column in _COLUMNS)


def _experiment(experiment: Experiment) -> ExperimentRecord:
    return ExperimentRecord(
        experiment=experiment.name,
        executed=experiment.n_executed,
        metrics=RunFiguresRecord.made_from(experiment.figures),
        instances=list(map(_run, experiment.runs)),
        disagreements=[
            DisagreementRecord.made_from(entry, instance=number_or_name(entry.instance))
            for entry in experiment.disagreements
        ],
        left_out=list(map(_left_out, experiment.left_out)),
        not_executed=list(map(_left_out, experiment.not_executed)),
        skipped=experiment.n_skipped,
        errors=list(experiment.problems),
    )


def _left_out(entry: UnusableRun) -> LeftOutRunRecord:
    return LeftOutRunRecord.made_from(entry, instance=number_or_name(entry.instance))


def _run(run: RunFacts) -> RunRecord:
    return RunRecord.made_from(
        run,
        instance=number_or_name(run.instance),
        factor_plan_length=as_float(factor(run)),
        **run.effort._asdict(),
    )
