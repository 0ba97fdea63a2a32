"""The differences that a comparison lists, in one row of numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from plancore.blame.differences import Difference
from plancore.compare.actions import ActionDiff, Status
from plancore.compare.changes import ACTION, PARAMETERS, Change, ChangeKind
from plancore.compare.domains import DomainDiff
from plancore.compare.parameters import ParameterChange
from plancore.formula.naming import has_blank
from plancore.formula.printing import typed_list
from plancore.model.formula import TypedName

_VARIABLE: Final = re.compile(r"\?[^\s()]+")


def list_differences(diff: DomainDiff) -> tuple[Difference, ...]:
    """Every difference of `diff`: of each action as it is shown, then of the declarations."""
    differences: list[Difference] = []
    names = {action.name for action in diff.learned.actions}
    for action in diff.actions:
        listed = enumerate(_of_action(action.shown, names), start=len(differences))
        numbered = [replace(difference, number=number) for number, difference in listed]
        differences += _with_requirements(action.shown, numbered)
    for number, change in enumerate(diff.declarations, start=len(differences)):
        differences.append(
            Difference(
                number,
                None,
                change.what.value,
                change.kind,
                None if change.kind is ChangeKind.MISSING else change.learned_text,
                None if change.kind is ChangeKind.EXTRA else change.reference_text,
                change=change,
            )
        )
    return tuple(differences)


def _of_action(action: ActionDiff, names: set[str]) -> Iterator[Difference]:
    """The differences of an action, each with the number 0."""
    learned, reference = action.learned, action.reference
    if learned is None or reference is None:
        is_missing = action.status is Status.MISSING
        kind = ChangeKind.MISSING if is_missing else ChangeKind.EXTRA
        ours = None if learned is None else learned.name
        theirs = None if reference is None else reference.name
        obstacle = None
        if is_missing and theirs in names:
            obstacle = f"the learned domain has another action called `{theirs}`"
        yield Difference(0, action.name, ACTION, kind, ours, theirs, theirs, (), obstacle, action)
        return
    changed = ChangeKind.CHANGED
    if action.is_other_kind:
        texts = learned.kind.value, reference.kind.value, reference.kind.value
        yield Difference(0, action.name, ACTION, changed, *texts, diff=action)
        return
    obstacle = _repeated_parameter(learned.parameters)
    for parameter in action.parameters:
        yield replace(_of_parameter(action, parameter), obstacle=obstacle)
    if action.is_reordered:
        ours, theirs = _names(learned.parameters), _names(reference.parameters)
        wanted = _names(reference.parameters, action)
        yield Difference(
            0, action.name, PARAMETERS, changed, ours, theirs, wanted, (), obstacle, action
        )
    for change in (change for part in action.parts for change in part.changes):
        yield _of_change(action, change, obstacle)


def _of_parameter(action: ActionDiff, change: ParameterChange) -> Difference:
    ours = None if change.learned is None else typed_list([change.learned])
    theirs = None if change.reference is None else typed_list([change.reference])
    naming = action.to_learned
    wanted = None if change.reference is None else typed_list([change.reference], naming)
    return Difference(
        0, action.name, PARAMETERS, change.kind, ours, theirs, wanted, diff=action, change=change
    )


def _of_change(action: ActionDiff, change: Change, obstacle: str | None) -> Difference:
    if has_blank(change.wanted or ""):
        obstacle = "the reference says nothing of an argument that the learned literal has"
    ours = None if change.learned is None else change.learned.text
    theirs = None if change.reference is None else change.reference.text
    part, kind, wanted = change.part.value, change.kind, change.wanted
    return Difference(
        0, action.name, part, kind, ours, theirs, wanted, (), obstacle, action, change
    )


def _with_requirements(action: ActionDiff, differences: list[Difference]) -> list[Difference]:
    """The differences of an action, with those that must be undone along with each."""
    by_parameter = {
        _parameter_name(action, difference.change): difference
        for difference in differences
        if isinstance(difference.change, ParameterChange)
    }
    lacking = {n: d.number for n, d in by_parameter.items() if d.kind is ChangeKind.MISSING}
    order = [d.number for d in differences if d.part == PARAMETERS and d.change is None]
    mentions: dict[str, list[int]] = {}
    for difference in differences:
        if isinstance(difference.change, Change):
            for name in _variables(difference.learned):
                mentions.setdefault(name, []).append(difference.number)
    result: list[Difference] = []
    for difference in differences:
        needed: set[int] = set()
        change = difference.change
        if isinstance(change, Change):
            needed.update(lacking[n] for n in _variables(difference.wanted) if n in lacking)
        elif isinstance(change, ParameterChange) and change.kind is ChangeKind.EXTRA:
            needed.update(mentions.get(_parameter_name(action, change), ()))
        elif isinstance(change, ParameterChange) and change.kind is ChangeKind.MISSING:
            needed.update(order)
        result.append(replace(difference, requires=tuple(sorted(needed))))
    return result


def _parameter_name(action: ActionDiff, change: ParameterChange) -> str:
    """What the learned action calls a parameter, or would call it."""
    if change.learned is not None:
        return change.learned.name
    assert change.reference is not None, "one side has the parameter"
    return action.to_learned.terms.get(change.reference.name, change.reference.name)


def _variables(text: str | None) -> set[str]:
    return set(_VARIABLE.findall(text or ""))


def _names(parameters: tuple[TypedName, ...], action: ActionDiff | None = None) -> str:
    terms = {} if action is None else action.to_learned.terms
    return f"({' '.join(terms.get(p.name, p.name) for p in parameters)})"


def _repeated_parameter(parameters: tuple[TypedName, ...]) -> str | None:
    names = [parameter.name for parameter in parameters]
    repeated = next((name for name in names if names.count(name) > 1), None)
    return None if repeated is None else f"two parameters are called `{repeated}`"
