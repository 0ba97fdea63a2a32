"""Explanations of failing steps and goals: each conjunct of a condition, and its cause."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from plancore.model.plan import GroundAction, GroundAtom
from plancore.simulate.access import NUMBER
from plancore.simulate.atoms import Fluent, Literal, UndecidedError, show, show_value
from plancore.simulate.conditions import AtomTest, Node, NumberTest
from plancore.simulate.ground import GroundOperator, Misuse
from plancore.simulate.parts import GroundPart
from plancore.simulate.queries import Test
from plancore.simulate.render import fluents_in, render, value_text
from plancore.simulate.state import Event, World
from plancore.simulate.task import Task
from plancore.simulate.trace import FailureKind, Point, Trace
from plancore.stop import NEVER, Checkpoint

_HORIZON = 10_000
"""The maximum number of later steps searched for one that would achieve a missing literal."""
_TIMED: Final = "a timed fact"
"""The actor of a change by a timed initial literal, which no step causes."""
_BY_ITSELF: Final = "a process, an event or a continuous effect"
"""The actor of any other change that no step causes."""

_ABOUT_CONDITIONS = (FailureKind.PRECONDITION, FailureKind.INVARIANT)


class CauseKind(StrEnum):
    """How a literal got its value. "As needed" is the value that the condition requires."""

    INITIAL = "initial"
    """It never changed, and is as needed."""
    ACHIEVED = "achieved"
    """A step made it as needed."""
    UNDONE = "undone"
    """It was as needed until a step changed it."""
    NEVER = "never"
    """It never changed, and is not as needed."""
    COMPOUND = "compound"
    """It is not a literal of a basic predicate: a disjunction, a comparison, a derived atom …"""


@dataclass(frozen=True, slots=True)
class Cause:
    """The cause of a literal's value. `step`, counted from 1, achieved or undid it with `action`;
    it is None if it was not a step, and `action` is then a phrase such as `a timed fact`. `remedy`
    is the next later step of the plan that would make it as needed, or None."""

    kind: CauseKind
    step: int | None = None
    action: str | None = None
    remedy: int | None = None
    remedy_action: str | None = None
    detail: str = ""

    @property
    def actor(self) -> str:
        """The step or other actor that achieved or undid it: `step 3`, `a timed fact`."""
        return self.action or "" if self.step is None else f"step {self.step}"

    def __str__(self) -> str:
        actor = self.actor if self.step is None else f"{self.actor} {self.action}"
        match self.kind:
            case CauseKind.INITIAL:
                text = "true initially"
            case CauseKind.ACHIEVED:
                text = f"since {actor}"
            case CauseKind.UNDONE:
                text = f"{self.detail} by {actor}"
            case _:
                text = self.detail
        if self.remedy is not None:
            text += f"; step {self.remedy} {self.remedy_action} would {_remedy(self)}"
        return text


@dataclass(frozen=True, slots=True)
class ConditionReport:
    """A conjunct of a condition: its text, its value, and the cause."""

    text: str
    holds: bool
    cause: Cause
    literal: Literal | None = None

    @property
    def told(self) -> str:
        """The cause in words; for a negative literal it begins with the atom that it is about."""
        literal, cause = self.literal, self.cause
        of_atom = cause.kind in (CauseKind.UNDONE, CauseKind.NEVER)
        if literal is None or literal.positive or not of_atom:
            return str(cause)
        return f"{show(literal.atom)} {cause}"


@dataclass(frozen=True, slots=True)
class StepReport:
    """A step in the state before it. A malformed step only has a `misuse`."""

    step: int
    action: GroundAction
    conditions: tuple[ConditionReport, ...] = ()
    misuse: Misuse | None = None
    undecided: str | None = None

    @property
    def applicable(self) -> bool:
        """Whether its conditions hold."""
        is_evaluated = self.misuse is None and self.undecided is None
        return is_evaluated and all(condition.holds for condition in self.conditions)


def explain_step(trace: Trace, step: int, checkpoint: Checkpoint = NEVER) -> tuple[StepReport, ...]:
    """Explain the actions of step `step`, counted from 1, in the state before it.

    For a durative action these are its `at start` conditions; for one that failed later, the
    conditions of the moment that failed. Steps after the failing one are explained in the last
    state reached. Raises IndexError if the plan does not have this step, and what `checkpoint`
    raises.
    """
    if not 1 <= step <= len(trace.plan):
        raise IndexError(f"no step {step} in a plan of {len(trace.plan)} steps")
    reports = []
    for action in trace.plan.steps[step - 1].actions:
        try:
            operator = trace.task.bind(action)
            if isinstance(operator, Misuse):
                reports.append(StepReport(step, action, misuse=operator))
                continue
            moment, state = _explained_moment(trace, step, action, operator)
            conditions = explain_condition(trace, operator.parts[moment], state, step, checkpoint)
            if moment == "all":
                conditions = tuple(_lapsed(trace, condition) for condition in conditions)
            reports.append(StepReport(step, action, conditions))
        except UndecidedError as problem:
            reports.append(StepReport(step, action, undecided=problem.reason))
    return tuple(reports)


def explain_goal(trace: Trace) -> tuple[ConditionReport, ...]:
    """The conjuncts of the goal in the last state reached; empty if it cannot be evaluated."""
    try:
        last = len(trace.states)
        return explain_condition(trace, trace.task.goal, last, len(trace.plan) + 1)
    except UndecidedError:
        return ()


def why(trace: Trace) -> str | None:
    """The reason of the verdict in one line, with the causes of missing literals."""
    failure = trace.failure
    if trace.malformed or trace.undecided is not None:
        return trace.reason
    if failure is None:
        return f"goal not reached: {_unreached(trace)}" if trace.unreached else None
    if failure.kind not in _ABOUT_CONDITIONS or failure.step is None:
        return failure.reason
    causes = {condition.text: condition.told for condition in _conditions_of_failure(trace)}
    missing = (
        f"{text}, {causes[text]}" if causes.get(text) else text for text in failure.unsatisfied
    )
    return f"{failure.reason.partition(': ')[0]}: {'; '.join(missing)}"


def _unreached(trace: Trace) -> str:
    """The unreached conjuncts of the goal; comparisons with the values of their fluents."""
    values = {goal.text: _values(goal) for goal in explain_goal(trace)}
    parts = [text + values.get(text, "") for text in trace.unreached]
    return ("; " if any(values.values()) else ", ").join(parts)


def _values(condition: ConditionReport) -> str:
    """The values of fluents in a comparison, after a comma; otherwise empty."""
    cause = condition.cause
    is_told = cause.kind is CauseKind.COMPOUND and cause.detail and cause.detail != "derived"
    return f", {cause.detail}" if is_told else ""


def explain_condition(
    trace: Trace, part: GroundPart, state: int, step: int, checkpoint: Checkpoint = NEVER
) -> tuple[ConditionReport, ...]:
    """The conjuncts of a condition of step `step`, evaluated in state number `state`. Raises what
    `checkpoint` raises."""
    reports = [_about_literal(trace, literal, state, step) for literal in part.literals]
    if part.tests:
        world = trace.world(state, checkpoint)
        reports += [_compound(trace, node, test, part, world, state) for node, test in part.tests]
    return tuple(reports)


def _lapsed(trace: Trace, condition: ConditionReport) -> ConditionReport:
    """A condition over all; if continuous change makes it false after the last state, it is
    reported as false."""
    failure = trace.failure
    if failure is None or failure.time is None or not condition.holds:
        return condition
    if condition.text not in failure.unsatisfied:
        return condition
    cause = condition.cause
    values = cause.detail.replace(f" since {_BY_ITSELF}", "")
    detail = f"true only until time {show_value(failure.time)}"
    if values and values != "derived":
        detail += f", when {values}"
    return replace(condition, holds=False, cause=replace(cause, detail=detail))


def _explained_moment(
    trace: Trace, step: int, action: GroundAction, operator: GroundOperator
) -> tuple[str, int]:
    """The moment of an action to explain, and the number of the state before it."""
    failure = trace.failure
    if failure is not None and failure.moment and (failure.step, failure.action) == (step, action):
        return failure.moment, len(trace.states)
    return "start" if operator.durative else "", _state_before(trace, step)


def _compound(
    trace: Trace, node: Node, test: Test, part: GroundPart, world: World, state: int
) -> ConditionReport:
    holds = test(part.env, world)
    detail = ""
    if isinstance(node, NumberTest):
        fluents = fluents_in(node, part.env)
        detail = ", ".join(
            value_text(fluent, world.values) + _since(trace, fluent, state) for fluent in fluents
        )
    elif isinstance(node, AtomTest) and node.predicate != "=":
        detail = "derived"
    return ConditionReport(render(node, part.env), holds, Cause(CauseKind.COMPOUND, detail=detail))


def _since(trace: Trace, fluent: Fluent, state: int) -> str:
    """The step that last changed a number before the state; empty unless there is just one."""
    deltas = trace.states.deltas
    changes = (n for n in range(state, 0, -1) if any(f == fluent for f, _ in deltas[n - 1].values))
    change = next(changes, None)
    if change is None:
        return ""
    if not trace.happenings:
        return f" since step {change}"
    writers = _writers(trace, change, (NUMBER, *fluent))
    if not writers:
        return f" since {_nobody(trace, change)}"
    return f" since step {writers[0].step}" if len(writers) == 1 else ""


def _about_literal(trace: Trace, literal: Literal, state: int, step: int) -> ConditionReport:
    event = trace.states.last_change(literal.atom, state)
    is_true = event.added if event else trace.states.initial.holds(literal.atom)
    holds = is_true is literal.positive
    cause = _cause(trace, literal, holds, event, step)
    return ConditionReport(str(literal), holds, cause, literal)


def _cause(trace: Trace, literal: Literal, holds: bool, event: Event | None, step: int) -> Cause:
    """The cause of a literal's value since `event`, its last change."""
    who = _actor(trace, event.step, literal.atom) if event else (None, None)
    if holds:
        if event is None:
            return Cause(CauseKind.INITIAL)
        return Cause(CauseKind.ACHIEVED, *who)
    remedy = _remedy_step(trace, literal, step)
    if event is None:
        detail = "never true" if literal.positive else "true from the beginning"
        return Cause(CauseKind.NEVER, None, None, *remedy, detail)
    detail = "deleted" if literal.positive else "added"
    return Cause(CauseKind.UNDONE, *who, *remedy, detail)


