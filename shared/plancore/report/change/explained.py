"""What is true before the steps of a changed plan that the report lists, and was, as text."""

from __future__ import annotations

from collections.abc import Iterator

from plancore.report.change.review import ChangeReview
from plancore.report.change.rows import ChangeRows
from plancore.report.change.state_lines import ChangeStateLines
from plancore.report.document import Section
from plancore.report.lines import Line
from plancore.report.plan.explained import (
    AT_THE_END,
    MOST_FACTS,
    indented,
    left_out,
    no_states,
    row_line,
    states_section,
)
from plancore.report.plan.review import PlanReview


def sections(review: ChangeReview) -> Iterator[Section]:
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
    by_place: dict[tuple[int | None, int | None], list[int]] = {}
    for index in listed:
        by_place.setdefault(told.places(index), []).append(index)
    made: list[Line] = []
    for indices in by_place.values():
        heads = [row_line(rows.row(index)) for index in indices]
        made += indented(heads, told.of_rows(indices))
    made += indented([AT_THE_END], outcomes=told.outcomes())
    made += left_out(rows.count - len(rows.starts) - len(listed))
    yield states_section(made, has_changes=told.has_changes)
