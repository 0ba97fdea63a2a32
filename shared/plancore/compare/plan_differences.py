"""The differences of two plans, one by one, as every format lists them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from plancore.compare.difference import STEP, Difference, code_of
from plancore.compare.plans import Move, Row, RowKind
from plancore.diagnostic import Severity
from plancore.phrases import count_of
from plancore.report.plan.execution import Execution, outcome_sentence
from plancore.report.plan.review import PlanReview, PlanSide
from plancore.report.plan.steps import difference_text, failures, step_text
from plancore.simulate.trace import Verdict
from plancore.source import Span

STEPS: Final = "steps"
EXECUTION: Final = "execution"


def differences(review: PlanReview) -> Sequence[Difference]:
    """Each row of steps that differ; a block that has moved is one."""
    return [replace(each, number=number) for number, each in enumerate(_differences(review))]


def failing(review: PlanReview) -> Iterator[Difference]:
    """Why the learned plan is not valid; that is an error, but where the plans are the same, for
    there it is no difference."""
    if review.execution is not None:
        yield from _failure(review, review.execution)


def _differences(review: PlanReview) -> Iterator[Difference]:
    if review.is_same:
        return
    told: set[int] = set()
    following = [row.learned for row in review.diff.rows if row.learned is not None][::-1]
    for row in review.diff.rows:
        if row.learned is not None:
            following.pop()
        if row.move is not None:
            if row.move not in told:
                told.add(row.move)
                yield _moved(review, row, review.diff.moves[row.move])
        elif review.diff.differs(row):
            yield _step(review, row, following[-1] if following else None)


def subjects(review: PlanReview) -> Iterator[str]:
    """The steps, and their execution where it is known."""
    yield STEPS
    if review.execution is not None:
        yield EXECUTION


def _failure(review: PlanReview, execution: Execution) -> Iterator[Difference]:
    if execution.learned.verdict in (Verdict.VALID, Verdict.UNDECIDED):
        return
    run, outcome = execution.runs[0], execution.outcomes[0]
    step = run.failing_step
    index = None if step is None else step - 1
    text = None if index is None else _text(review.learned, index)
    yield Difference(
        0,
        "unreached-goal" if step is None else "inapplicable-step",
        Severity.WARNING if review.is_same else Severity.ERROR,
        "failing",
        EXECUTION,
        "goal" if step is None else "step",
        text,
        None,
        outcome_sentence("the learned plan", outcome),
        learned_span=_span(review.learned, index),
    )


def _step(review: PlanReview, row: Row, following: int | None) -> Difference:
    """A row of its own; `following` is the next step of the learned plan."""
    kind = "retimed" if row.kind is RowKind.EQUAL else row.kind.value
    learned = review.learned
    here = _before(learned, following) if row.learned is None else _span(learned, row.learned)
    ours, theirs = _text(learned, row.learned), _text(review.reference, row.reference)
    number = _number(row)
    difference = "" if kind in (RowKind.MISSING, RowKind.EXTRA) else difference_text(review, row)
    message = "; ".join(
        filter(
            None,
            (
                f"{number} {kind}: {ours or theirs}",
                *failures(review, row),
                difference,
                review.alignment_text,
            ),
        )
    )
    return Difference(
        0,
        code_of(kind, STEP),
        Severity.WARNING,
        kind,
        STEPS,
        STEP,
        ours,
        theirs,
        message,
        learned_span=here,
        reference_span=None if row.reference is None else _span(review.reference, row.reference),
    )


def _number(row: Row) -> str:
    if row.learned is not None:
        return f"step {row.learned + 1}"
    assert row.reference is not None, "a row has a step"
    return f"step {row.reference + 1} of the reference"


def _moved(review: PlanReview, row: Row, move: Move) -> Difference:
    """A block that has moved; `row` is one of its."""
    commutes = review.commutes(row)
    first, last = move.learned[0], move.learned[-1]
    steps = f"step {first + 1}" if first == last else f"steps {first + 1} to {last + 1}"
    way = f"{count_of(abs(move.distance), 'step')} {'later' if move.distance > 0 else 'earlier'}"
    text = _text(review.learned, first)
    approximately = f"; {review.alignment_text}" if review.alignment_text else ""
    kind = "commutes" if commutes else "moved"
    return Difference(
        0,
        code_of(kind, STEP),
        Severity.WARNING,
        kind,
        STEPS,
        STEP,
        text,
        _text(review.reference, move.reference[0]),
        f"{steps} moved: {text}{' …' if len(move.learned) > 1 else ''} is {way} than in the "
        f"reference, where it is step {move.reference[0] + 1}"
        f"{', and might as well stand there' if commutes else ''}{approximately}",
        learned_span=_span(review.learned, first),
        reference_span=_span(review.reference, move.reference[0]),
    )


def _text(side: PlanSide, index: int | None) -> str | None:
    step = side.step(index)
    return None if step is None else step_text(step)


def _span(side: PlanSide, index: int | None) -> Span:
    """A step; where there is none, behind the last one."""
    step = side.step(index)
    if step is not None:
        return step.span
    steps = side.plan.steps
    at = steps[-1].span.end if steps else 0
    return Span(at, at)


def _before(side: PlanSide, index: int | None) -> Span:
    """Where a step is lacking: in front of the one that follows, or behind the last one."""
    span = _span(side, index)
    at = span.end if index is None else span.start
    return Span(at, at)
