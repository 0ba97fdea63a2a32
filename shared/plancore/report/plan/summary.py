"""A status line on two plans: where they diverge, where one fails, and which goals are reached."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from plancore.metrics.base import Measurements, Need
from plancore.phrases import SIDES
from plancore.report.document import Block, List, ListItem, Paragraph
from plancore.report.figures import shown
from plancore.report.lines import Line, Piece, Tone, line, line_width, visible
from plancore.report.marks import FAILING, Mark
from plancore.report.passages import figure_rows
from plancore.report.plan.execution import Execution, failing_conditions
from plancore.report.plan.review import PlanReview
from plancore.simulate.atoms import UndecidedError
from plancore.simulate.explain import ConditionReport
from plancore.simulate.happen import unsatisfied
from plancore.simulate.trace import Trace, Verdict

_MOST_NAMED: Final = 6
"""The maximum number of unreached goals named, if there is room."""


class _Words(IntEnum):
    """The level of brevity; numbers are always shown."""

    FULL = 0
    FEWER = 1
    SHORT = 2
    FEWEST = 3


@dataclass(frozen=True, slots=True)
class GoalsOf:
    """The goals reached at the end of a plan's execution."""

    n_reached: int
    n_all: int
    missing: tuple[str, ...]
    runs: bool
    """Whether all its steps were executed."""


@dataclass(frozen=True, slots=True)
class EndOf:
    """How the execution of a plan ends. `failing_step` counts from one; None if the plan fails only
    at its end, for instance because it `misses_goal`."""

    fails: bool
    misses_goal: bool
    is_decided: bool
    failing_step: int | None
    goals: GoalsOf | None
    """None if the goal cannot be evaluated, or nothing was executed."""


@dataclass(frozen=True, slots=True)
class PlanSummary:
    """First divergence, first failure and goals. Steps count from one; None means none."""

    divergence: tuple[int | None, int | None] | None
    """The learned and reference steps in the first row that differs."""
    ends: tuple[EndOf, EndOf] | None
    """None for plans that were not executed."""
    mark: Mark = FAILING
    """The mark of a failing step in the rows."""
    tells_failures: bool = True
    """Whether it has the first failure, which other lines may have as well."""

    def line(self, width: int | None = None) -> Line:
        """The summary in one line, as verbose as fits in `width` columns. Naming unreached goals
        has priority over spelling out labels."""
        candidates = list(self._candidates())
        fitting = (c for c in candidates if width is None or line_width(c) <= width)
        return next(fitting, candidates[-1])

    def _candidates(self) -> Iterator[Line]:
        missing = [len(end.goals.missing) for end in self.ends or () if end.goals is not None]
        most = min(max(missing, default=0), _MOST_NAMED)
        for words in (_Words.FULL, _Words.FEWER):
            yield line(*self._pieces(words, most))
        for words in (_Words.SHORT, _Words.FEWEST):
            for n_named in reversed(range(most + 1)):
                yield line(*self._pieces(words, n_named))

    def _pieces(self, words: _Words, n_named: int) -> Iterator[Piece]:
        yield Piece(("first divergence: ", "divergence ", "diverge ", "≠ ")[words], Tone.DIM)
        yield Piece(*_divergence(self.divergence, words))
        if self.ends is None:
            yield Piece(
                (" · not executed: no problem is known", " · not executed")[words > 0], Tone.DIM
            )
            return
        if self.tells_failures:
            yield Piece((" · first failure: ", " · failure ", " · fails ", " · ")[words], Tone.DIM)
            yield _failures(self.ends, words, self.mark)
        yield Piece((" · goals: ", *(" · goals ",) * 3)[words], Tone.DIM)
        for at, (name, end) in enumerate(zip(_names(words), self.ends, strict=True)):
            yield Piece(", " if at and words else " · " if at else "")
            yield Piece(name, Tone.DIM)
            yield from _goals(end, words, n_named)


def _names(words: _Words) -> tuple[str, str]:
    """The labels of the two sides."""
    if words <= _Words.FEWER:
        return f"{SIDES.learned} ", f"{SIDES.reference} "
    return "", f"{SIDES.short_reference} "


def summary_of(review: PlanReview, mark: Mark = FAILING) -> PlanSummary:
    """The summary of two plans; `mark` is the mark of failing steps in the rows."""
    diff, execution = review.diff, review.execution
    first = next((row for row in diff.rows if diff.differs(row)), None)
    divergence = first and (_counted(first.learned), _counted(first.reference))
    if execution is None:
        return PlanSummary(divergence, None, mark)
    ours, theirs = execution.runs
    ends = _end(execution.learned, ours), _end(execution.reference, theirs)
    return PlanSummary(divergence, ends, mark)


def _end(trace: Trace, run: Trace) -> EndOf:
    is_decided = trace.verdict is not Verdict.UNDECIDED
    fails = trace.verdict in (Verdict.MALFORMED, Verdict.INVALID)
    return EndOf(fails, bool(trace.unreached), is_decided, run.failing_step, goals_of(run))


