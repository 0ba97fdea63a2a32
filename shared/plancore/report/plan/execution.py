"""Two plans executed in one problem: their traces, whether they agree, and which steps commute.

Commutation is computed on demand: most plans differ in their actions, so they are no reorderings of
each other, and without moved steps it is not needed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from plancore.compare.following import Footprint, same_by_names, same_partial_order
from plancore.jsonable import Json
from plancore.memo import lazy
from plancore.model.plan import Plan
from plancore.phrases import count_of
from plancore.report.files import LineColumn
from plancore.report.lines import visible
from plancore.simulate import explain
from plancore.simulate.atoms import Literal, show
from plancore.simulate.execute import Agreement, agreement, execute, execute_stepwise
from plancore.simulate.independence import Independence
from plancore.simulate.task import Task
from plancore.simulate.trace import Trace, Verdict
from plancore.stop import NEVER, Checkpoint


@dataclass(frozen=True, slots=True)
class Setting:
    """The task to execute plans in, with the names of its files."""

    task: Task
    domain: str
    problem: str
    actions: Mapping[str, LineColumn] = field(default_factory=dict)
    """The definitions of actions in the domain file, as far as known."""
    actions_of_reference: Mapping[str, LineColumn] | None = None
    """The same for the reference plan, if it is executed in another domain."""

    def action_place(self, name: str, *, is_learned: bool) -> LineColumn | None:
        """The definition of an action that is in one of the plans."""
        theirs = self.actions if self.actions_of_reference is None else self.actions_of_reference
        return (self.actions if is_learned else theirs).get(name)


@dataclass(frozen=True, slots=True)
class Execution:
    """The traces of both plans. Undecidable values are None, as for malformed plans."""

    setting: Setting
    learned: Trace
    reference: Trace
    same_partial_order: bool | None
    agreement: Agreement
    learned_run: Trace | None = None
    """The execution of a malformed plan up to its first malformed or inapplicable step."""
    reference_run: Trace | None = None

    @property
    def runs(self) -> tuple[Trace, Trace]:
        """Both traces with all states known; none for malformed plans with overlapping steps."""
        return self.learned_run or self.learned, self.reference_run or self.reference

    @property
    def outcomes(self) -> tuple[str, str]:
        """The outcomes of both plans, in a line each."""
        ours, theirs = self.runs
        return _outcome(self.learned, ours), _outcome(self.reference, theirs)

    def to_dict(self) -> Json:
        """Verdicts, then what the executions have in common."""
        return {
            "domain": self.setting.domain,
            "problem": self.setting.problem,
            "learned": trace_data(self.learned),
            "reference": trace_data(self.reference),
            "same_partial_order": self.same_partial_order,
            "same_final_state": self.agreement.same_final_state,
            "both_reach_goal": self.agreement.both_reach_goal,
        }


def execute_both(
    setting: Setting,
    learned: Plan,
    reference: Plan,
    commutation: Commutation,
    checkpoint: Checkpoint = NEVER,
) -> Execution:
    """Execute both plans from the problem's initial state; `commutation` is about these plans."""
    task = setting.task
    ours = execute(task, learned, checkpoint=checkpoint)
    theirs = execute(task, reference, checkpoint=checkpoint)
    return Execution(
        setting,
        ours,
        theirs,
        commutation.same_partial_order,
        agreement(ours, theirs),
        _run(task, ours, checkpoint),
        _run(task, theirs, checkpoint),
    )


def _run(task: Task, trace: Trace, checkpoint: Checkpoint) -> Trace | None:
    """The execution of a malformed plan as far as possible; None for other plans."""
    if not trace.malformed:
        return None
    return execute_stepwise(task, trace.plan, checkpoint=checkpoint)


def _outcome(trace: Trace, run: Trace) -> str:
    if not trace.malformed or run.failure is None:
        return outcome_text(trace)
    step = f"{trace.verdict.value} at step {trace.failing_step}"
    return f"{outcome_text(run)}; {step}: {explain.why(trace)}"


def outcome_text(trace: Trace) -> str:
    """`valid, cost 6`, `fails at step 3: …` with the reason, or `malformed at step 3: …`."""
    reason = explain.why(trace)
    match trace.verdict:
        case Verdict.VALID:
            return f"valid, cost {'unknown' if trace.cost is None else f'{float(trace.cost):g}'}"
        case Verdict.INVALID if trace.failing_step is not None:
            return f"fails at step {trace.failing_step}: {reason}"
        case Verdict.MALFORMED:
            return f"malformed at step {trace.failing_step}: {reason}"
        case verdict:
            return f"{verdict.value}: {reason}"


def outcome_sentence(subject: str, text: str) -> str:
    """`the learned plan is invalid: …`, or `the learned plan fails at step 3: …`."""
    return f"{subject} {text}" if text.startswith("fails ") else f"{subject} is {text}"


