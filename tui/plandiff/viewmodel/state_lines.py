"""What is true before a row of two executed plans, what its steps do, and why one fails."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate

from plancore.compare.plans import Row
from plancore.model.ground import GroundAtom
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.plan.execution import Execution, failing_conditions, outcome_text
from plancore.report.plan.execution_text import condition_pieces, outcome_tone
from plancore.report.plan.review import PlanReview
from plancore.simulate.atoms import show
from plancore.simulate.explain import explain_goal, why
from plancore.simulate.state import State
from plancore.simulate.trace import Trace
from plandiff.viewmodel.model import SidePanel

_MOST = 6
"""So many facts of a kind are listed; the rest is counted."""


class StatePanel(SidePanel):
    """The lines beside the rows. Timed plans have outcomes, but no state before a row."""

    def __init__(self, review: PlanReview, execution: Execution) -> None:
        self._review = review
        self._execution = execution
        rows = review.diff.rows
        if review.modulo:
            # The rows are in an order of their own: a row knows its steps only.
            self._learned = [_step_or_minus_one(row.learned) for row in rows]
            self._reference = [_step_or_minus_one(row.reference) for row in rows]
        else:
            # How many steps of each side stand above a row.
            self._learned = list(accumulate((row.learned is not None for row in rows), initial=0))
            self._reference = list(
                accumulate((row.reference is not None for row in rows), initial=0)
            )

    def lines(self, index: int, /) -> Sequence[Line]:
        """The panel for row `index`."""
        lines = [*self._outcomes]
        if index < len(self._review.diff.rows):
            row = self._review.diff.rows[index]
            lines += self._failures(row)
            lines += self._states(index, row)
        return lines

    @cached_property
    def _outcomes(self) -> Sequence[Line]:
        return [*self._outcome_lines()]

    def _outcome_lines(self) -> Iterator[Line]:
        for name, trace in self._sides():
            yield line(
                Piece(f"{name}  ", Tone.DIM),
                Piece(visible(_verdict_only(outcome_text(trace))), outcome_tone(trace)),
            )
            if trace.executable:
                for goal in explain_goal(trace)[:_MOST]:
                    sign, tone = ("✓", Tone.SAME) if goal.holds else ("✗", Tone.MISSING)
                    yield line("  goal ", Piece(visible(f"{sign} {goal.text}"), tone))

    def _failures(self, row: Row) -> Iterator[Line]:
        for (name, trace), step in zip(self._sides(), (row.learned, row.reference), strict=True):
            if step is None or trace.failing_step != step + 1:
                continue
            yield ()
            yield line(Piece(f"why {name} {step + 1} fails", Tone.TITLE))
            if trace.malformed:
                yield line(Piece(visible(f"✗ {why(trace)}"), Tone.MISSING))
            for condition in failing_conditions(trace):
                yield line(*condition_pieces(condition))

    def _states(self, index: int, row: Row) -> Iterator[Line]:
        ours = _state(self._execution.learned, self._learned[index])
        theirs = _state(self._execution.reference, self._reference[index])
        if ours is None or theirs is None:
            yield ()
            yield line(Piece("no two states to compare here", Tone.DIM))
            return
        yield ()
        numbers = f"learned {self._learned[index] + 1}, reference {self._reference[index] + 1}"
        yield line(Piece(f"before {numbers}", Tone.TITLE))
        n_shared = len(ours.facts & theirs.facts)
        yield line(Piece(f"= {n_shared} facts on both sides", Tone.DIM))
        yield from _facts("+", Tone.EXTRA, ours.facts - theirs.facts)
        yield from _facts("-", Tone.MISSING, theirs.facts - ours.facts)
        for (name, trace), step in zip(self._sides(), (row.learned, row.reference), strict=True):
            yield from _effects(name, trace, step)

    def _sides(self) -> tuple[tuple[str, Trace], tuple[str, Trace]]:
        return ("learned", self._execution.learned), ("reference", self._execution.reference)


def _step_or_minus_one(step: int | None) -> int:
    """The number of a step; -1, which no state has, for None."""
    return -1 if step is None else step


def _state(trace: Trace, number: int) -> State | None:
    if trace.happenings or trace.malformed or not 0 <= number <= len(trace.states):
        return None
    return trace.state(number)


def _facts(sign: str, tone: Tone, facts: frozenset[GroundAtom]) -> Iterator[Line]:
    for fact in sorted(facts)[:_MOST]:
        yield line(Piece(visible(f"{sign} {show(fact)}"), tone))
    if len(facts) > _MOST:
        yield line(Piece(f"{sign} {len(facts) - _MOST} more", tone))


def _effects(name: str, trace: Trace, step: int | None) -> Iterator[Line]:
    if step is None or step >= len(trace.states):
        return
    before, after = trace.state(step).facts, trace.state(step + 1).facts
    yield ()
    yield line(Piece(f"{name} {step + 1} does", Tone.TITLE))
    for verb, facts in (("adds", after - before), ("deletes", before - after)):
        for fact in sorted(facts)[:_MOST]:
            yield line(Piece(f"{verb} ", Tone.DIM), visible(show(fact)))
        if len(facts) > _MOST:
            yield line(Piece(f"{verb} {len(facts) - _MOST} more", Tone.DIM))


def _verdict_only(text: str) -> str:
    """The verdict without its reason, which stands below."""
    return text.partition(":")[0] if text.startswith("fails") else text
