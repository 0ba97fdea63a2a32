"""A report as blocks: what it says, in an order. How that is laid out is decided by each format.

Each kind of report has a module `document` that builds one, and each format one renderer for all.
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
    """What is asked of a builder in addition to the answer."""

    DEFAULT = 0
    METRICS = 1
    """All scores."""
    EXPLAINED = 2
    """What differences mean and what is true before steps."""
    FULL = 5
    """All that an HTML report has room for: all scores, plots, formulas, folds."""


Cell: TypeAlias = str | Piece | Line


MOST_ROWS: Final = 2_000
"""So many rows of a table, and so many items of a list, are on a page."""


class Column(NamedTuple):
    """What stands above a column. Numbers are flush right."""

    title: str = ""
    is_number: bool = False


class Paragraph(NamedTuple):
    """Sentences that belong together, each on a line of its own. In text they are indented by so
    many columns."""

    lines: Sequence[Line]
    indent: int = 0


class Errors(NamedTuple):
    """What makes a report doubtful, a line for each error."""

    lines: Sequence[Line]


class ListItem(NamedTuple):
    """A line of a list, with what belongs below it."""

    line: Line
    items: Sequence[ListItem] = ()


class List(NamedTuple):
    """Items one below the other. In text they are indented by so many columns, and what is below
    them by `step` more."""

    items: Sequence[ListItem]
    indent: int = 2
    step: int = 2


class Table(NamedTuple):
    """Rows with a cell for each column; rows may end early. The first cell names a row.

    `groups` says how many columns belong to each other behind the first one. Where there is less
    room, a table with groups is divided between them; one without is not divided. In text all rows
    are indented by so many columns.
    """

    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    groups: Sequence[int] = ()
    indent: int = 0


class Code(NamedTuple):
    """Lines in which each blank counts. Those of a difference have a sign before what differs,
    those of a patch in their first column."""

    lines: Sequence[Line]
    is_difference: bool = False
    is_patch: bool = False


class KeyFigures(NamedTuple):
    """The few figures that everybody looks for, each with its name; only for pages."""

    pairs: Sequence[tuple[str, str]]


class Plots(NamedTuple):
    """Plots beside each other; only for pages. What they show stands in tables, too. `key` says
    what the marks of their dots are."""

    plots: Sequence[Plot]
    note: str = ""
    key: Mapping[Mark, str] = {}


class SideBySide(NamedTuple):
    """Rows of sides next to each other, those from `start` to `end`; only for pages. `label` says
    what they are. What a reviewer has accepted recedes."""

    rows: Rows
    start: int
    end: int
    label: str
    is_accepted: Callable[[int], bool] = lambda _: False
    name_of: Callable[[int], str] = lambda _: ""
    """What the difference in a row is called, in the words of programs."""


class Walk(NamedTuple):
    """The states of an executed plan, of which a script shows one at a time; only for pages. The
    tables beside it say the same in other words.

    `data` has what the script reads: the `facts` by their numbers, the numbers of those that are
    true in the `initial` state, the `static` ones, `values`, `changes` from each state to the
    next, `goals` (a text, a fact or null, and whether it must be true, or is), `links`, and how
    many `steps` the plan has."""

    data: Json


class Details(NamedTuple):
    """What is shown when somebody asks for it; only for pages."""

    summary: Line
    blocks: Iterable[Block]
    is_open: bool = False


class Section(NamedTuple):
    """Blocks under a heading, with a note beside it; without a title they only belong together.
    `anchor` is what a page calls it, by default its title. Of a section that names the option that
    prints `more`, a text has only as much as fits on a screen."""

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
    """A report. One without a title of its own has a `name` where a title is a must."""

    name: str
    title: Line
    blocks: Iterable[Block]


def as_line(text: str | Line, tone: Tone = Tone.PLAIN) -> Line:
    """A text as a line; a line as it is."""
    if isinstance(text, str):
        return (Piece(text, tone),) if text else ()
    return text


def row_anchor(index: int) -> str:
    """What a page calls a row that differs."""
    return f"row-{index + 1}"


def folded(section: Section) -> Section:
    """The section with its blocks in a fold: it is long where there is much to say."""
    title, blocks, *_ = section
    return section._replace(blocks=[Details(as_line(title), blocks)]) if title else section


def chart_blocks(chart: Chart) -> list[Block]:
    """A chart, and what it leaves out."""
    steps, lanes = chart.n_later_steps, chart.n_lanes
    return [Plots([chart.plot]), left_out(steps, "later steps"), left_out(lanes, "lanes")]


def left_out(number: int, what: str = "more") -> Paragraph:
    """How many things a page does not have; nothing where it has all."""
    text = f"{number:,} {what} not shown"
    return Paragraph([as_line(text, Tone.DIM)] if number > 0 else [])


def heading_line(section: Section) -> Line:
    """The title of a section with its note."""
    note = as_line(section.note)
    title = as_line(section.title, Tone.TITLE)
    return (*title, Piece("  "), *note) if note else title


def columns(*titles: str, numbers: Iterable[int] = ()) -> list[Column]:
    """Columns by their titles; `numbers` are those of numbers, from 0."""
    flush = frozenset(numbers)
    return [Column(title, number in flush) for number, title in enumerate(titles)]


def quoted(text: str) -> Line:
    """A sentence in which backquotes stand around what is code."""
    parts = enumerate(text.split("`"))
    return tuple(Piece(part, is_code=number % 2 == 1) for number, part in parts if part)


def items(lines: Iterable[str | Piece]) -> list[ListItem]:
    """Items that are a text each."""
    return [ListItem((Piece(each) if isinstance(each, str) else each,)) for each in lines]
