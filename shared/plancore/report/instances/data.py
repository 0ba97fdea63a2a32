"""The instances of domains as plain data for JSON, and as rows for CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from plancore.jsonable import Json, number_or_name
from plancore.metrics.support.confusion import as_float
from plancore.report.instances.review import DomainInstances, Instance, InstanceTable
from plancore.report.registry import Document
from plancore.runs.instance import COUNTS

DOCUMENT: Final = Document("planeval instances", 2)


def data(table: InstanceTable) -> Json:
    """`docs/reference/runs.md` says what each field means."""
    return {
        "domains": [_domain(domain) for domain in table.domains],
        "errors": list(table.problems),
    }


def rows(table: InstanceTable) -> Iterator[Sequence[object]]:
    """A row for each instance."""
    yield "domain", "instance", "is_few_shot", *COUNTS, "file", "reason"
    for domain in table.domains:
        for instance in domain.instances:
            rest = instance.file, instance.reason or None
            yield domain.name, instance.name, instance.is_few_shot, *_counts(instance), *rest


records = rows
"""The same for files whose columns have types."""


def _domain(domain: DomainInstances) -> Json:
    return {
        "domain": domain.name,
        "n_instances": len(domain.counted),
        "n_failed": len(domain.failed),
        "statistics": {count: _spread(domain, count) for count in COUNTS},
        "instances": [
            {
                "instance": number_or_name(entry.name),
                "is_few_shot": entry.is_few_shot,
                **dict(zip(COUNTS, _counts(entry), strict=True)),
                "file": entry.file,
                "reason": entry.reason or None,
            }
            for entry in domain.instances
        ],
    }


def _counts(instance: Instance) -> list[int | None]:
    return [None if instance.size is None else getattr(instance.size, name) for name in COUNTS]


def _spread(domain: DomainInstances, count: str) -> Json:
    spread = domain.spread(count)
    return {"min": spread.least, "max": spread.greatest, "mean": as_float(spread.mean)}
