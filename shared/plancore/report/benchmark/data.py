"""The JSON data of a benchmark, and its CSV rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, Literal

from msgspec import field

from plancore.report.benchmark.review import (
    Benchmark,
    BenchmarkAttempt,
    Cell,
    Value,
    cells,
    comparisons,
    interval,
    spread,
)
from plancore.report.figures import of_one_action
from plancore.report.records import Amount, Count, Ordinal, Record, Share
from plancore.report.registry import FormatVersion
from plancore.report.solve.data import EnforcedRecord

DOCUMENT: Final = FormatVersion("planeval benchmark", 4)


class BenchmarkLimitsRecord(Record):
    """The limits: `time` of a fold in seconds, `memory` in bytes, and `planner_time` of an attempt
    to solve a problem in seconds; null without a planner."""

    time: Amount
    memory: Count
    planner_time: Amount | None
    enforced: EnforcedRecord


class SettingsRecord(Record):
    """The settings needed to repeat the benchmark. `source` and `length` are listed by domain."""

    suite: str
    source: dict[str, Literal["walks", "plans", "given"]]
    trajectories: Count
    length: dict[str, Ordinal | Literal["whole"]]
    seed: int
    folds: Ordinal
    test_share: Share | None
    sizes: list[Count]
    test_states: bool
    amlgym: bool
    planner: str | None
    with_references: bool
    plans_by: str | None


class LearnerRecord(Record):
    learner: str
    version: str | None
    remark: str | None


class FollowedPlanRecord(Record):
    domain: str
    problem: str
    planner: str
    outcome: str = field(name="class")
    reason: str | None
    steps: Count | None
    wall: Amount | None


class TriedRecord(Record):
    problem: str
    outcome: str = field(name="class")
    reason: str | None
    steps: int | None
    cost: float | None
    wall: float | None
    cpu: float | None
    with_reference: str | None
    accepted: bool | None
    learned_from: bool


class LearnerAttemptRecord(Record):
    """The result of one learner on one fold of one domain."""

    learner: str
    domain: str
    noise: Share
    fold: Ordinal
    trajectories: Count | None
    outcome: str = field(name="class")
    reason: str | None
    learned: str | None
    errors: list[str]
    codec: str | None
    remark: str | None
    solving: list[TriedRecord]
    readable: Share | None
    actions: dict[str, dict[str, float | None]]


class FigureRecord(Record):
    learner: str
    domain: str
    noise: Share
    fold: Ordinal
    trajectories: Count | None
    metric: str
    value: float | None
    counts: dict[str, float]


class SummaryRecord(Record):
    """The statistics of a score of a learner over the folds of a domain, or of all domains if
    `domain` is null. `trajectories` is the number of training trajectories; null if only one number
    was used."""

    learner: str
    domain: str | None
    noise: Share
    trajectories: Count | None
    metric: str
    n: Count
    n_undefined: Count
    n_failed: Count
    mean: float | None
    deviation: Amount | None
    min: float | None
    max: float | None
    at_least: float | None
    low: float | None
    high: float | None


class ComparisonRecord(Record):
    """The difference of the means of two learners over the domains in which both have a value. `p`
    is from a paired permutation test."""

    learner: str
    other: str
    noise: Share
    metric: str
    n_domains: Count
    difference: float
    low: float | None
    high: float | None
    p: Share


class BenchmarkRecord(Record):
    """A benchmark of learners; `docs/reference/benchmark.md` describes the fields."""

    program: str
    machine: dict[str, str | Count]
    limits: BenchmarkLimitsRecord
    settings: SettingsRecord
    learners: list[LearnerRecord]
    domains: list[str]
    noise: list[Share]
    plans: list[FollowedPlanRecord]
    attempts: list[LearnerAttemptRecord]
    rows: list[FigureRecord]
    summary: list[SummaryRecord]
    comparisons: list[ComparisonRecord]


def data(benchmark: Benchmark) -> BenchmarkRecord:
    """The record of a benchmark: each score of each fold, and its mean over the folds."""
    return BenchmarkRecord.made_from(
        benchmark,
        limits=BenchmarkLimitsRecord.made_from(benchmark.limits),
        settings=SettingsRecord.made_from(benchmark.settings),
        learners=[
            LearnerRecord(each.name, each.version or None, each.remark or None)
            for each in benchmark.learners
        ],
        noise=list(benchmark.noises),
        plans=list(map(FollowedPlanRecord.made_from, benchmark.planned)),
        attempts=list(map(_attempt, benchmark.attempts)),
        rows=[
            FigureRecord.made_from(each, metric=name, value=value, counts=dict(counts))
            for each in benchmark.attempts
            for name, (value, counts) in each.values.items()
        ],
        summary=list(_summary(benchmark)),
        comparisons=[
            ComparisonRecord.made_from(each)
            for name in benchmark.metrics
            for each in comparisons(benchmark, name)
        ],
    )


def records(benchmark: Benchmark) -> Iterator[Sequence[object]]:
    """A row for each fold with all its scores."""
    names = benchmark.metrics
    yield (*_FOLD, "class", "reason", "remark", *names, "readable")
    for each in benchmark.attempts:
        values = [each.values[name].value if name in each.values else None for name in names]
        said = each.outcome, each.reason, each.remark
        yield (*_fold(each), *said, *values, each.readable)


def rows(benchmark: Benchmark) -> Iterator[Sequence[object]]:
    """The same, and below them rows for each learner in each domain, and in all: instead of a fold
    the mean over the folds with a value, `at least` with 0 for all others, their standard
    deviation, and how many have a value; in all domains also the bounds of the interval. Then the
    same for each `action`: its figures in each fold, and what they come to in each domain.
    `readable` is 1 where there is a learned domain without syntax errors; its mean is the share."""
    head, *folds = records(benchmark)
    yield (*head, "action")
    yield from ((*fold, None) for fold in folds)
    names = (*benchmark.metrics, _READABLE)
    for cell in cells(benchmark):
        readable = [
            replace(each, values={**each.values, _READABLE: Value(each.readable)})
            for each in cell.attempts
        ]
        yield from _summed(cell._replace(attempts=readable), names)
    figures = [of_one_action(name) for name in names]
    for each in benchmark.attempts:
        for action, scores in each.actions.items():
            yield (*_fold(each), None, None, None, *map(scores.get, figures), action)
    for cell in cells(benchmark):
        if cell.domain is not None:
            for action in dict.fromkeys(name for each in cell.attempts for name in each.actions):
                alone = [_alone(each, action) for each in cell.attempts]
                yield from _summed(cell._replace(attempts=alone), figures, action)


_READABLE: Final = "readable"
_FOLD: Final = ("learner", "domain", "noise", "fold", "trajectories")


def _fold(attempt: BenchmarkAttempt) -> Sequence[object]:
    return tuple(getattr(attempt, name) for name in _FOLD)


def _alone(attempt: BenchmarkAttempt, action: str) -> BenchmarkAttempt:
    """The attempt with the figures of an action in place of those of the domain."""
    scores = attempt.actions.get(action, {})
    return replace(attempt, values={name: Value(value) for name, value in scores.items()})


def _summed(
    cell: Cell, names: Sequence[str], action: str | None = None
) -> Iterator[Sequence[object]]:
    """What the figures of a cell come to, a row for each way to sum them up."""
    known = {name for each in cell.attempts for name in each.values}
    folds = [spread(cell.attempts, name) if name in known else None for name in names]
    bounds = [
        interval(cell.attempts, name) if cell.domain is None and name in known else None
        for name in names
    ]
    ways: list[tuple[str, list[object]]] = [
        ("mean", [each and each.mean for each in folds]),
        ("at least", [each and each.at_least for each in folds]),
        ("deviation", [each and each.deviation for each in folds]),
        ("defined", [each and each.n for each in folds]),
    ]
    if cell.domain is None:
        ways += [
            (way, [each and each[k] for each in bounds])
            for k, way in enumerate(("low 95 %", "high 95 %"))
        ]
    for way, values in ways:
        which = cell.learner, cell.domain or "all", cell.noise, way, cell.trajectories
        yield (*which, None, None, None, *values, action)


def _attempt(attempt: BenchmarkAttempt) -> LearnerAttemptRecord:
    return LearnerAttemptRecord.made_from(
        attempt, solving=list(map(TriedRecord.made_from, attempt.tried))
    )


def _summary(benchmark: Benchmark) -> Iterator[SummaryRecord]:
    names = benchmark.metrics
    for learner, noise, domain, size, attempts in cells(benchmark):
        for name in names:
            figures = spread(attempts, name)
            low, high = (domain is None and interval(attempts, name)) or (None, None)
            yield SummaryRecord(
                learner=learner,
                domain=domain,
                noise=noise,
                trajectories=size,
                metric=name,
                n=figures.n,
                n_undefined=figures.undefined,
                n_failed=figures.failed,
                mean=figures.mean,
                deviation=figures.deviation,
                min=figures.least,
                max=figures.greatest,
                at_least=figures.at_least,
                low=low,
                high=high,
            )
