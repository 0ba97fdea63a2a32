"""Two plans executed in one problem: how far each gets, and whether they do the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from plancore.jsonable import Json
from plancore.model.plan import Plan
from plancore.report.places import Where
from plancore.report.plan.commutation import Commutation
from plancore.simulate.execute import Agreement, agreement, execute
from plancore.simulate.explain import ConditionReport, explain_goal, explain_step, why
from plancore.simulate.task import Task
from plancore.simulate.trace import Trace, Verdict
from plancore.stop import NEVER, Checkpoint


@dataclass(frozen=True, slots=True)
class Setting:
    """The task that plans are executed in, with the names of the files that it comes from."""

    task: Task
    domain: str
    problem: str
    actions: Mapping[str, Where] = field(default_factory=dict)
    """Where the domain defines its actions, as far as that is known."""
    actions_of_reference: Mapping[str, Where] | None = None
    """The same for the reference plan, where that is executed in another domain."""

    def action_place(self, name: str, *, is_learned: bool) -> Where | None:
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
    from plancore.simulate.resume import execute_stepwise

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
