"""A benchmark as plain data for JSON, and as rows for CSV."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from plancore.jsonable import Json, fields_of
from plancore.report.benchmark.review import (
    Attempt,
    Benchmark,
    LearnerInfo,
    Planned,
    Value,
    cells,
    spread,
)
from plancore.report.registry import Document

DOCUMENT: Final = Document("planeval benchmark", 3)


def data(benchmark: Benchmark) -> Json:
    """A row for each figure of each fold, and for each figure its mean over the folds."""
    return {
        "program": benchmark.program,
        "machine": dict(benchmark.machine),
        "limits": dict(benchmark.limits),
        "settings": benchmark.settings,
        "learners": [_learner(each) for each in benchmark.learners],
        "domains": list(benchmark.domains),
        "noise": list(benchmark.noises),
        "plans": [_planned(each) for each in benchmark.planned],
        "attempts": [_attempt(each) for each in benchmark.attempts],
        "rows": [
            {**_which(each), "metric": name, "value": value, "counts": dict(counts)}
            for each in benchmark.attempts
            for name, (value, counts) in each.values.items()
        ],
        "summary": list(_summary(benchmark)),
    }


def rows(benchmark: Benchmark) -> Iterator[Sequence[object]]:
    """A row for each fold with all its figures."""
    names = benchmark.metrics
    yield "learner", "domain", "noise", "fold", "class", "reason", *names
    for each in benchmark.attempts:
        values = [each.values[name].value if name in each.values else None for name in names]
        yield each.learner, each.domain, each.noise, each.fold, each.outcome, each.reason, *values


records = rows
"""The same for files whose columns have types."""


def attempt_of(data: Mapping[str, Any]) -> Attempt:
    """An attempt from what `attempt_data` made of it."""
    values = {
        name: Value(entry["value"], entry.get("counts", {}))
        for name, entry in data["values"].items()
    }
    return Attempt(
        data["learner"],
        data["domain"],
        data["noise"],
        data["fold"],
        data["outcome"],
        data["reason"],
        values,
        data["learned"],
        tuple(data["errors"]),
    )


def attempt_data(attempt: Attempt) -> Json:
    """An attempt as JSON, to be kept and sent."""
    return {
        **_which(attempt),
        "outcome": attempt.outcome,
        "reason": attempt.reason,
        "values": {
            name: {"value": entry.value, "counts": dict(entry.counts)}
            for name, entry in attempt.values.items()
        },
        "learned": attempt.learned,
        "errors": list(attempt.errors),
    }


def _learner(learner: LearnerInfo) -> Json:
    return {
        "learner": learner.name,
        "version": learner.version or None,
        "remark": learner.remark or None,
    }


def _planned(planned: Planned) -> Json:
    fields = fields_of(planned)
    return {("class" if name == "outcome" else name): value for name, value in fields.items()}


def _attempt(attempt: Attempt) -> Json:
    return {
        **_which(attempt),
        "class": attempt.outcome,
        "reason": attempt.reason,
        "learned": attempt.learned,
        "errors": list(attempt.errors),
    }


def _which(attempt: Attempt) -> Json:
    return {
        "learner": attempt.learner,
        "domain": attempt.domain,
        "noise": attempt.noise,
        "fold": attempt.fold,
    }


def _summary(benchmark: Benchmark) -> Iterator[Json]:
    """A row for each learner, domain, rate of noise and figure; without a domain, over all."""
    names = benchmark.metrics
    for learner, noise, domain, attempts in cells(benchmark):
        for name in names:
            figures = spread(attempts, name)
            yield {
                "learner": learner,
                "domain": domain,
                "noise": noise,
                "metric": name,
                "n": figures.n,
                "n_undefined": figures.undefined,
                "n_failed": figures.failed,
                "mean": figures.mean,
                "deviation": figures.deviation,
                "min": figures.least,
                "max": figures.greatest,
            }
