"""The instances of domains as plain data for JSON, and as rows for CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from plancore.jsonable import Json, fields_of
from plancore.metrics.support.confusion import as_float
from plancore.report.instances.review import DomainInstances, InstanceTable
from plancore.report.registry import Document
from plancore.runs.instance import COUNTS

DOCUMENT: Final = Document("planeval instances", 1)


def data(table: InstanceTable) -> Json:
    """`docs/reference/runs.md` says what each field means."""
    return {
        "domains": [_domain(domain) for domain in table.domains],
        "errors": list(table.problems),
    }


def rows(table: InstanceTable) -> Iterator[Sequence[object]]:
    """A row for each instance."""
    yield "domain", "instance", "is_few_shot", *COUNTS
    for domain in table.domains:
        for instance in domain.instances:
            counts = [getattr(instance.size, count) for count in COUNTS]
            yield domain.name, instance.name, instance.is_few_shot, *counts


records = rows
"""The same for files whose columns have types."""


def _domain(domain: DomainInstances) -> Json:
    return {
        "domain": domain.name,
        "n_instances": len(domain.counted),
        "statistics": {count: _spread(domain, count) for count in COUNTS},
        "instances": [
            {"instance": entry.name, "is_few_shot": entry.is_few_shot, **fields_of(entry.size)}
            for entry in domain.instances
        ],
    }


def _spread(domain: DomainInstances, count: str) -> Json:
    spread = domain.spread(count)
    return {"min": spread.least, "max": spread.greatest, "mean": as_float(spread.mean)}
