"""Tables that are wider than their text: divided, with nothing lost."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from plancore.report.lines import Line, line, line_width, render
from plancore.report.narrow import narrowed
from plancore.report.table import Cell, TableLine, head, table

ROWS: list[list[Cell]] = [
    head("name", "a", "b", "c", "d"),
    ["one", "10", "20.5", "x", "1"],
    ["two", "1", "2", "xyz"],
]


def text(rows: Sequence[Line], width: int) -> str:
    return render(narrowed([line("before"), *rows, line("after")], width))


def test_a_table_that_fits_is_left_alone() -> None:
    assert text(table(ROWS, right=(1, 2), together=(2, 2)), 24) == (
        "before\n"
        "name   a     b  c    d\n"
        "one   10  20.5  x    1\n"
        "two    1     2  xyz\n"
        "after\n"
    )  # fmt: skip


def test_columns_that_belong_together_stay_so() -> None:
    assert text(table(ROWS, right=(1, 2), together=(2, 2)), 20) == (
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
    divided = text(table(ROWS, right=(1, 2), together=(1, 1, 1, 1)), 20)
    assert divided.splitlines()[1:4] == [
        "name   a     b  c",
        "one   10  20.5  x",
        "two    1     2  xyz",
    ]
    assert divided.splitlines()[5:8] == ["name  d", "one   1", "two"]


def test_a_group_that_is_too_wide_is_parted_evenly() -> None:
    row = ["r", *(f"{number}00" for number in range(1, 6))]
    divided = text(table([row], together=(5,)), 1 + 4 * 5)
    assert divided.splitlines()[1:-1] == ["r  100  200", "", "r  300  400  500"]


def test_names_that_leave_no_room_stand_above_their_figures() -> None:
    rows: list[list[Cell]] = [
        head("pair", "f1", "sim"),
        ["a/long/name/of/a/pair", "0.5", "0.25"],
        ["b", "1", "1"],
    ]
    assert text(table(rows, right=(1, 2), together=(2,)), 24) == (
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
    assert text(table(ROWS), 10).splitlines()[1:4] == render(table(ROWS)).splitlines()


def test_tables_that_follow_each_other_are_divided_each_by_itself() -> None:
    both = [*table([["a", "1" * 9, "2" * 9]], together=(1, 1)), *table([["b", "3"]], together=(1,))]
    assert text(both, 15).splitlines()[1:-1] == ["a  111111111", "", "a  222222222", "b  3"]


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
    whole = table(rows, together=together)
    divided = list(narrowed(whole, width))
    shown = ["".join(piece.text for piece in each) for each in divided]
    for row in rows:
        for cell in row:
            assert any(cell in each for each in shown)
    cells = [each.cells for each in whole if isinstance(each, TableLine)]
    names = max(line_width(first) for first, *_ in cells)
    beside = 4 if names > width // 2 else names
    widest = max((line_width(cell) for _, *others in cells for cell in others), default=0)
    if together and beside + 2 + widest <= width:
        assert all(line_width(each) <= max(width, names) for each in divided)
