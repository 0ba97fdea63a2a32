"""Execute timed plans by happenings.

A happening is everything at one time: actions, starts and ends of durative actions, timed initial
literals. Its conditions and effects are evaluated in the state before it. An `over all` condition
must hold in every state strictly between the start and the end of its action, that is, at each
happening in between and before the end itself (PDDL 2.1, Fox & Long, JAIR 2003, definitions 14 to
17). `continuous` computes the changes between happenings.

Timed initial literals after the last step also happen, as in VAL: the goal must hold in the final
state. They do not count for the makespan.

Planners print a duration of 10/3 as 3.333. Within half a unit of its last decimal, a duration is
replaced by the nearest one that its constraint allows, and effects use that value. Happenings are
at the printed times; `with_durations` has those of the durations that replaced the printed ones.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import chain

from plancore.model.plan import Plan, Tolerances
from plancore.simulate.access import Access, Resources, changes_access
from plancore.simulate.atoms import Fluent, UndecidedError, Value, exact, show, show_value
from plancore.simulate.conditions import Node, NumberTest, is_true
from plancore.simulate.continuous import Activity, Broken, Continuum
from plancore.simulate.effects import Changes, InapplicableError, Update
from plancore.simulate.expressions import DURATION, Read, compare, evaluate
from plancore.simulate.ground import GroundOperator
from plancore.simulate.happen import (
    ActionInstant,
    advance,
    enact,
    finish,
    happen,
    interference,
    merged,
    precondition_failure,
    unsatisfied,
)
from plancore.simulate.queries import Test
from plancore.simulate.render import fluents_in, render, value_text
from plancore.simulate.spanning import Memory
from plancore.simulate.state import Delta, Env, StateSequence, World
from plancore.simulate.task import Task, TimedChange
from plancore.simulate.timeline import (
    Event,
    Moment,
    events_of,
    fraction,
    latest,
    moments_of,
    with_end,
)
from plancore.simulate.trace import Failure, FailureKind, Happening, Point, RoundedDuration, Trace

_EPSILON = Fraction(1, 10_000)
"""VAL's tolerance: the allowed deviation of a duration, whatever its number of decimals."""

_DURATION = (DURATION,)
_DURATION_READ = (Read(DURATION, ()),)
_ZERO = Fraction(0)


def run_timed(
    task: Task,
    plan: Plan,
    operators: list[tuple[GroundOperator, ...]],
    world: World,
    tolerances: Tolerances,
) -> Trace:
    """Execute a plan whose steps have start times. A step without one, step k, starts at time k.
    Numbers are compared with the slack of `world`."""
    run = _Run(task, world, tolerances)
    events = list(events_of(plan, operators))
    takes_time = any(event.moment for event in events)
    makespan = latest([event.time for event in events])
    deltas: list[Delta] = []
    happenings: list[Happening] = []
    failure: Failure | None = None
    undecided: str | None = None
    try:
        for moment in with_end(moments_of(events, task.timed, run.separation), plan.end):
            world.spend(1)
            # What is apart may count as one happening.
            for apart in (moment.events[-1:], moment.timed[-1:]):
                world.leaned |= bool(apart) and apart[0].time != moment.time
            for part, result in run.take(moment):
                if isinstance(result, Failure):
                    failure = replace(result, time=part.time)
                    break
                deltas.append(result)
                points = tuple(Point(e.step, e.action, e.moment) for e in part.events)
                happenings.append(Happening(part.time, points))
            if failure is not None:
                break
    except UndecidedError as problem:
        undecided = problem.reason
    trace = Trace(
        task,
        plan,
        StateSequence(task.initial, deltas),
        failure=failure,
        undecided=undecided,
        happenings=tuple(happenings),
        rounded=tuple(run.rounded),
        slack=world.slack,
        strict=world.strict,
    )
    length = exact(makespan) if takes_time else len(plan.steps)
    return finish(trace, world, length, run.moving)


