"""The JSON data of a review of two plans."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import UNSET, UnsetType

from plancore.compare.plans import RowKind, StepRow
from plancore.jsonable import Json
from plancore.metrics.base import Need
from plancore.metrics.registry import plans
from plancore.metrics.support.confusion import as_float, as_text
from plancore.model.plan import PlanFormat
from plancore.report.differences import entry_rows
from plancore.report.limits import limits_data
from plancore.report.plan.review import PlanReview, PlanSide
from plancore.report.records import (
    Count,
    Exact,
    NoteRecord,
    Ordinal,
    Record,
    Share,
    WhereRecord,
    noted,
)
from plancore.report.registry import PLANDIFF
from plancore.simulate.trace import Verdict

DOCUMENT: Final = PLANDIFF


class PlanFileRecord(Record):
    file: str
    format: PlanFormat
    steps: Count
    cost: float | None
    cost_exact: Exact | None


class StepCountsRecord(Record):
    """The number of steps by kind; a moved step counts once."""

    learned: Count
    reference: Count
    equal: Count
    changed: Count
    moved: Count
    moved_blocks: Count
    missing: Count
    extra: Count
    retimed: Count


class SamenessRecord(Record):
    identical: bool
    same_sequence: bool
    same_multiset: bool
    same_set: bool


class LcsRecord(Record):
    matched: Count
    learned: Count
    reference: Count
    value: Share | None
    value_exact: Exact | None


class OverlapRecord(Record):
    shared: Count
    learned_only: Count
    reference_only: Count
    value: Share | None
    value_exact: Exact | None


class ActionDistanceRecord(Record):
    set: OverlapRecord
    multiset: OverlapRecord
    dice: OverlapRecord


class PlanStabilityRecord(Record):
    learned_only: Count
    reference_only: Count
    value: float
    value_exact: Exact | None


class OneUniquenessRecord(Record):
    learned_only: Count
    reference_only: Count
    subset: bool
    value: Share | None
    value_exact: Exact | None


class UniquenessRecord(Record):
    equal: OneUniquenessRecord
    subset: OneUniquenessRecord


class PlanMetricsRecord(Record):
    planning_lcs: LcsRecord
    planning_jaccard: OverlapRecord
    action_distance: ActionDistanceRecord
    plan_stability: PlanStabilityRecord
    uniqueness: UniquenessRecord


class ConditionRecord(Record):
    text: str
    holds: bool
    cause: str


class TraceRecord(Record):
    """The execution of one plan."""

    verdict: Verdict
    failing_step: Ordinal | None
    reason: str | None
    conditions: list[ConditionRecord]
    goals: list[ConditionRecord]
    unreached_goals: list[str]
    cost: float | None


class StateDistanceRecord(Record):
    compared: Count
    longer: Count
    likeness: float
    value: Share | None
    value_exact: Exact | None


class ExecutionRecord(Record):
    """The execution of both plans, and what they have in common; null if unknown."""

    domain: str
    problem: str
    learned: TraceRecord
    reference: TraceRecord
    same_partial_order: bool | None
    same_final_state: bool | None
    both_reach_goal: bool | None
    state_distance: StateDistanceRecord | None
    causal_link_distance: OverlapRecord | None


class StepRecord(Record):
    step: Ordinal
    text: str
    where: WhereRecord


class WordChangeRecord(Record):
    position: Count | None
    learned: str | None
    reference: str | None


class StepRowRecord(Record):
    kind: RowKind
    learned: StepRecord | None
    reference: StepRecord | None
    move: Count | None
    words: list[WordChangeRecord]


class MoveRecord(Record):
    """A moved block, by the numbers of its steps in each plan."""

    learned: list[Ordinal]
    reference: list[Ordinal]


class PlanReviewRecord(Record, kw_only=True, tag_field="kind", tag="plan"):
    """A comparison of two plans; `docs/reference/json.md` describes the fields."""

    learned: PlanFileRecord
    reference: PlanFileRecord
    same: bool
    limits: dict[str, float] | UnsetType = UNSET
    below: list[str] | UnsetType = UNSET
    notes: list[NoteRecord]
    counts: StepCountsRecord
    verdict: SamenessRecord
    modulo_commuting: bool
    exact: bool
    metrics: PlanMetricsRecord
    execution: ExecutionRecord | None
    first_divergence: StepRowRecord | None
    moves: list[MoveRecord]
    changes: list[StepRowRecord]


def data(review: PlanReview) -> PlanReviewRecord:
    """The record of a review."""
    diff, first = review.diff, review.diff.first_divergence
    return PlanReviewRecord.made_from(
        limits_data(review),
        learned=_side(review.learned),
        reference=_side(review.reference),
        same=review.is_same,
        notes=noted(review.notes),
        counts=StepCountsRecord.made_from(diff.counts),
        verdict=SamenessRecord.made_from(diff.verdict),
        modulo_commuting=review.modulo,
        exact=diff.exact,
        metrics=PlanMetricsRecord.made_from(_metrics(review, of_runs=False)),
        execution=None
        if review.execution is None
        else ExecutionRecord.made_from(review.execution.to_dict() | _metrics(review, of_runs=True)),
        first_divergence=None if first is None else _row(review, diff.rows[first]),
        moves=[
            MoveRecord(
                [index + 1 for index in move.learned], [index + 1 for index in move.reference]
            )
            for move in diff.moves
        ],
        changes=[_row(review, row) for row in diff.rows if diff.differs(row)],
    )


def rows(review: PlanReview) -> Iterator[Sequence[object]]:
    """A row for each finding, in the order of the review."""
    return entry_rows(review)


def _metrics(review: PlanReview, *, of_runs: bool) -> Json:
    """The metrics that need executed plans, or the others; None for those not measured."""
    data: Json = {
        metric.place: None for metric in plans.METRICS if (Need.RUNS in metric.needs) is of_runs
    }
    for metric, result in review.measured:
        if metric.place in data:
            data[metric.place] = metric.to_data(result)
    return data


def _side(side: PlanSide) -> PlanFileRecord:
    plan = side.plan
    cost, exact = as_float(plan.cost), as_text(plan.cost)
    return PlanFileRecord(side.name, plan.format, len(plan), cost, exact)


def _row(review: PlanReview, row: StepRow) -> StepRowRecord:
    return StepRowRecord(
        kind=row.kind,
        learned=_step(review.learned, row.learned),
        reference=_step(review.reference, row.reference),
        move=row.move,
        words=list(map(WordChangeRecord.made_from, review.diff.word_changes(row))),
    )


def _step(side: PlanSide, index: int | None) -> StepRecord | None:
    step, where = side.step(index), side.where(index)
    if index is None or where is None:
        return None
    return StepRecord(index + 1, str(step), WhereRecord(*where))
