"""All sides in one column: a row whose sides differ becomes a line for each side."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Final

from plancore.report.lines import Tone
from plancore.report.marks import ALIKE
from plancore.report.rows.row import Cells, Role, Rows, ViewRow
from plancore.stop import NEVER, Checkpoint


class OneColumn:
    """`rows` with the sides of each differing row below one another, the last side on top.

    Each line has one side, or the same on all sides, so there are no stacks left.
    """

    stacks: Final = ()

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self.sides = rows.sides
        self._stacks = rows.stacks
        self._more = len(rows.sides) - 1
        """The number of additional lines of a stack."""
        # The first line of each stack.
        self._firsts = [index + self._more * before for before, index in enumerate(self._stacks)]

    @property
    def count(self) -> int:
        """The number of lines: one for each row, and `_more` for each stack."""
        return self._rows.count + self._more * len(self._stacks)

    @property
    def stops(self) -> Sequence[int]:
        """The stops of the underlying rows; a stack counts once."""
        return [self.moved(index) for index in self._rows.stops]

    @property
    def runs(self) -> Sequence[tuple[int, int]]:
        """The runs of the underlying rows; none contains a stack."""
        return [(self.moved(start), self.moved(end)) for start, end in self._rows.runs]

    def row(self, index: int) -> ViewRow:
        """One side of a stack, or an unstacked row."""
        base, line = self.base(index)
        row = self._rows.row(base)
        at = bisect_left(self._stacks, base)
        if at == len(self._stacks) or self._stacks[at] != base:
            return _joined(row)
        side_number = self._more - line
        side = self.sides[side_number]
        cells = tuple(cell if at == side_number else None for at, cell in enumerate(row.cells))
        cell = cells[side_number]
        said = row.remark
        if self._more > 1 and said and row.tone is not Tone.FAILING:
            # The signs of two sides show how they differ; those of three do not show the outcome.
            said = f"{row.sign} {said}"
        if row.tone is not Tone.FAILING or cell is None or cell.own_mark is not None:
            row = row._replace(sign=side.sign, tone=side.tone)
        # The remark is shown once, in the last line of the stack.
        remark = said if line == self._more else ""
        return row._replace(cells=_without_own_marks(cells), remark=remark, is_stacked=True)

    def fold_text(self, start: int, end: int) -> str:
        """The text of the underlying rows."""
        return self._rows.fold_text(self.base(start)[0], self.base(end)[0])

    def matching(self, text: str, checkpoint: Checkpoint = NEVER) -> list[int]:
        """The first line of each matching row."""
        return [self.moved(index) for index in self._rows.matching(text, checkpoint)]

    def moved(self, index: int) -> int:
        """The first line of row `index` of the underlying rows."""
        return index + self._more * bisect_left(self._stacks, index)

    def base(self, index: int) -> tuple[int, int]:
        """The underlying row of line `index`, and the number, from 0, of the line in that row."""
        before = bisect_right(self._firsts, index)
        line = index - self._firsts[before - 1] if before else 0
        if before and line <= self._more:
            return self._stacks[before - 1], line
        return index - self._more * before, 0


def _joined(row: ViewRow) -> ViewRow:
    """A row whose sides are the same thing under several names: all of them where they explain. Of
    parameters with other variables a remark lists the names."""
    cells = [cell for cell in row.cells if cell is not None]
    texts = list(dict.fromkeys(cell.text for cell in cells))
    is_parameters = bool(texts) and texts[0].startswith(":parameters")
    is_named_otherwise = row.role is Role.TITLE or is_parameters or row.sign == ALIKE.sign
    have_other_variables = len({re.sub(r"\?\S+", "?", text) for text in texts}) == 1
    if have_other_variables or not is_named_otherwise:
        return row._replace(cells=_without_own_marks(row.cells))
    joined = cells[0]._replace(text=" ⇐ ".join(texts))
    return row._replace(cells=tuple(cell and joined for cell in row.cells))


def _without_own_marks(cells: Cells) -> Cells:
    """A line shows one sign, that of its row."""
    return tuple(cell and cell._replace(own_mark=None) for cell in cells)