def _remedy(cause: Cause) -> str:
    needs_deleting = cause.detail in ("added", "true from the beginning")
    return "delete it" if needs_deleting else "add it"


def _actor(trace: Trace, change: int, atom: GroundAtom) -> tuple[int | None, str | None]:
    """The step and action of change number `change`; if no step caused it, the step is None."""
    if not trace.happenings:
        return change, str(trace.plan.steps[change - 1])
    writers = _writers(trace, change, atom)
    return (writers[0].step, str(writers[0].action)) if writers else (None, _nobody(trace, change))


def _nobody(trace: Trace, change: int) -> str:
    """The actor of change number `change`, which no step caused."""
    time = trace.happenings[change - 1].time
    is_timed = any(each.time == time for each in trace.task.timed)
    return _TIMED if is_timed else _BY_ITSELF


def _writers(trace: Trace, change: int, atom: GroundAtom) -> list[Point]:
    """The points of change number `change` that may have written `atom`, in a timed plan."""
    writers: list[Point] = []
    for point in trace.happenings[change - 1].points:
        operator = trace.task.bind(point.action)
        if isinstance(operator, GroundOperator):
            access = trace.task.access(operator.parts[point.moment])
            if access.adds.holds(atom) or access.deletes.holds(atom):
                writers.append(point)
    return writers


