"""Two plans executed in one problem: how far each gets, and whether they do the same.

What may change places in two plans, worked out as far as somebody asks for it.

Most plans differ in their actions, so that they are no reorderings of one another whatever the
actions touch, and where no step has moved nobody asks which steps commute.
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
from plancore.report.lines import visible
from plancore.report.places import LineColumn
from plancore.simulate.atoms import Literal, show
from plancore.simulate.execute import Agreement, agreement, execute
from plancore.simulate.explain import (
    CauseKind,
    ConditionReport,
    explain_goal,
    explain_step,
    false_conditions,
    why,
)
from plancore.simulate.independence import Independence
from plancore.simulate.task import Task
from plancore.simulate.trace import Trace, Verdict
from plancore.stop import NEVER, Checkpoint


@dataclass(frozen=True, slots=True)
class Setting:
    """The task that plans are executed in, with the names of the files that it comes from."""

    task: Task
    domain: str
    problem: str
    actions: Mapping[str, LineColumn] = field(default_factory=dict)
    """Where the domain defines its actions, as far as that is known."""
    actions_of_reference: Mapping[str, LineColumn] | None = None
    """The same for the reference plan, where that is executed in another domain."""

    def action_place(self, name: str, *, is_learned: bool) -> LineColumn | None:
        """Where the action of that name is defined that one of the plans has a step of."""
        theirs = self.actions if self.actions_of_reference is None else self.actions_of_reference
        return (self.actions if is_learned else theirs).get(name)


@dataclass(frozen=True, slots=True)
class Execution:
    """The traces of both plans. What cannot be decided is None, as for malformed plans."""

    setting: Setting
    learned: Trace
    reference: Trace
    same_partial_order: bool | None
    agreement: Agreement
    learned_run: Trace | None = None
    """How far a malformed plan gets: up to its first step at fault, malformed or not."""
    reference_run: Trace | None = None

    @property
    def runs(self) -> tuple[Trace, Trace]:
        """Both traces with as many states as there are. Where steps overlap none are known of a
        malformed plan."""
        return self.learned_run or self.learned, self.reference_run or self.reference

    @property
    def outcomes(self) -> tuple[str, str]:
        """What became of both plans, in a line each."""
        ours, theirs = self.runs
        return _outcome(self.learned, ours), _outcome(self.reference, theirs)

    def to_dict(self) -> Json:
        """Verdicts first, then what the runs have in common."""
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
    """Execute both plans from the problem's initial state; `commutation` is theirs."""
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
    """How far a malformed plan gets; None for any other, which says so itself."""
    if not trace.malformed:
        return None
    # Imported by who has a malformed plan.
    from plancore.simulate.execute import execute_stepwise

    return execute_stepwise(task, trace.plan, checkpoint=checkpoint)


def _outcome(trace: Trace, run: Trace) -> str:
    if not trace.malformed or run.failure is None:
        return outcome_text(trace)
    return f"{outcome_text(run)}; {trace.verdict.value} at step {trace.failing_step}: {why(trace)}"


def outcome_text(trace: Trace) -> str:
    """`valid, cost 6`, `fails at step 3: …` with the reason, or `malformed at step 3: …`."""
    reason = why(trace)
    match trace.verdict:
        case Verdict.VALID:
            return f"valid, cost {_number(trace)}"
        case Verdict.INVALID if trace.failing_step is not None:
            return f"fails at step {trace.failing_step}: {reason}"
        case Verdict.MALFORMED:
            return f"malformed at step {trace.failing_step}: {reason}"
        case verdict:
            return f"{verdict.value}: {reason}"


def outcome_sentence(subject: str, text: str) -> str:
    """`the learned plan is invalid: …`, or that it `fails at step 3: …`, of an outcome."""
    return f"{subject} {text}" if text.startswith("fails ") else f"{subject} is {text}"


def failing_conditions(trace: Trace) -> tuple[ConditionReport, ...]:
    """Every part of the precondition of the step that fails; nothing if none does."""
    step = trace.failing_step
    if step is None or trace.malformed:
        return ()
    return tuple(
        condition for report in explain_step(trace, step) for condition in report.conditions
    )


