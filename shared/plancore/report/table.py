"""Columns of text, aligned by their width on a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest

from plancore.report.lines import Line, Piece, Tone, cell_width, line_width

Cell = str | Piece | Sequence[Piece]


def head(*names: str) -> list[Cell]:
    """The row of column names."""
    return [Piece(name, Tone.DIM) for name in names]


def table(rows: Sequence[Sequence[Cell]], right: Sequence[int] = (), gap: int = 2) -> list[Line]:
    """The rows with aligned columns; those in `right` are right-aligned.

    Rows may have fewer cells than others. The last cell of a row is not padded.
    """
    measured = [[_width(cell) for cell in row] for row in rows]
    widths = [max(column) for column in zip_longest(*measured, fillvalue=0)]
    lines: list[Line] = []
    for row, widths_of_row in zip(rows, measured, strict=True):
        cells = [tuple(_pieces(cell)) for cell in row]
        lines.append(tuple(_line(cells, widths_of_row, widths, right, gap)))
    return lines


def padded(
    column: Sequence[str], least: int = 0, pad: Callable[[str, int], str] = str.ljust
) -> list[str]:
    """The texts padded to the width of the widest one, and to at least `least` columns.

    For long columns, as `table` handles each cell separately.
    """
    widths = list(map(len if "".join(column).isascii() else cell_width, column))
    widest = max(least, max(widths, default=0))
    return [
        pad(text, len(text) + widest - width) for text, width in zip(column, widths, strict=True)
    ]


def _line(
    cells: Sequence[Line],
    measured: Sequence[int],
    widths: Sequence[int],
    right: Sequence[int],
    gap: int,
) -> Iterator[Piece]:
    blanks = 0
    for column, cell in enumerate(cells):
        fill = widths[column] - measured[column]
        before = blanks + fill if column in right else blanks
        if before:
            yield Piece(" " * before)
        yield from cell
        blanks = gap if column in right else fill + gap


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