def _remedy_step(trace: Trace, literal: Literal, step: int) -> tuple[int | None, str | None]:
    steps = trace.plan.steps
    for later in range(step + 1, min(len(steps), step + _HORIZON) + 1):
        for action in steps[later - 1].actions:
            if _can_achieve(trace.task, action, literal):
                return later, str(action)
    return None, None


def _can_achieve(task: Task, action: GroundAction, literal: Literal) -> bool:
    try:
        operator = task.bind(action)
    except UndecidedError:
        return False
    if isinstance(operator, Misuse):
        return False
    atom = literal.atom
    for part in operator.parts.values():
        if literal.positive and atom in part.adds:
            return True
        if not literal.positive and atom in part.dels and atom not in part.adds:
            return True
    return False


def _state_before(trace: Trace, step: int) -> int:
    last = len(trace.states)
    if not trace.happenings:
        return min(step - 1, last)
    for index, happening in enumerate(trace.happenings):
        if any(point.step == step and point.moment != "end" for point in happening.points):
            return index
    return last


# Conditions that do not hold at the end, in words for other texts.


def _conditions_of_failure(trace: Trace) -> list[ConditionReport]:
    """The conditions of the failing action; none if it fails for another reason."""
    failure = trace.failure
    if failure is None or failure.step is None or failure.kind not in _ABOUT_CONDITIONS:
        return []
    reports = explain_step(trace, failure.step)
    return [
        each for report in reports if report.action == failure.action for each in report.conditions
    ]


def false_conditions(trace: Trace) -> list[ConditionReport]:
    """The false conditions of the failing action; none if it fails for another reason."""
    return [condition for condition in _conditions_of_failure(trace) if not condition.holds]


def false_goals(trace: Trace) -> list[ConditionReport]:
    """The conjuncts of the goal that do not hold at the end."""
    return [condition for condition in explain_goal(trace) if not condition.holds]


def reason_text(condition: ConditionReport) -> str:
    """A clause about the cause of a false condition; it begins with the condition."""
    cause, literal = condition.cause, condition.literal
    if literal is None or cause.kind is CauseKind.COMPOUND:
        return f"`{condition.text}` does not hold{_values(condition)}"
    atom = f"`{show(literal.atom)}`"
    if cause.kind is CauseKind.UNDONE:
        text = f"{atom} was {cause.detail} by {cause.actor}"
    else:
        text = f"{atom} was never true" if literal.positive else f"{atom} is true initially"
    if cause.remedy is not None:
        text += f"; step {cause.remedy} would {'add' if literal.positive else 'delete'} it"
    return text
