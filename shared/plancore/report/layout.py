"""A document as lines for a screen of some width.

An empty line precedes each section. A table that is too wide is divided between groups of columns
into parts below one another, each with the names of the rows and after an empty line. So nothing is
cut off, and columns that belong together stay side by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final

from plancore.phrases import count_of
from plancore.report.document import (
    Block,
    Cell,
    Code,
    Details,
    Document,
    Errors,
    KeyFigures,
    List,
    ListItem,
    Paragraph,
    Plots,
    Section,
    SideBySide,
    Table,
    Walk,
    heading_line,
)
from plancore.report.lines import Line, Piece, Tone, folded, line, line_width, visible
from plancore.report.lines import table as aligned

WIDTH: Final = 100
"""The default width of a text, such as one for a pipe or a file."""
SCREEN: Final = 40
"""The lines of a screen."""
_LEAST: Final = 4
"""The minimum number of lines printed of a shortened section."""

_GAP: Final = 2
_BELOW: Final = 4
"""The indent of scores that are printed below a row's name, for lack of room next to it."""


def document_lines(document: Document, width: int | None = None) -> Iterator[Line]:
    """All lines of a document. Only tables are fitted to `width`; by default to `WIDTH`, without
    breaking words. Sections with `more` are shortened until all fits on a screen, the last one
    first."""
    title = [_visible(document.title)] if document.title else []
    parts = [("", title)] if title else []
    for block in document.blocks:
        # No empty line precedes a section at the start of the document.
        made = block_lines(block, width) if parts else _without_blank(block_lines(block, width))
        parts.append((block.more if isinstance(block, Section) else "", [*made]))
    if any(more for more, _ in parts):
        over = sum(_height(made, width) for _, made in parts) - SCREEN
        for more, lines in reversed(parts):
            if more and over > 0:
                over -= _shorten(lines, over, more, width)
    yield from chain.from_iterable(made for _, made in parts)


def _height(lines: Iterable[Line], width: int | None) -> int:
    return sum(1 for each in lines for _ in folded(each, width or WIDTH))


def _shorten(lines: list[Line], over: int, more: str, width: int | None) -> int:
    """Remove lines from the end, and add a note, until the height is reduced by at least `over`.
    Returns by how much it was reduced."""
    n_lines, gone = len(lines), 0
    while gone <= over and len(lines) > _LEAST:
        gone += _height([lines.pop()], width)
    if len(lines) == n_lines:
        return 0
    left_out = count_of(n_lines - len(lines), "more line")
    lines.append(line(Piece(f"… {left_out} with {more}", Tone.DIM)))
    return gone - 1


def block_lines(block: Block, width: int | None = None) -> Iterator[Line]:
    """The lines of a block; none for blocks that are only for pages."""
    match block:
        case Paragraph(lines, indent):
            yield from (_indented(_visible(line), indent) for line in lines)
        case Errors(lines):
            yield from ((Piece("error: ", Tone.FAILING), *_visible(line)) for line in lines)
        case Code(lines):
            yield from map(_visible, lines)
        case List(items, indent, step):
            yield from _items(items, indent, step)
        case Table():
            yield from _table(block, width)
        case Section():
            yield from _section(block, width)
        case KeyFigures() | Plots() | SideBySide() | Walk() | Details():
            pass


def _section(section: Section, width: int | None) -> Iterator[Line]:
    yield ()
    if section.title:
        yield _visible(heading_line(section))
    for block in section.blocks:
        yield from block_lines(block, width)


def _without_blank(lines: Iterator[Line]) -> Iterator[Line]:
    first = next(lines, ())
    return chain((first,), lines) if first else lines


def _items(items: Iterable[ListItem], indent: int, step: int) -> Iterator[Line]:
    blanks = (Piece(" " * indent),) if indent else ()
    for item in items:
        yield (*blanks, *_visible(item.line))
        yield from _items(item.items, indent + step, step)


def _table(table: Table, width: int | None) -> Iterator[Line]:
    rows = [list(map(cell_line, row)) for row in table.rows]
    if any(column.title for column in table.columns):
        names: list[Line] = [(Piece(visible(title), Tone.DIM),) for title, _ in table.columns]
        rows.insert(0, names)
    right = [number for number, column in enumerate(table.columns) if column.is_number]
    whole = [_indented(row, table.indent) for row in aligned(rows, right)]
    if table.groups and max(map(line_width, whole), default=0) > (width or WIDTH):
        yield from _divided(rows, right, table, width or WIDTH)
    else:
        room = width or WIDTH
        for row, made in zip(rows, whole, strict=True):
            # The last cell is wrapped with a hanging indent if enough room is left.
            hanging = line_width(made) - (line_width(row[-1]) if row else 0)
            below = hanging if hanging < room * 3 // 4 else None
            yield from folded(made, room, below, breaks_words=width is not None)


def cell_line(cell: Cell) -> Line:
    """A cell as a line."""
    if isinstance(cell, str):
        return (Piece(visible(cell)),) if cell else ()
    return _visible((cell,) if isinstance(cell, Piece) else cell)


def _divided(
    rows: Sequence[Sequence[Line]], right: Sequence[int], table: Table, width: int
) -> Iterator[Line]:
    names = max(line_width(row[0]) for row in rows) + table.indent
    is_above = names > width // 2
    widths = [
        max((line_width(row[column]) for row in rows if column < len(row)), default=0)
        for column in range(len(table.columns))
    ]
    room = width - (_BELOW if is_above else names)
    for number, columns in enumerate(_parts(table.groups, widths, room)):
        if number:
            yield ()
        yield from _part(rows, columns, right, table.indent, is_above=is_above)


def _part(
    rows: Sequence[Sequence[Line]],
    columns: Sequence[int],
    right: Sequence[int],
    indent: int,
    *,
    is_above: bool,
) -> Iterator[Line]:
    flush = [at for at, column in enumerate(columns) if column in right]
    figures = [[row[column] for column in columns if column < len(row)] for row in rows]
    if is_above:
        for row, line in zip(rows, aligned(figures, flush), strict=True):
            yield _indented(row[0], indent)
            yield _indented(line, _BELOW)
        return
    named = [[row[0], *some] for row, some in zip(rows, figures, strict=True)]
    yield from (_indented(line, indent) for line in aligned(named, [at + 1 for at in flush]))


def _parts(groups: Sequence[int], widths: Sequence[int], room: int) -> list[list[int]]:
    """The columns of each part. A group is split only if it does not fit into a part of its own,
    and then as evenly as possible."""
    parts: list[list[int]] = []
    first = 1
    for count in groups:
        for piece in _pieces(list(range(first, first + count)), widths, room):
            if parts and _total([*parts[-1], *piece], widths) <= room:
                parts[-1] += piece
            else:
                parts.append(piece)
        first += count
    return parts


def _pieces(group: list[int], widths: Sequence[int], room: int) -> list[list[int]]:
    """The group in the fewest even pieces that fit; at worst one column each."""
    for count in range(1, len(group)):
        pieces = [
            group[len(group) * at // count : len(group) * (at + 1) // count] for at in range(count)
        ]
        if all(_total(piece, widths) <= room for piece in pieces):
            return pieces
    return [[column] for column in group]


def _total(columns: Sequence[int], widths: Sequence[int]) -> int:
    return sum(_GAP + widths[column] for column in columns)


def _indented(line: Line, indent: int) -> Line:
    return (Piece(" " * indent), *line) if indent else line


def _visible(line: Line) -> Line:
    if all(piece.text.isprintable() for piece in line):
        return line
    return tuple(piece._replace(text=visible(piece.text)) for piece in line)