class _Run:
    """The world, and the durative actions in progress."""

    def __init__(self, task: Task, world: World, tolerances: Tolerances) -> None:
        self.separation = fraction(tolerances.separation)
        self.rounded: list[RoundedDuration] = []
        self._given = None if tolerances.duration is None else fraction(tolerances.duration)
        self._task = task
        self._world = world
        self._active: dict[tuple[int, GroundOperator], Event] = {}
        self._flowing = 0
        """The number of active actions with continuous effects."""
        self._durations: dict[tuple[int, GroundOperator], Value] = {}
        """The durations that were changed from the printed ones."""
        self._memories: dict[tuple[int, GroundOperator], list[Memory]] = {}
        """What actions in progress remember for conditional effects at their ends."""
        self._time = _ZERO
        self._continuum: Continuum | None = None
        if task.autonomous:
            self._continuum = Continuum(task.autonomous, task.axioms, world)

    @property
    def moving(self) -> Collection[Fluent]:
        """The fluents that have changed continuously so far."""
        return () if self._continuum is None else self._continuum.moving

    def take(self, moment: Moment) -> Iterator[tuple[Moment, Delta | Failure]]:
        """Check and apply one happening, and what happens by itself before it. An action with a
        rounded duration may have ended before other events printed at the same time: if all
        together fail, its end is tried first."""
        if self._continuum is not None or self._flowing:
            for each in self._flow(moment.time):
                yield each
                if isinstance(each[1], Failure):
                    return
        if not moment.events and not moment.timed:
            return
        if self._task.autonomous and not (moment.timed or any(e.moment for e in moment.events)):
            yield from self._in_turn(moment)
            return
        begun, self._time = self._time, moment.time
        result = self._take(moment)
        if isinstance(result, Failure):
            if result.kind is FailureKind.INVARIANT:
                # It has been violated since the previous happening.
                yield moment._replace(time=begun), result
                return
            ends = [e for e in moment.events if (e.step, e.operator) in self._durations]
            ends = [event for event in ends if event.moment == "end"]
            if 0 < len(ends) < len(moment.events):
                first = moment._replace(events=ends, timed=[])
                yield first, self._take(first)
                moment = moment._replace(events=[e for e in moment.events if e not in ends])
                result = self._take(moment)
        yield moment, result

    def _in_turn(self, moment: Moment) -> Iterator[tuple[Moment, Delta | Failure]]:
        """Execute the actions of one time in textual order: planners for PDDL+ print them so."""
        self._time = moment.time
        for event in moment.events:
            yield from self._flow(moment.time)
            single = moment._replace(events=[event])
            result = self._take(single)
            yield single, result
            if isinstance(result, Failure):
                return

    def _flow(self, end: Fraction) -> Iterator[tuple[Moment, Delta | Failure]]:
        """The changes until the next happening, and a condition violated in between."""
        if self._continuum is None:
            self._continuum = Continuum((), self._task.axioms, self._world)
        if any(memory.lasts for memory in chain.from_iterable(self._memories.values())):
            raise UndecidedError("a conditional effect (over all …) next to continuous change")
        events = list(self._active.values())
        activities = [_activity(event) for event in events]
        for activity in activities:
            tests = (test for test, _ in self._task.axioms.comparisons(activity.condition))
            if any(_DURATION_READ[0] in test.left + test.right for test in tests):
                raise UndecidedError("`?duration` over all next to continuous change")
        for change in self._continuum.flow(self._time, end, activities):
            if isinstance(change, Broken):
                failure = _violated(events[change.number], change.missing)
                yield Moment(change.time, [], []), failure
            else:
                yield Moment(change[0], [], []), change[1]

    def _take(self, moment: Moment) -> Delta | Failure:
        failure = self._broken_invariant(moment)
        if failure is not None:
            return failure
        result = self._happen(moment)
        if isinstance(result, Failure):
            return result
        for event in moment.events:
            key = (event.step, event.operator)
            schema = event.operator.schema
            if event.moment == "start" and (
                schema.flows or not is_true(schema.parts["all"].condition)
            ):
                self._active[key] = event
                self._flowing += bool(schema.flows)
            elif event.moment == "end" and self._active.pop(key, None) is not None:
                self._flowing -= bool(schema.flows)
        return result

    def _happen(self, moment: Moment) -> Delta | Failure:
        if len(moment.events) == 1 and not moment.timed and not moment.events[0].moment:
            delta = advance(moment.events[0].operator.part, self._world)
            if delta is not None:
                return delta
        occurrences = [
            ActionInstant(event.step, event.action, event.operator.parts[event.moment])
            for event in moment.events
        ]
        if not moment.timed and not any(event.moment for event in moment.events):
            return happen(occurrences, self._task, self._world)
        gathered: list[Changes] = []
        for event, occurrence in zip(moment.events, occurrences, strict=True):
            result = self._gather(event, occurrence)
            if isinstance(result, Failure):
                return replace(result, moment=event.moment)
            gathered.append(result)
        if len(gathered) == 1 and not moment.timed:
            return enact(occurrences, gathered[0], self._world)
        failure = interference(occurrences, gathered, self._task)
        if failure is not None:
            return failure
        timed = [_timed_changes(change) for change in moment.timed]
        failure = self._timed_interference(occurrences, gathered, timed)
        return failure or enact(occurrences, merged([*gathered, *timed]), self._world)

    def _gather(self, event: Event, occurrence: ActionInstant) -> Changes | Failure:
        world = self._world
        if event.moment:
            world.values[_DURATION] = self._duration_of(event)
        try:
            if event.duration < 0 or self._violated(event, _ZERO):
                if event.moment == "start":
                    self._round(event)
                left = self._violated(event, _ZERO)
                if left or event.duration < 0:
                    failure = self._wrong_duration(event, occurrence)
                    if failure is not None:
                        return failure
                for node in left:
                    self._note(event, None, render(node, event.operator.env))
            if not occurrence.part.holds(world):
                return precondition_failure(occurrence, world)
            changes = occurrence.part.changes(world)
            return self._remembered(event, changes) if event.operator.schema.spanning else changes
        except InapplicableError as problem:
            reason = f"undefined effect of {event.action}: {problem.reason}"
            return Failure(FailureKind.EFFECT, reason, event.step, event.action)
        finally:
            world.values.pop(_DURATION, None)

    def _remembered(self, event: Event, changes: Changes) -> Changes:
        """The changes at the start or end of an action with effects that span its times."""
        operator, world = event.operator, self._world
        memories = self._memories.setdefault((event.step, operator), [])
        if event.moment == "start":
            memories.append(Memory(operator.schema.spanning, operator.env, world))
            return changes
        return merged([changes, memories.pop().changes(world)])

    def _duration_of(self, event: Event) -> Value:
        if not self._durations:
            return event.duration
        return self._durations.get((event.step, event.operator), event.duration)

    def _round(self, event: Event) -> None:
        """Replace a duration by the allowed one that it may be the rounded form of."""
        world, env, printed = self._world, event.operator.env, event.duration
        allowed = self._deviation(event)
        for node, _ in event.operator.schema.durations.get("start", ()):
            if not isinstance(node, NumberTest) or not node.positive:
                continue
            left, right = (evaluate(side, env, world.values) for side in (node.left, node.right))
            if left is None or right is None or _DURATION_READ not in (node.left, node.right):
                continue
            bound = left if node.right == _DURATION_READ else right
            off = abs(Fraction(printed) - bound)
            if off <= allowed and not compare(node.operator, left, right):
                self._durations[event.step, event.operator] = bound
                world.values[_DURATION] = bound
                self._note(event, bound, "")

    def _note(self, event: Event, exactly: Value | None, constraint: str) -> None:
        rounded = RoundedDuration(event.step, event.action, event.duration, exactly, constraint)
        self.rounded.append(rounded)

    def _deviation(self, event: Event) -> Fraction:
        """The allowed deviation of the duration."""
        if self._given is not None:
            return self._given
        half = Fraction(1, 2 * 10**event.decimals) if event.decimals else _ZERO
        return max(half, _EPSILON)

    def _violated(self, event: Event, deviation: Fraction) -> list[Node]:
        """The violated constraints on the duration, except that it is not negative."""
        return [
            node
            for node, test in event.operator.schema.durations.get(event.moment, ())
            if not self._duration_holds(test, event, deviation)
        ]

    def _wrong_duration(self, event: Event, occurrence: ActionInstant) -> Failure | None:
        env, world = event.operator.env, self._world
        wrong = self._violated(event, self._deviation(event))
        violated = [render(node, env) for node in wrong]
        if event.duration < 0:
            violated.insert(0, f"(>= {DURATION} 0)")
        if not violated:
            return None
        lasts = show_value(event.duration)
        reason = f"duration {lasts} of {event.action} violates {', '.join(violated)}"
        compared = (node for node in wrong if isinstance(node, NumberTest))
        fluents = dict.fromkeys(chain.from_iterable(fluents_in(node, env) for node in compared))
        if fluents:
            known = (value_text(fluent, world.values) for fluent in fluents)
            reason += f", where {', '.join(known)}"
        violated += unsatisfied(occurrence.part, world)
        return Failure(
            FailureKind.DURATION, reason, event.step, event.action, unsatisfied=tuple(violated)
        )

    def _duration_holds(self, test: Test, event: Event, deviation: Fraction) -> bool:
        """Whether a constraint on the duration holds within a deviation, which is told apart from
        other tolerances."""
        world = self._world
        kept = world.slack, world.leaned
        world.slack = deviation
        try:
            return test(event.operator.env, world)
        finally:
            world.slack, world.leaned = kept

    def _broken_invariant(self, moment: Moment) -> Failure | None:
        # With continuous change only the open interval before the end counts.
        ending: set[int] = set()
        if self._continuum is not None:
            ending = {event.step for event in moment.events if event.moment == "end"}
        world = self._world
        try:
            for event in self._active.values():
                if event.step in ending:
                    continue
                part = event.operator.parts["all"]
                if part.schema.rest:
                    world.values[_DURATION] = self._duration_of(event)
                if not part.holds(world):
                    return _violated(event, unsatisfied(part, world))
            for memory in chain.from_iterable(self._memories.values()):
                memory.pass_through(world)
        finally:
            world.values.pop(_DURATION, None)
        return None

    def _timed_interference(
        self, occurrences: list[ActionInstant], gathered: list[Changes], timed: list[Changes]
    ) -> Failure | None:
        accesses = [changes_access(changes, Resources()) for changes in timed]
        for occurrence, changes in zip(occurrences, gathered, strict=True):
            access = self._access(occurrence, changes)
            for change in accesses:
                atom = access.conflict(change)
                if atom is not None:
                    shown = show(atom[1:] if atom[0] == "=" else atom)
                    return Failure(
                        FailureKind.INTERFERENCE,
                        f"{occurrence.action} uses {shown} at the time the problem changes it",
                        occurrence.step,
                        occurrence.action,
                    )
        return None

    def _access(self, occurrence: ActionInstant, changes: Changes) -> Access:
        reads = self._task.access(occurrence.part).reads
        return changes_access(changes, reads)


def _violated(event: Event, missing: tuple[str, ...]) -> Failure:
    return Failure(
        FailureKind.INVARIANT,
        f"{event.action} violates an `over all` condition: {', '.join(missing)}",
        event.step,
        event.action,
        unsatisfied=missing,
        moment="all",
    )


def _activity(event: Event) -> Activity:
    operator, part = event.operator, event.operator.parts["all"]

    def test(_: Env, world: World) -> bool:
        return part.holds(world)

    def missing(world: World) -> tuple[str, ...]:
        return unsatisfied(part, world)

    condition = part.schema.condition
    return Activity(operator.name, operator.schema.flows, part.env, condition, test, missing)


def _timed_changes(change: TimedChange) -> Changes:
    updates = tuple(Update("assign", fluent, value) for fluent, value in change.values)
    return Changes(change.adds, change.dels, updates)
