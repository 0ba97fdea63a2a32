"""What only a page has room for: how each goal came about, charts, all steps, and their states."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

from plancore.report.document import (
    Block,
    Cell,
    Code,
    Detail,
    Details,
    Facts,
    Paragraph,
    Section,
    Table,
    columns,
    left_out,
)
from plancore.report.lines import Line, Piece, Tone, line
from plancore.report.passages import figure_rows, measured_sections
from plancore.report.plan.execution import Execution
from plancore.report.plan.explained import MOST_FACTS, row_line
from plancore.report.plan.review import PlanReview
from plancore.report.plan.rows import PlanRows
from plancore.report.plan.state_lines import StateLines
from plancore.report.plan.summary import execution_blocks
from plancore.report.rows.blocks import RowBlocks, side_by_side
from plancore.simulate.explain import ConditionReport, explain_goal
from plancore.simulate.trace import Trace

_MOST_FACTS: Final = 2
_MOST_STATES: Final = 100
"""Before so many rows states are shown: all rows of short plans, else those that differ."""


def blocks(review: PlanReview) -> Iterator[Block]:
    """What stands below the heading."""
    rows = PlanRows(review)
    told = RowBlocks(rows)
    steps = list(told.blocks(0, rows.count, "steps"))
    yield Paragraph(list(_ways(review, rows, told)))
    counts = review.diff.counts
    figures = [("steps", f"{counts.learned}, {counts.reference} in the reference")]
    yield Facts([*figures, *figure_rows(review.measured)[:_MOST_FACTS]])
    if review.execution is not None:
        yield Section("Execution", execution_blocks(review.execution))
        yield from _goals(review.execution)
    if review.learned.plan.timed and review.reference.plan.timed:
        # Imported by who has times.
        from plancore.report.plan.gantt import gantt_section

        yield gantt_section(review)
    if steps:
        yield side_by_side(rows, steps)
    if review.execution is not None:
        yield _states(review, review.execution, rows)
    yield from measured_sections(review.measured, "", Detail.FULL)


def _ways(review: PlanReview, rows: PlanRows, told: RowBlocks) -> Iterator[Line]:
    """Links to the first divergence and to the first step that fails."""
    divergence = review.diff.first_divergence
    ways = [] if divergence is None else [Piece("first divergence", target=told.target(divergence))]
    if rows.failures:
        ways += [Piece(" "), Piece("first failure", target=told.target(rows.failures[0]))]
    if ways:
        yield line(*ways)


def _goals(execution: Execution) -> Iterator[Section]:
    """The parts of the goal, in the last state that each plan reaches."""
    ours, theirs = map(explain_goal, execution.runs)
    rows: list[list[Cell]] = [
        [Piece((its or mine).text, is_code=True), *map(_reached, (its, mine))]
        for its, mine in zip_longest(theirs, ours)
    ]
    if rows:
        ends = map(_end, ("reference", "learned"), reversed(execution.runs))
        yield Section("Goals", [Table(columns("goal", *ends), rows)])


def _reached(condition: ConditionReport | None) -> Cell:
    if condition is None:
        return ""
    sign = Piece("✓", Tone.SAME) if condition.holds else Piece("✗", Tone.FAILING)
    return line(sign, " ", Piece(condition.told, Tone.DIM))


def _end(name: str, trace: Trace) -> str:
    return name if trace.executable else f"{name}, where it stops"


def _states(review: PlanReview, execution: Execution, rows: PlanRows) -> Section:
    """What is true before rows, and what their steps do; open where one fails."""
    indices: Sequence[int] = range(rows.count)
    if rows.count > _MOST_STATES:
        indices = [k for k in indices if rows.bare_row(k).tone is not Tone.SAME][:_MOST_STATES]
    told = StateLines(review, execution, most=MOST_FACTS, has_shared=True)
    parts: list[Block] = []
    for index in indices:
        row = rows.bare_row(index)
        lines = [Code(list(told.of_row(index)), is_difference=True)]
        parts.append(Details(row_line(row), lines, is_open=row.tone is Tone.FAILING))
    parts.append(left_out(rows.count - len(parts), "states before other rows"))
    return Section("States", parts, "before each row, and what its steps do")
