"""All rows at a glance, against a recount."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.report import marks
from plancore.report.plan.rows import PlanRows
from plancore.report.rows.overview import WEIGHTS, RowOverview, weighed
from support.cpu import cpu_time
from support.parcels import PLAN, parcel_review

MARKS = st.lists(st.sampled_from(WEIGHTS), max_size=60)


@given(MARKS, st.integers(1, 80))
def test_each_line_has_the_weightiest_mark_of_its_rows(
    row_marks: list[marks.Mark], height: int
) -> None:
    overview = weighed(row_marks)
    lines = overview.lines(height)
    assert len(lines) == min(height, len(row_marks))
    by_line: list[list[int]] = [[] for _ in lines]
    for row in range(len(row_marks)):
        by_line[overview.line_of(row, height)].append(row)
    assert all(by_line)
    assert sorted(row for rows in by_line for row in rows) == [*range(len(row_marks))]
    for at, (mark, rows) in enumerate(zip(lines, by_line, strict=True)):
        assert mark is max((row_marks[row] for row in rows), key=WEIGHTS.index)
        first = overview.row_at(at, height)
        assert first in rows
        assert row_marks[first] is mark
        assert all(row_marks[row] is not mark for row in rows if row < first)


@given(MARKS, st.integers(1, 80))
def test_a_failing_step_is_always_there(row_marks: list[marks.Mark], height: int) -> None:
    # No review has both of them.
    for failing, other in permutations((marks.FAILING, marks.FAILING_NOW)):
        overview = weighed([*(mark for mark in row_marks if mark is not other), failing])
        assert failing in overview.lines(height)


def test_the_overview_of_plans_has_the_marks_of_their_rows() -> None:
    rows = PlanRows(parcel_review([PLAN[1], PLAN[0], *PLAN[2:5], *PLAN[6:], "drive t2 a b"]))
    signs = [rows.row(index).sign for index in range(rows.count)]
    assert [mark.sign for mark in rows.overview.lines(1000)] == signs
    assert {"✗", "↕", "-", "="} <= set(signs)


@pytest.mark.viewer_behaviour(25, "the overview of 1,000,000 rows in 0.2 ms of CPU")
def test_a_million_rows_cost_as_much_as_it_takes_to_look_through_their_bytes() -> None:
    overview = RowOverview(bytes(1_000_000))
    times = [cpu_time(lambda: overview.lines(40)) for _ in range(5)]
    assert min(times) < 0.02
