"""Two executed plans as text."""

from __future__ import annotations

from collections.abc import Iterator

from plancore.report.figures import decimal, with_counts
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.plan.execution import Execution, failing_conditions, outcome_text
from plancore.report.table import table
from plancore.simulate.explain import ConditionReport
from plancore.simulate.trace import Trace


def execution_lines(execution: Execution) -> Iterator[Line]:
    """What became of both plans, why a step fails, and whether they do the same."""
    setting = execution.setting
    yield line(
        "executed in ",
        Piece(visible(setting.problem), Tone.TITLE),
        " with ",
        Piece(visible(setting.domain), Tone.TITLE),
    )
    for name, trace in (("learned", execution.learned), ("reference", execution.reference)):
        yield line(f"  {name:<10}", Piece(visible(outcome_text(trace)), outcome_tone(trace)))
        for condition in failing_conditions(trace):
            yield line(" " * 14, *condition_pieces(condition))
    yield from table([["  " + name, value] for name, value in _answers(execution)])


def condition_pieces(condition: ConditionReport) -> tuple[Piece, Piece]:
    """`✗ (in p1 t1)`, and what became of it."""
    sign, tone = ("✓", Tone.SAME) if condition.holds else ("✗", Tone.MISSING)
    cause = str(condition.cause)
    return (
        Piece(visible(f"{sign} {condition.text}"), tone),
        Piece(visible(f"  {cause}" if cause else ""), Tone.DIM),
    )


def outcome_tone(trace: Trace) -> Tone:
    """Plain for a valid plan."""
    return Tone.PLAIN if trace.verdict == "valid" else Tone.MISSING


def _answers(execution: Execution) -> Iterator[tuple[str, str]]:
    words = {True: "yes", False: "no", None: "–"}
    yield "same partial order", words[execution.same_partial_order]
    yield "same final state", words[execution.agreement.same_final_state]
    yield "both reach the goal", words[execution.agreement.both_reach_goal]
    if execution.states is not None:
        yield "state distance", decimal(execution.states.value)
    if execution.links is not None:
        links = execution.links
        apart = links.left_only + links.right_only
        yield "causal link distance", with_counts(links.value, apart, apart + links.shared)
