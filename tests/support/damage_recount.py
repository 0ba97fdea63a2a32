"""What repair and blame say of damaged domains, found again by trying edits one set at a time."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from plancore.blame.report import Consequence
from plancore.compare.changes import Part
from plancore.compare.difference import Difference
from plancore.model.domain import Action, Domain
from plancore.model.formula import And, Formula, conjuncts
from plancore.repair.edits import Alteration, LiteralEdit
from plancore.simulate.cases import Case
from plancore.simulate.execute import execute
from plancore.simulate.task import Task
from plancore.simulate.trace import Verdict
from support.damaged_domains import Damaged, is_literal, literals_over
from support.smallest_set import smallest_size

PARTS: Final = (Part.PRECONDITION, Part.EFFECT)


class Toggle(NamedTuple):
    """What a part of an action gets, or loses if it has it."""

    action: str
    part: Part
    formula: Formula


def smallest_repair(domain: Domain, cases: Sequence[Case], below: int, limit: int) -> int | None:
    """The size of the smallest repair that has fewer than `below` edits; as `smallest_size`."""
    tasks = {id(case.problem): Task(domain, case.problem) for case in cases}
    order = sorted(cases, key=lambda case: len(case.plan))

    def suffices(chosen: tuple[Toggle, ...]) -> bool:
        edited = toggled(domain, chosen)
        # The plan that the last set failed at likely fails again.
        failing = next((c for c in order if not _is_as_meant(tasks, edited, c)), None)
        if failing is not None:
            order.remove(failing)
            order.insert(0, failing)
        return failing is None

    return smallest_size([*_toggles(domain, cases)], suffices, below, limit)


def _is_as_meant(tasks: dict[int, Task], domain: Domain, case: Case) -> bool:
    task = Task.revised(tasks[id(case.problem)], domain)
    return (execute(task, case.plan).verdict is Verdict.VALID) is (case.meant is not False)


def toggled(domain: Domain, toggles: Collection[Toggle]) -> Domain:
    """The domain with some toggles made."""
    actions = [
        _toggled(action, [toggle for toggle in toggles if toggle.action == action.name])
        for action in domain.actions
    ]
    return replace(domain, actions=tuple(actions))


def _toggled(action: Action, toggles: Collection[Toggle]) -> Action:
    if not toggles:
        return action
    precondition, effect = (
        And(
            (
                *(part for part in stated if part not in formulas),
                *(formula for formula in formulas if formula not in stated),
            )
        )
        for part, stated in zip(PARTS, _stated(action), strict=True)
        for formulas in [[toggle.formula for toggle in toggles if toggle.part is part]]
    )
    return replace(action, precondition=precondition, effect=effect)


def _stated(action: Action) -> tuple[list[Formula], list[Formula]]:
    return [*conjuncts(action.precondition)], [*conjuncts(action.effect)]


def _toggles(domain: Domain, cases: Sequence[Case]) -> Iterator[Toggle]:
    used = {action.name for case in cases for action in case.plan.actions}
    for action in domain.actions:
        if action.name in used:
            for part, stated in zip(PARTS, _stated(action), strict=True):
                formulas = dict.fromkeys(literals_over(domain, action, part))
                if part is Part.PRECONDITION:
                    formulas |= dict.fromkeys(stated)
                else:
                    formulas |= dict.fromkeys(filter(is_literal, stated))
                yield from (Toggle(action.name, part, formula) for formula in formulas)


class Counts(NamedTuple):
    """What one difference does alone: numbers of plans."""

    stops_alone: int
    valid_without: int
    lets_through: int

    @classmethod
    def of(cls, consequence: Consequence) -> Counts:
        """The counts that blame gives."""
        return cls(consequence.stops_alone, consequence.valid_without, consequence.lets_through)


def counts_alone(damaged: Damaged, difference: Difference) -> Counts:
    """The counts of a difference, by executing every plan with it undone."""
    without = toggled(damaged.domain, [*_undoing(damaged, difference)])
    alone = valid = lets = 0
    for case in damaged.cases:
        is_meant = execute(Task(damaged.original, case.problem), case.plan).verdict is Verdict.VALID
        before, after = (_reached(domain, case) for domain in (damaged.domain, without))
        is_valid, becomes_valid = (reached > len(case.plan) for reached in (before, after))
        if is_meant and not is_valid:
            alone += after > before
            valid += becomes_valid
        elif is_valid and not is_meant:
            lets += not becomes_valid
    return Counts(alone, valid, lets)


def _reached(domain: Domain, case: Case) -> int:
    """How many steps run, and one more where the plan is valid."""
    trace = execute(Task(domain, case.problem), case.plan)
    return len(trace.states) + (trace.verdict is Verdict.VALID)


def _undoing(damaged: Damaged, difference: Difference) -> Iterator[Toggle]:
    """The edits of the damage that are the difference."""
    texts = {
        Alteration.ADD: difference.learned,
        Alteration.REMOVE: difference.wanted,
    }
    for edit in damaged.edits:
        if _names(edit, difference) and edit.literal == texts[edit.alteration]:
            yield Toggle(edit.action, edit.part, edit.formula)


def _names(edit: LiteralEdit, difference: Difference) -> bool:
    return (edit.action, edit.part.value) == (difference.action, difference.part)
