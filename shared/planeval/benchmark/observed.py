"""The trajectories for learning and testing a domain of a suite, and the suite's test states."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice, repeat
from random import Random
from typing import Final, NamedTuple

from plancore.diagnostic import Severity
from plancore.formula.printing import typed_list
from plancore.model.domain import Domain
from plancore.model.problem import Problem
from plancore.model.trajectory import Observation, Trajectory, typed_objects
from plancore.notation.plans.reader import read_plan
from plancore.simulate.atoms import UndecidedError, show
from plancore.simulate.successor import Walk, Walker, walk_along
from plancore.simulate.task import Task
from plancore.snapshot import FileSnapshot
from plancore.vectors.sample import StateSample
from planeval.domain.states import complaint, load_states, trajectories_in
from planeval.suite.entry import Exercise, SuiteEntry, TestSet, subject, subject_of
from planfiles.errors import UserError

_LENGTH: Final = 30


class Origin(StrEnum):
    """The source of trajectories."""

    WALKS = "walks"
    PLANS = "plans"
    GIVEN = "given"


_NONE: Final = {
    Origin.WALKS: "no applicable action in any of its problems, or no problems; add problems",
    Origin.PLANS: "no plan with an applicable step for any of its problems; name another planner "
    "(--plans-by), or omit --source",
    Origin.GIVEN: "none in the suite; put them next to its domain (*.trajectory, "
    "*.trajectories), or use --source walks",
}
"""The reason for no trajectories, and what to do."""


@dataclass(frozen=True, slots=True)
class Making:
    """How to make trajectories. If `source` is None, given ones if there are any, else walks.
    `count` is the maximum number of trajectories. `length` is the maximum number of actions: of a
    walk, by default 30, or from the beginning of a plan or a given trajectory, by default all."""

    source: Origin | None = None
    count: int = 10
    length: int | None = None
    seed: int = 0


class ObservedTrajectory(NamedTuple):
    """A trajectory and its problem, None if unknown."""

    trajectory: Trajectory
    exercise: Exercise | None


def source_of(entry: SuiteEntry, making: Making) -> Origin:
    """The source of the trajectories of `entry`."""
    return making.source or (Origin.GIVEN if entry.trajectories else Origin.WALKS)


def length_of(entry: SuiteEntry, making: Making) -> int | None:
    """The maximum number of actions of its trajectories; None for no limit."""
    is_walk = source_of(entry, making) is Origin.WALKS
    return making.length or (_LENGTH if is_walk else None)


def observed(entry: SuiteEntry, domain: Domain, making: Making) -> list[ObservedTrajectory]:
    """The trajectories of `entry`, each with the objects of its problem. The same seed gives the
    same trajectories. Raises UserError if there are none."""
    source = source_of(entry, making)
    make = {Origin.WALKS: _walks, Origin.PLANS: _along_plans, Origin.GIVEN: _given}[source]
    try:
        # Generated lazily: no more than needed.
        some = (each for each in make(entry, domain, making) if each.trajectory.actions)
        made = list(islice(some, making.count))
    except UndecidedError as error:
        raise UserError(f"{entry.name}: trajectories ({source}): {error.reason}") from None
    if not made:
        raise UserError(f"{entry.name}: no trajectories: {_NONE[source]}")
    return made


def _walks(entry: SuiteEntry, domain: Domain, making: Making) -> Iterator[ObservedTrajectory]:
    """Random walks, from each problem in turn."""
    exercises = entry.exercises[: making.count]
    problems = [_problem(entry.name, each.name, each.problem) for each in exercises]
    walkers = [Walker(Task(domain, problem)) for problem in problems]
    for number in range(making.count if walkers else 0):
        at = number % len(walkers)
        dice = Random(f"walk/{making.seed}/{entry.name}/{number}")
        walk = walkers[at].walk(making.length or _LENGTH, dice)
        yield ObservedTrajectory(_trajectory(walk, problems[at]), exercises[at])


def _along_plans(entry: SuiteEntry, domain: Domain, making: Making) -> Iterator[ObservedTrajectory]:
    for exercise in entry.exercises:
        if exercise.plan is not None:
            problem = _problem(entry.name, exercise.name, exercise.problem)
            plan, findings = read_plan(exercise.plan)
            for finding in findings:
                if finding.severity is Severity.ERROR:
                    where = f"{entry.name}: the plan of {exercise.name}"
                    raise UserError(complaint(where, exercise.plan, finding))
            walk = walk_along(Task(domain, problem), plan)
            yield ObservedTrajectory(
                _shortened(_trajectory(walk, problem), making.length), exercise
            )


def _given(entry: SuiteEntry, domain: Domain, making: Making) -> Iterator[ObservedTrajectory]:
    problems = {subject(each.name): each for each in entry.exercises}
    for named in entry.trajectories:
        exercise = problems.get(subject_of(named.name))
        for trajectory in trajectories_in(f"{entry.name}: {named.name}", named.text):
            objects = typed_objects(trajectory, domain)
            if exercise is not None:
                objects = _problem(entry.name, exercise.name, exercise.problem).objects
            whole = Trajectory(trajectory.observations, trajectory.actions, objects)
            yield ObservedTrajectory(_shortened(whole, making.length), exercise)


def _trajectory(walk: Walk, problem: Problem) -> Trajectory:
    values = (tuple(numbers.items()) for numbers in walk.values or repeat({}))
    states = tuple(
        Observation(state, values=numbers)
        for state, numbers in zip(walk.states, values, strict=False)
    )
    return Trajectory(states, walk.actions, problem.objects)


def _shortened(trajectory: Trajectory, length: int | None) -> Trajectory:
    if length is None:
        return trajectory
    return Trajectory(
        trajectory.observations[: length + 1], trajectory.actions[:length], trajectory.objects
    )


def _problem(domain: str, name: str, text: str) -> Problem:
    problem = FileSnapshot.of(text).problem
    if problem is None:
        raise UserError(f"{domain}: {name} does not define a problem")
    return problem


def tested_on(entry: SuiteEntry, states: str) -> SuiteEntry:
    """The entry with the test states in a file, which are grouped by problem. Raises UserError."""
    domain = FileSnapshot.of(entry.domain, entry.name).domain
    if domain is None:
        raise UserError(f"{entry.name}: no domain in its file")
    messages: list[str] = []
    samples = load_states([states], [], domain, messages.append).samples
    if messages:
        raise UserError(f"{entry.name}: {messages[0]}")
    sets = (
        TestSet(
            sample.name,
            typed_list([each for each in sample.objects if each not in domain.constants]),
            tuple(" ".join(map(show, sorted(state))) for state in sample.states),
        )
        for sample in samples
    )
    return replace(entry, tested_on=tuple(sets))


def samples_of(entry: SuiteEntry, domain: Domain) -> list[StateSample]:
    """The test states added by `tested_on`, as samples."""
    found = []
    for problem, objects, states in entry.tested_on:
        declared = _problem(
            entry.name, problem, f"(define (problem p) (:objects {objects}) (:init) (:goal (and)))"
        )
        sample = StateSample(
            (*domain.constants, *declared.objects),
            [
                frozenset(tuple(atom.split()) for atom in state.strip("()").split(") (") if atom)
                for state in states
            ],
            problem,
        )
        found.append(sample)
    return found