def trace_data(trace: Trace) -> Json:
    """The execution of one plan."""
    return {
        "verdict": trace.verdict.value,
        "failing_step": trace.failing_step,
        "reason": why(trace),
        "conditions": [_condition(condition) for condition in failing_conditions(trace)],
        "goals": [_condition(condition) for condition in explain_goal(trace)]
        if trace.executable
        else [],
        "unreached_goals": list(trace.unreached),
        "cost": None if trace.cost is None else float(trace.cost),
    }


def _condition(report: ConditionReport) -> Json:
    return {"text": report.text, "holds": report.holds, "cause": report.told}


def _number(trace: Trace) -> str:
    return "unknown" if trace.cost is None else f"{float(trace.cost):g}"


class Commutation:
    """Answers for a learned plan and its reference in one task; `checkpoint` may raise."""

    def __init__(
        self, task: Task, learned: Plan, reference: Plan, checkpoint: Checkpoint = NEVER
    ) -> None:
        self._independence = Independence(task)
        self._learned = learned
        self._reference = reference
        self._checkpoint = checkpoint

    @lazy
    def learned(self) -> Sequence[Footprint] | None:
        """The footprints of the learned plan, as `Independence.footprints` has them."""
        return self._independence.footprints(self._learned, self._checkpoint)

    @lazy
    def reference(self) -> Sequence[Footprint] | None:
        """The footprints of the reference."""
        return self._independence.footprints(self._reference, self._checkpoint)

    @lazy
    def is_known(self) -> bool:
        """Whether both plans have footprints, which need not be made to know that."""
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
        """Whether the plans differ at most in the order of independent steps; None where it is not
        known what each step of both touches."""
        if not self.is_known:
            return None
        answer = same_by_names(self._learned, self._reference)
        if answer is None and self.learned is not None and self.reference is not None:
            return same_partial_order(self._learned, self._reference, self.learned, self.reference)
        return answer


# Which steps of two executed plans fail, and why in a few words.

Faults: TypeAlias = dict[int, str]
"""By the index of each step at fault the reason in a few words."""


def malformed(trace: Trace) -> Faults:
    """The steps that are no instances of an action."""
    messages: Faults = {}
    for bad in trace.malformed:
        known = messages.get(bad.step - 1)
        message = f"{known}; {bad.misuse.message}" if known else bad.misuse.message
        messages[bad.step - 1] = visible(message)
    return messages


def faults(trace: Trace, other: Trace, other_name: str, behind: Callable[[int], int]) -> Faults:
    """The step where execution ends, if it does.

    The reason of a false condition is as in `(in p1 t1) never true; the reference adds it at
    step 10`: `other`, called `other_name`, is the other plan executed, of which `behind` says how
    many steps stand above one of these.
    """
    if trace.failure is None or trace.failure.step is None:
        return {}
    index = trace.failure.step - 1
    conditions = false_conditions(trace)
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


def _what_became(condition: ConditionReport, atom: str) -> str:
    """`never true`, `deleted by step 6`; of an `atom` that is denied, with its name."""
    cause = condition.cause
    match cause.kind:
        case CauseKind.UNDONE:
            return f"{atom} {cause.detail} by {cause.actor}".lstrip()
        case CauseKind.NEVER:
            return f"{atom} {cause.detail}".lstrip()
        case _:
            return "does not hold"


def achiever(trace: Trace, literal: Literal, behind: int) -> int | None:
    """The step of a plan without times that makes a literal hold: the last among its first `behind`
    ones if the literal still holds after them, else the next one."""
    if trace.happenings:
        return None
    behind = min(behind, len(trace.states))
    last = trace.states.last_change(literal.atom, behind)
    if last is not None and last.added is literal.positive:
        return last.step
    events = trace.states.events.get(literal.atom, ())
    return next((e.step for e in events if e.step > behind and e.added is literal.positive), None)
