"""The JSON data of instances, and their CSV rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from plancore.jsonable import number_or_name
from plancore.metrics.support.confusion import as_float
from plancore.report.instances.document import DomainInstances, Instance, InstanceTable
from plancore.report.records import Amount, Count, Name, Record
from plancore.report.registry import FormatVersion
from plancore.simulate.size import COUNTS

DOCUMENT: Final = FormatVersion("planeval instances", 2)


class SpreadRecord(Record):
    min: Count | None
    max: Count | None
    mean: Amount | None


class StatisticsRecord(Record):
    n_objects: SpreadRecord
    n_constants: SpreadRecord
    n_initial_facts: SpreadRecord
    n_initial_numbers: SpreadRecord
    n_goal_facts: SpreadRecord
    n_ground_actions: SpreadRecord
    n_fluent_predicates: SpreadRecord
    n_static_predicates: SpreadRecord
    plan_length: SpreadRecord


class InstanceRecord(Record):
    """An instance; its counts are null if they could not be computed."""

    instance: Name
    is_few_shot: bool
    n_objects: Count | None
    n_constants: Count | None
    n_initial_facts: Count | None
    n_initial_numbers: Count | None
    n_goal_facts: Count | None
    n_ground_actions: Count | None
    n_fluent_predicates: Count | None
    n_static_predicates: Count | None
    plan_length: Count | None
    file: str
    reason: str | None


class DomainInstancesRecord(Record):
    domain: str
    n_instances: Count
    n_failed: Count
    statistics: StatisticsRecord
    instances: list[InstanceRecord]


class InstancesRecord(Record):
    """The instances of each domain; `docs/reference/runs.md` describes the fields."""

    domains: list[DomainInstancesRecord]
    errors: list[str]


def data(table: InstanceTable) -> InstancesRecord:
    """The record of a table."""
    return InstancesRecord(list(map(_domain, table.domains)), list(table.problems))


def rows(table: InstanceTable) -> Iterator[Sequence[object]]:
    """A row for each instance."""
    yield "domain", "instance", "is_few_shot", *COUNTS, "file", "reason"
    for domain in table.domains:
        for instance in domain.instances:
            rest = instance.file, instance.reason or None
            yield domain.name, instance.name, instance.is_few_shot, *_counts(instance), *rest


records = rows
"""The same rows, for formats with typed columns."""


def _domain(domain: DomainInstances) -> DomainInstancesRecord:
    return DomainInstancesRecord(
        domain=domain.name,
        n_instances=len(domain.counted),
        n_failed=len(domain.failed),
        statistics=StatisticsRecord(*(_spread(domain, count) for count in COUNTS)),
        instances=[
            InstanceRecord(
                instance=number_or_name(entry.name),
                is_few_shot=entry.is_few_shot,
                file=entry.file,
                reason=entry.reason or None,
                **dict(zip(COUNTS, _counts(entry), strict=True)),
            )
            for entry in domain.instances
        ],
    )


def _counts(instance: Instance) -> list[int | None]:
    return [None if instance.size is None else getattr(instance.size, name) for name in COUNTS]


def _spread(domain: DomainInstances, count: str) -> SpreadRecord:
    spread = domain.spread(count)
    return SpreadRecord(spread.least, spread.greatest, as_float(spread.mean))
