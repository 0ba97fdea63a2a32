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
    """The verdict of execution on a plan."""

    VALID = "valid"
    INVALID = "invalid"
    MALFORMED = "malformed"
    """Some step is no instance of an action, or not a step at all."""
    UNDECIDED = "undecided"
    """The plan or its domain uses what is not supported, or a limit was reached."""


class FailureKind(StrEnum):
    """Why a step cannot happen."""

    PRECONDITION = "precondition"
    EFFECT = "effect"
    """A numeric effect is undefined."""
    INTERFERENCE = "interference"
    """Actions of one moment are not independent of each other."""
    DURATION = "duration"
    INVARIANT = "invariant"
    """A condition over all of a durative action."""
    CONSTRAINT = "constraint"
    """A trajectory constraint of the problem or domain."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Where and why execution stops.

    `step` counts the plan's steps from one; None when no single step is to blame. `time` is set
    for timed plans. `unsatisfied` are the literals, or larger conditions, that do not hold.
    `moment` says what of a durative action failed: `start`, `all` or `end`.
    """

    kind: FailureKind
    reason: str
    step: int | None = None
    action: GroundAction | None = None
    time: Fraction | None = None
    unsatisfied: tuple[str, ...] = ()
    moment: str = ""


@dataclass(frozen=True, slots=True)
class StepMisuse:
    """A malformed step, counted from one."""

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
    """A duration that satisfies its constraint only because it was rounded when it was printed: it
    stands for `exact`. Steps count from one."""

    step: int
    action: GroundAction
    printed: Value
    exact: Value


@dataclass(frozen=True)
class Trace:
    """How a plan went.

    `states` has one state before the plan and one after each step executed; of a timed plan,
    after each of its `happenings`. `unreached` are the parts of the goal that do not hold at the
    end; it is empty when a step failed before. `value` is the value of the problem's metric;
    `cost` is that value, or without a metric the number of steps, of a plan with durative
    actions its makespan, as VAL has it. `violations` counts violated preferences. `rounded` are
    the durations off by more than VAL's 0.0001.
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
    """What was true now and then, from which another plan that begins with the same steps may go
    on; of untimed plans only."""
    left: tuple[int, ...] = field(default=(), repr=False, compare=False)
    """How many bindings could still be tried after each step; of untimed plans only."""

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
        """Whether all steps ran, whether or not they reach the goal."""
        return not self.malformed and self.failure is None and self.undecided is None

    @property
    def reaches_goal(self) -> bool:
        """Whether all steps ran and the goal holds at the end."""
        return self.executable and not self.unreached

    @property
    def has_run(self) -> bool:
        """Whether its steps were executed up to the first one at fault."""
        return not self.malformed or self.malformed[0].step == len(self.states) + 1

    @property
    def failing_step(self) -> int | None:
        """The first step at fault, counted from one."""
        if self.malformed:
            return self.malformed[0].step
        return self.failure.step if self.failure else None

    @property
    def failing_time(self) -> Fraction | None:
        """When a timed plan fails."""
        return self.failure.time if self.failure and not self.malformed else None

    @property
    def reason(self) -> str | None:
        """One line that says why the plan is not valid; None when it is."""
        if self.malformed:
            return self.malformed[0].misuse.message
        if self.undecided is not None:
            return self.undecided
        if self.failure is not None:
            return self.failure.reason
        return "goal not reached" if self.unreached else None

    @property
    def unsatisfied(self) -> tuple[str, ...]:
        """The conditions of the failing step that do not hold."""
        return self.failure.unsatisfied if self.failure and not self.malformed else ()

    def state(self, step: int) -> State:
        """The state after `step` steps or happenings; raises IndexError for one not executed."""
        return self.states.state(step)
