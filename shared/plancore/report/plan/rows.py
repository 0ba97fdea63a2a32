"""The steps of two plans as rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from plancore.compare.plans import Row, RowKind
from plancore.memo import lazy
from plancore.model.plan import Step
from plancore.report.plan.review import PlanReview
from plancore.report.plan.steps import fold_text, remark, row_mark, step_text
from plancore.report.rows.folding import equal_runs
from plancore.report.rows.row import BOTH, Cell, Role, ViewRow, marked

_CONTEXT = 2
_LEAST = 3


class PlanRows:
    """The aligned steps of a review."""

    sides: Final = BOTH

    def __init__(self, review: PlanReview) -> None:
        self.review = review
        self._rows = review.diff.rows

    @property
    def count(self) -> int:
        """The rows of the alignment."""
        return len(self._rows)

    @lazy
    def stops(self) -> Sequence[int]:
        """The first row of each group that differs; each end of a moved block by itself."""
        return [
            index
            for index, row in enumerate(self._rows)
            if self._differs[index]
            and (
                index == 0 or not self._differs[index - 1] or self._rows[index - 1].move != row.move
            )
        ]

    @lazy
    def stacks(self) -> Sequence[int]:
        """The changed steps, and the equal ones at other times."""
        return [
            index
            for index, row in enumerate(self._rows)
            if row.reference is not None and row.learned is not None and self._differs[index]
        ]

    @lazy
    def runs(self) -> Sequence[tuple[int, int]]:
        """Equal steps away from differences."""
        return equal_runs([not differs for differs in self._differs], _CONTEXT, _LEAST)

    def row(self, index: int) -> ViewRow:
        """The steps of one row."""
        row = self._rows[index]
        ours, theirs = self.review.steps(row)
        cells = _cell(ours, row.learned), _cell(theirs, row.reference)
        return ViewRow(
            Role.ITEM,
            *row_mark(self.review, row),
            marked(*cells) if row.kind is RowKind.CHANGED else cells,
            self.review.where(row),
            self._remark(row),
        )

    def other_end(self, index: int) -> int | None:
        """The row at the other end of a move; None for a row that has not moved."""
        row = self._rows[index]
        if row.other_end is None:
            return None
        learned, reference = self._places
        return learned[row.other_end] if row.learned is None else reference[row.other_end]

    def fold_text(self, start: int, end: int) -> str:
        """How many steps, of which actions."""
        return fold_text(self.review, start, end)

    def matching(self, text: str) -> list[int]:
        """The rows with `text` in a step of either side."""
        needle = text.casefold()
        return [
            index
            for index, row in enumerate(self._rows)
            if any(step is not None and needle in str(step) for step in self.review.steps(row))
        ]

    @lazy
    def _differs(self) -> list[bool]:
        return [self.review.diff.differs(row) for row in self._rows]

    @lazy
    def _places(self) -> tuple[list[int], list[int]]:
        return self.review.diff.rows_by_step()

    def _remark(self, row: Row) -> str:
        """The remarks on a row; that a step in it fails comes first."""
        execution = self.review.execution
        remarks = [remark(self.review, row)]
        if execution is not None:
            sides = (row.learned, execution.learned), (row.reference, execution.reference)
            if any(at is not None and trace.failing_step == at + 1 for at, trace in sides):
                remarks.insert(0, "✗ fails")
        return "; ".join(text for text in remarks if text)


def _cell(step: Step | None, index: int | None) -> Cell | None:
    return None if step is None or index is None else Cell(step_text(step), str(index + 1))
