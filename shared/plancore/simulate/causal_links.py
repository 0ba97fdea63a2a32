"""Causal links of a plan, and the steps that no goal depends on.

A link (producer, literal, consumer) says that the consumer needs the literal and that the
producer was the last step to make it so. A positive literal that no step added, and a negative
one that no step deleted, comes from the initial state. Only literals of a precondition's
top-level conjunction make links, and derived atoms have no producer; that is the causal link of
partial-order planning, on which the distance of plans by Srivastava et al. (IJCAI 2007) rests.
Unneeded steps are found with all that a step may read, numbers, conditional effects and
quantified conditions included.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from plancore.model.ground import GroundAtom
from plancore.model.plan import GroundAction
from plancore.simulate.access import NUMBER, Resources
from plancore.simulate.atoms import Literal
from plancore.simulate.ground import Operator
from plancore.simulate.parts import Changes, InapplicableError, Part
from plancore.simulate.task import Task
from plancore.simulate.trace import Trace

INIT = 0
"""The number of the initial state as a producer."""

LinkLabel: TypeAlias = tuple[str, Literal, str]
"""A link without step numbers: producer and consumer in PDDL, or `INIT` and `GOAL`."""


class CausalLink(NamedTuple):
    """Steps count from one; the producer may be `INIT`, and the goal is step `len(plan) + 1`."""

    producer: int
    literal: Literal
    consumer: int


class _Act(NamedTuple):
    """An action of the plan with the number of its step."""

    step: int
    action: GroundAction
    part: Part


def causal_links(trace: Trace) -> tuple[CausalLink, ...]:
    """The links of the steps executed, and of the goal when all were; in order of consumers.

    A goal that is not reached at the end has no producer, and so no link. Empty for plans with
    durative actions: their steps have more than one moment.
    """
    links: list[CausalLink] = []
    writers = _Writers()
    for acts, changes in _progress(trace):
        for act in acts:
            links += writers.links(act.part, act.step)
        for act, change in zip(acts, changes, strict=True):
            writers.record(act.step, change)
    if trace.executable and not _is_durative(trace):
        final = trace.state(len(trace.happenings) or len(trace.plan))
        for link in writers.links(trace.task.goal, len(trace.plan) + 1):
            if final.holds(link.literal.atom) == link.literal.positive:
                links.append(link)
    return tuple(links)


def link_labels(trace: Trace) -> frozenset[LinkLabel]:
    """The links as a set without step numbers, as the distance of plans takes them."""

    def label(step: int) -> str:
        if step == INIT:
            return "INIT"
        return str(trace.plan.steps[step - 1]) if step <= len(trace.plan) else "GOAL"

    return frozenset(
        (label(link.producer), link.literal, label(link.consumer)) for link in causal_links(trace)
    )


def unneeded_steps(trace: Trace) -> tuple[int, ...]:
    """The steps none of whose effects any goal uses, directly or through other steps.

    Empty unless all steps ran; empty for plans with durative actions.
    """
    if not trace.executable or _is_durative(trace):
        return ()
    task = trace.task
    writers = _Writers()
    needs: dict[int, set[int]] = {}
    for acts, changes in _progress(trace):
        for act in acts:
            reads = task.access(act.part).reads
            needs.setdefault(act.step, set()).update(writers.of(reads))
        for act, change in zip(acts, changes, strict=True):
            writers.record(act.step, change)
    todo = sorted(writers.of(task.access(task.goal).reads))
    needed: set[int] = set()
    while todo:
        step = todo.pop()
        if step not in needed:
            needed.add(step)
            todo.extend(needs[step])
    return tuple(step for step in range(1, len(trace.plan) + 1) if step not in needed)


class _Writers:
    """Who was the last to add or delete each atom, and who changed each number since it was set."""

    def __init__(self) -> None:
        self._last: dict[GroundAtom, int] = {}
        self._by_predicate: dict[str, set[GroundAtom]] = {}
        self._numbers: dict[GroundAtom, set[int]] = {}

    def record(self, step: int, changes: Changes) -> None:
        for atom in (*changes.dels, *changes.adds):
            self._last[atom] = step
            self._by_predicate.setdefault(atom[0], set()).add(atom)
        for update in changes.updates:
            atom = (NUMBER, *update.fluent)
            if update.operator == "assign":
                self._numbers[atom] = {step}
            else:
                self._numbers.setdefault(atom, set()).add(step)
            self._by_predicate.setdefault(NUMBER, set()).add(atom)

    def links(self, part: Part, consumer: int) -> Iterator[CausalLink]:
        for literal in dict.fromkeys(part.literals):
            yield CausalLink(self._last.get(literal.atom, INIT), literal, consumer)

    def of(self, reads: Resources) -> set[int]:
        found: set[int] = set()
        for atom in reads.atoms:
            found |= self._of_atom(atom)
        for pattern in reads.patterns:
            for atom in self._by_predicate.get(pattern.predicate, ()):
                if pattern.matches(atom):
                    found |= self._of_atom(atom)
        return found

    def _of_atom(self, atom: GroundAtom) -> set[int]:
        if atom[0] == NUMBER:
            return self._numbers.get(atom, set())
        step = self._last.get(atom)
        return set() if step is None else {step}


def _progress(trace: Trace) -> Iterator[tuple[list[_Act], list[Changes]]]:
    """What was executed, moment by moment, with its effects in the state where they happened."""
    if _is_durative(trace):
        return
    # What did not run has no change, and may have no operator.
    world = trace.task.world(trace.states.initial)
    for delta, acts in zip(trace.states.deltas, _acts(trace), strict=False):
        try:
            changes = [act.part.changes(world) for act in acts]
        except InapplicableError:
            return
        yield acts, [_without_readded(change) for change in changes]
        world.apply(delta.added, delta.deleted, delta.values)


def _without_readded(changes: Changes) -> Changes:
    """Deletions that an addition of the same action undoes are none."""
    if not set(changes.adds) & set(changes.dels):
        return changes
    return changes._replace(dels=tuple(a for a in changes.dels if a not in changes.adds))


def _acts(trace: Trace) -> Iterator[list[_Act]]:
    task = trace.task
    if trace.happenings:
        for happening in trace.happenings:
            yield [_act(task, point.step, point.action) for point in happening.points]
        return
    for index, step in enumerate(trace.plan.steps, start=1):
        yield [_act(task, index, action) for action in step.actions]


def _act(task: Task, step: int, action: GroundAction) -> _Act:
    operator = task.bind(action)
    assert isinstance(operator, Operator), "only executed steps are asked for"
    return _Act(step, action, operator.part)


def _is_durative(trace: Trace) -> bool:
    return any(point.moment for happening in trace.happenings for point in happening.points)
