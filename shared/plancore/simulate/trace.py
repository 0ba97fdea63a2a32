"""The result of executing a plan, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from plancore.model.plan import GroundAction, Plan
from plancore.simulate.atoms import Value
from plancore.simulate.ground import Misuse
from plancore.simulate.state import Mark, State, StateSequence
from plancore.simulate.task import Task


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
    """A printed duration that violates its constraint, replaced by the nearest `exact` one that
    satisfies it. `step` counts from 1."""

    step: int
    action: GroundAction
    printed: Value
    exact: Value


@dataclass(frozen=True)
class Trace:
    """The execution of a plan.

    `states` has one state before the plan and one after each executed step, or in a timed plan
    after each of its `happenings`. `unreached` are the conjuncts of the goal that do not hold at
    the end; it is empty if a step failed. `value` is the value of the problem's metric; `cost` is
    that value, or without a metric the number of steps, for a plan with durative actions the
    makespan, as in VAL. `violations` counts violated preferences. `rounded` are the durations that
    deviate by more than VAL's 0.0001.
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
        return not self.malformed and self.failure is None and self.undecided is None

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

    def state(self, step: int) -> State:
        """The state after `step` executed steps or happenings; raises IndexError for others."""
        return self.states.state(step)
