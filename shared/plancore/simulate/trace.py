"""The result of executing a plan, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple

from plancore.model.plan import GroundAction, Plan
from plancore.simulate.atoms import Value, show_value
from plancore.simulate.ground import Misuse
from plancore.simulate.state import Mark, State, StateSequence, World
from plancore.simulate.task import Task
from plancore.stop import NEVER, Checkpoint

NETWORK: Final = "the decomposition of the initial task network is not checked"
"""The reason why an executed plan that reaches the goal of an HTN problem is undecided."""


class Verdict(StrEnum):
    """The result of validating a plan."""

    VALID = "valid"
    INVALID = "invalid"
    MALFORMED = "malformed"
    """A step is not an instance of an action, or cannot be read."""
    UNDECIDED = "undecided"
    """The plan or its domain uses unsupported features, or a limit was reached."""


class FailureKind(StrEnum):
    """The reason why execution fails."""

    PRECONDITION = "precondition"
    EFFECT = "effect"
    """A numeric effect is undefined."""
    INTERFERENCE = "interference"
    """Actions of the same moment are not independent."""
    DURATION = "duration"
    INVARIANT = "invariant"
    """An `over all` condition of a durative action is violated."""
    CONSTRAINT = "constraint"
    """A trajectory constraint of the problem or domain is violated."""


@dataclass(frozen=True, slots=True)
class Failure:
    """The place and reason of a failed execution. `step` counts from 1; it is None if no single
    step is the cause. `time` is set for timed plans. `unsatisfied` are the false conjuncts.
    `moment` is the failed part of a durative action: `start`, `all` or `end`."""

    kind: FailureKind
    reason: str
    step: int | None = None
    action: GroundAction | None = None
    time: Fraction | None = None
    unsatisfied: tuple[str, ...] = ()
    moment: str = ""


@dataclass(frozen=True, slots=True)
class StepMisuse:
    """A malformed step; `step` counts from 1."""

    step: int
    action: GroundAction
    misuse: Misuse


class Point(NamedTuple):
    """A step, or the start or end of one, at some moment. `moment` is empty, `start` or `end`."""

    step: int
    action: GroundAction
    moment: str = ""


class Happening(NamedTuple):
    """Everything that happens at one time."""

    time: Fraction
    points: tuple[Point, ...]


class RoundedDuration(NamedTuple):
    """A printed duration that satisfies its constraint only as a rounded number. `exact` is the
    nearest one that satisfies it, with which the plan is executed; None if the constraint is not a
    comparison of `?duration` at the start: then the printed one is used, and `constraint` is the
    constraint as text. `step` counts from 1."""

    step: int
    action: GroundAction
    printed: Value
    exact: Value | None
    constraint: str

    @property
    def wanted(self) -> str:
        """What the constraint asks for."""
        return self.constraint if self.exact is None else show_value(self.exact)


@dataclass(frozen=True)
class Trace:
    """The execution of a plan.

    `states` has one state before the plan and one after each executed step, or in a timed plan
    after each of its `happenings`. `unreached` are the conjuncts of the goal that do not hold at
    the end; it is empty if a step failed. `value` is the value of the problem's metric; `cost` is
    that value, or without a metric the number of steps, for a plan with durative actions the
    makespan, as in VAL. `violations` counts violated preferences. `rounded` are the durations that
    satisfy their constraints only as rounded numbers.
    """

    task: Task = field(repr=False)
    plan: Plan = field(repr=False)
    states: StateSequence = field(repr=False)
    failure: Failure | None = None
    malformed: tuple[StepMisuse, ...] = ()
    unreached: tuple[str, ...] = ()
    undecided: str | None = None
    value: Value | None = None
    cost: Value | None = None
    violations: Mapping[str, int] = field(default_factory=dict)
    happenings: tuple[Happening, ...] = field(default=(), repr=False)
    rounded: tuple[RoundedDuration, ...] = ()
    exactly: Trace | None = field(default=None, repr=False)
    """The execution with exact numbers, if a tolerance has decided: if it fails elsewhere, or has
    another verdict or other violations. Its rounded durations are replaced, and move the ends."""
    slack: Value = 0
    strict: bool = True
    """How numbers were compared: see `World`."""
    marks: tuple[Mark, ...] = field(default=(), repr=False, compare=False)
    """States from which plans with the same first steps can resume; untimed plans only."""
    left: tuple[int, ...] = field(default=(), repr=False, compare=False)
    """The remaining budget of variable bindings after each step; untimed plans only."""

    @property
    def verdict(self) -> Verdict:
        """The verdict."""
        if self.malformed:
            return Verdict.MALFORMED
        if self.undecided is not None:
            return Verdict.UNDECIDED
        if self.failure is not None or self.unreached:
            return Verdict.INVALID
        return Verdict.VALID

    @property
    def executable(self) -> bool:
        """Whether all steps were executed, whether or not they reach the goal."""
        is_unknown = self.undecided not in (None, NETWORK)
        return not (self.malformed or self.failure is not None or is_unknown)

    @property
    def reaches_goal(self) -> bool:
        """Whether all steps were executed and the goal holds at the end."""
        return self.executable and not self.unreached

    @property
    def has_run(self) -> bool:
        """Whether its steps were executed up to the first malformed or failing one."""
        return not self.malformed or self.malformed[0].step == len(self.states) + 1

    @property
    def failing_step(self) -> int | None:
        """The first malformed or failing step, counted from 1."""
        if self.malformed:
            return self.malformed[0].step
        return self.failure.step if self.failure else None

    @property
    def failing_time(self) -> Fraction | None:
        """The time at which a timed plan fails."""
        return self.failure.time if self.failure and not self.malformed else None

    @property
    def reason(self) -> str | None:
        """The reason why the plan is not valid, in one line; None if it is."""
        if self.malformed:
            return self.malformed[0].misuse.message
        if self.undecided is not None:
            return self.undecided
        if self.failure is not None:
            return self.failure.reason
        return "goal not reached" if self.unreached else None

    @property
    def unsatisfied(self) -> tuple[str, ...]:
        """The false conditions of the failing step."""
        return self.failure.unsatisfied if self.failure and not self.malformed else ()

    def world(self, step: int, checkpoint: Checkpoint = NEVER) -> World:
        """A working state that starts from the state after `step` executed steps or happenings, and
        compares numbers as the execution did; raises IndexError for other steps."""
        world = self.task.world(self.states.state(step), checkpoint)
        world.slack, world.strict = self.slack, self.strict
        return world

    def state(self, step: int) -> State:
        """The state after `step` executed steps or happenings; raises IndexError for others."""
        return self.states.state(step)
