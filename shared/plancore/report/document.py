"""A report as a document: a sequence of blocks. Each format decides on their layout.

The module `document` of each kind of report builds the blocks; each format has one renderer for all
kinds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Flag
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from plancore.report.lines import Line, Piece, Tone

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
