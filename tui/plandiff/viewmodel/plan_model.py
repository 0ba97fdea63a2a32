"""The review of two plans: aligned steps, and states where the plans were executed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import zip_longest

from plancore.report import marks
from plancore.report.figures import decimal
from plancore.report.lines import Line, Piece, Tone, line
from plancore.report.plan.review import PlanReview
from plancore.report.plan.rows import PlanRows
from plancore.report.plan.summary import PlanSummary, summary_of
from plancore.report.plan.text import numbers, verdict_text
from plancore.report.table import table
from plancore.report.words import count_of
from plandiff.viewmodel.model import ReviewModel, tallied
from plandiff.viewmodel.state_lines import StatePanel


class PlanModel(ReviewModel[PlanReview]):
    """The comparison of two plans."""

    @cached_property
    def heading(self) -> Line:
        """Files, overall score, and how many steps are of each kind."""
        counts = self.review.diff.counts
        kinds = (
            (counts.equal, marks.SAME),
            (counts.changed, marks.CHANGED),
            (counts.moved, marks.MOVED),
            (counts.missing, marks.MISSING),
            (counts.extra, marks.EXTRA),
        )
        return line(
            *self._files,
            f"   LCS {decimal(self.review.lcs.value)}",
            "   modulo commuting" if self.review.modulo else "",
            f"   {count_of(counts.learned, 'step')}, {counts.reference} in the reference:",
            *tallied(kinds),
        )

    @cached_property
    def rows(self) -> PlanRows:
        """The aligned steps."""
        return PlanRows(self.review)

    @property
    def offers(self) -> Sequence[object]:
        """Moved steps, and the states of executed plans."""
        return (self.rows,) if self.states is None else (self.rows, self.states)

    @cached_property
    def states(self) -> StatePanel | None:
        """States and outcomes, if a domain and a problem are known."""
        execution = self.review.execution
        return None if execution is None else StatePanel(self.review, execution)

    def summary(self, width: int, /) -> Line:
        """First divergence, first failure, goals."""
        return self._summary.line(width)

    @cached_property
    def _summary(self) -> PlanSummary:
        return summary_of(self.review)

    def panel(self, _row: int, /) -> Sequence[Line]:
        """The numbers of the whole comparison."""
        return self._numbers

    @cached_property
    def _numbers(self) -> Sequence[Line]:
        named = numbers(self.review)
        half = (len(named) + 1) // 2
        rows = [
            [cell for name, value in pair for cell in (Piece(name, Tone.DIM), value)]
            for pair in zip_longest(named[:half], named[half:], fillvalue=("", ""))
        ]
        return [
            line(Piece("verdict  ", Tone.DIM), verdict_text(self.review)),
            *table(rows, gap=3),
        ]
