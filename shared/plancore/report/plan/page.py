"""What only a page has room for: how each goal came about, charts, all steps, and their states.

Two plans with times as a Gantt chart: the steps of each action, or those that an object takes
part in, in a lane.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice, zip_longest
from typing import Final, NamedTuple

from plancore.model.plan import Step
from plancore.report.document import (
    Block,
    Cell,
    Code,
    Detail,
    Details,
    KeyFigures,
    Paragraph,
    Plots,
    Section,
    Table,
    columns,
    left_out,
)
from plancore.report.lines import Line, Piece, Tone, line
from plancore.report.marks import FAILING, Mark
from plancore.report.passages import figure_rows, measured_sections
from plancore.report.plan.execution import Execution
from plancore.report.plan.explained import MOST_FACTS, row_line
from plancore.report.plan.review import PlanReview
from plancore.report.plan.rows import PlanRows
from plancore.report.plan.state_lines import StateLines
from plancore.report.plan.steps import difference_mark, step_text
from plancore.report.plan.summary import execution_blocks
from plancore.report.plots import Bar, Gantt
from plancore.report.rows.blocks import RowBlocks, side_by_side
from plancore.report.rows.row import LEARNED, REFERENCE
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
    yield KeyFigures([*figures, *figure_rows(review.measured)[:_MOST_FACTS]])
    if review.execution is not None:
        yield Section("Execution", execution_blocks(review.execution))
        yield from _goals(review.execution)
    if review.learned.plan.timed and review.reference.plan.timed:
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


_MOST_STEPS: Final = 400
_MOST_LANES: Final = 60


class _Lanes(NamedTuple):
    """Which lanes a step stands in, by their names, and what its bar says besides."""

    of: Callable[[Step], Iterable[str]]
    label: Callable[[Step], str]


def _actions(step: Step) -> Iterable[str]:
    return dict.fromkeys(action.name for action in step.actions)


def _objects(step: Step) -> Iterable[str]:
    return dict.fromkeys(argument for action in step.actions for argument in action.args)


def _arguments(step: Step) -> str:
    return ", ".join(" ".join(action.args) for action in step.actions)


_BY_ACTION: Final = _Lanes(_actions, _arguments)
_BY_OBJECT: Final = _Lanes(_objects, lambda step: ", ".join(_actions(step)))


def gantt_section(review: PlanReview) -> Section:
    """The charts of two plans of which every step has a time, and what they leave out."""
    by_action = _chart(review, _BY_ACTION, "Gantt chart, a lane for each action")
    by_object = _chart(review, _BY_OBJECT, "Gantt chart by objects")
    fold = Details(line("a lane for each object"), list(by_object))
    return Section("Gantt chart", [*by_action, fold], "a lane for each action", "gantt")


def _chart(review: PlanReview, lanes: _Lanes, title: str) -> Iterator[Block]:
    found = [_steps(review, side) for side in (1, 0)]
    bars = [[_bar(lanes, *step) for step in steps[:_MOST_STEPS]] for steps in found]
    by_name: dict[str, list[list[Bar]]] = {}
    for side, steps in enumerate(found):
        for (step, _), bar in zip(steps, bars[side], strict=False):
            for name in lanes.of(step):
                by_name.setdefault(name, [[], []])[side].append(bar)
    shown = dict(islice(by_name.items(), _MOST_LANES))
    yield Plots([Gantt(title, (REFERENCE, LEARNED), bars, shown)])
    n_steps = sum(max(len(steps) - _MOST_STEPS, 0) for steps in found)
    yield left_out(n_steps, "later steps")
    yield left_out(len(by_name) - len(shown), "lanes")


def _steps(review: PlanReview, side: int) -> list[tuple[Step, Mark]]:
    """The steps of a side, by their start."""
    faults = review.faults[side]
    steps = []
    for row in review.diff.rows:
        step, index = review.steps(row)[side], (row.learned, row.reference)[side]
        if step is not None and step.start is not None:
            steps.append((step, FAILING if index in faults else difference_mark(review, row)))
    return sorted(steps, key=_times)


def _times(found: tuple[Step, Mark]) -> tuple[Fraction, Fraction]:
    step, _ = found
    start = step.start or Fraction()
    return start, start + (step.duration or 0)


def _bar(lanes: _Lanes, step: Step, mark: Mark) -> Bar:
    return Bar(*_times((step, mark)), step_text(step), lanes.label(step), mark)
