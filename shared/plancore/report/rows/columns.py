"""Side-by-side rows as text: a column for each side, then the remark; or all sides in one column.

Nothing is cut off: text wider than its column is wrapped. Widths are in terminal columns.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Final, Protocol, runtime_checkable

from plancore.report.files import LineColumn
from plancore.report.lines import (
    Line,
    Piece,
    Tone,
    cell_width,
    folded,
    line,
    line_width,
    start_of,
    trimmed,
)
from plancore.report.marks import ALIKE
from plancore.report.rows.folding import Folding, RowFold
from plancore.report.rows.row import Cell, Cells, Role, Rows, ViewRow
from plancore.stop import NEVER, Checkpoint

_SIGN: Final = 2
"""The width of a row's sign and the blank after it."""
_RULE: Final = " │ "
_RULE_PIECE: Final = Piece(_RULE, Tone.DIM)
_GAP: Final = "  "
"""The gap before a remark."""
_GAP_PIECE: Final = Piece(_GAP)
_LEAST: Final = 4
"""The minimum width of a column, however little room there is."""
_MOST: Final = 160
"""The maximum desired width, so that one long formula does not fill all other lines with blanks."""


@runtime_checkable
class Bare(Protocol):
    """Rows that can be made faster without places."""

    def bare_row(self, index: int) -> ViewRow:
        """The row at `index`, without places."""
        ...


def column_lines(
    rows: Rows, names: Sequence[str], width: int | None = None, *, has_places: bool = True
) -> Iterator[Line]:
    """The rows under the `names` of their sides, the last side first, equal runs folded.

    Without `width` each column is as wide as its widest text, up to 160 terminal columns. Unless
    `has_places`, pieces have no link to their place.
    """
    heads = zip(rows.sides, names, strict=True)
    cells = tuple(Cell(f"{side.title}: {name}") for side, name in heads)
    columns = _Columns(rows, ViewRow(Role.TITLE, Tone.DIM, cells=cells), width, has_places)
    yield from columns.lines()


class _Columns:
    """The columns of a text, with the same widths for all rows."""

    def __init__(self, rows: Rows, head: ViewRow, width: int | None, has_places: bool) -> None:
        self._rows = rows
        self._row = rows.bare_row if isinstance(rows, Bare) and not has_places else rows.row
        self._has_places = has_places
        self._head = head
        self._folding = Folding.all_folded(rows)
        self._digits = len(str(rows.count))
        desired = [0] * (len(rows.sides) + 1)  # one a side, and the remark
        for row in self._shown():
            if isinstance(row, ViewRow):
                for column, wanted in self._wanted(row):
                    if wanted > desired[column]:
                        desired[column] = min(wanted, _MOST)
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
            yield item if isinstance(item, RowFold) else self._row(item)

    def _wanted(self, row: ViewRow) -> Iterator[tuple[int, int]]:
        """The desired width of each non-empty column, computed without its blocks."""
        is_numbered = _is_numbered(row)
        for column, cell in enumerate(reversed(row.cells)):
            if cell is not None:
                widest = max(map(cell_width, cell.text.split("\n")))
                yield column, cell_width(self._indent(row, cell, is_numbered)) + widest
        if row.remark:
            yield len(self._rows.sides), cell_width(row.remark)

    def _indent(self, row: ViewRow, cell: Cell, is_numbered: bool) -> str:
        return f"{cell.number:>{self._digits}} " if is_numbered else " " * row.role.indent

    def _row_lines(self, row: ViewRow) -> Iterator[Line]:
        """The lines of a row, as many as its longest cell has; the first one has the sign."""
        if row.role is Role.BLANK:
            yield ()
            return
        plain = self._on_one_line(row)
        if plain is not None:
            yield plain
            return
        blocks = self._blocks(row)
        for column, (block, width) in enumerate(zip(blocks, self._widths, strict=True)):
            if any(line_width(whole) > width for whole in block):
                blocks[column] = [part for whole in block for part in folded(whole, width)]
        *of_sides, remarks = blocks
        sign = row.sign or " "
        for *parts, remark in zip_longest(*of_sides, remarks, fillvalue=()):
            pieces = [Piece(f"{sign} ", row.tone)]
            fill = _blank(0)
            for column, part in enumerate(parts):
                text = trimmed(part)
                if column:
                    pieces += fill, _RULE_PIECE
                pieces += text
                fill = _blank(self._widths[column] - line_width(text))
            if remark:
                pieces += fill, _GAP_PIECE, *remark
            yield trimmed(pieces)
            sign = " "

    def _on_one_line(self, row: ViewRow) -> Line | None:
        """A fast path for most rows: each cell is one line in one tone that fits, without places.
        The result is the same as from blocks, in half the time. None for any other row."""
        if (row.places and self._has_places) or len(row.cells) != len(self._rows.sides):
            return None
        if not row.remark and not any(row.cells):
            return None  # it takes no line at all
        tone, widths = self._tone(row), self._widths
        pieces = [Piece(f"{row.sign or ' '} ", row.tone)]
        is_numbered = _is_numbered(row)
        room = 0
        for column, cell in enumerate(reversed(row.cells)):
            if column:
                pieces += _blank(room), _RULE_PIECE
            room = widths[column]
            if cell is None:
                continue
            text = cell.text
            indent = self._indent(row, cell, is_numbered)
            room -= len(indent) + cell_width(text)
            if cell.marks or room < 0 or "\n" in text or not text or text[-1].isspace():
                return None
            pieces += Piece(indent, tone), Piece(text, tone)
        if row.remark:
            if cell_width(row.remark) > widths[-1]:
                return None
            pieces += _blank(room), _GAP_PIECE, Piece(row.remark, tone)
        return trimmed(pieces)

    @staticmethod
    def _tone(row: ViewRow) -> Tone:
        """The tone of unmarked text in a row."""
        if any([cell is not None and cell.marks for cell in row.cells]):
            return Tone.PLAIN
        if row.role is Role.HEADING and row.sign in ("", "="):
            return Tone.DIM
        return row.tone

    def _blocks(self, row: ViewRow) -> list[list[Line]]:
        """The lines of each column, not yet wrapped."""
        tone, marked = self._tone(row), row.tone
        is_numbered = _is_numbered(row)
        blocks: list[list[Line]] = []
        places = (row.places if self._has_places else ()) or (None,) * len(row.cells)
        for cell, at in zip(reversed(row.cells), reversed(places), strict=True):
            if cell is None:
                blocks.append([])
                continue
            indent = Piece(self._indent(row, cell, is_numbered), tone)
            block = [(indent, *pieces) for pieces in cell.lines(tone, marked)]
            blocks.append(block if at is None else [_opening(pieces, at) for pieces in block])
        blocks += [[] for _ in range(len(self._rows.sides) - len(blocks))]
        return [*blocks, [line(Piece(row.remark, tone))] if row.remark else []]


