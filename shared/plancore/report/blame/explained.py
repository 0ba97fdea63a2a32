"""Plans that differences stop or let through: the states of both domains at the step to look at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.phrases import count_of
from plancore.report.blame.plan import review_plan
from plancore.report.blame.plan_names import with_short_names
from plancore.report.blame.review import BlameReport
from plancore.report.document import Code, Section
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.plan.explained import MOST_FACTS, indented
from plancore.report.plan.state_lines import StateLines
from plancore.source import SourceText

_MOST_PLANS: Final = 20
"""So many plans are executed once more, and told of."""


def sections(report: BlameReport) -> Iterator[Section]:
    """Those plans, each at its step, or at its end; nothing of a report that keeps no plans."""
    blame = with_short_names(report).blame
    plans = [(plan.case, plan.plan, plan.first.step) for plan in blame.stopped]
    plans += [(plan.case, plan.plan, plan.step) for plan in blame.let_through]
    if not report.cases or not plans:
        return
    told: list[Line] = []
    for case, name, step in plans[:_MOST_PLANS]:
        at = "at its end" if step is None else f"step {step}"
        head = line(Piece(visible(f"{name} {at}"), Tone.FAILING))
        told += _states(report, case, step, head)
    left = len(plans) - _MOST_PLANS
    if left > 0:
        text = f"  · {count_of(left, 'plan')} more, not told of here: --plans may name a single one"
        told.append(line(Piece(text, Tone.DIM)))
    note = "of each plan that goes wrong, at the step to look at"
    yield Section("States", [Code(told, is_difference=True)], note)


def _states(report: BlameReport, case: int, step: int | None, head: Line) -> Iterator[Line]:
    """What is to be said of a step of a plan, as both domains execute it, below `head`."""
    review = review_plan(report, report.cases[case], SourceText(""))
    assert review.execution is not None, "a plan that was judged can be executed"
    told = StateLines(review, review.execution, most=MOST_FACTS)
    yield from indented([head], told.of_row(review.row_of_step(step)), told.outcomes())
