"""The review of two plans: the differences and all scores, the common source of all reports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar, Final, Literal

from plancore.compare.difference import STEPS, Difference
from plancore.compare.following import commuting_moves, following_order
from plancore.compare.plan_differences import plan_differences, span_of_step, step_text
from plancore.compare.plans import (
    PlanDiff,
    StepRow,
    compare_plans,
    compare_step_by_step,
    step_order,
)
from plancore.diagnostic import Diagnostic, Severity
from plancore.memo import lazy
from plancore.metrics import planning_lcs
from plancore.metrics.base import ExecutedPlan, Measurements, PlanPair, measure_all
from plancore.metrics.planning_lcs import PlanningLcs
from plancore.metrics.registry import plans
from plancore.model.plan import Plan, Step
from plancore.phrases import SIDES
from plancore.report.files import LineColumn, Note, at_offset, notes_from
from plancore.report.plan.execution import (
    Commutation,
    Execution,
    Faults,
    Setting,
    execute_both,
    faults,
    malformed,
    outcome_sentence,
)
from plancore.simulate.execute import execute
from plancore.simulate.task import Task
from plancore.simulate.trace import Trace, Verdict
from plancore.source import SourceText
from plancore.stop import NEVER, Checkpoint, staged

if TYPE_CHECKING:
    from plancore.report.limit import Limit

EXECUTION: Final = "execution"
MAX_STEPS: Final = 20_000
"""Executions of longer plans are not measured step by step."""
_APPROXIMATE: Final = "aligned approximately"
_TOO_LONG: Final = Note(
    None,
    f"the plans are too long to align as many steps as possible: {_APPROXIMATE}, so there may be "
    "fewer differences",
)


@dataclass(frozen=True, slots=True)
class PlanSide:
    """A plan with its source text, file name and the diagnostics of its reader."""

    name: str
    source: SourceText
    plan: Plan
    findings: tuple[Diagnostic, ...] = ()

    def step(self, index: int | None) -> Step | None:
        """The step at `index`; None for None."""
        return None if index is None else self.plan.steps[index]

    def where(self, index: int | None) -> LineColumn | None:
        """The position of the step at `index`; None for None."""
        step = self.step(index)
        return None if step is None else at_offset(self.name, self.source, step.at)


@dataclass(frozen=True)
class PlanReview:
    """A learned or generated plan compared with its reference."""

    kind: ClassVar[Literal["plan"]] = "plan"

    learned: PlanSide
    reference: PlanSide
    diff: PlanDiff
    measured: Measurements
    notes: tuple[Note, ...]
    execution: Execution | None = None
    commuting: frozenset[int] = frozenset()
    """The moved steps of the learned plan that could equally be where the reference has them."""
    modulo: bool = False
    """Whether the learned plan is aligned in an equivalent order of its steps."""
    reordered_run: Trace | None = None
    """With `modulo`, the execution of the learned plan in the order of the rows."""
    limits: tuple[Limit, ...] = ()
    """Minimum values of scores."""
    severities: Mapping[str, Severity | None] = field(default_factory=dict)
    """The severities that the project sets, by code; None disables a code."""

    @property
    def lcs(self) -> PlanningLcs:
        """PlanningLCS of the two plans."""
        return self.measured.of(planning_lcs.METRIC)

    @property
    def is_same(self) -> bool:
        """Whether both have the same steps at the same times in the same order.

        With `modulo`: whether they differ at most in the order of commuting steps.
        """
        return self.diff.first_divergence is None if self.modulo else self.diff.verdict.identical

    @property
    def alignment_text(self) -> str:
        """A note that the alignment is approximate; empty if no more steps could be equal."""
        return "" if self.diff.exact else _APPROXIMATE

    @property
    def has_errors(self) -> bool:
        """Whether a step could not be read, so that the plans cannot be called the same."""
        return any(note.is_error for note in self.notes)

    @lazy
    def faults(self) -> tuple[Faults, Faults]:
        """The failing steps of the learned plan and of the reference; empty if not executed."""
        if self.execution is None:
            return {}, {}
        execution = self.execution
        ours, theirs = execution.runs
        names = SIDES.plan(is_learned=True), SIDES.plan(is_learned=False)
        return (
            malformed(execution.learned)
            | faults(ours, theirs, names[1], lambda step: self.above(step, learned=True)),
            malformed(execution.reference)
            | faults(theirs, ours, names[0], lambda step: self.above(step, learned=False)),
        )

    def failures(self, row: StepRow) -> Iterator[str]:
        """Why steps in the row fail; with the side if both plans have a step there."""
        has_both = row.learned is not None and row.reference is not None
        steps = zip((SIDES.learned, SIDES.reference), (row.learned, row.reference), strict=True)
        for (name, step), reasons in zip(steps, self.faults, strict=True):
            if step in reasons:
                yield f"{name} fails: {reasons[step]}" if has_both else f"fails: {reasons[step]}"

    @lazy
    def differences(self) -> Sequence[Difference]:
        """Each row of steps that differ; a moved block is one difference."""
        if self.is_same:
            return ()
        return plan_differences(self.diff, self.commutes, self.failures, self.alignment_text)

    @property
    def failing(self) -> Iterator[Difference]:
        """Why the learned plan is invalid: an error, or a warning if the plans are the same."""
        execution = self.execution
        if execution is None or execution.learned.verdict in (Verdict.VALID, Verdict.UNDECIDED):
            return
        step = execution.runs[0].failing_step
        index = None if step is None else step - 1
        plan = self.learned.plan
        yield Difference(
            0,
            "unreached-goal" if step is None else "inapplicable-step",
            Severity.WARNING if self.is_same else Severity.ERROR,
            "failing",
            EXECUTION,
            "goal" if step is None else "step",
            None if index is None else step_text(plan.steps[index]),
            None,
            outcome_sentence(SIDES.plan(is_learned=True), execution.outcomes[0]),
            learned_span=span_of_step(plan, index),
        )

    @property
    def subjects(self) -> Sequence[str]:
        """The steps and, if the plans were executed, their execution."""
        return (STEPS,) if self.execution is None else (STEPS, EXECUTION)

    @lazy
    def failing_rows(self) -> Sequence[int]:
        """The rows with a failing step, ascending."""
        if not any(self.faults):
            return ()
        both = zip(self.diff.rows_by_step(), self.faults, strict=True)
        return sorted({places[step] for places, faults in both for step in faults})

    def above(self, step: int, *, learned: bool) -> int:
        """The number of the other plan's steps above a step; 0 if the learned plan is reordered and
        `step` is the reference's."""
        if self.modulo and not learned:
            return 0
        at = self.diff.rows_by_step()[0 if learned else 1][step]
        others = ((row.reference if learned else row.learned) for row in self.diff.rows[:at])
        return sum(other is not None for other in others)

    def row_of_step(self, number: int | None) -> int:
        """The first row with a step, counted from one, of either plan; the last row for None, which
        is the end of the plans, and for a step that neither has."""
        rows = self.diff.rows
        last = max(len(rows) - 1, 0)
        if number is None:
            return last
        index = number - 1
        return next(
            (n for n, row in enumerate(rows) if index in (row.learned, row.reference)), last
        )

    def commutes(self, row: StepRow) -> bool:
        """Whether a moved step is independent of the steps between its two places."""
        step = row.other_end if row.learned is None else row.learned
        return row.other_end is not None and step in self.commuting

    def steps(self, row: StepRow) -> tuple[Step | None, Step | None]:
        """The steps of both plans in `row`."""
        return self.learned.step(row.learned), self.reference.step(row.reference)

    def where(self, row: StepRow) -> tuple[LineColumn | None, LineColumn | None]:
        """The positions of both plans' steps in `row`."""
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

    With `modulo`, and if footprints are known, the learned plan is aligned in an equivalent order
    that follows the reference. The metrics remain those of the plans as written.
    """
    ours, theirs = learned.plan, reference.plan
    plain = compare_plans(ours, theirs, checkpoint=checkpoint)
    if setting is None:
        return _review(learned, reference, plain, None, checkpoint)
    commutation = Commutation(setting.task, ours, theirs, checkpoint)
    execution = execute_both(setting, ours, theirs, commutation, checkpoint)
    review = _review(learned, reference, plain, execution, checkpoint)
    if not (modulo or plain.moves) or not commutation.is_known or commutation.learned is None:
        return review
    order: Sequence[int] = following_order(ours, commutation.learned, theirs)
    if not modulo:
        return replace(review, commuting=commuting_moves(plain, order))
    diff = compare_plans(ours, theirs, learned_order=order, checkpoint=checkpoint)
    if diff.counts.equal <= plain.counts.equal:
        order, diff = step_order(ours), plain
    run = _run_of(setting.task, ours, order, checkpoint)
    return replace(review, diff=diff, modulo=True, reordered_run=run)


def review_executed(
    learned: PlanSide, reference: PlanSide, execution: Execution, checkpoint: Checkpoint = NEVER
) -> PlanReview:
    """Compare a plan step by step with its translation to another domain; both were executed."""
    diff = compare_step_by_step(learned.plan, reference.plan, checkpoint)
    return _review(learned, reference, diff, execution, checkpoint)


def _review(
    learned: PlanSide,
    reference: PlanSide,
    diff: PlanDiff,
    execution: Execution | None,
    checkpoint: Checkpoint,
) -> PlanReview:
    measuring = staged("measuring the plans", checkpoint)
    return PlanReview(
        learned,
        reference,
        diff,
        _measured(diff, learned.plan, reference.plan, execution, measuring),
        (
            *(
                note
                for side in (learned, reference)
                for note in notes_from(side.name, side.source, side.findings)
            ),
            *(() if diff.exact else (_TOO_LONG,)),
        ),
        execution,
    )


def _measured(
    diff: PlanDiff,
    learned: Plan,
    reference: Plan,
    execution: Execution | None,
    checkpoint: Checkpoint,
) -> Measurements:
    runs = None
    if execution is not None and max(len(learned), len(reference)) <= MAX_STEPS:
        runs = ExecutedPlan(execution.learned), ExecutedPlan(execution.reference)
    pair = PlanPair(learned=learned, reference=reference, diff=diff, runs=runs)
    return measure_all(plans.METRICS, pair, checkpoint)


def _run_of(task: Task, plan: Plan, order: Sequence[int], checkpoint: Checkpoint) -> Trace | None:
    """The execution of an untimed plan's steps in another order; None for a timed plan."""
    if plan.timed:
        return None
    steps = tuple([plan.steps[index] for index in order])
    return execute(task, replace(plan, steps=steps), checkpoint=checkpoint)
