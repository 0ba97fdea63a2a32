"""Two plans, what differs between them, and every number about it: what all reports show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from plancore.compare.commuting import commuting_order
from plancore.compare.plans import PlanDiff, Row, compare_plans
from plancore.diagnostic import Diagnostic
from plancore.metrics import action_distance, plan_stability, planning_jaccard, planning_lcs
from plancore.metrics.action_distance import ActionDistance, Reading
from plancore.metrics.plan_stability import PlanStability
from plancore.metrics.planning_jaccard import PlanningJaccard
from plancore.metrics.planning_lcs import PlanningLcs
from plancore.model.plan import Plan, Step
from plancore.report.notes import Note, notes_from
from plancore.report.places import Where, at_offset
from plancore.report.plan.execution import Execution, Setting, execute_both
from plancore.simulate.independence import Independence
from plancore.source import SourceText
from plancore.stop import NEVER, Checkpoint


@dataclass(frozen=True, slots=True)
class PlanSide:
    """A plan with the text it was read from, the file's name, and the findings of its reader."""

    name: str
    source: SourceText
    plan: Plan
    findings: tuple[Diagnostic, ...] = ()

    def where(self, index: int) -> Where:
        """Where the step with `index` stands."""
        return at_offset(self.name, self.source, self.plan.steps[index].at)


@dataclass(frozen=True, slots=True)
class PlanReview:
    """A learned or generated plan beside its reference.

    In `diff` the reference is on the left: what was removed is missing in the learned plan,
    what was added is extra.
    """

    kind: ClassVar[Literal["plan"]] = "plan"

    learned: PlanSide
    reference: PlanSide
    diff: PlanDiff
    lcs: PlanningLcs
    jaccard: PlanningJaccard
    distances: tuple[ActionDistance, ...]
    stability: PlanStability
    notes: tuple[Note, ...]
    execution: Execution | None = None
    modulo: bool = False
    """Whether steps that commute were brought into one order before the plans were aligned."""

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

    def learned_step(self, row: Row) -> Step | None:
        """The learned plan's step in `row`."""
        return None if row.right is None else self.learned.plan.steps[row.right]

    def reference_step(self, row: Row) -> Step | None:
        """The reference's step in `row`."""
        return None if row.left is None else self.reference.plan.steps[row.left]


def review_plans(
    learned: PlanSide,
    reference: PlanSide,
    *,
    setting: Setting | None = None,
    modulo: bool = False,
    checkpoint: Checkpoint = NEVER,
) -> PlanReview:
    """Compare two plans, and execute them where it is known in what; `checkpoint` may raise.

    With `modulo`, and if no step is malformed, the order of independent steps does not count in
    the alignment; the metrics stay those of the plans as written.
    """
    ours, theirs = learned.plan, reference.plan
    orders = _normal_orders(setting, theirs, ours) if modulo and setting else None
    if orders is None:
        diff = compare_plans(theirs, ours, checkpoint=checkpoint)
    else:
        diff = compare_plans(
            theirs, ours, left_order=orders[0], right_order=orders[1], checkpoint=checkpoint
        )
    return PlanReview(
        learned,
        reference,
        diff,
        planning_lcs.of_diff(diff) if orders is None else planning_lcs.measure(theirs, ours),
        planning_jaccard.measure(theirs, ours),
        tuple(action_distance.measure(theirs, ours, reading) for reading in Reading),
        plan_stability.measure(theirs, ours),
        tuple(
            note
            for side in (learned, reference)
            for note in notes_from(side.name, side.source, side.findings)
        ),
        None if setting is None else execute_both(setting, ours, theirs, checkpoint),
        orders is not None,
    )


def _normal_orders(
    setting: Setting, left: Plan, right: Plan
) -> tuple[Sequence[int], Sequence[int]] | None:
    """The steps of both plans in an order that is the same for equal partial orders."""
    independence = Independence(setting.task)
    ours, theirs = independence.footprints(left), independence.footprints(right)
    if ours is None or theirs is None:
        return None
    return commuting_order(left, ours), commuting_order(right, theirs)
