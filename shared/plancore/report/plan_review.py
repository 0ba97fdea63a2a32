"""Two plans, what differs between them, and every number about it: what all reports show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from plancore.compare.plans import PlanDiff, Row, compare_plans
from plancore.diagnostic import Diagnostic
from plancore.metrics import action_distance, plan_stability, planning_jaccard, planning_lcs
from plancore.metrics.action_distance import ActionDistance, Reading
from plancore.metrics.plan_stability import PlanStability
from plancore.metrics.planning_jaccard import PlanningJaccard
from plancore.metrics.planning_lcs import PlanningLcs
from plancore.model.plan import Plan, Step
from plancore.report.execution import Execution, Setting, execute_both
from plancore.report.notes import Note, notes_from
from plancore.report.places import Where, at_offset
from plancore.source import SourceText


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

    learned: PlanSide
    reference: PlanSide
    diff: PlanDiff
    lcs: PlanningLcs
    jaccard: PlanningJaccard
    distances: tuple[ActionDistance, ...]
    stability: PlanStability
    notes: tuple[Note, ...]
    execution: Execution | None = None

    @property
    def is_same(self) -> bool:
        """Whether both have the same steps at the same times in the same order."""
        return self.diff.verdict.identical

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
    checkpoint: Callable[[], None] = lambda: None,
) -> PlanReview:
    """Compare two plans, and execute them where it is known in what; `checkpoint` may raise."""
    ours, theirs = learned.plan, reference.plan
    diff = compare_plans(theirs, ours, checkpoint=checkpoint)
    return PlanReview(
        learned,
        reference,
        diff,
        planning_lcs.of_diff(diff),
        planning_jaccard.measure(theirs, ours),
        tuple(action_distance.measure(theirs, ours, reading) for reading in Reading),
        plan_stability.measure(theirs, ours),
        tuple(
            note
            for side in (learned, reference)
            for note in notes_from(side.name, side.source, side.findings)
        ),
        None if setting is None else execute_both(setting, ours, theirs, checkpoint),
    )
