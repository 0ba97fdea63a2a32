"""Tables that are wider than their text: divided, with nothing lost."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from plancore.report.document import (
    WIDTH,
    Block,
    Document,
    List,
    Paragraph,
    Section,
    Table,
    block_lines,
    columns,
    document_lines,
    items,
)
from plancore.report.lines import cell_width, line, line_width, render

NAMES = ("name", "a", "b", "c", "d")
ROWS = [["one", "10", "20.5", "x", "1"], ["two", "1", "2", "xyz"]]


def named(groups: Sequence[int]) -> Table:
    return Table(columns(*NAMES, numbers=(1, 2)), ROWS, groups)


def unnamed(rows: Sequence[Sequence[str]], groups: Sequence[int]) -> Table:
    return Table(columns(*[""] * len(rows[0])), rows, groups)


def text(width: int, *tables: Table) -> str:
    before, after = (Paragraph([line(word)]) for word in ("before", "after"))
    return render(document_lines(Document("", (), [before, *tables, after]), width))


def test_a_table_that_fits_is_left_alone() -> None:
    assert text(24, named((2, 2))) == (
        "before\n"
        "name   a     b  c    d\n"
        "one   10  20.5  x    1\n"
        "two    1     2  xyz\n"
        "after\n"
    )  # fmt: skip


def test_columns_that_belong_together_stay_so() -> None:
    assert text(20, named((2, 2))) == (
        "before\n"
        "name   a     b\n"
        "one   10  20.5\n"
        "two    1     2\n"
        "\n"
        "name  c    d\n"
        "one   x    1\n"
        "two   xyz\n"
        "after\n"
    )  # fmt: skip


def test_more_groups_share_a_part_where_they_fit() -> None:
    divided = text(20, named((1, 1, 1, 1)))
    assert divided.splitlines()[1:4] == [
        "name   a     b  c",
        "one   10  20.5  x",
        "two    1     2  xyz",
    ]
    assert divided.splitlines()[5:8] == ["name  d", "one   1", "two"]


def test_a_group_that_is_too_wide_is_parted_evenly() -> None:
    row = ["r", *(f"{number}00" for number in range(1, 6))]
    divided = text(1 + 4 * 5, unnamed([row], (5,)))
    assert divided.splitlines()[1:-1] == ["r  100  200", "", "r  300  400  500"]


def test_names_that_leave_no_room_stand_above_their_figures() -> None:
    rows = [["a/long/name/of/a/pair", "0.5", "0.25"], ["b", "1", "1"]]
    pairs = Table(columns("pair", "f1", "sim", numbers=(1, 2)), rows, (2,))
    assert text(24, pairs) == (
        "before\n"
        "pair\n"
        "     f1   sim\n"
        "a/long/name/of/a/pair\n"
        "    0.5  0.25\n"
        "b\n"
        "      1     1\n"
        "after\n"
    )  # fmt: skip


def test_a_table_that_does_not_say_how_is_not_divided() -> None:
    assert text(40, named(())).splitlines()[1:4] == text(80, named(())).splitlines()[1:4]


def test_tables_that_follow_each_other_are_divided_each_by_itself() -> None:
    both = unnamed([["a", "1" * 9, "2" * 9]], (1, 1)), unnamed([["b", "3"]], (1,))
    assert text(15, *both).splitlines()[1:-1] == ["a  111111111", "", "a  222222222", "b  3"]


@given(
    st.integers(1, 8).flatmap(
        lambda count: st.lists(
            st.lists(st.text("ab…語 ", min_size=1, max_size=12), min_size=count, max_size=count),
            min_size=1,
            max_size=4,
        )
    ),
    st.integers(6, 60),
    st.data(),
)
def test_nothing_is_lost_and_what_can_fit_fits(
    rows: list[list[str]], width: int, data: st.DataObject
) -> None:
    count = len(rows[0]) - 1
    together: list[int] = []
    while sum(together) < count:
        together.append(data.draw(st.integers(1, count - sum(together))))
    divided = list(block_lines(unnamed(rows, together), width))
    shown = ["".join(piece.text for piece in each) for each in divided]
    # The last cell of a row goes on in the next line where it is wider than what is left.
    every = "".join(shown).replace(" ", "")
    for *cells, last in rows:
        assert last.replace(" ", "") in every
        for cell in cells:
            assert any(cell in each for each in shown)
    names = max(cell_width(first) for first, *_ in rows)
    beside = 4 if names > width // 2 else names
    widest = max((cell_width(cell) for _, *others in rows for cell in others), default=0)
    if together and beside + 2 + widest <= width:
        assert all(line_width(each) <= max(width, names) for each in divided)


_WORDS = st.lists(st.text("ab(?…語", min_size=1, max_size=130), min_size=1, max_size=9).map(
    " ".join
)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Tables of one to five columns that may be divided, or not."""
    count = draw(st.integers(1, 5))
    rows = draw(st.lists(st.lists(_WORDS, min_size=count, max_size=count), min_size=1, max_size=3))
    groups = (1,) * (count - 1) if draw(st.booleans()) else ()
    return Table(columns(*[""] * count), rows, groups, indent=draw(st.integers(0, 2)))


_BLOCKS: st.SearchStrategy[Block] = st.one_of(
    st.builds(
        lambda texts: Paragraph([line(text) for text in texts]), st.lists(_WORDS, max_size=3)
    ),
    st.builds(lambda texts: List(items(texts)), st.lists(_WORDS, max_size=3)),
    tables(),
)


@given(_WORDS, st.lists(_BLOCKS, max_size=3), st.lists(_BLOCKS, max_size=2))
def test_no_line_of_a_pipe_is_wider_than_100_columns_but_a_word(
    title: str, blocks: list[Block], more: list[Block]
) -> None:
    document = Document("", line(title), [*blocks, Section("title", more)])
    said = render(document_lines(document), width=WIDTH, breaks_words=False)
    assert WIDTH == 100
    assert all(cell_width(row) <= WIDTH or len(row.split()) == 1 for row in said.splitlines())
