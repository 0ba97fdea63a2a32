"""Two plans, what differs between them, and every number about it: what all reports show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from plancore.compare.commuting import commuting_order
from plancore.compare.plans import PlanDiff, Row, compare_plans
from plancore.diagnostic import Diagnostic
from plancore.memo import lazy
from plancore.metrics import planning_lcs
from plancore.metrics.base import Measurements, measure_all
from plancore.metrics.pairs import ExecutedPlan, PlanPair
from plancore.metrics.planning_lcs import PlanningLcs
from plancore.metrics.registry import plans
from plancore.model.plan import Plan, Step
from plancore.report.notes import Note, notes_from
from plancore.report.places import Where, at_offset
from plancore.report.plan.execution import Execution, Setting, execute_both
from plancore.report.plan.failure import Faults, faults
from plancore.simulate.independence import Independence
from plancore.source import SourceText
from plancore.stop import NEVER, Checkpoint

MAX_STEPS: Final = 20_000
"""Executions of longer plans are not measured step by step; such plans are not for people."""


@dataclass(frozen=True, slots=True)
class PlanSide:
    """A plan with the text it was read from, the file's name, and the findings of its reader."""

    name: str
    source: SourceText
    plan: Plan
    findings: tuple[Diagnostic, ...] = ()

    def step(self, index: int | None) -> Step | None:
        """The step with `index`; None for no step."""
        return None if index is None else self.plan.steps[index]

    def where(self, index: int | None) -> Where | None:
        """Where the step with `index` stands; None for no step."""
        step = self.step(index)
        return None if step is None else at_offset(self.name, self.source, step.at)


@dataclass(frozen=True)
class PlanReview:
    """A learned or generated plan beside its reference."""

    kind: ClassVar[Literal["plan"]] = "plan"

    learned: PlanSide
    reference: PlanSide
    diff: PlanDiff
    measured: Measurements
    notes: tuple[Note, ...]
    execution: Execution | None = None
    modulo: bool = False
    """Whether steps that commute were brought into one order before the plans were aligned."""

    @property
    def lcs(self) -> PlanningLcs:
        """PlanningLCS of the two plans: how much is the same in the same order."""
        return self.measured.of(planning_lcs.METRIC)

    @property
    def is_same(self) -> bool:
        """Whether both have the same steps at the same times in the same order.

        Modulo commuting, whether their normal forms are the same.
        """
        return self.diff.first_divergence is None if self.modulo else self.diff.verdict.identical

    @property
    def has_errors(self) -> bool:
        """Whether a step could not be read, so that sameness cannot be vouched for."""
        return any(note.is_error for note in self.notes)

    @lazy
    def faults(self) -> tuple[Faults, Faults]:
        """The steps at fault of the learned plan and of the reference, if both were executed."""
        if self.execution is None:
            return {}, {}
        ours, theirs = self.execution.learned, self.execution.reference
        return (
            faults(ours, theirs, "reference", lambda step: self._above(step, learned=True)),
            faults(theirs, ours, "learned plan", lambda step: self._above(step, learned=False)),
        )

    def _above(self, step: int, *, learned: bool) -> int:
        """How many steps the other plan has above a step."""
        at = self.diff.rows_by_step()[0 if learned else 1][step]
        others = ((row.reference if learned else row.learned) for row in self.diff.rows[:at])
        return sum(other is not None for other in others)

    def steps(self, row: Row) -> tuple[Step | None, Step | None]:
        """The steps of both plans in `row`."""
        return self.learned.step(row.learned), self.reference.step(row.reference)

    def where(self, row: Row) -> tuple[Where | None, Where | None]:
        """Where the steps of both plans in `row` stand."""
        return self.learned.where(row.learned), self.reference.where(row.reference)


def review_plans(
    learned: PlanSide,
    reference: PlanSide,
    *,
    setting: Setting | None = None,
    modulo: bool = False,
    checkpoint: Checkpoint = NEVER,
) -> PlanReview:
    """Compare two plans, and execute them if a `setting` is known; `checkpoint` may raise.

    With `modulo`, and if no step is malformed, the order of independent steps does not count in
    the alignment; the metrics stay those of the plans as written.
    """
    ours, theirs = learned.plan, reference.plan
    orders = _normal_orders(setting, ours, theirs) if modulo and setting else None
    mine, its = orders or (None, None)
    diff = compare_plans(
        ours, theirs, learned_order=mine, reference_order=its, checkpoint=checkpoint
    )
    execution = None if setting is None else execute_both(setting, ours, theirs, checkpoint)
    return _review(learned, reference, diff, execution, modulo=orders is not None)


def review_executed(
    learned: PlanSide, reference: PlanSide, execution: Execution, checkpoint: Checkpoint = NEVER
) -> PlanReview:
    """Compare two plans that were executed, be it in two domains."""
    diff = compare_plans(learned.plan, reference.plan, checkpoint=checkpoint)
    return _review(learned, reference, diff, execution, modulo=False)


def _review(
    learned: PlanSide,
    reference: PlanSide,
    diff: PlanDiff,
    execution: Execution | None,
    *,
    modulo: bool,
) -> PlanReview:
    return PlanReview(
        learned,
        reference,
        diff,
        _measured(None if modulo else diff, learned.plan, reference.plan, execution),
        tuple(
            note
            for side in (learned, reference)
            for note in notes_from(side.name, side.source, side.findings)
        ),
        execution,
        modulo,
    )


def _measured(
    diff: PlanDiff | None, learned: Plan, reference: Plan, execution: Execution | None
) -> Measurements:
    runs = None
    if execution is not None and max(len(learned), len(reference)) <= MAX_STEPS:
        runs = ExecutedPlan(execution.learned), ExecutedPlan(execution.reference)
    pair = PlanPair(learned=learned, reference=reference, diff=diff, runs=runs)
    return measure_all(plans.METRICS, pair)


def _normal_orders(
    setting: Setting, learned: Plan, reference: Plan
) -> tuple[Sequence[int], Sequence[int]] | None:
    """The steps of both plans in an order that is the same for equal partial orders."""
    independence = Independence(setting.task)
    ours, theirs = independence.footprints(learned), independence.footprints(reference)
    if ours is None or theirs is None:
        return None
    return commuting_order(learned, ours), commuting_order(reference, theirs)
