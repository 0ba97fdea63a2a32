"""The differences of two plans, the common source of all formats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from plancore.compare.difference import STEPS, Difference
from plancore.compare.plan_differences import plan_differences, span_of_step, step_text
from plancore.diagnostic import Severity
from plancore.phrases import SIDES
from plancore.report.plan.execution import outcome_sentence
from plancore.report.plan.review import PlanReview
from plancore.report.plan.steps import failures
from plancore.simulate.trace import Verdict

EXECUTION: Final = "execution"


def differences(review: PlanReview) -> Sequence[Difference]:
    """Each row of steps that differ; a moved block is one difference."""
    if review.is_same:
        return ()
    reasons = partial(failures, review)
    return plan_differences(review.diff, review.commutes, reasons, review.alignment_text)


def failing(review: PlanReview) -> Iterator[Difference]:
    """Why the learned plan is invalid: an error, but only a warning if the plans are the same."""
    execution = review.execution
    if execution is None or execution.learned.verdict in (Verdict.VALID, Verdict.UNDECIDED):
        return
    run, outcome = execution.runs[0], execution.outcomes[0]
    step = run.failing_step
    index = None if step is None else step - 1
    plan = review.learned.plan
    yield Difference(
        0,
        "unreached-goal" if step is None else "inapplicable-step",
        Severity.WARNING if review.is_same else Severity.ERROR,
        "failing",
        EXECUTION,
        "goal" if step is None else "step",
        None if index is None else step_text(plan.steps[index]),
        None,
        outcome_sentence(SIDES.plan(is_learned=True), outcome),
        learned_span=span_of_step(plan, index),
    )


def subjects(review: PlanReview) -> Iterator[str]:
    """The steps and, if the plans were executed, their execution."""
    yield STEPS
    if review.execution is not None:
        yield EXECUTION
