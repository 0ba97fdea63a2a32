"""Two plans as a page: what each comes to, where they part, and every step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, zip_longest
from typing import Final

from plancore.report.formats.html.elements import NOTHING, Html, element, joined
from plancore.report.formats.html.figures import metrics_section, tiles
from plancore.report.formats.html.inline import inline
from plancore.report.formats.html.marks import sign
from plancore.report.formats.html.rows import RowTables
from plancore.report.formats.html.sections import (
    Page,
    Section,
    compared,
    error_list,
    limits_line,
    notes_section,
    verdict,
)
from plancore.report.formats.html.states import states_section
from plancore.report.formats.html.tables import folded, table
from plancore.report.passages import figure_rows
from plancore.report.plan.document import verdict_text
from plancore.report.plan.execution import Execution, failing_conditions
from plancore.report.plan.review import PlanReview
from plancore.report.plan.rows import PlanRows
from plancore.report.plan.summary import summary_of
from plancore.report.rows.row import BOTH
from plancore.simulate.explain import ConditionReport, explain_goal
from plancore.simulate.trace import Trace, Verdict

_MOST_TILES: Final = 2
_CONDITION: Final = ("condition", "what became of it")


def page(review: PlanReview) -> Page:
    """The page."""
    title, headline = compared(review.learned.name, review.reference.name)
    rows = PlanRows(review)
    tables = RowTables(rows)
    steps = tables.rows(0, rows.count, "steps")
    sections = (
        _failures(review),
        _goals(review),
        _gantt(review),
        [Section("side-by-side", "Side by side", steps, "the reference on the left")]
        if steps
        else [],
        states_section(review, rows),
        metrics_section(review.measured),
        notes_section(review.notes),
    )
    summary = _summary(review, _ways(review, rows, tables))
    return Page(title, headline, summary, list(chain.from_iterable(sections)))


def _summary(review: PlanReview, ways: Iterable[Html]) -> Html:
    """Errors, the verdict, what becomes of each plan, and the first figures; `ways` lead to where
    they part and fail."""
    counts = review.diff.counts
    figures = [
        ("steps", f"{counts.learned}, {counts.reference} in the reference"),
        *figure_rows(review.measured)[:_MOST_TILES],
    ]
    return joined(
        (
            error_list(review.notes),
            verdict(verdict_text(review), is_doubtful=review.is_same and review.has_errors),
            limits_line(review),
            element("p", inline(summary_of(review).line())),
            element("p", *ways),
            NOTHING if review.execution is None else _outcomes(review.execution),
            tiles(figures),
        )
    )


def _ways(review: PlanReview, rows: PlanRows, tables: RowTables) -> Iterator[Html]:
    """Links to the first divergence and to the first step that fails."""
    divergence = review.diff.first_divergence
    if divergence is not None:
        yield tables.link(divergence, "first divergence")
    if rows.failures:
        yield joined((" ", tables.link(rows.failures[0], "first failure")))


def _outcomes(execution: Execution) -> Html:
    """The two files that the plans were executed in, and how each plan ends."""
    traces = execution.learned, execution.reference
    outcomes = [
        element("li", _holds(trace.verdict is Verdict.VALID), f" {side.name} ", outcome)
        for side, trace, outcome in zip(BOTH, traces, execution.outcomes, strict=True)
    ]
    setting = execution.setting
    where = f"executed in {setting.problem} with {setting.domain}"
    return joined((element("ul", *outcomes, class_="conditions"), element("p", where)))


def _failures(review: PlanReview) -> Iterator[Section]:
    """Each part of the precondition of a step that fails, and what became of it."""
    if review.execution is None:
        return
    traces = review.execution.runs
    parts = []
    for side, trace in zip(BOTH, traces, strict=True):
        conditions = [_condition(condition) for condition in failing_conditions(trace)]
        if conditions:
            whole = table(conditions, _CONDITION, label=side.name, is_prose=True)
            parts += [element("h3", f"{side.name}, step {trace.failing_step}"), whole]
    if parts:
        yield Section("failures", "Why steps fail", joined(parts))


def _condition(condition: ConditionReport) -> tuple[str, str]:
    text = joined((_holds(condition.holds), " ", element("code", condition.text)))
    return text, condition.told


def _goals(review: PlanReview) -> Iterator[Section]:
    """The parts of the goal, in the last state that each plan reaches."""
    if review.execution is None:
        return
    traces = review.execution.runs
    ours, theirs = map(explain_goal, traces)
    rows = [
        (element("code", (its or mine).text), *map(_reached, (its, mine)))
        for its, mine in zip_longest(theirs, ours)
    ]
    names = ("goal", *map(_end, ("reference", "learned"), reversed(traces)))
    if rows:
        yield Section("goals", "Goals", table(rows, names, label="Goals", is_prose=True))


def _reached(condition: ConditionReport | None) -> str:
    if condition is None:
        return ""
    return joined((_holds(condition.holds), element("small", f" {condition.told}")))


def _end(name: str, trace: Trace) -> str:
    return name if trace.executable else f"{name}, where it stops"


def _holds(value: bool) -> Html:
    return element("span", sign("✓" if value else "✗"), class_=None if value else "failing")


def _gantt(review: PlanReview) -> Iterator[Section]:
    """A chart of two plans of which every step has a time."""
    if not (review.learned.plan.timed and review.reference.plan.timed):
        return
    # Imported by who has times.
    from plancore.report.formats.html.gantt import BY_ACTION, BY_OBJECT, gantt

    charts = (
        gantt(review, BY_ACTION, "Gantt chart, a lane for each action"),
        folded("a lane for each object", gantt(review, BY_OBJECT, "Gantt chart by objects")),
    )
    yield Section("gantt", "Gantt chart", joined(charts), "a lane for each action")