def failing_conditions(trace: Trace) -> tuple[explain.ConditionReport, ...]:
    """Every part of the failing step's precondition; empty if no step fails."""
    step = trace.failing_step
    if step is None or trace.malformed:
        return ()
    return tuple(
        condition for report in explain.explain_step(trace, step) for condition in report.conditions
    )


def trace_data(trace: Trace) -> Json:
    """The execution of one plan."""
    return {
        "verdict": trace.verdict.value,
        "failing_step": trace.failing_step,
        "reason": explain.why(trace),
        "conditions": [_condition(condition) for condition in failing_conditions(trace)],
        "goals": [_condition(condition) for condition in explain.explain_goal(trace)]
        if trace.executable
        else [],
        "unreached_goals": list(trace.unreached),
        "cost": None if trace.cost is None else float(trace.cost),
    }


def _condition(report: explain.ConditionReport) -> Json:
    return {"text": report.text, "holds": report.holds, "cause": report.told}


class Commutation:
    """Independence of steps of two plans in one task; `checkpoint` may raise."""

    def __init__(
        self, task: Task, learned: Plan, reference: Plan, checkpoint: Checkpoint = NEVER
    ) -> None:
        self._independence = Independence(task)
        self._learned = learned
        self._reference = reference
        self._checkpoint = checkpoint

    @lazy
    def learned(self) -> Sequence[Footprint] | None:
        """The footprints of the learned plan, as from `Independence.footprints`."""
        return self._independence.footprints(self._learned, self._checkpoint)

    @lazy
    def reference(self) -> Sequence[Footprint] | None:
        """The footprints of the reference."""
        return self._independence.footprints(self._reference, self._checkpoint)

    @lazy
    def is_known(self) -> bool:
        """Whether both plans have footprints; computes them only if that cannot be foreseen."""
        ours = self._independence.foreseen(self._learned, self._checkpoint)
        theirs = ours is not False and self._independence.foreseen(
            self._reference, self._checkpoint
        )
        if ours is None:
            ours = theirs is not False and self.learned is not None
        if theirs is None:
            theirs = ours and self.reference is not None
        return ours and theirs

    @lazy
    def same_partial_order(self) -> bool | None:
        """Whether only the order of independent steps differs; None without footprints."""
        if not self.is_known:
            return None
        answer = same_by_names(self._learned, self._reference)
        if answer is None and self.learned is not None and self.reference is not None:
            return same_partial_order(self._learned, self._reference, self.learned, self.reference)
        return answer


# The failing steps of two executed plans, with short reasons.

Faults: TypeAlias = dict[int, str]
"""A short reason for each failing step, by index."""


def malformed(trace: Trace) -> Faults:
    """The steps that are not instances of an action."""
    messages: Faults = {}
    for bad in trace.malformed:
        known = messages.get(bad.step - 1)
        message = f"{known}; {bad.misuse.message}" if known else bad.misuse.message
        messages[bad.step - 1] = visible(message)
    return messages


def faults(trace: Trace, other: Trace, other_name: str, behind: Callable[[int], int]) -> Faults:
    """The step where execution ends, if it fails.

    The reason is like `(in p1 t1) never true; the reference adds it at step 10`. `other` is the
    execution of the other plan, called `other_name`; `behind` maps the index of a step to the
    number of the other plan's steps above it.
    """
    if trace.failure is None or trace.failure.step is None:
        return {}
    index = trace.failure.step - 1
    conditions = explain.false_conditions(trace)
    if not conditions:
        return {index: visible(trace.failure.reason)}
    first, *more = conditions
    denies = first.literal is not None and not first.literal.positive
    atom = show(first.literal.atom) if first.literal and denies else ""
    text = f"{first.text} {_what_became(first, atom)}"
    helper = first.literal and achiever(other, first.literal, behind(index))
    if first.literal and helper:
        verb = "adds" if first.literal.positive else "deletes"
        text += f"; {other_name} {verb} it at step {helper}"
    if more:
        text += f"; {count_of(len(more), 'more condition')} false"
    return {index: visible(text)}


def _what_became(condition: explain.ConditionReport, atom: str) -> str:
    """`never true`, `deleted by step 6`; for a negated condition with its `atom`."""
    cause = condition.cause
    match cause.kind:
        case explain.CauseKind.UNDONE:
            return f"{atom} {cause.detail} by {cause.actor}".lstrip()
        case explain.CauseKind.NEVER:
            return f"{atom} {cause.detail}".lstrip()
        case _:
            return "does not hold"


def achiever(trace: Trace, literal: Literal, behind: int) -> int | None:
    """The step of an untimed plan that makes a literal hold: the last of its first `behind` steps
    to do so if the literal still holds after them, otherwise the next one. None if there is
    none."""
    if trace.happenings:
        return None
    behind = min(behind, len(trace.states))
    last = trace.states.last_change(literal.atom, behind)
    if last is not None and last.added is literal.positive:
        return last.step
    events = trace.states.events.get(literal.atom, ())
    return next((e.step for e in events if e.step > behind and e.added is literal.positive), None)
