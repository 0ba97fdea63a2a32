"""Rows in columns of text: any number of sides, any number of lines."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from hypothesis import given
from hypothesis import strategies as st

from plancore.report.lines import Line, Piece, Tone, cell_width, folded, line, line_width, render
from plancore.report.rows.columns import OneColumn, column_lines, fair_widths
from plancore.report.rows.folding import Folding, RowFold
from plancore.report.rows.row import LEARNED, Cell, Role, Rows, ViewRow, marked
from support.listed_rows import THREE, ListedRows, three_plans


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


def text_of(rows: ListedRows, names: Sequence[str], width: int | None = None) -> str:
    return render(column_lines(rows, names, width), width=width)


def expect(found: str, wanted: str) -> None:
    assert found == textwrap.dedent(wanted).lstrip("\n")


STEPS = ["(a x)", "(b x)", "(c x)", "(d x)", "(e x)"]


def test_three_sides_stand_in_three_columns() -> None:
    rows = three_plans(STEPS[1:], STEPS, STEPS)
    expect(
        text_of(rows, ("old.plan", "new.plan", "ref.plan")),
        """
          - reference: ref.plan │ + learned: new.plan │ < earlier: old.plan
        ~ 1 (a x)               │ 1 (a x)             │                      learned since
        = 2 (b x)               │ 2 (b x)             │ 1 (b x)
        · 3 the same
        """,
    )


def test_three_sides_below_each_other_take_three_lines() -> None:
    column = OneColumn(three_plans(STEPS[1:3], STEPS[:3], STEPS[:3]))
    rows = [column.row(index) for index in range(column.count)]
    assert [(row.sign, [cell and cell.text for cell in row.cells]) for row in rows] == [
        ("-", [None, None, "(a x)"]),
        ("+", [None, "(a x)", None]),
        ("<", [None, None, None]),
        ("=", ["(b x)"] * 3),
        ("=", ["(c x)"] * 3),
    ]
    # The signs in front are those of sides.
    assert [row.remark for row in rows] == ["", "", "~ learned since", "", ""]
    assert [column.base(index) for index in range(column.count)] == [
        (0, 0),
        (0, 1),
        (0, 2),
        (1, 0),
        (2, 0),
    ]


@given(st.lists(st.booleans()), st.integers(1, 4))
def test_each_row_has_its_lines_in_one_column(differs: list[bool], sides: int) -> None:
    cells = tuple(Cell(str(side)) for side in range(sides))
    rows = ListedRows(
        [ViewRow(Role.ITEM, Tone.SAME, "=", cells)] * len(differs),
        [LEARNED] * sides,
        [index for index, is_other in enumerate(differs) if is_other],
    )
    column = OneColumn(rows)
    expected = [
        (index, line)
        for index, is_other in enumerate(differs)
        for line in range(sides)
        if is_other or not line
    ]
    assert [column.base(index) for index in range(column.count)] == expected
    assert [column.moved(index) for index in range(rows.count)] == [
        expected.index((index, 0)) for index in range(rows.count)
    ]


def test_a_row_of_several_lines_stays_together() -> None:
    learned = "(when (p)\n  (q))"
    rows = ListedRows(
        [
            ViewRow(Role.ITEM, Tone.CHANGED, "~", marked(Cell(learned), Cell("(when (r) (q))"))),
            ViewRow(Role.ITEM, Tone.SAME, "=", (Cell("(s)"), Cell("(s)"))),
        ]
    )
    expect(
        text_of(rows, ("l", "r")),
        """
          - reference: r   │ + learned: l
        ~   (when (r) (q)) │   (when (p)
                           │     (q))
        =   (s)            │   (s)
        """,
    )
    marks = [
        cell and [cell.text[slice(*mark)] for mark in cell.marks] for cell in rows.row(0).cells
    ]
    assert marks == [["p"], ["r"]]


def test_a_marked_word_keeps_its_tone_in_every_line() -> None:
    cell = Cell("(a b)\n(c d)", marks=((3, 4), (9, 10)))
    lines = cell.lines(Tone.PLAIN, Tone.CHANGED)
    assert ["".join(piece.text for piece in line) for line in lines] == ["(a b)", "(c d)"]
    assert [piece.text for line in lines for piece in line if piece.tone is Tone.CHANGED] == [
        "b",
        "d",
    ]


def test_wide_characters_are_measured_in_cells() -> None:
    rows = ListedRows(
        [
            ViewRow(Role.TITLE, Tone.SAME, "=", (Cell("中文"), Cell("中文"))),
            ViewRow(Role.TITLE, Tone.SAME, "=", (Cell("abcd"), Cell("abcd"))),
        ]
    )
    lines = text_of(rows, ("l", "r")).splitlines()[1:]
    assert len({cell_width(line.partition("│")[0]) for line in lines}) == 1


def test_room_is_shared_fairly() -> None:
    assert fair_widths([10, 50, 30], 100) == [10, 50, 30]
    assert fair_widths([10, 50, 40], 70) == [10, 30, 30]
    assert fair_widths([0, 50, 50], 2) == [0, 4, 4]


WORDS = st.lists(
    st.sampled_from(["(move", "truck)", "a-rather-long-name", "中文", "x"]), max_size=6
)
TEXTS = st.lists(WORDS.map(" ".join), min_size=1, max_size=3).map("\n".join)
CELLS = st.none() | TEXTS.map(Cell)
ROWS = st.lists(st.tuples(CELLS, CELLS, CELLS), max_size=6)


@given(ROWS, st.integers(40, 120))
def test_nothing_is_lost_and_nothing_is_wider_than_asked_for(
    cells: list[tuple[Cell | None, Cell | None, Cell | None]], width: int
) -> None:
    rows = ListedRows([ViewRow(Role.ITEM, Tone.SAME, "=", row) for row in cells], THREE)
    lines = render(column_lines(rows, "abc", width)).splitlines()
    assert max(map(cell_width, lines)) <= width
    for at in range(3):
        texts = [cell.text for row in cells if (cell := row[2 - at]) is not None]
        column = "".join(line[2:].split("│")[at] for line in lines if line)
        without_head = "".join(column.split()).partition(":")[2][1:]
        assert without_head == "".join("".join(texts).split())


REMARKS = st.sampled_from(["", " ", "missing", "a remark of length "])
NUMBERS = st.sampled_from(["", "1", "12345"])
ANY_CELLS = st.none() | st.tuples(TEXTS | st.just(" ends blank "), NUMBERS).map(
    lambda both: Cell(*both)
)


@st.composite
def any_rows(draw: st.DrawFn) -> ListedRows:
    """Rows of every role, of which some cells are marked, with runs that are folded."""
    listed = []
    for _ in range(draw(st.integers(0, 6))):
        cells = draw(st.tuples(ANY_CELLS, ANY_CELLS, ANY_CELLS) | st.just(()))
        role, tone = draw(st.sampled_from(Role)), draw(st.sampled_from(Tone))
        row = ViewRow(role, tone, draw(st.sampled_from(["", "=", "~"])), cells)
        row = row._replace(
            remark=draw(st.sampled_from(["", " ", "missing", "a remark of length "]))
        )
        listed.append(row._replace(cells=marked(*cells)) if draw(st.booleans()) else row)
    end = draw(st.integers(0, len(listed)))
    return ListedRows(listed, THREE, (), [(0, end)] if end > 1 else [])


@given(any_rows(), st.none() | st.integers(20, 120), st.booleans())
def test_lines_are_as_they_are_defined_byte_by_byte(
    rows: ListedRows, width: int | None, colour: bool
) -> None:
    fast = render(column_lines(rows, "abc", width), colour=colour, width=width)
    assert fast == render(recounted(rows, "abc", width), colour=colour, width=width)
