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
    Tried,
    Value,
    cells,
    spread,
)
from plancore.report.registry import Document

DOCUMENT: Final = Document("planeval benchmark", 4)


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
    yield "learner", "domain", "noise", "fold", "class", "reason", "remark", *names
    for each in benchmark.attempts:
        values = [each.values[name].value if name in each.values else None for name in names]
        which = each.learner, each.domain, each.noise, each.fold
        yield *which, each.outcome, each.reason, each.remark, *values


records = rows
"""The same for files whose columns have types."""


def attempt_of(data: Mapping[str, Any]) -> Attempt:
    """An attempt from what `attempt_data` made of it."""
    return Attempt(
        data["learner"],
        data["domain"],
        data["noise"],
        data["fold"],
        data["outcome"],
        data["reason"],
        values_of(data["values"]),
        data["learned"],
        tuple(data["errors"]),
        data["codec"],
        data["remark"],
        tuple(map(tried_of, data["solving"])),
    )


def attempt_data(attempt: Attempt) -> Json:
    """An attempt as JSON, to be kept and sent."""
    return {
        **_which(attempt),
        "outcome": attempt.outcome,
        "reason": attempt.reason,
        "values": values_data(attempt.values),
        "learned": attempt.learned,
        "errors": list(attempt.errors),
        "codec": attempt.codec,
        "remark": attempt.remark,
        "solving": list(map(tried_data, attempt.tried)),
    }


def values_data(values: Mapping[str, Value]) -> Json:
    """Figures as JSON, to be kept and sent."""
    return {
        name: {"value": entry.value, "counts": dict(entry.counts)} for name, entry in values.items()
    }


def values_of(data: Mapping[str, Any]) -> dict[str, Value]:
    """The figures that `values_data` gave."""
    return {name: Value(entry["value"], entry.get("counts", {})) for name, entry in data.items()}


def tried_data(tried: Tried) -> Json:
    """What became of a problem as JSON."""
    fields = tried._asdict()
    return {("class" if name == "outcome" else name): value for name, value in fields.items()}


def tried_of(data: Mapping[str, Any]) -> Tried:
    """What `tried_data` gave."""
    return Tried(**{("outcome" if name == "class" else name): data[name] for name in data})


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
        "codec": attempt.codec,
        "remark": attempt.remark,
        "solving": list(map(tried_data, attempt.tried)),
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
