"""A report as a document: a sequence of blocks. Each format decides on their layout.

The module `document` of each kind of report builds the blocks; each format has one renderer for all
kinds. The layout of text is below: lines for a screen of some width. There an empty line precedes
each section. A table that is too wide is divided between groups of columns into parts below one
another, each with the names of the rows and after an empty line. So nothing is cut off, and columns
that belong together stay side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Flag
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from plancore.phrases import count_of
from plancore.report.lines import Line, Piece, Tone, line, line_width, visible
from plancore.report.lines import folded as wrapped
from plancore.report.lines import table as aligned

if TYPE_CHECKING:
    from plancore.jsonable import Json
    from plancore.report.marks import Mark
    from plancore.report.plots import Chart, Plot
    from plancore.report.rows.row import Rows


class Detail(Flag):
    """The optional parts that a builder includes."""

    DEFAULT = 0
    METRICS = 1
    """All scores."""
    EXPLAINED = 2
    """The meaning of differences, and the state before each step."""
    FULL = 5
    """Everything an HTML report has room for: all scores, plots, formulas and folds."""


Cell: TypeAlias = str | Piece | Line


MOST_ROWS: Final = 2_000
"""The maximum number of rows of a table, or items of a list, on a page."""


class Column(NamedTuple):
    """The head of a column. Numbers are right-aligned."""

    title: str = ""
    is_number: bool = False


class Paragraph(NamedTuple):
    """Sentences that belong together, each on its own line. In text they are indented by `indent`
    columns."""

    lines: Sequence[Line]
    indent: int = 0


class Errors(NamedTuple):
    """Errors that limit what the report can claim, one per line."""

    lines: Sequence[Line]


class ListItem(NamedTuple):
    """An item of a list, with its nested items."""

    line: Line
    items: Sequence[ListItem] = ()


class List(NamedTuple):
    """Items below one another. In text they are indented by `indent` columns, and each nested level
    by `step` more."""

    items: Sequence[ListItem]
    indent: int = 2
    step: int = 2


class ShownDifference(NamedTuple):
    """The name of a difference, as JSON, and whether a reviewer left it as is."""

    name: str
    is_accepted: bool


class Table(NamedTuple):
    """Rows with a cell for each column; a row may be short. The first cell names its row.

    `groups` has the sizes of the groups of columns after the first. A table too wide for its space
    is divided between groups; one without groups is not divided. In text all rows are indented by
    `indent` columns.
    """

    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    groups: Sequence[int] = ()
    indent: int = 0
    differences: Sequence[ShownDifference] = ()
    """The difference that each row is about; only on pages, where it can be acted on."""


class Code(NamedTuple):
    """Preformatted lines. In a difference a sign precedes the text that differs; in a patch it is
    in the first column."""

    lines: Sequence[Line]
    is_difference: bool = False
    is_patch: bool = False


class KeyFigures(NamedTuple):
    """The most important scores, each with its name; only on pages."""

    pairs: Sequence[tuple[str, str]]


class Plots(NamedTuple):
    """Plots next to each other; only on pages. Tables have the same data. `key` explains the marks
    of the dots."""

    plots: Sequence[Plot]
    note: str = ""
    key: Mapping[Mark, str] = {}


class SideBySide(NamedTuple):
    """The rows from `start` to `end`, side by side; only on pages. `label` describes them. Rows for
    which `is_accepted` holds are dimmed."""

    rows: Rows
    start: int
    end: int
    label: str
    is_accepted: Callable[[int], bool] = lambda _: False
    name_of: Callable[[int], str] = lambda _: ""
    """The identifier of the difference in a row."""


class Walk(NamedTuple):
    """The states of an executed plan, which a script shows one at a time; only on pages. The tables
    next to it have the same content.

    `data` is the input of the script: `facts` as texts, the `initial` state as indices of facts,
    `static` facts as texts, `values`, the `changes` from each state to the next, `goals` (a text, a
    fact or null, and whether it must be or is true), `links`, and the number of `steps`.
    """

    data: Json


class Details(NamedTuple):
    """A fold that the reader can open; only on pages."""

    summary: Line
    blocks: Iterable[Block]
    is_open: bool = False


class Section(NamedTuple):
    """Blocks under a heading, with a note next to it. Without a title it only groups its blocks.

    `anchor` identifies it in a page, by default its title. `more` names the option that prints all
    of it; with one, text output shortens the section to fit on a screen.
    """

    title: str | Line
    blocks: Iterable[Block]
    note: str | Line = ""
    anchor: str = ""
    more: str = ""


Block: TypeAlias = (
    "Paragraph | Errors | List | Table | Code | KeyFigures | Plots | SideBySide | Walk | Details"
    " | Section"
)


class Document(NamedTuple):
    """A report. `name` is used where a title is required and `title` is empty."""

    name: str
    title: Line
    blocks: Iterable[Block]


def as_line(text: str | Line, tone: Tone = Tone.PLAIN) -> Line:
    """A text as a line; lines are returned as they are."""
    if isinstance(text, str):
        return (Piece(text, tone),) if text else ()
    return text


def row_anchor(index: int) -> str:
    """The anchor of a row with a difference."""
    return f"row-{index + 1}"


def folded(section: Section) -> Section:
    """The section with its blocks in a fold, for long sections."""
    title, blocks, *_ = section
    return section._replace(blocks=[Details(as_line(title), blocks)]) if title else section


def chart_blocks(chart: Chart) -> list[Block]:
    """A chart, and how much it leaves out."""
    steps, lanes = chart.n_later_steps, chart.n_lanes
    return [Plots([chart.plot]), left_out(steps, "later steps"), left_out(lanes, "lanes")]


def left_out(number: int, what: str = "more") -> Paragraph:
    """A note on how many things a page leaves out; empty if none."""
    text = f"{number:,} {what} not shown"
    return Paragraph([as_line(text, Tone.DIM)] if number > 0 else [])


def heading_line(section: Section) -> Line:
    """The title of a section with its note."""
    note = as_line(section.note)
    title = as_line(section.title, Tone.TITLE)
    return (*title, Piece("  "), *note) if note else title


def columns(*titles: str, numbers: Iterable[int] = ()) -> list[Column]:
    """Columns by their titles; `numbers` are the indices, from 0, of those that contain numbers."""
    flush = frozenset(numbers)
    return [Column(title, number in flush) for number, title in enumerate(titles)]


def quoted(text: str) -> Line:
    """A sentence as a line; text between backquotes becomes code."""
    parts = enumerate(text.split("`"))
    return tuple(Piece(part, is_code=number % 2 == 1) for number, part in parts if part)


def items(lines: Iterable[str | Piece]) -> list[ListItem]:
    """A list item for each text."""
    return [ListItem((Piece(each) if isinstance(each, str) else each,)) for each in lines]


# A document as lines.

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
    return sum(1 for each in lines for _ in wrapped(each, width or WIDTH))


def _shorten(lines: list[Line], over: int, more: str, width: int | None) -> int:
    """Remove lines until the height is reduced by at least `over`, and return by how much."""
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
            yield from wrapped(made, room, below, breaks_words=width is not None)


def cell_line(cell: Cell) -> Line:
    """A cell as a line."""
    if isinstance(cell, str):
        return (Piece(visible(cell)),) if cell else ()
    return _visible((cell,) if isinstance(cell, Piece) else cell)


def filled(table: Table, most: int | None = None) -> tuple[list[Column], list[list[Line]]]:
    """The columns that have a title or a text, and their cells in the first `most` rows."""
    rows = [list(map(cell_line, row)) for row in table.rows[:most]]
    rows = [row + [()] * (len(table.columns) - len(row)) for row in rows]
    shown = [
        number
        for number, column in enumerate(table.columns)
        if column.title or any(piece.text.strip() for row in rows for piece in row[number])
    ]
    return [table.columns[k] for k in shown], [[row[k] for k in shown] for row in rows]


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
    """The columns of each part. A group is split, evenly, only if it does not fit into a part."""
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