def _is_numbered(row: ViewRow) -> bool:
    return any([cell is not None and cell.number for cell in row.cells])


@lru_cache(maxsize=256)
def _blank(width: int) -> Piece:
    return Piece(" " * width)


def _opening(pieces: Line, at: LineColumn) -> Line:
    """The line with links to a place."""
    return tuple(Piece(piece.text, piece.tone, *at) for piece in pieces)


def fair_widths(desired: Sequence[int], room: int, least: int = _LEAST) -> list[int]:
    """The desired width of each column or, if there is less room, an equal share of what the
    narrower ones leave, but never less than `least`."""
    widths = [0] * len(desired)
    columns = sorted(range(len(desired)), key=desired.__getitem__)
    for before, column in enumerate(columns):
        share = max(room // (len(desired) - before), least)
        widths[column] = min(desired[column], share)
        room -= widths[column]
    return widths


# Widths of columns, according to their content if there is not enough room.

_RUN: Final = 25
_RUNS: Final = 8
"""For many rows, the number of evenly spread runs to sample."""
_WIDTHS_LEAST: Final = 24
"""A column is not made narrower than this in favour of another one."""
_WIDTHS_GAP: Final = 2
"""The gap before a remark."""


def desired_widths(rows: Rows, own: int) -> list[int]:
    """For each side the width of its widest text and the `own` columns before it; for side 0
    including the remark. Long views are sampled: a few hundred rows."""
    desired = [0] * len(rows.sides)
    for index in {*_sample(range(rows.count)), *_sample(rows.stops)}:
        row = rows.row(index)
        for side, cell in enumerate(row.cells):
            width = 0 if cell is None else max(map(cell_width, cell.text.split("\n")))
            if side == 0 and row.remark:
                width += _WIDTHS_GAP + cell_width(row.remark)
            desired[side] = max(desired[side], width + own)
    return desired


def column_widths(desired: Sequence[int], width: int) -> list[int]:
    """The widths of columns that fill `width`, with a rule between them.

    All are equal if that is enough for each; otherwise wider ones get what narrower ones leave.
    """
    room = width - (len(desired) - 1)
    share, over = divmod(room, len(desired))
    if max(desired) <= share or share <= _WIDTHS_LEAST:
        return [*[share] * (len(desired) - 1), share + over]
    widths = fair_widths([max(wanted, _WIDTHS_LEAST) for wanted in desired], room)
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


# Line breaking of texts wider than their column.


def broken(text: str, width: int) -> Iterator[tuple[int, int]]:
    """The spans of `text` that fit into `width` columns, one per line; at least one.

    Lines end at each line feed, otherwise at the last blank that fits, or at the width if there is
    none. The blank at a break is in neither span.
    """
    start = 0
    for whole in text.split("\n"):
        end = start + len(whole)
        yield from _broken(text, start, end, max(width, 1))
        start = end + 1


def _broken(text: str, start: int, end: int, width: int) -> Iterator[tuple[int, int]]:
    is_ascii = text.isascii()
    while end - start > width or (not is_ascii and cell_width(text[start:end]) > width):
        fits = width if is_ascii else len(start_of(text[start : start + 2 * width], width)) or 1
        blank = text.rfind(" ", start + 1, start + fits + 1)
        if blank > start and text[start:blank].strip():
            yield start, blank
            start = blank + 1
        else:
            yield start, start + fits
            start += fits
    yield start, end


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
