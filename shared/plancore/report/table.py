"""Columns of text, aligned by what they measure on a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from plancore.report.lines import Line, Piece, line_width

Cell = str | Piece | Sequence[Piece]


def table(rows: Sequence[Sequence[Cell]], right: Sequence[int] = (), gap: int = 2) -> list[Line]:
    """The rows with each column as wide as its widest cell; `right` columns are flush right.

    Rows may have fewer cells than others.
    """
    cells = [[_pieces(cell) for cell in row] for row in rows]
    widths: list[int] = []
    for row in cells:
        for column, pieces in enumerate(row):
            width = line_width(pieces)
            if column == len(widths):
                widths.append(width)
            widths[column] = max(widths[column], width)
    lines = []
    for row in cells:
        line: list[Piece] = []
        for column, pieces in enumerate(row):
            fill = widths[column] - line_width(pieces)
            blanks = Piece(" " * fill)
            line += [blanks, *pieces] if column in right else [*pieces, blanks]
            if column + 1 < len(row):
                line.append(Piece(" " * gap))
        lines.append(tuple(line))
    return lines


def _pieces(cell: Cell) -> tuple[Piece, ...]:
    if isinstance(cell, Piece):
        return (cell,)
    if isinstance(cell, str):
        return (Piece(cell),)
    return tuple(cell)
