"""How wide the columns of rows are: as wide as what stands in them, where there is no more room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from plancore.report.lines import cell_width
from plancore.report.rows.columns import fair_widths
from plancore.report.rows.row import Rows

_RUN: Final = 25
_RUNS: Final = 8
"""Of very many rows so many runs are looked at, evenly spread."""
_LEAST: Final = 24
"""A column is not narrower than this for the sake of another one, if it is not narrower anyway."""
_GAP: Final = 2
"""Columns before a remark."""


def desired_widths(rows: Rows, own: int) -> list[int]:
    """For each side the width of its widest text, the remark beside that of side 0, and `own`
    columns in front of each: of all rows, or of some hundred where there are more."""
    desired = [0] * len(rows.sides)
    for index in {*_sample(range(rows.count)), *_sample(rows.stops)}:
        row = rows.row(index)
        for side, cell in enumerate(row.cells):
            width = 0 if cell is None else max(map(cell_width, cell.text.split("\n")))
            if side == 0 and row.remark:
                width += _GAP + cell_width(row.remark)
            desired[side] = max(desired[side], width + own)
    return desired


def column_widths(desired: Sequence[int], width: int) -> list[int]:
    """The widths of columns that fill `width` with a rule between each two.

    All the same where that is enough for each; else what a narrower one leaves goes to the others.
    """
    room = width - (len(desired) - 1)
    share, over = divmod(room, len(desired))
    if max(desired) <= share or share <= _LEAST:
        return [*[share] * (len(desired) - 1), share + over]
    widths = fair_widths([max(wanted, _LEAST) for wanted in desired], room)
    widths[widths.index(min(widths))] += room - sum(widths)
    return widths


def _sample(indices: Sequence[int]) -> Iterator[int]:
    count = len(indices)
    if count <= _RUN * _RUNS:
        yield from indices
        return
    for run in range(_RUNS):
        start = run * (count - _RUN) // (_RUNS - 1)
        yield from indices[start : start + _RUN]
