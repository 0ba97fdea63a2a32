"""Columns of text, aligned by what they measure on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from plancore.report.lines import Line, Piece, cell_width, line_width

Cell = str | Piece | Sequence[Piece]


def table(rows: Sequence[Sequence[Cell]], right: Sequence[int] = (), gap: int = 2) -> list[Line]:
    """The rows with each column as wide as its widest cell; `right` columns are flush right.

    Rows may have fewer cells than others. No line ends in blanks that fill its last column.
    """
    measured = [[_width(cell) for cell in row] for row in rows]
    widths = [max(column) for column in zip_longest(*measured, fillvalue=0)]
    return [_line(*row, widths, right, gap) for row in zip(rows, measured, strict=True)]


def fills(column: Sequence[str], least: int = 0) -> list[str]:
    """For each text of a column the blanks that make it as wide as the widest, or as `least`.

    For columns that are too long for `table`, which looks at one cell after the other.
    """
    widths = list(map(len if "".join(column).isascii() else cell_width, column))
    widest = max(least, max(widths, default=0))
    blanks = {width: " " * (widest - width) for width in set(widths)}
    return list(map(blanks.__getitem__, widths))


def _line(
    row: Sequence[Cell],
    measured: Sequence[int],
    widths: Sequence[int],
    right: Sequence[int],
    gap: int,
) -> Line:
    line: list[Piece] = []
    blanks = 0
    for column, cell in enumerate(row):
        fill = widths[column] - measured[column]
        before = blanks + fill if column in right else blanks
        if before:
            line.append(Piece(" " * before))
        line += _pieces(cell)
        blanks = gap if column in right else fill + gap
    return tuple(line)


def _width(cell: Cell) -> int:
    if isinstance(cell, str):
        return cell_width(cell)
    return cell_width(cell.text) if isinstance(cell, Piece) else line_width(cell)


def _pieces(cell: Cell) -> Sequence[Piece]:
    if isinstance(cell, Piece):
        return (cell,)
    if isinstance(cell, str):
        return (Piece(cell),) if cell else ()
    return cell
