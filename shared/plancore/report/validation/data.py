"""The JSON data of a validation, and its CSV rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import UNSET, UnsetType

from plancore.jsonable import Json, as_json
from plancore.report.records import Count, Ordinal, Record
from plancore.report.registry import FormatVersion
from plancore.report.validation.document import Validation
from plancore.simulate.trace import Verdict
from plancore.simulate.validate import PlanVerdict

DOCUMENT: Final = FormatVersion("planeval validate", 1)
_COLUMNS: Final = ("plan", "verdict", "steps", "cost", "failing_step", "failing_time", "reason")


class StateChangeRecord(Record):
    steps: list[Ordinal]
    actions: list[str]
    time: float | None
    added: list[str]
    deleted: list[str]
    values: dict[str, float]


class CausalLinkRecord(Record):
    producer: Count
    literal: str
    consumer: Ordinal | None


class ConditionRecord(Record):
    text: str
    holds: bool
    cause: str
    step: Ordinal | None
    remedy: Ordinal | None


class ValidatedPlanRecord(Record):
    """A plan with its verdict. `trace` and the fields after it are present with `--trace`."""

    plan: str
    verdict: Verdict
    failing_step: Ordinal | None
    failing_time: float | None
    reason: str | None
    unsatisfied: list[str]
    unreached_goals: list[str]
    cost: float | None
    steps: Count
    remarks: list[str]
    trace: list[StateChangeRecord] | UnsetType = UNSET
    causal_links: list[CausalLinkRecord] | UnsetType = UNSET
    unneeded_steps: list[Ordinal] | UnsetType | None = UNSET
    conditions: list[ConditionRecord] | UnsetType = UNSET
    goals: list[ConditionRecord] | UnsetType = UNSET


class VerdictCountsRecord(Record):
    plans: Count
    valid: Count
    invalid: Count
    malformed: Count
    undecided: Count


class ValidationRecord(Record):
    """The verdicts on plans; `docs/reference/validate.md` describes the fields."""

    counts: VerdictCountsRecord
    plans: list[ValidatedPlanRecord]
    errors: list[str]


def data(validation: Validation) -> ValidationRecord:
    """The record of a validation."""
    counts = {verdict.value: validation.count(verdict) for verdict in Verdict}
    return ValidationRecord(
        VerdictCountsRecord(plans=len(validation.plans), **counts),
        list(map(_plan, validation.plans)),
        list(validation.problems),
    )


def rows(validation: Validation) -> Iterator[Sequence[object]]:
    """A row for each plan."""
    yield _COLUMNS
    for outcome in validation.plans:
        yield [as_json(getattr(outcome, column)) for column in _COLUMNS]


def _plan(outcome: PlanVerdict) -> ValidatedPlanRecord:
    members = ("trace", "causal_links", "unneeded_steps", "conditions", "goals")
    execution: Json = dict.fromkeys(members, UNSET)
    details = outcome.execution
    if details is not None:
        execution = {name: as_json(getattr(details, name)) for name in members[:3]}
        execution["conditions"] = [*map(ConditionRecord.made_from, details.conditions)]
        execution["goals"] = [*map(ConditionRecord.made_from, details.goals)]
    return ValidatedPlanRecord.made_from(outcome, **execution)
