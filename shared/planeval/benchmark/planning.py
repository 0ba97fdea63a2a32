"""Find plans for the problems of a suite with a planner: a unit of work per problem.

The arguments are ``{"domain": text}`` and those of `Solver.unit`;
the result is that of `Attempt.data`. Only plans that were executed and are valid count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from plancore.jsonable import Json
from plancore.metrics.attempts import GIVEN, Attempt
from plancore.report.benchmark.review import Planned
from plancore.snapshot import FileSnapshot
from plancore.stop import NEVER, Checkpoint
from planeval.benchmark.solving import Solver
from planeval.planners.description import Ready
from planeval.solving.models import DomainPair, SolvingDomain
from planeval.solving.unit import REFERENCE, solve
from planeval.suite.entry import Exercise, SuiteEntry
from planeval.work.unit import Kind, Unit, UnitRow, UnitState
from planfiles.bounded.limits import Limits

KIND: Final = Kind("plan", version=10, module=__name__)
"""Raise its version with that of `planeval.solving.unit`, whose `solve` it calls."""


def work(arguments: Mapping[str, Any], _: Mapping[str, str], checkpoint: Checkpoint) -> Json:
    """A unit of `planeval.work`; its class is that of the attempt."""
    return attempt(arguments, checkpoint).data()


def attempt(arguments: Mapping[str, Any], checkpoint: Checkpoint = NEVER) -> Attempt:
    """The planner's attempt at the problem. Raises the exceptions of `checkpoint`."""
    side = SolvingDomain.of(FileSnapshot.of(arguments["domain"], "domain"))
    problem = FileSnapshot.of(arguments["problem"], arguments["name"])
    limits = Limits(arguments["time"], arguments["memory"])
    planner = Ready.of(arguments["planner"])
    return solve(
        DomainPair(side, side, codec=None), problem, REFERENCE, planner, limits, checkpoint
    )


def chosen(entry: SuiteEntry, count: int) -> list[Exercise]:
    """The problems for trajectories along plans, at most `count`, in the order of the suite: first
    those with a plan, then the first ones without."""
    numbered = list(enumerate(entry.exercises))
    given = [number for number, each in numbered if each.plan is not None]
    others = [number for number, each in numbered if each.plan is None]
    chosen = sorted([*given, *others][:count])
    return [entry.exercises[number] for number in chosen]


def units(entries: Sequence[SuiteEntry], solver: Solver) -> list[Unit]:
    """A unit for each problem without a plan."""
    return [
        unit_of(entry, exercise, solver)
        for entry in entries
        for exercise in entry.exercises
        if exercise.plan is None
    ]


def unit_of(entry: SuiteEntry, exercise: Exercise, solver: Solver) -> Unit:
    """The unit for one problem. Everything that solves a problem with the reference uses this unit,
    so a run executes it once."""
    return solver.unit(KIND, {"domain": entry.domain}, exercise, entry.name)


def with_plans(
    entries: Sequence[SuiteEntry], rows: Iterator[UnitRow], planner: str
) -> tuple[list[SuiteEntry], list[Planned]]:
    """Add plans to the problems that have none, from `rows` in the same order. Returns the domains,
    and the outcome of each problem."""
    planned: list[Planned] = []
    made = []
    for entry in entries:
        exercises = []
        for exercise in entry.exercises:
            if exercise.plan is None:
                found = _attempt(next(rows))
                exercises.append(exercise._replace(plan=_text(found)))
                planned.append(_planned(entry.name, exercise.name, planner, found))
            else:
                exercises.append(exercise)
                planned.append(Planned(entry.name, exercise.name, GIVEN, GIVEN))
        made.append(replace(entry, exercises=tuple(exercises)))
    return made, planned


def _attempt(row: UnitRow) -> Attempt | UnitRow:
    return Attempt.of(row.value) if row.state is UnitState.DONE else row


def _text(found: Attempt | UnitRow) -> str | None:
    """The plan, if there is a valid one."""
    if isinstance(found, UnitRow) or not found.is_solved or found.plan is None:
        return None
    return "".join(f"{step}\n" for step in found.plan)


def _planned(domain: str, problem: str, planner: str, found: Attempt | UnitRow) -> Planned:
    if isinstance(found, UnitRow):
        return Planned(domain, problem, planner, str(found.state), found.reason)
    reason, steps = found.reason, None if found.plan is None else len(found.plan)
    if found.is_solved and not steps:
        reason = "the goal holds initially, so there is no step to learn from"
    return Planned(domain, problem, planner, found.attempt_class.value, reason, steps, found.wall)