def goals_of(trace: Trace) -> GoalsOf | None:
    """The goals that a plan reaches; None if they cannot be evaluated, or nothing was executed."""
    if not trace.has_run or trace.verdict is Verdict.UNDECIDED:
        return None
    try:
        goal = trace.task.goal
        missing = unsatisfied(goal, trace.world(len(trace.states)))
    except UndecidedError:
        return None
    n_all = len(goal.literals) + len(goal.tests)
    return GoalsOf(n_all - len(missing), n_all, tuple(map(visible, missing)), trace.executable)


def _counted(index: int | None) -> int | None:
    return None if index is None else index + 1


def _divergence(steps: tuple[int | None, int | None] | None, words: _Words) -> tuple[str, Tone]:
    if steps is None:
        return "none", Tone.SAME
    learned, reference = steps
    ours, its = _names(words)
    if learned is None:
        return f"{its}{reference}", Tone.MISSING
    if reference is None:
        return f"{ours}{learned}", Tone.EXTRA
    if learned == reference:
        return f"{learned}", Tone.CHANGED
    return f"{ours}{learned}, {its}{reference}", Tone.CHANGED


def _failures(ends: tuple[EndOf, EndOf], words: _Words, mark: Mark) -> Piece:
    told = (_failure(name, end, mark) for name, end in zip(_names(words), ends, strict=True))
    texts = [*filter(None, told)]
    if texts:
        return Piece(", ".join(texts), mark.tone)
    return Piece("none" if words < _Words.FEWEST else "✓", Tone.SAME)


def _failure(name: str, end: EndOf, mark: Mark) -> str:
    """`✗ learned 12`, `✗ learned goal`; empty for a plan that does not fail."""
    if not end.is_decided:
        return f"{name}undecided"
    if not end.fails:
        return ""
    at_end = "goal" if end.misses_goal else "at its end"
    return f"{mark.sign} {name}{at_end if end.failing_step is None else end.failing_step}"


def _goals(end: EndOf, words: _Words, n_named: int) -> Iterator[Piece]:
    goals = end.goals
    if goals is None:
        yield Piece("–", Tone.DIM)
        return
    yield Piece(f"{goals.n_reached}/{goals.n_all}", Tone.FAILING if goals.missing else Tone.SAME)
    if not goals.runs and words is _Words.FULL:
        yield Piece(" where it stops", Tone.DIM)
    named = goals.missing[:n_named]
    if named:
        more = len(goals.missing) - len(named)
        rest = f" +{more}" if more else ""
        yield Piece(f" ✗ {' '.join(named)}{rest}", Tone.FAILING)


# Two executed plans.


def execution_blocks(execution: Execution) -> Iterator[Block]:
    """The outcomes of both plans, with the conditions of a failing step."""
    setting = execution.setting
    problem, domain = (Piece(name, Tone.TITLE) for name in (setting.problem, setting.domain))
    yield Paragraph([line("executed in ", problem, " with ", domain)])
    sides = zip((SIDES.learned, SIDES.reference), execution.runs, execution.outcomes, strict=True)
    outcomes = []
    for name, run, outcome in sides:
        conditions = [
            ListItem(condition_pieces(condition)) for condition in failing_conditions(run)
        ]
        told = line(f"{name:<10}", Piece(outcome, outcome_tone(run)))
        outcomes.append(ListItem(told, conditions))
    yield List(outcomes, step=12)


def execution_figures(execution: Execution, measured: Measurements) -> Iterator[tuple[str, str]]:
    """Whether both plans have the same effects, and the scores of their executions."""
    of_runs = ((metric, result) for metric, result in measured if Need.RUNS in metric.needs)
    yield from (*_answers(execution), *figure_rows(of_runs))


def condition_pieces(condition: ConditionReport) -> tuple[Piece, Piece]:
    """`✗ (in p1 t1)`, and why."""
    sign, tone = ("✓", Tone.SAME) if condition.holds else ("✗", Tone.MISSING)
    cause = condition.told
    return (
        Piece(visible(f"{sign} {condition.text}"), tone),
        Piece(visible(f"  {cause}" if cause else ""), Tone.DIM),
    )


def outcome_tone(trace: Trace) -> Tone:
    """The tone of an outcome: plain for a valid plan."""
    return Tone.PLAIN if trace.verdict == "valid" else Tone.MISSING


def _answers(execution: Execution) -> Iterator[tuple[str, str]]:
    yield "same partial order", shown(execution.same_partial_order)
    yield "same final state", shown(execution.agreement.same_final_state)
    yield "both reach the goal", shown(execution.agreement.both_reach_goal)


# Why the order of steps counts even when comparing modulo commuting steps.


def order_kept_text(review: PlanReview) -> str:
    """Why executed plans were not aligned modulo commuting steps; empty if they were."""
    if review.modulo or review.execution is None:
        return ""
    timed = review.diff.learned.timed, review.diff.reference.timed
    if all(timed):
        why = "the plans have times"
    elif any(timed):
        why = f"only {SIDES.plan(is_learned=timed[0])} has times"
    else:
        why = "it is not known which steps commute"
    return f"the order of steps counts, for {why}"
