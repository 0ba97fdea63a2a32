"""Change between happenings: processes, events, and continuous effects of durative actions (PDDL+,
Fox & Long, JAIR 2006).

Between two happenings every fluent changes at a constant rate, the sum of the rates of the active
processes and durative actions. So a comparison of linear expressions changes its truth at a
rational time, and nothing is sampled or rounded. Rates that themselves change and non-linear
comparisons are undecided.

An event happens as soon as its condition is true, before the actions at the same time. Events of
one state must not interfere: their order must not matter. An `over all` condition must hold
throughout the open interval.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from plancore.model.domain import Action, ActionKind
from plancore.model.formula import And, Arithmetic, Assign, Expression, Formula, Number, walk
from plancore.simulate.access import Resources, ResourceSchema, access_schema
from plancore.simulate.atoms import Fluent, Objects, UndecidedError, Value, exact, show
from plancore.simulate.axioms import Axioms
from plancore.simulate.conditions import (
    TRUE,
    AtomTest,
    Frame,
    Node,
    NumberTest,
    Variable,
    conjuncts,
    normalise,
)
from plancore.simulate.effects import (
    Changes,
    InapplicableError,
    Template,
    depends_on_time,
    effect_blocks,
)
from plancore.simulate.expressions import (
    Apply,
    Program,
    Push,
    Read,
    compile_expression,
    evaluate,
    fluent_of,
)
from plancore.simulate.parts import GroundPart, SchemaPart, settle
from plancore.simulate.queries import Query, Test, compile_test, slots_of
from plancore.simulate.state import Delta, Env, Facts, World

_TIME: Final = "#t"
_MOST: Final = 10_000
"""The maximum number of events and rate changes in one plan."""
_ROUNDS: Final = 4
"""The maximum number of searches for the active processes at one time."""

_Line: TypeAlias = tuple[Value, Value]
"""The current value, and its change per unit of time."""


class Flow(NamedTuple):
    """A continuous effect: `sign` times the value of `rate` is added per unit of time."""

    sign: int
    target: Template
    rate: Program


class Activity(NamedTuple):
    """A durative action in progress: its continuous effects, and its `over all` condition."""

    name: str
    flows: tuple[Flow, ...]
    env: Env
    condition: Node
    test: Test
    missing: Callable[[World], tuple[str, ...]]
    """The false conjuncts of the condition."""


class Broken(NamedTuple):
    """The condition of the activity with this number does not hold after `time`, because of the
    conjuncts `missing`."""

    time: Fraction
    number: int
    missing: tuple[str, ...]


def flows_of(effect: Formula, frame: Frame) -> tuple[Flow, ...]:
    """The continuous effects of `effect`. Raises UndecidedError for unsupported ones."""
    flows: list[Flow] = []
    todo = [effect]
    while todo:
        part = todo.pop()
        if isinstance(part, And):
            todo.extend(part.parts)
        elif isinstance(part, Assign) and depends_on_time(part):
            sign = {"increase": 1, "decrease": -1}.get(part.operator)
            if sign is None:
                raise UndecidedError(f"({part.operator} …) with `#t` is not supported")
            if any(frame.object_fluent(arg) is not None for arg in part.target.args):
                raise UndecidedError("an object fluent in a continuous effect is not supported")
            terms = tuple(frame.scope.get(str(arg), str(arg)) for arg in part.target.args)
            rate = compile_expression(_rate(part), frame.scope)
            flows.append(Flow(sign, Template(part.target.name, terms), rate))
        elif any(isinstance(inner, Assign) and depends_on_time(inner) for inner in walk(part)):
            raise UndecidedError("a conditional or quantified continuous effect is not supported")
    return tuple(flows)


def _rate(effect: Assign) -> Expression:
    """The factor of time: `rate` in `(* #t rate)`, 1 in `#t`."""
    value = effect.value
    if _is_time(value):
        return Number(Fraction(1))
    if isinstance(value, Arithmetic) and value.operator == "*" and len(value.args) == 2:
        left, right = value.args
        if _is_time(right):
            left, right = right, left
        if _is_time(left) and not _is_time(right):
            return right
    raise UndecidedError("a continuous effect is not a product of `#t` and a rate")


def _is_time(value: Expression) -> bool:
    return _TIME in (value, getattr(value, "name", None))


class Autonomous:
    """A process or an event, compiled."""

    def __init__(self, action: Action, objects: Objects, derived: frozenset[str]) -> None:
        """Raises UndecidedError for unsupported conditions and effects."""
        frame = Frame(action.parameters, objects.functions)
        self.name = action.name
        self.is_event = action.kind is ActionKind.EVENT
        self.flows = () if self.is_event else flows_of(action.effect, frame)
        self.condition = normalise(action.precondition, frame, frame.scope)
        self.test = compile_test(self.condition, objects)
        blocks = effect_blocks(action.effect, frame, continuous=not self.is_event)
        if blocks and not self.is_event:
            raise UndecidedError(f"the process {action.name} has effects that are not continuous")
        self._part = SchemaPart(self.condition, blocks, objects, derived)
        self.effects = SchemaPart(TRUE, blocks, objects, derived)
        self._n_parameters = len(action.parameters)
        variables = tuple(
            Variable(slot, each.name, each.types) for slot, each in enumerate(action.parameters)
        )
        steady = [node for node in conjuncts(self.condition) if isinstance(node, AtomTest)]
        self._query = Query(variables, steady, objects)
        self._size = frame.size

    def candidates(self, world: World) -> list[Env]:
        """The bindings for which its condition is true, or false only because of numbers."""
        env: Env = [""] * self._size
        return [list(env) for _ in self._query.solutions(env, world)]

    def part(self, env: Env) -> GroundPart:
        """Its effects for the objects in `env`."""
        return self._part.ground(env)

    def shown(self, env: Env) -> str:
        """Its name with the objects in `env`."""
        return show((self.name, *env[: self._n_parameters]))


_Instance: TypeAlias = tuple[Autonomous, Env]


class Continuum:
    """The processes and events of a task, in a world that changes over time."""

    def __init__(self, autonomous: Iterable[Autonomous], axioms: Axioms, world: World) -> None:
        self._axioms = axioms
        self._autonomous = tuple(autonomous)
        self._event_schemas = tuple(each for each in self._autonomous if each.is_event)
        self._world = world
        self._left = _MOST
        self.moving: dict[Fluent, None] = {}
        """The fluents that have changed continuously so far."""
        self._effect_reads: dict[str, ResourceSchema] = {}

    def flow(
        self, time: Fraction, end: Fraction, activities: Sequence[Activity]
    ) -> Iterator[tuple[Fraction, Delta] | Broken]:
        """Let time pass from `time` to `end`; yield each change with its time. Events on the way
        and at `end` happen. Stops with a `Broken` at the first violated condition of an
        activity."""
        world = self._world
        yield from self._events(time)
        while time < end:
            self._spend()
            rates, length = self._next(end - time, activities)
            with self._supposed(_later(world.values, rates, length / 2)):
                broken = self._broken(time, activities)
                early = [] if broken is not None else self._happening()
            if broken is not None:
                yield broken
                return
            if early:
                # True after any positive time: `(> (x) 5)` where x is 5 and grows.
                yield from self._fire(time, early)
                continue
            later = _later(world.values, rates, length)
            time += length
            self.moving.update(dict.fromkeys(later))
            if later:
                yield time, world.apply(Delta((), (), tuple(later.items())))
            broken = self._broken(time, activities) if time < end else None
            if broken is not None:
                yield broken
                return
            yield from self._events(time)

    def _broken(self, time: Fraction, activities: Sequence[Activity]) -> Broken | None:
        """The first activity whose condition does not hold now, at or after `time`."""
        for number, activity in enumerate(activities):
            if not activity.test(activity.env, self._world):
                return Broken(time, number, activity.missing(self._world))
        return None

    @contextmanager
    def _supposed(self, changes: Mapping[Fluent, Value]) -> Iterator[None]:
        """Temporarily set other values for fluents that have a value."""
        world = self._world
        kept = {fluent: world.values[fluent] for fluent in changes}
        derived, computed = world.derived, world.computed
        world.values.update(changes)
        world.derived, world.computed = Facts(), set()
        try:
            yield
        finally:
            world.values.update(kept)
            world.derived, world.computed = derived, computed

    def _next(
        self, longest: Fraction, activities: Sequence[Activity]
    ) -> tuple[dict[Fluent, Value], Fraction]:
        """The rates from now on, and the time until a comparison may change its truth."""
        world = self._world
        instances = self._instances()
        changes: Mapping[Fluent, Value] = {}
        before: list[int] | None = None
        for _ in range(_ROUNDS):
            with self._supposed(changes):
                active = [
                    index
                    for index, (schema, env) in enumerate(instances)
                    if not schema.is_event and self._holds(schema.test, env)
                ]
            going = [(each.name, each.flows, each.env) for each in activities]
            going += [
                (instances[index][0].name, instances[index][0].flows, instances[index][1])
                for index in active
            ]
            rates = self._rates(going)
            length = longest
            for node, env in (
                *((each.condition, each.env) for each in activities),
                *((schema.condition, env) for schema, env in instances),
            ):
                for test, bound in self._comparisons(node, env, rates):
                    at = _crossing(test, bound, world.values, rates)
                    if at is not None and at < length:
                        length = at
            if active == before:
                return rates, length
            before, changes = active, _later(world.values, rates, length / 2)
        raise UndecidedError("processes switch each other on and off while no time passes")

    def _comparisons(
        self, condition: Node, env: Env, rates: Mapping[Fluent, Value]
    ) -> Iterator[tuple[NumberTest, Env]]:
        """The comparisons on which a condition depends, for all objects of their variables."""
        moving = {fluent[0] for fluent, rate in rates.items() if rate}
        for test, variables in self._axioms.comparisons(condition):
            program = test.left + test.right
            if not any(isinstance(each, Read) and each.function in moving for each in program):
                continue
            slots = slots_of(test)
            bound = [variable for variable in variables if variable.slot in slots]
            for names in product(*(self._axioms.objects.of(each.types) for each in bound)):
                self._world.spend(1)
                filled = [*env, *[""] * (max(slots, default=0) + 1)]
                for variable, name in zip(bound, names, strict=True):
                    filled[variable.slot] = name
                yield test, filled

    def _instances(self) -> list[_Instance]:
        world = self._world
        return [(each, env) for each in self._autonomous for env in each.candidates(world)]

    def _rates(self, going: Iterable[tuple[str, tuple[Flow, ...], Env]]) -> dict[Fluent, Value]:
        world = self._world
        rates: dict[Fluent, Value] = {}
        reads: dict[Fluent, Fluent] = {}
        for name, flows, env in going:
            for sign, target, program in flows:
                fluent = target.ground(env)
                rate = evaluate(program, env, world.values)
                if rate is None or fluent not in world.values:
                    raise UndecidedError(f"({name} …) changes {show(fluent)} by an unknown rate")
                rates[fluent] = rates.get(fluent, 0) + sign * rate
                reads.update((read, fluent) for read in _fluents(program, env))
        for read, fluent in reads.items():
            if rates.get(read):
                reason = f"the rate of {show(fluent)} depends on {show(read)}, which changes"
                raise UndecidedError(f"{reason}: not linear")
        return rates

    def _events(self, time: Fraction) -> Iterator[tuple[Fraction, Delta]]:
        """Let events happen until no condition is true."""
        while happening := self._happening():
            yield from self._fire(time, happening)

    def _happening(self) -> list[_Instance]:
        """The events whose conditions are true."""
        return [
            (event, env)
            for event in self._event_schemas
            for env in event.candidates(self._world)
            if self._holds(event.test, env)
        ]

    def _fire(self, time: Fraction, happening: list[_Instance]) -> Iterator[tuple[Fraction, Delta]]:
        gathered: list[Changes] = []
        for event, env in happening:
            self._spend()
            try:
                gathered.append(event.part(env).changes(self._world))
            except InapplicableError as problem:
                raise UndecidedError(f"event {event.shown(env)}: {problem.reason}") from None
        if len(happening) > 1:
            from plancore.simulate.interference import check_events

            names = [event.shown(env) for event, env in happening]
            reads = [self._reads(event, env) for event, env in happening]
            check_events(names, gathered, reads, self._world)
        has_changed = False
        for (event, env), (adds, dels, updates) in zip(happening, gathered, strict=True):
            try:
                values = settle(updates, self._world) if updates else ()
            except InapplicableError as problem:
                raise UndecidedError(f"event {event.shown(env)}: {problem.reason}") from None
            delta = self._world.apply(Delta(adds, dels, values))
            if delta != Delta():
                has_changed = True
                yield time, delta
        if not has_changed:
            name = happening[0][0].name
            raise UndecidedError(f"the event ({name} …) does not end its own condition")

    def _reads(self, event: Autonomous, env: Env) -> Resources:
        """The atoms and fluents that the effects of an event may read."""
        schema = self._effect_reads.get(event.name)
        if schema is None:
            axioms = self._axioms
            schema = access_schema(event.effects, axioms, axioms.objects).reads
            self._effect_reads[event.name] = schema
        return schema.ground(env)

    def _holds(self, test: Test, env: Env) -> bool:
        """Whether a condition of a process or an event is true, without any tolerance."""
        world = self._world
        slack, world.slack = world.slack, 0
        try:
            return test(env, world)
        finally:
            world.slack = slack

    def _spend(self) -> None:
        self._left -= 1
        self._world.spend(1)
        if self._left < 0:
            raise UndecidedError(f"more than {_MOST} events and changes of rates")


def _later(
    values: Mapping[Fluent, Value], rates: Mapping[Fluent, Value], time: Fraction
) -> dict[Fluent, Value]:
    """The new values of the changing fluents after `time`."""
    return {
        fluent: exact(Fraction(values[fluent] + rate * time))
        for fluent, rate in rates.items()
        if rate
    }


def _fluents(program: Program, env: Env) -> Iterator[Fluent]:
    for read in program:
        if isinstance(read, Read):
            yield fluent_of(read.function, read.terms, env)


def _crossing(
    test: NumberTest, env: Env, values: Mapping[Fluent, Value], rates: Mapping[Fluent, Value]
) -> Fraction | None:
    """The time until both sides are equal; None if they never are, or only now."""
    if not any(rates.get(fluent) for fluent in _fluents(test.left + test.right, env)):
        return None
    left, right = (_line(side, env, values, rates) for side in (test.left, test.right))
    if left is None or right is None:
        return None
    gap, slope = left[0] - right[0], left[1] - right[1]
    if not slope:
        return None
    at = Fraction(-gap) / slope
    return at if at > 0 else None


def _line(
    program: Program, env: Env, values: Mapping[Fluent, Value], rates: Mapping[Fluent, Value]
) -> _Line | None:
    """An expression as a line over time; None if undefined. Raises UndecidedError if not linear."""
    stack: list[_Line] = []
    for instruction in program:
        if isinstance(instruction, Push):
            stack.append((instruction.value, 0))
        elif isinstance(instruction, Read):
            fluent = fluent_of(instruction.function, instruction.terms, env)
            if fluent not in values:
                return None
            stack.append((values[fluent], rates.get(fluent, 0)))
        elif isinstance(instruction, Apply):
            cut = len(stack) - instruction.arity
            lines = stack[cut:]
            del stack[cut:]
            result = _combined(instruction.operator, lines)
            if result is None:
                return None
            stack.append(result)
        else:
            return None
    return stack[0]


def _combined(operator: str, lines: list[_Line]) -> _Line | None:
    value, slope = lines[0]
    if len(lines) == 1:
        return (-value, -slope) if operator == "-" else (value, slope)
    for other, steep in lines[1:]:
        if operator in "+-":
            sign = 1 if operator == "+" else -1
            value, slope = value + sign * other, slope + sign * steep
        elif operator == "*" and not (slope and steep):
            value, slope = value * other, value * steep + slope * other
        elif operator == "/" and not steep:
            if not other:
                return None
            value, slope = Fraction(value) / other, Fraction(slope) / other
        else:
            raise UndecidedError(f"({operator} …) of changing fluents is not linear")
    return value, slope
