"""The steps of two plans as side-by-side rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from plancore.compare.plans import RowKind, StepRow
from plancore.memo import lazy
from plancore.model.plan import Step
from plancore.phrases import SIDES
from plancore.report.marks import FAILING, SAME
from plancore.report.plan.review import PlanReview
from plancore.report.plan.steps import (
    difference_mark,
    fold_text,
    foldable,
    remark,
    row_mark,
    step_text,
)
from plancore.report.rows.overview import RowOverview, weighed
from plancore.report.rows.row import BOTH, Cell, Cells, Role, Rows, ViewRow, marked
from plancore.stop import NEVER, Checkpoint, staged, watched

_LEAST = 3


class PlanRows:
    """The aligned steps of a review."""

    sides: Final = BOTH

    def __init__(self, review: PlanReview) -> None:
        self.review = review
        self._rows = review.diff.rows
        self._checkpoint = NEVER

    def prepare(self, checkpoint: Checkpoint) -> None:
        """Compute the slow properties, each of which takes seconds for plans of a million steps.
        `checkpoint` may raise."""
        self._checkpoint = staged("laying out the rows", checkpoint)
        try:
            _ = self.stops, self.counted, self.stacks, self.runs, self.overview
        finally:
            self._checkpoint = NEVER

    @property
    def count(self) -> int:
        """The number of rows of the alignment."""
        return len(self._rows)

    @lazy
    def stops(self) -> Sequence[int]:
        """The first row of each group of differences, such as an end of a moved block."""
        return [
            index
            for index, row in enumerate(watched(self._rows, self._checkpoint))
            if self._differs[index]
            and (
                index == 0 or not self._differs[index - 1] or self._rows[index - 1].move != row.move
            )
        ]

    @lazy
    def counted(self) -> Sequence[int]:
        """Each step that differs; of a moved block only the first row of its first end."""
        moves = set[int]()
        counted: list[int] = []
        for index, row in enumerate(watched(self._rows, self._checkpoint)):
            if self._differs[index] and row.move not in moves:
                counted.append(index)
                if row.move is not None:
                    moves.add(row.move)
        return counted

    @lazy
    def stacks(self) -> Sequence[int]:
        """The changed steps, and equal ones at other times."""
        return [
            index
            for index, row in enumerate(watched(self._rows, self._checkpoint))
            if row.reference is not None and row.learned is not None and self._differs[index]
        ]

    @lazy
    def learned_rows(self) -> Sequence[int]:
        """The rows with a step of the learned plan, ascending."""
        return [index for index, row in enumerate(self._rows) if row.learned is not None]

    @lazy
    def runs(self) -> Sequence[tuple[int, int]]:
        """Equal steps away from differences, and moved blocks except their first steps."""
        return foldable(self.review, _LEAST, self._checkpoint)

    @property
    def failures(self) -> Sequence[int]:
        """The rows with a failing step, ascending."""
        return self.review.failing_rows

    @lazy
    def overview(self) -> RowOverview:
        """The marks of all rows."""
        row_marks = [
            difference_mark(self.review, row) if differs else SAME
            for row, differs in zip(
                watched(self._rows, self._checkpoint), self._differs, strict=True
            )
        ]
        for at in self.failures:
            row_marks[at] = FAILING
        return weighed(row_marks)

    def row(self, index: int) -> ViewRow:
        """The steps of one row."""
        return self.bare_row(index)._replace(places=self.review.where(self._rows[index]))

    def bare_row(self, index: int) -> ViewRow:
        """The same without places, which take as long to find as everything else."""
        row = self._rows[index]
        ours, theirs = self.review.steps(row)
        cells: Cells = (_cell(ours, row.learned), _cell(theirs, row.reference))
        if row.kind is RowKind.CHANGED:
            cells = marked(*cells)
        mark = row_mark(self.review, row)
        if mark is FAILING:
            cells = self._with_own_marks(row, cells)
        said = remark(self.review, row)
        kind = SIDES.of_kind(row.kind) if None in (ours, theirs) else ""
        return ViewRow(Role.ITEM, *mark, cells, remark=said, told_by_sign=kind)

    def counterpart(self, others: Rows, index: int) -> int | None:
        """The row of the same step, of a plan that is unchanged: the reference, else learned."""
        if not isinstance(others, PlanRows) or index >= others.count:
            return None
        row, before, now = others._rows[index], others.review, self.review
        learned, reference = self._places
        if row.reference is not None and before.reference.source.text == now.reference.source.text:
            return reference[row.reference]
        if row.learned is not None and before.learned.source.text == now.learned.source.text:
            return learned[row.learned]
        return None

    def fold_text(self, start: int, end: int) -> str:
        """The number of steps, and their actions."""
        return fold_text(self.review, start, end)

    def matching(self, text: str, checkpoint: Checkpoint = NEVER) -> list[int]:
        """The rows that contain `text`."""
        needle = text.casefold()
        rows = watched(range(self.count), checkpoint)
        return [index for index in rows if needle in self.bare_row(index).text.casefold()]

    @lazy
    def _differs(self) -> list[bool]:
        differs = self.review.diff.differs
        return [differs(row) for row in watched(self._rows, self._checkpoint)]

    @lazy
    def _places(self) -> tuple[list[int], list[int]]:
        return self.review.diff.rows_by_step()

    def _with_own_marks(self, row: StepRow, cells: Cells) -> Cells:
        """The cells of a failing row; sides that do not fail keep the mark of the difference."""
        mark = difference_mark(self.review, row)
        steps = (row.learned, row.reference)
        return tuple(
            cell and cell._replace(own_mark=None if step in faults else mark)
            for cell, step, faults in zip(cells, steps, self.review.faults, strict=True)
        )


def _cell(step: Step | None, index: int | None) -> Cell | None:
    return None if step is None or index is None else Cell(step_text(step), str(index + 1))
