"""All differences of two plans: one for each moved block of steps and for each other row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from plancore.compare.difference import STEP, STEPS, Difference, code_of
from plancore.compare.plans import Move, PlanDiff, RowKind, StepRow, TimeChange, WordChange
from plancore.diagnostic import Severity
from plancore.model.plan import Plan, Step
from plancore.notation.plans.writer import decimal as time_text
from plancore.phrases import SIDES, count_of
from plancore.source import Span


def plan_differences(
    diff: PlanDiff,
    commutes: Callable[[StepRow], bool] = lambda _: False,
    failures: Callable[[StepRow], Iterable[str]] = lambda _: (),
    alignment: str = "",
) -> tuple[Difference, ...]:
    """The differences in the order of the rows. `commutes` is whether the move of a row makes no
    difference, `failures` are the reasons why steps of a row cannot be executed, `alignment` is a
    note about the alignment."""
    found: list[Difference] = []
    told: set[int] = set()
    following = [row.learned for row in diff.rows if row.learned is not None][::-1]
    for row in diff.rows:
        if row.learned is not None:
            following.pop()
        if row.move is not None:
            if row.move not in told:
                told.add(row.move)
                made = _moved(diff, diff.moves[row.move], commutes=commutes(row))
                found.append(_with(made, [made.message, alignment]))
        elif diff.differs(row):
            made = _step(diff, row, following[-1] if following else None)
            said = [made.message, *failures(row), *changes(diff, row), alignment]
            found.append(_with(made, said))
    return tuple(replace(each, number=number) for number, each in enumerate(found))


def step_text(step: Step) -> str:
    """A step as the file spells it, with its time if it has one."""
    if step.concurrent:
        text = f"{{{' '.join(action.original for action in step.actions)}}}"
    else:
        text = step.action.original
    if step.start is not None:
        text = f"{time_text(step.start)}: {text}"
    if step.duration is not None:
        text = f"{text} [{time_text(step.duration)}]"
    return text


def changes(diff: PlanDiff, row: StepRow) -> Iterator[str]:
    """Yield how the two steps of a row differ."""
    yield from map(_word_text, diff.word_changes(row))
    change = diff.time_change(row)
    if change is not None:
        yield _time_change_text(change)


def _word_text(change: WordChange) -> str:
    """`arg 3: harbour≠square`, the learned plan's word first."""
    word = {None: "action", 0: "name"}.get(change.position, f"arg {change.position}")
    return f"{word}: {change.learned or 'none'}≠{change.reference or 'none'}"


def _time_change_text(change: TimeChange) -> str:
    """`starts 0.5 later, takes 2 less`, of the learned step."""
    parts = []
    if change.start:
        word = "later" if change.start > 0 else "earlier"
        parts.append(f"starts {time_text(abs(change.start))} {word}")
    if change.duration:
        word = "more" if change.duration > 0 else "less"
        parts.append(f"takes {time_text(abs(change.duration))} {word}")
    return ", ".join(parts)


def span_of_step(plan: Plan, index: int | None) -> Span:
    """The span of a step; without one, the end of the last step."""
    if index is not None:
        return plan.steps[index].span
    at = plan.steps[-1].span.end if plan.steps else 0
    return Span(at, at)


def _with(made: Difference, said: Iterable[str]) -> Difference:
    return replace(made, message="; ".join(filter(None, said)))


def _step(diff: PlanDiff, row: StepRow, following: int | None) -> Difference:
    """The difference of a single row; `following` is the next step of the learned plan."""
    kind = "retimed" if row.kind is RowKind.EQUAL else row.kind.value
    ours, theirs = _text(diff.learned, row.learned), _text(diff.reference, row.reference)
    here = span_of_step(diff.learned, following if row.learned is None else row.learned)
    if row.learned is None:
        # A missing step belongs before the next one, or after the last.
        at = here.end if following is None else here.start
        here = Span(at, at)
    return _difference(
        kind,
        ours,
        theirs,
        f"{_number(row)} {SIDES.of_kind(kind)}: {ours or theirs}",
        here,
        None if row.reference is None else span_of_step(diff.reference, row.reference),
    )


def _number(row: StepRow) -> str:
    if row.learned is not None:
        return f"step {row.learned + 1}"
    assert row.reference is not None, "a row has a step"
    return f"step {row.reference + 1} of {SIDES.the_reference}"


def _moved(diff: PlanDiff, move: Move, *, commutes: bool) -> Difference:
    first, last, there = move.learned[0], move.learned[-1], move.reference[0]
    steps = f"step {first + 1}" if first == last else f"steps {first + 1} to {last + 1}"
    way = f"{count_of(abs(move.distance), 'step')} {'later' if move.distance > 0 else 'earlier'}"
    text = _text(diff.learned, first)
    return _difference(
        "commutes" if commutes else "moved",
        text,
        _text(diff.reference, there),
        f"{steps} moved: {text}{' …' if len(move.learned) > 1 else ''} is {way} than in "
        f"{SIDES.the_reference}, where it is step {there + 1}"
        f"{' (equivalent order: the steps commute)' if commutes else ''}",
        span_of_step(diff.learned, first),
        span_of_step(diff.reference, there),
    )


def _difference(
    kind: str,
    learned: str | None,
    reference: str | None,
    message: str,
    here: Span,
    there: Span | None,
) -> Difference:
    return Difference(
        0,
        code_of(kind, STEP),
        Severity.WARNING,
        kind,
        STEPS,
        STEP,
        learned,
        reference,
        message,
        learned_span=here,
        reference_span=there,
    )


def _text(plan: Plan, index: int | None) -> str | None:
    return None if index is None else step_text(plan.steps[index])
