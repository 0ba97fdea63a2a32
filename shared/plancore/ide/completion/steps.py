"""Steps of a plan: actions, and objects for their arguments."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from plancore.diagnostic import Edit
from plancore.formula.printing import number_text, typed_list
from plancore.ide.completion.items import Completion, Hole, ItemKind, TextPart
from plancore.ide.completion.terms import names_of_type, with_arguments
from plancore.ide.context.plan_line import PlanCursor
from plancore.ide.information.as_written import spelling_of
from plancore.model.domain import Action, ActionKind
from plancore.model.formula import Comparison
from plancore.source import Span


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
    """Those that fit; where a time is needed only if it is there or can be put there, and none that
    takes time among steps without times, which it would make wrong."""
    actions = cursor.environment.actions.values()
    has_times = any(action.kind is ActionKind.DURATIVE for action in actions)
    clock = Fraction(0) if has_times and cursor.is_alone else cursor.clock
    for action in actions:
        takes_time = action.kind is ActionKind.DURATIVE
        can_have_time = cursor.has_time or (cursor.is_bare and clock is not None)
        if (takes_time or cursor.clock is not None) and not can_have_time:
            continue
        if cursor.behind:
            if not _fits(action, cursor):
                continue
            parts: tuple[TextPart, ...] = (spelling_of(action),)
        else:
            applied = with_arguments(action, {}, cursor.environment)
            if applied is None:
                continue
            opening, closing = "" if cursor.is_open else "(", "" if cursor.is_closed else ")"
            parts = (opening, *applied, closing)
        yield _step(cursor, action, parts, clock)


def _step(
    cursor: PlanCursor, action: Action, parts: tuple[TextPart, ...], clock: Fraction | None
) -> Completion:
    """The step with the time and the duration that it needs, around what stands there already."""
    edits: list[Edit] = []
    if cursor.is_bare and clock is not None:
        time = f"{number_text(clock)}: "
        if cursor.is_open:
            edits.append(Edit(Span(cursor.step.start, cursor.step.start), time))
        else:
            parts = (time, *parts)
    if action.kind is ActionKind.DURATIVE and not cursor.has_duration:
        if cursor.is_closed:
            end = cursor.step.end
            edits.append(Edit(Span(end, end), f" [{_duration(action)}]"))
        elif not cursor.behind:
            parts = (*parts, " [", Hole(_duration(action)), "]")
    detail = f" {typed_list(action.parameters)}".rstrip()
    name = spelling_of(action)
    return Completion(name, ItemKind.ACTION, parts, detail, edits=tuple(edits))


def _duration(action: Action) -> str:
    """How long it takes, where that is a number; one otherwise."""
    match action.duration:
        case Comparison(operator="=", right=Fraction() as lasts):
            return number_text(lasts)
    return "1"


def _fits(action: Action, cursor: PlanCursor) -> bool:
    """Whether an action can be applied to what stands behind the cursor."""
    environment = cursor.environment
    return len(cursor.behind) == len(action.parameters) and all(
        name in environment.members(parameter.types)
        for name, parameter in zip(cursor.behind, action.parameters, strict=True)
    )
