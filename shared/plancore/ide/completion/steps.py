"""Steps of a plan: actions, and objects for their arguments."""

from __future__ import annotations

from collections.abc import Iterator

from plancore.formula.printing import typed_list
from plancore.ide.as_written import spelling_of
from plancore.ide.completion.items import Completion, ItemKind, TextPart
from plancore.ide.completion.terms import names_of_type, with_arguments
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
        name, detail = spelling_of(action), f" {typed_list(action.parameters)}".rstrip()
        parts: tuple[TextPart, ...] | None
        if cursor.behind:
            opening = "(" if cursor.is_closed and not cursor.is_open else ""
            parts = (f"{opening}{name}",) if _fits(action, cursor) else None
        else:
            parts = with_arguments(action, {}, cursor.environment)
            if parts is not None:
                opening, closing = "" if cursor.is_open else "(", "" if cursor.is_closed else ")"
                parts = (opening, *parts, closing)
        if parts is not None:
            yield Completion(name, ItemKind.ACTION, parts, detail)


def _fits(action: Action, cursor: PlanCursor) -> bool:
    """Whether an action can be applied to what stands behind the cursor."""
    environment = cursor.environment
    return len(cursor.behind) == len(action.parameters) and all(
        name in environment.members(parameter.types)
        for name, parameter in zip(cursor.behind, action.parameters, strict=True)
    )
