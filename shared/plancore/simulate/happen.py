"""Execute one moment of a plan: check its conditions and change the world."""

from __future__ import annotations

from typing import NamedTuple

from plancore.model.plan import GroundAction
from plancore.simulate.access import Resources, changes_access
from plancore.simulate.atoms import show
from plancore.simulate.parts import Changes, GroundPart, InapplicableError, settle
from plancore.simulate.render import render
from plancore.simulate.state import Delta, World
from plancore.simulate.task import Task
from plancore.simulate.trace import Failure, FailureKind


class ActionInstant(NamedTuple):
    """A ground action at one of its instants. `step` counts from 1."""

    step: int
    action: GroundAction
    part: GroundPart


def advance(part: GroundPart, world: World) -> Delta | None:
    """Execute one action alone; None if it fails, and `happen` gives the reason.

    This is the fast path: validation spends almost all its time here.
    """
    if not part.holds(world):
        return None
    if part.delta is not None:
        return world.apply(part.delta)
    try:
        adds, dels, updates = part.changes(world)
        return world.apply(Delta(adds, dels, settle(updates, world) if updates else ()))
    except InapplicableError:
        return None


def happen(occurrences: list[ActionInstant], task: Task, world: World) -> Delta | Failure:
    """Execute several actions at the same time; return the first failure.

    All conditions and effects are evaluated in the state before; adds win over deletes.
    """
    gathered: list[Changes] = []
    for occurrence in occurrences:
        if not occurrence.part.holds(world):
            return precondition_failure(occurrence, world)
        try:
            gathered.append(occurrence.part.changes(world))
        except InapplicableError as problem:
            return _effect_failure(occurrence, problem)
    if len(gathered) == 1:
        return enact(occurrences, gathered[0], world)
    failure = interference(occurrences, gathered, task)
    return failure or enact(occurrences, merged(gathered), world)


def enact(occurrences: list[ActionInstant], changes: Changes, world: World) -> Delta | Failure:
    """Apply changes to the world; fails if a numeric effect is undefined."""
    try:
        values = settle(changes.updates, world) if changes.updates else ()
    except InapplicableError as problem:
        return _effect_failure(occurrences[-1], problem)
    return world.apply(Delta(changes.adds, changes.dels, values))


def merged(gathered: list[Changes]) -> Changes:
    """The union of the changes of several actions."""
    return Changes(
        tuple(dict.fromkeys(atom for changes in gathered for atom in changes.adds)),
        tuple(dict.fromkeys(atom for changes in gathered for atom in changes.dels)),
        tuple(update for changes in gathered for update in changes.updates),
    )


def interference(
    occurrences: list[ActionInstant], gathered: list[Changes], task: Task
) -> Failure | None:
    """The failure of the first two actions of one moment that are not independent."""
    accesses = []
    for occurrence, changes in zip(occurrences, gathered, strict=True):
        accesses.append(changes_access(changes, task.access(occurrence.part).reads))
    touched: dict[str, list[int]] = {}
    for later, access in enumerate(accesses):
        names = _names(access.reads) | _names(access.adds) | _names(access.deletes)
        rivals = sorted({index for name in names for index in touched.get(name, ())})
        for earlier in rivals:
            atom = accesses[earlier].conflict(access)
            if atom is not None:
                return _interference_failure(occurrences[earlier], occurrences[later], atom)
        for name in names:
            touched.setdefault(name, []).append(later)
    return None


def precondition_failure(occurrence: ActionInstant, world: World) -> Failure:
    """The failure of an action whose condition is false."""
    missing = unsatisfied(occurrence.part, world)
    return Failure(
        FailureKind.PRECONDITION,
        f"unsatisfied precondition of {occurrence.action}: {', '.join(missing)}",
        occurrence.step,
        occurrence.action,
        unsatisfied=missing,
    )


def unsatisfied(part: GroundPart, world: World) -> tuple[str, ...]:
    """The false conjuncts of a condition, literals first."""
    missing = [str(literal) for literal in part.literals if _is_false(literal, world)]
    missing += [render(node, part.env) for node, test in part.tests if not test(part.env, world)]
    return tuple(missing)


def _is_false(literal: tuple[tuple[str, ...], bool], world: World) -> bool:
    atom, positive = literal
    return world.holds(atom) is not positive


def _effect_failure(occurrence: ActionInstant, problem: InapplicableError) -> Failure:
    return Failure(
        FailureKind.EFFECT,
        f"undefined effect of {occurrence.action}: {problem.reason}",
        occurrence.step,
        occurrence.action,
    )


def _interference_failure(
    earlier: ActionInstant, later: ActionInstant, atom: tuple[str, ...]
) -> Failure:
    shown = show(atom[1:] if atom[0] == "=" else atom)
    return Failure(
        FailureKind.INTERFERENCE,
        f"{earlier.action} and {later.action} interfere at the same time: both use {shown}",
        later.step,
        later.action,
    )


def _names(resources: Resources) -> set[str]:
    return {atom[1] if atom[0] == "=" else atom[0] for atom in resources.atoms} | {
        str(p.arguments[0]) if p.predicate == "=" and p.arguments else p.predicate
        for p in resources.patterns
    }
