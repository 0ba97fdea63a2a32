"""What is true before the steps of a changed plan that the report lists, and was, as text."""

from __future__ import annotations

from collections.abc import Iterator

from plancore.report.change.review import ChangeReview
from plancore.report.change.rows import ChangeRows
from plancore.report.change.state_lines import ChangeStateLines
from plancore.report.lines import Line, line
from plancore.report.plan.explained import (
    MOST_FACTS,
    indented,
    left_out,
    no_states,
    row_line,
    states_title,
)
from plancore.report.plan.review import PlanReview


def lines(review: ChangeReview) -> Iterator[Line]:
    """Why steps fail, and the states before them, of plans that were executed now and then; nothing
    of problems."""
    now, before = review.now, review.before
    if not isinstance(now, PlanReview) or not isinstance(before, PlanReview):
        return
    if now.execution is None or before.execution is None:
        yield no_states()
        return
    rows = ChangeRows(review)
    told = ChangeStateLines(rows, now, before, MOST_FACTS)
    listed = sorted({*rows.stops, *rows.failures})
    yield states_title()
    for index in listed:
        yield from indented(row_line(rows.row(index)), told.of_row(index))
    yield from indented(line("at the end"), outcomes=told.outcomes())
    yield from left_out(rows.count - len(rows.starts) - len(listed))
