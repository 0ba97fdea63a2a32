"""Causal links of a plan, and the steps that no goal depends on.

A link (producer, literal, consumer) means that the consumer needs the literal, and that the
producer was the last step to make it true. A positive literal that no step added, or a negative one
that no step deleted, is produced by the initial state; so are changes of the problem itself, such
as timed initial literals. Only literals in the top-level conjunction of a precondition make links,
and derived atoms have no producer. This is the causal link of partial-order planning, used by the
plan distance of Srivastava et al. (IJCAI 2007).

A durative action consumes at its start, over all of its time (from the last producer when that time
begins) and at its end, and produces at its start and its end. If several actions make a literal
true at the same moment, the last one by name is the producer, as a moment has no order.

Unneeded steps are found with everything that a step may read, including numbers, conditional
effects and quantified conditions.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from plancore.model.plan import GroundAtom
from plancore.simulate.access import NUMBER, Resources
from plancore.simulate.atoms import Literal, exact
from plancore.simulate.effects import Changes, InapplicableError
from plancore.simulate.expressions import DURATION
from plancore.simulate.ground import GroundOperator
from plancore.simulate.happen import merged
from plancore.simulate.parts import GroundPart
from plancore.simulate.spanning import Memory
from plancore.simulate.state import Delta, World
from plancore.simulate.trace import Point, Trace

INIT = 0
"""The step number of the initial state as a producer."""

LinkLabel: TypeAlias = tuple[str, Literal, str]
"""A link without step numbers: producer and consumer in PDDL, or `INIT` and `GOAL`."""


class CausalLink(NamedTuple):
    """Steps count from 1; the producer may be `INIT`, and the goal is step `len(plan) + 1`."""

    producer: int
    literal: Literal
    consumer: int


class _Act(NamedTuple):
    """A ground action in PDDL, and its step number."""

    step: int
    action: str


class _Link(NamedTuple):
    producer: _Act
    literal: Literal
    consumer: _Act


_INIT = _Act(INIT, "INIT")


def causal_links(trace: Trace) -> tuple[CausalLink, ...]:
    """The links of the executed steps, and of the goal if all were executed, in order of
    consumption. A goal that is false at the end has no producer, so no link."""
    return tuple(
        CausalLink(link.producer.step, link.literal, link.consumer.step) for link in _links(trace)
    )


def link_labels(trace: Trace) -> frozenset[LinkLabel]:
    """The set of links without step numbers, as the plan distance compares them. Producers and
    consumers are ground actions, even if a step has several."""
    return frozenset(
        (link.producer.action, link.literal, link.consumer.action) for link in _links(trace)
    )


def unneeded_steps(trace: Trace) -> tuple[int, ...]:
    """The steps whose effects no goal uses, directly or through other steps. Empty unless all steps
    were executed; empty for plans with durative actions."""
    if not trace.executable or is_durative(trace):
        return ()
    task = trace.task
    writers = _Writers()
    needs: dict[int, set[int]] = {}
    for moment in _progress(trace):
        for act, part in moment.consumers:
            needs.setdefault(act.step, set()).update(writers.of(task.access(part).reads))
        writers.record(moment)
    todo = sorted(writers.of(task.access(task.goal).reads))
    needed: set[int] = set()
    while todo:
        step = todo.pop()
        if step not in needed and step != INIT:
            needed.add(step)
            todo.extend(needs[step])
    return tuple(step for step in range(1, len(trace.plan) + 1) if step not in needed)


def is_durative(trace: Trace) -> bool:
    """Whether an action of the plan is durative."""
    return any(point.moment for happening in trace.happenings for point in happening.points)


def _links(trace: Trace) -> Iterator[_Link]:
    writers = _Writers()
    for moment in _progress(trace):
        for act, part in moment.consumers:
            yield from writers.links(part, act)
        writers.record(moment)
        for act, part in moment.enduring:
            yield from writers.links(part, act)
    if not trace.executable:
        return
    final = trace.state(len(trace.happenings) or len(trace.plan))
    for link in writers.links(trace.task.goal, _Act(len(trace.plan) + 1, "GOAL")):
        if final.holds(link.literal.atom) == link.literal.positive:
            yield link


class _Moment(NamedTuple):
    """The happenings of one moment: the conditions consumed, the changes by action, and their sum.
    `enduring` are the `over all` conditions of the actions that begin."""

    consumers: list[tuple[_Act, GroundPart]]
    changes: list[tuple[_Act, Changes]]
    delta: Delta
    enduring: list[tuple[_Act, GroundPart]]


class _Writers:
    """The last writer of each atom, and the writers of each number since its last assignment."""

    def __init__(self) -> None:
        self._last: dict[GroundAtom, _Act] = {}
        self._by_predicate: dict[str, set[GroundAtom]] = {}
        self._numbers: dict[GroundAtom, set[int]] = {}

    def record(self, moment: _Moment) -> None:
        """Process a moment: first the changes of the problem itself, then those of the actions."""
        for atom in (*moment.delta.deleted, *moment.delta.added):
            self._write(atom, _INIT)
        for fluent, _ in moment.delta.values:
            if not any(u.fluent == fluent for _, change in moment.changes for u in change.updates):
                self._numbers[NUMBER, *fluent] = set()
        for act, changes in sorted(moment.changes, key=lambda item: item[0].action):
            for atom in (*changes.dels, *changes.adds):
                self._write(atom, act)
            for update in changes.updates:
                atom = (NUMBER, *update.fluent)
                if update.operator == "assign":
                    self._numbers[atom] = {act.step}
                else:
                    self._numbers.setdefault(atom, set()).add(act.step)
                self._by_predicate.setdefault(NUMBER, set()).add(atom)

    def links(self, part: GroundPart, consumer: _Act) -> Iterator[_Link]:
        """A link for each literal of a condition."""
        for literal in dict.fromkeys(part.literals):
            yield _Link(self._last.get(literal.atom, _INIT), literal, consumer)

    def of(self, reads: Resources) -> set[int]:
        """The steps that produced the atoms and numbers in `reads`."""
        producers: set[int] = set()
        for atom in reads.atoms:
            producers |= self._of_atom(atom)
        for pattern in reads.patterns:
            for atom in self._by_predicate.get(pattern.predicate, ()):
                if pattern.matches(atom):
                    producers |= self._of_atom(atom)
        return producers

    def _write(self, atom: GroundAtom, act: _Act) -> None:
        self._last[atom] = act
        self._by_predicate.setdefault(atom[0], set()).add(atom)

    def _of_atom(self, atom: GroundAtom) -> set[int]:
        if atom[0] == NUMBER:
            return self._numbers.get(atom, set())
        act = self._last.get(atom)
        return set() if act is None else {act.step}


def _progress(trace: Trace) -> Iterator[_Moment]:
    """The executed moments, with their effects in the state where they happened."""
    # Steps that were not executed have no delta, and may have no operator.
    world = trace.world(0)
    memories: dict[_Act, Memory] = {}
    for delta, points in zip(trace.states.deltas, _points(trace), strict=False):
        moment = _Moment([], [], delta, [])
        for memory in memories.values():
            memory.pass_through(world)
        ending = {(point.step, point.action) for point in points if point.moment == "end"}
        for point in points:
            act = _Act(point.step, str(point.action))
            operator = trace.task.bind(point.action)
            assert isinstance(operator, GroundOperator), "only executed steps are asked for"
            part = operator.parts[point.moment]
            moment.consumers.append((act, part))
            try:
                duration = trace.plan.steps[point.step - 1].duration
                with _lasting(world, duration):
                    changes = part.changes(world)
                    if operator.schema.spanning and point.moment == "start":
                        memories[act] = Memory(operator.schema.spanning, operator.env, world)
                    elif act in memories:
                        changes = merged([changes, memories.pop(act).changes(world)])
                moment.changes.append((act, _net(changes)))
            except InapplicableError:
                return
            # No state lies between a start and an end at the same time.
            if point.moment == "start" and (point.step, point.action) not in ending:
                moment.enduring.append((act, operator.parts["all"]))
        yield moment
        world.apply(delta)


def _points(trace: Trace) -> Iterator[tuple[Point, ...]]:
    if trace.happenings:
        for happening in trace.happenings:
            yield happening.points
        return
    for index, step in enumerate(trace.plan.steps, start=1):
        yield tuple(Point(index, action) for action in step.actions)


@contextmanager
def _lasting(world: World, duration: Fraction | None) -> Iterator[None]:
    """Temporarily set `?duration`."""
    if duration is not None:
        world.values[DURATION,] = exact(duration)
    try:
        yield
    finally:
        world.values.pop((DURATION,), None)


def _net(changes: Changes) -> Changes:
    """The effects, without deletions of atoms that the same action adds."""
    if not set(changes.adds) & set(changes.dels):
        return changes
    return changes._replace(dels=tuple(a for a in changes.dels if a not in changes.adds))
