"""Two executed plans."""

from __future__ import annotations

from collections.abc import Iterator

from plancore.metrics.base import Measurements, Need
from plancore.report.document import Block, Item, List, Paragraph
from plancore.report.figures import shown
from plancore.report.lines import Piece, Tone, line, visible
from plancore.report.passages import figure_rows
from plancore.report.plan.execution import Execution, failing_conditions
from plancore.simulate.explain import ConditionReport
from plancore.simulate.trace import Trace


def execution_blocks(execution: Execution) -> Iterator[Block]:
    """What became of both plans, why a step fails, and whether they do the same."""
    setting = execution.setting
    problem, domain = (Piece(name, Tone.TITLE) for name in (setting.problem, setting.domain))
    yield Paragraph([line("executed in ", problem, " with ", domain)])
    sides = zip(("learned", "reference"), execution.runs, execution.outcomes, strict=True)
    outcomes = []
    for name, run, outcome in sides:
        conditions = [Item(condition_pieces(condition)) for condition in failing_conditions(run)]
        told = line(f"{name:<10}", Piece(outcome, outcome_tone(run)))
        outcomes.append(Item(told, conditions))
    yield List(outcomes, step=12)


def execution_figures(execution: Execution, measured: Measurements) -> Iterator[tuple[str, str]]:
    """Whether both plans do the same, and the figures of what they do."""
    of_runs = ((metric, result) for metric, result in measured if Need.RUNS in metric.needs)
    yield from (*_answers(execution), *figure_rows(of_runs))


def condition_pieces(condition: ConditionReport) -> tuple[Piece, Piece]:
    """`✗ (in p1 t1)`, and what became of it."""
    sign, tone = ("✓", Tone.SAME) if condition.holds else ("✗", Tone.MISSING)
    cause = condition.told
    return (
        Piece(visible(f"{sign} {condition.text}"), tone),
        Piece(visible(f"  {cause}" if cause else ""), Tone.DIM),
    )


def outcome_tone(trace: Trace) -> Tone:
    """Plain for a valid plan."""
    return Tone.PLAIN if trace.verdict == "valid" else Tone.MISSING


def _answers(execution: Execution) -> Iterator[tuple[str, str]]:
    yield "same partial order", shown(execution.same_partial_order)
    yield "same final state", shown(execution.agreement.same_final_state)
    yield "both reach the goal", shown(execution.agreement.both_reach_goal)
