"""Rows in columns, written as it is defined and not as it is fast: all blocks of all rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from plancore.report.lines import Line, Piece, Tone, folded, line, line_width
from plancore.report.rows.columns import fair_widths
from plancore.report.rows.folding import Folding, RowFold
from plancore.report.rows.row import Cell, Role, Rows, ViewRow


def recounted(rows: Rows, names: Sequence[str], width: int | None) -> Iterator[Line]:
    """What `column_lines` has to be."""
    heads = zip(rows.sides, names, strict=True)
    cells = tuple(Cell(f"{side.sign} {side.name}: {name}") for side, name in heads)
    folding = Folding.all_folded(rows)
    items = [folding.item(number) for number in range(folding.count)]
    shown = [ViewRow(Role.TITLE, Tone.DIM, cells=cells)]
    shown += [rows.row(item) for item in items if not isinstance(item, RowFold)]
    made = {id(row): _blocks(rows, row) for row in shown}
    desired = [
        max(min(line_width(whole), 160) for blocks in column for whole in [(), *blocks])
        for column in zip(*made.values(), strict=True)
    ]
    room = 0 if width is None else width - (2 + 3 * (len(rows.sides) - 1) + 2)
    widths = desired if width is None else fair_widths(desired, room)
    following = iter(shown)
    yield from _row_lines(rows, next(following), made, widths)
    for item in items:
        if isinstance(item, RowFold):
            yield line(Piece(f"· {rows.fold_text(*item)}", Tone.DIM))
        else:
            yield from _row_lines(rows, next(following), made, widths)


def _row_lines(
    rows: Rows, row: ViewRow, made: dict[int, list[list[Line]]], widths: Sequence[int]
) -> Iterator[Line]:
    if row.role is Role.BLANK:
        yield ()
        return
    blocks = [
        [part for whole in block for part in folded(whole, width)]
        for block, width in zip(made[id(row)], widths, strict=True)
    ]
    sign = row.sign or " "
    for parts in zip_longest(*blocks, fillvalue=()):
        pieces = [Piece(f"{sign} ", row.tone)]
        for column, part in enumerate(parts):
            text = _trimmed(part)
            fill = Piece(" " * (widths[column] - line_width(text)))
            after = Piece(" │ ", Tone.DIM) if column + 1 < len(rows.sides) else Piece("  ")
            pieces += [*text, fill, after]
        yield _trimmed(pieces)
        sign = " "


def _blocks(rows: Rows, row: ViewRow) -> list[list[Line]]:
    tone, marked = row.tone, row.tone
    if any(cell is not None and cell.marks for cell in row.cells):
        tone = Tone.PLAIN
    elif row.role is Role.HEADING and row.sign in ("", "="):
        tone = Tone.DIM
    numbered = any(cell is not None and cell.number for cell in row.cells)
    digits = len(str(rows.count))
    blocks: list[list[Line]] = []
    for cell in reversed(row.cells):
        block: list[Line] = []
        if cell is not None:
            indent = f"{cell.number:>{digits}} " if numbered else " " * row.role.indent
            block = [(Piece(indent, tone), *pieces) for pieces in cell.lines(tone, marked)]
        blocks.append(block)
    blocks += [[] for _ in range(len(rows.sides) - len(blocks))]
    return [*blocks, [line(Piece(row.remark, tone))] if row.remark else []]


def _trimmed(pieces: Sequence[Piece]) -> Line:
    kept = list(pieces)
    while kept and not kept[-1].text.strip():
        kept.pop()
    if kept:
        kept[-1] = kept[-1]._replace(text=kept[-1].text.rstrip())
    return tuple(kept)
