"""Tables that are wider than the text they stand in, divided: a part below the other.

Each part has the column that names the rows, and as many of the columns that belong together as
there is room for. So nothing is cut off, and what is compared stays side by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final

from plancore.report.lines import Line, line_width
from plancore.report.table import TableLine, table

WIDTH: Final = 80
"""Columns of a text that goes nowhere in particular, such as a pipe or a file."""

_GAP: Final = 2
_INDENT: Final = "    "
"""What stands before figures whose rows have names that leave no room beside them."""


def narrowed(lines: Iterable[Line], width: int) -> Iterator[Line]:
    """The lines with each table divided that can be, and is wider than `width`."""
    rows: list[TableLine] = []
    for each in lines:
        row = each if isinstance(each, TableLine) else None
        if rows and (row is None or row.is_first):
            yield from _laid_out(rows, width)
            rows = []
        if row is None:
            yield each
        else:
            rows.append(row)
    if rows:
        yield from _laid_out(rows, width)


def _laid_out(rows: Sequence[TableLine], width: int) -> Iterator[Line]:
    if not rows[0].together or max(map(line_width, rows)) <= width:
        yield from rows
        return
    names = max(line_width(row.cells[0]) for row in rows)
    is_above = names > width // 2
    widths = _widths(rows)
    room = width - (len(_INDENT) if is_above else names)
    for number, columns in enumerate(_parts(rows[0].together, widths, room)):
        if number:
            yield ()
        yield from _part(rows, columns, is_above=is_above)


def _part(rows: Sequence[TableLine], columns: Sequence[int], *, is_above: bool) -> Iterator[Line]:
    right = [at for at, column in enumerate(columns, 1) if column in rows[0].right]
    cells = [[row.cells[column] for column in columns if column < len(row.cells)] for row in rows]
    if not is_above:
        named = [[row.cells[0], *some] for row, some in zip(rows, cells, strict=True)]
        yield from table(named, right=right)
        return
    indented = table([[_INDENT[_GAP:], *some] for some in cells], right=right)
    for row, figures in zip(rows, indented, strict=True):
        yield row.cells[0]
        yield figures


def _widths(rows: Sequence[TableLine]) -> list[int]:
    """How wide each column is, the first one included."""
    count = max(len(row.cells) for row in rows)
    return [
        max(line_width(row.cells[column]) for row in rows if column < len(row.cells))
        for column in range(count)
    ]


def _parts(together: Sequence[int], widths: Sequence[int], room: int) -> list[list[int]]:
    """The columns of each part. Columns that belong to each other are parted only where they do not
    fit into a part of their own, and then as evenly as can be."""
    parts: list[list[int]] = []
    for group in chain.from_iterable(_pieces(each, widths, room) for each in _groups(together)):
        if parts and _total([*parts[-1], *group], widths) <= room:
            parts[-1] += group
        else:
            parts.append(group)
    return parts


def _groups(together: Sequence[int]) -> Iterator[list[int]]:
    first = 1
    for count in together:
        yield list(range(first, first + count))
        first += count


def _pieces(group: list[int], widths: Sequence[int], room: int) -> list[list[int]]:
    """The group in as few pieces as fit, a column each at worst."""
    for count in range(1, len(group)):
        pieces = [
            group[len(group) * at // count : len(group) * (at + 1) // count] for at in range(count)
        ]
        if all(_total(piece, widths) <= room for piece in pieces):
            return pieces
    return [[column] for column in group]


def _total(columns: Sequence[int], widths: Sequence[int]) -> int:
    return sum(_GAP + widths[column] for column in columns)
