"""Rows as text: a column for each side, then what is to be said of the row.

Nothing is cut: what is wider than its column goes on below. Widths are those of a terminal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

from plancore.report.lines import Line, Piece, Tone, folded, line, line_width, trimmed
from plancore.report.places import Where
from plancore.report.rows.folding import Folding, RowFold
from plancore.report.rows.row import Cell, Role, Rows, ViewRow

_SIGN: Final = 2
"""Columns of the sign in front of each row and the blank after it."""
_RULE: Final = " │ "
_GAP: Final = "  "
"""Before the remark."""
_LEAST: Final = 4
"""A column is never narrower than this, however little room there is."""
_MOST: Final = 160
"""Nor wider than this: one long formula must not fill every line with blanks."""


def column_lines(rows: Rows, names: Sequence[str], width: int | None = None) -> Iterator[Line]:
    """The rows under the `names` of their sides, the last side first, equal runs folded.

    Without `width` a column is as wide as its widest text, up to 160 columns of a terminal.
    """
    heads = zip(rows.sides, names, strict=True)
    cells = tuple(Cell(f"{side.sign} {side.name}: {name}") for side, name in heads)
    columns = _Columns(rows, ViewRow(Role.TITLE, Tone.DIM, cells=cells), width)
    yield from columns.lines()


class _Columns:
    """The same widths for all rows of a text."""

    def __init__(self, rows: Rows, head: ViewRow, width: int | None) -> None:
        self._rows = rows
        self._head = head
        self._folding = Folding.all_folded(rows)
        self._digits = len(str(rows.count))
        desired = [0] * (len(rows.sides) + 1)  # one a side, and the remark
        for row in self._shown():
            if isinstance(row, ViewRow):
                for column, block in enumerate(self._blocks(row)):
                    widest = max(map(line_width, block), default=0)
                    desired[column] = max(desired[column], min(widest, _MOST))
        rules = _SIGN + line_width(line(_RULE)) * (len(rows.sides) - 1) + len(_GAP)
        self._widths = desired if width is None else fair_widths(desired, width - rules)

    def lines(self) -> Iterator[Line]:
        """Head, rows and folds."""
        for row in self._shown():
            if isinstance(row, RowFold):
                yield line(Piece(f"· {self._rows.fold_text(*row)}", Tone.DIM))
            else:
                yield from self._row_lines(row)

    def _shown(self) -> Iterator[ViewRow | RowFold]:
        yield self._head
        for number in range(self._folding.count):
            item = self._folding.item(number)
            yield item if isinstance(item, RowFold) else self._rows.row(item)

    def _row_lines(self, row: ViewRow) -> Iterator[Line]:
        """A row takes as many lines as its longest cell; its sign stands in the first."""
        if row.role is Role.BLANK:
            yield ()
            return
        blocks = [
            [part for whole in block for part in folded(whole, width)]
            for block, width in zip(self._blocks(row), self._widths, strict=True)
        ]
        sign = row.sign or " "
        for parts in zip_longest(*blocks, fillvalue=()):
            pieces = [Piece(f"{sign} ", row.tone)]
            for column, part in enumerate(parts):
                text = trimmed(part)
                fill = Piece(" " * (self._widths[column] - line_width(text)))
                pieces += [*text, fill, self._after(column)]
            yield trimmed(pieces)
            sign = " "

    def _after(self, column: int) -> Piece:
        """What stands right of a column: a rule between sides, a gap before the remark."""
        if column + 1 < len(self._rows.sides):
            return Piece(_RULE, Tone.DIM)
        return Piece(_GAP if column < len(self._rows.sides) else "")

    def _blocks(self, row: ViewRow) -> list[list[Line]]:
        """The lines of each column, not yet broken."""
        tone, marked = row.tone, row.tone
        if any(cell is not None and cell.marks for cell in row.cells):
            tone = Tone.PLAIN
        elif row.role is Role.HEADING and row.sign in ("", "="):
            tone = Tone.DIM
        numbered = any(cell is not None and cell.number for cell in row.cells)
        blocks: list[list[Line]] = []
        places = row.places or (None,) * len(row.cells)
        for cell, at in zip(reversed(row.cells), reversed(places), strict=True):
            if cell is None:
                blocks.append([])
                continue
            indent = f"{cell.number:>{self._digits}} " if numbered else " " * row.role.indent
            block = [(Piece(indent, tone), *pieces) for pieces in cell.lines(tone, marked)]
            blocks.append(block if at is None else [_opening(pieces, at) for pieces in block])
        blocks += [[] for _ in range(len(self._rows.sides) - len(blocks))]
        return [*blocks, [line(Piece(row.remark, tone))] if row.remark else []]


def _opening(pieces: Line, at: Where) -> Line:
    """The line, which a click on it may open at a place."""
    return tuple(Piece(piece.text, piece.tone, *at) for piece in pieces)


def fair_widths(desired: Sequence[int], room: int) -> list[int]:
    """As much as each column wants, else an equal share of what the narrower ones leave."""
    widths = [0] * len(desired)
    columns = sorted(range(len(desired)), key=desired.__getitem__)
    for before, column in enumerate(columns):
        share = max(room // (len(desired) - before), _LEAST)
        widths[column] = min(desired[column], share)
        room -= widths[column]
    return widths
