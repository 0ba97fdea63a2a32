"""Steps of a plan: actions, and objects for their arguments."""

from __future__ import annotations

from collections.abc import Iterator

from plancore.formula.printing import typed_list
from plancore.ide.completion.items import Completion, ItemKind, Part
from plancore.ide.completion.terms import names_of_type, spelling_of, with_arguments
from plancore.ide.context.plan_line import PlanCursor
from plancore.model.domain import Action


def steps(cursor: PlanCursor) -> Iterator[Completion]:
    """What may stand at the cursor: an action with objects that fit, or one such object."""
    if not cursor.before:
        yield from _actions(cursor)
    elif cursor.action is not None:
        parameters = cursor.action.parameters
        place = len(cursor.before) - 1
        if place + len(cursor.behind) < len(parameters):
            types = parameters[place].types
            yield from names_of_type({}, cursor.environment, types, cursor.typed, cursor.before[1:])


def _actions(cursor: PlanCursor) -> Iterator[Completion]:
    for action in cursor.environment.actions.values():
        parts: tuple[Part, ...] | None = (spelling_of(action),)
        if cursor.behind:
            parts = parts if _fits(action, cursor) else None
        else:
            parts = with_arguments(action, {}, cursor.environment)
        if parts is None:
            continue
        if not cursor.is_open:
            parts = ("(", *parts, ")")
        elif not cursor.is_closed and not cursor.behind:
            parts = (*parts, ")")
        detail = f" {typed_list(action.parameters)}".rstrip()
        yield Completion(spelling_of(action), ItemKind.ACTION, parts, detail)


def _fits(action: Action, cursor: PlanCursor) -> bool:
    """Whether an action can be applied to what stands behind the cursor."""
    environment = cursor.environment
    return len(cursor.behind) == len(action.parameters) and all(
        name in environment.members(parameter.types)
        for name, parameter in zip(cursor.behind, action.parameters, strict=True)
    )
