"""The sections that only pages have: goals, charts, all steps, and their states.

Timed plans are shown as Gantt charts with a lane for each action, or for each object.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

from plancore.phrases import SIDES
from plancore.report import document as doc
from plancore.report.lines import Line, Piece, Tone, line
from plancore.report.marks import FAILING
from plancore.report.passages import figure_rows, measured_sections
from plancore.report.plan.execution import Execution
from plancore.report.plan.explained import MOST_FACTS, row_line
from plancore.report.plan.review import PlanReview
from plancore.report.plan.rows import PlanRows
from plancore.report.plan.state_lines import StateLines
from plancore.report.plan.steps import difference_mark
from plancore.report.plan.summary import execution_blocks
from plancore.report.plots import BY_ACTION, BY_OBJECT, TimedStep, chart
from plancore.report.rows.blocks import RowBlocks, side_by_side
from plancore.report.rows.row import LEARNED, REFERENCE
from plancore.simulate.explain import ConditionReport, explain_goal
from plancore.simulate.trace import Trace

_MOST_FACTS: Final = 2
_MOST_STATES: Final = 100
"""The maximum number of rows with states: all rows of short plans, otherwise rows that differ."""


def blocks(review: PlanReview) -> Iterator[doc.Block]:
    """The blocks after the heading."""
    rows = PlanRows(review)
    told = RowBlocks(rows)
    steps = list(told.blocks(0, rows.count, "steps"))
    yield doc.Paragraph(list(_ways(review, rows, told)))
    counts = review.diff.counts
    figures = [("steps", f"{counts.learned}, {counts.reference} in {SIDES.the_reference}")]
    yield doc.KeyFigures([*figures, *figure_rows(review.measured)[:_MOST_FACTS]])
    if review.execution is not None:
        yield doc.Section("Execution", execution_blocks(review.execution))
        yield from _goals(review.execution)
    if review.learned.plan.timed and review.reference.plan.timed:
        yield gantt_section(review)
    if steps:
        yield side_by_side(rows, steps)
    if review.execution is not None:
        yield _states(review, review.execution, rows)
    yield from measured_sections(review.measured, "", doc.Detail.FULL)


def _ways(review: PlanReview, rows: PlanRows, told: RowBlocks) -> Iterator[Line]:
    """Links to the first divergence and the first failing step."""
    divergence = review.diff.first_divergence
    ways = [] if divergence is None else [Piece("first divergence", target=told.target(divergence))]
    if rows.failures:
        apart = [Piece(" · ")] if ways else []
        ways += [*apart, Piece("first failure", target=told.target(rows.failures[0]))]
    if ways:
        yield line(*ways)


def _goals(execution: Execution) -> Iterator[doc.Section]:
    """The goals, evaluated in the last state that each plan reaches."""
    ours, theirs = map(explain_goal, execution.runs)
    rows: list[list[doc.Cell]] = [
        [Piece((its or mine).text, is_code=True), *map(_reached, (its, mine))]
        for its, mine in zip_longest(theirs, ours)
    ]
    if rows:
        ends = map(_end, (SIDES.reference, SIDES.learned), reversed(execution.runs))
        yield doc.Section("Goals", [doc.Table(doc.columns("goal", *ends), rows)])


def _reached(condition: ConditionReport | None) -> doc.Cell:
    if condition is None:
        return ""
    sign = Piece("✓", Tone.SAME) if condition.holds else Piece("✗", Tone.FAILING)
    return line(sign, " ", Piece(condition.told, Tone.DIM))


def _end(name: str, trace: Trace) -> str:
    return name if trace.executable else f"{name}, where it stops"


def _states(review: PlanReview, execution: Execution, rows: PlanRows) -> doc.Section:
    """The states before rows and the effects of their steps; open where a step fails."""
    indices: Sequence[int] = range(rows.count)
    if rows.count > _MOST_STATES:
        indices = [k for k in indices if rows.bare_row(k).tone is not Tone.SAME][:_MOST_STATES]
    told = StateLines(review, execution, most=MOST_FACTS, has_shared=True)
    parts: list[doc.Block] = []
    for index in indices:
        row = rows.bare_row(index)
        lines = [doc.Code(list(told.of_row(index)), is_difference=True)]
        parts.append(doc.Details(row_line(row), lines, is_open=row.tone is Tone.FAILING))
    parts.append(doc.left_out(rows.count - len(parts), "states before other rows"))
    return doc.Section("States", parts, "before each row, and what its steps do")


def gantt_section(review: PlanReview) -> doc.Section:
    """The charts of two plans with a time for every step, and how much they leave out."""
    found = [_timed_steps(review, side) for side in (1, 0)]
    sides = (REFERENCE, LEARNED)
    title = "Gantt chart, a lane for each action"
    by_action = doc.chart_blocks(chart(title, sides, found, BY_ACTION))
    by_object = doc.chart_blocks(chart("Gantt chart by objects", sides, found, BY_OBJECT))
    fold = doc.Details(line("a lane for each object"), by_object)
    return doc.Section("Gantt chart", [*by_action, fold], "a lane for each action", "gantt")


def _timed_steps(review: PlanReview, side: int) -> list[TimedStep]:
    """The steps of a side, sorted by start."""
    faults = review.faults[side]
    steps = []
    for row in review.diff.rows:
        step, index = review.steps(row)[side], (row.learned, row.reference)[side]
        if step is not None and step.start is not None:
            mark = FAILING if index in faults else difference_mark(review, row)
            steps.append(TimedStep(step, mark, step.start, step.start + (step.duration or 0)))
    return sorted(steps, key=lambda each: (each.start, each.end))
