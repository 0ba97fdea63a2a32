"""Parameters with wider types, so that steps of plans are instances of their actions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from plancore.model.domain import Action, Domain
from plancore.model.formula import TypedName
from plancore.model.types import OBJECT, TypeHierarchy, TypeNames
from plancore.repair.edits import Edit, TypeEdit
from plancore.repair.executions import must_be_valid
from plancore.simulate.cases import Case


class _Refused(NamedTuple):
    """Types of an object that a parameter does not take."""

    action: str
    position: int
    types: TypeNames


def widenings(
    domain: Domain, cases: Iterable[Case], preferred: Collection[Edit] = ()
) -> tuple[TypeEdit, ...]:
    """The types that parameters need for the objects that plans which must be valid give them.

    Each is the narrowest declared type above the old ones and those of the objects, or else what
    is `preferred` if that accepts them. Every repair must accept these objects, so none does with
    fewer edits. Steps of unknown actions, with unknown objects or another number of them, need
    none: they are beyond repair.
    """
    actions = {action.name: action for action in reversed(domain.actions)}
    needed: dict[tuple[str, int], dict[TypeNames, None]] = {}
    for case in cases:
        if must_be_valid(case) and case.fault is None:
            for refused in _refused(domain, actions, case):
                needed.setdefault((refused.action, refused.position), {})[refused.types] = None
    return tuple(
        _widened(actions[name], index, [*offered], domain.hierarchy, preferred)
        for (name, index), offered in sorted(needed.items())
    )


def _refused(domain: Domain, actions: dict[str, Action], case: Case) -> Iterator[_Refused]:
    declared = (*domain.constants, *case.problem.objects)
    types = {name.name: name.types for name in reversed(declared)}
    for step in {action.key: action for action in case.plan.actions}.values():
        schema = actions.get(step.name)
        if schema is None or len(schema.parameters) != len(step.args):
            continue
        for index, name in enumerate(step.args):
            offered = types.get(name)
            accepted = schema.parameters[index].types
            if offered is not None and not domain.hierarchy.accepts(accepted, offered):
                yield _Refused(schema.name, index, offered)


def _widened(
    action: Action,
    index: int,
    offered: list[TypeNames],
    hierarchy: TypeHierarchy,
    preferred: Collection[Edit],
) -> TypeEdit:
    parameter = action.parameters[index]

    def suffices(types: TypeNames) -> bool:
        return all(hierarchy.accepts(types, narrower) for narrower in (parameter.types, *offered))

    for edit in sorted((edit for edit in preferred if isinstance(edit, TypeEdit)), key=str):
        is_about = (edit.action, edit.parameter.name) == (action.name, parameter.name)
        if is_about and suffices(edit.parameter.types):
            return edit
    above = [name for name in hierarchy.names if suffices((name,))]
    narrowest = min(above, key=lambda n: (len(hierarchy.below((n,))), n == OBJECT, n))
    return TypeEdit(action.name, TypedName(parameter.name, (narrowest,)))
