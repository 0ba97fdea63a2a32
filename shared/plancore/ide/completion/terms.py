"""Completion of arguments: variables and objects that fit a parameter; and of plan steps."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, count
from typing import NamedTuple, TypeAlias

from plancore.diagnostic import Edit
from plancore.formula.printing import number_text, typed_list
from plancore.ide.completion.items import (
    MOST,
    UNFIT,
    Completion,
    Hole,
    ItemKind,
    TextPart,
    matching_words,
)
from plancore.ide.context.cursor import CursorContext
from plancore.ide.context.plan_line import PlanCursor
from plancore.ide.information.hover import spelling_of
from plancore.lower.environment import Environment
from plancore.lower.resolution import Declared
from plancore.lower.section import Scope
from plancore.model.domain import OBJECT, Action, ActionKind, Function, TypeNames
from plancore.model.formula import Comparison, Number, TypedName
from plancore.source import Span
from plancore.syntax.nodes import Atom, List, Node


def terms(context: CursorContext) -> Iterator[Completion]:
    """The terms that may be an argument at the cursor."""
    call = context.call
    if call is None:
        if _is_value(context):
            types = _types_of_first(context)
            yield from names_of_type(context.scope, context.environment, types, context.typed)
        return
    parameters = call.declared.parameters
    if call.n_others >= len(parameters):
        return
    given = [item.key for item in context.levels[-1].node.items[1:] if type(item) is Atom]
    wanted = parameters[call.place]
    yield from names_of_type(
        context.scope, context.environment, wanted.types, context.typed, given, wanted.name
    )


def _is_value(context: CursorContext) -> bool:
    """Whether the cursor is at the second operand of `(= ?x …)` or `(assign (f) …)`."""
    node = context.levels[-1].node
    return node.head in ("=", "assign") and len(node.items) == 2 and not context.behind


def _types_of_first(context: CursorContext) -> TypeNames:
    """The types of the function that gets a value; empty in a comparison of terms."""
    first = context.levels[-1].node.items[1]
    function = context.environment.functions.get(first.head) if type(first) is List else None
    return function.returns if function else ()


def names_of_type(
    scope: Scope,
    environment: Environment,
    types: TypeNames,
    typed: str,
    given: Sequence[str] = (),
    name: str = "",
) -> Iterator[Completion]:
    """Variables, then objects that match the `typed` text, whose types fit `types`.

    The variable called `name` comes first, those among `given` last.
    """
    for declared in variables(scope):
        if environment.accepts(types, declared.types):
            rank = 2 if declared.name in given else 0 if declared.name == name else 1
            yield _term(declared, ItemKind.VARIABLE, rank)
    members = environment.members(types)
    # There may be tens of thousands of objects.
    fitting = [key for key in environment.objects if key in members and key[0] != "?"]
    for key in matching_words(fitting, typed)[: MOST + 1]:
        yield _term(environment.objects[key], ItemKind.OBJECT, 4 if key in given else 3)


def variables(scope: Scope) -> list[TypedName]:
    """The variables of a scope, without parameters that lack the `?`."""
    return [declared for name, declared in scope.items() if name[0] == "?" and len(name) > 1]


def _term(declared: TypedName, kind: ItemKind, rank: int) -> Completion:
    spelling = spelling_of(declared)
    detail = f" - {' '.join(declared.types) or OBJECT}"
    return Completion(spelling, kind, (spelling,), detail, rank=rank)


class Application(NamedTuple):
    """A name with arguments; `is_complete` if there is a fitting one for each parameter."""

    parts: tuple[TextPart, ...]
    is_complete: bool


def with_arguments(
    declared: Declared, scope: Scope, environment: Environment, sigil: str = "?"
) -> Application:
    """`p ?x ?y`: a name applied to terms that fit, distinct ones if possible. If nothing fits a
    parameter, it gets a placeholder: a free name after `sigil`, its own if possible."""
    parts: list[TextPart] = [spelling_of(declared)]
    chosen: list[str] = []
    is_complete = True
    for parameter in declared.parameters:
        term = _best(parameter, scope, environment, chosen)
        if term is None:
            is_complete = False
            term = _free(sigil + parameter.name.removeprefix("?"), {*scope, *chosen}, environment)
        chosen.append(term)
        parts += (" ", Hole(term))
    return Application(tuple(parts), is_complete)


def _free(name: str, taken: Collection[str], environment: Environment) -> str:
    """`name`, with a number if it is in use."""
    names = chain((name,), (f"{name}{number}" for number in count(2)))
    return next(each for each in names if each not in taken and each not in environment.objects)


def _best(
    parameter: TypedName, scope: Scope, environment: Environment, chosen: Sequence[str]
) -> str | None:
    fitting = [v for v in variables(scope) if environment.accepts(parameter.types, v.types)]
    fitting.sort(key=lambda v: (v.name in chosen, v.name != parameter.name))
    if fitting and fitting[0].name not in chosen:
        return fitting[0].name
    members = environment.members(parameter.types)
    unused = (
        name
        for name in environment.objects
        if name in members and name not in chosen and name[0] != "?"
    )
    spare = fitting[0].name if fitting else next((name for name in chosen if name in members), None)
    return next(unused, spare)


def fits(
    declared: Declared, arguments: Sequence[Node], scope: Scope, environment: Environment
) -> bool:
    """Whether a name can be applied to the arguments that follow."""
    if len(arguments) != len(declared.parameters):
        return False
    return all(
        _fits(argument, parameter, scope, environment)
        for argument, parameter in zip(arguments, declared.parameters, strict=True)
    )


def _fits(argument: Node, parameter: TypedName, scope: Scope, environment: Environment) -> bool:
    named: TypedName | Function | None
    if type(argument) is List:
        named = environment.functions.get(argument.head)
        return named is not None and environment.accepts(parameter.types, named.returns)
    assert type(argument) is Atom
    named = scope.get(argument.key) or environment.objects.get(argument.key)
    if named is None:
        return argument.key[0] == "?" or not environment.complete
    return environment.accepts(parameter.types, named.types)


Applicable: TypeAlias = Mapping[str, tuple[str, ...]]
"""Actions that are applicable in a state, each with arguments for which it is."""


def steps(cursor: PlanCursor, applicable: Applicable) -> Iterator[Completion]:
    """The completions at the cursor: an action with arguments that fit, or one argument. Actions
    that are `applicable` there come first."""
    if not cursor.before:
        yield from _actions(cursor, applicable)
    elif cursor.action is not None:
        parameters = cursor.action.parameters
        place = len(cursor.before) - 1
        if place + len(cursor.behind) < len(parameters):
            types = parameters[place].types
            yield from names_of_type({}, cursor.environment, types, cursor.typed, cursor.before[1:])


def _actions(cursor: PlanCursor, applicable: Applicable) -> Iterator[Completion]:
    """The actions that fit. An action that needs a time is offered only if the step has one or can
    get one, and no durative action in a plan without times, which it would make invalid."""
    actions = cursor.environment.actions.values()
    has_times = any(action.kind is ActionKind.DURATIVE for action in actions)
    clock = Fraction(0) if has_times and cursor.is_alone else cursor.clock
    for action in actions:
        takes_time = action.kind is ActionKind.DURATIVE
        can_have_time = cursor.has_time or (cursor.is_bare and clock is not None)
        if (takes_time or cursor.clock is not None) and not can_have_time:
            continue
        rank = 1
        if cursor.behind:
            if not _takes(action, cursor):
                continue
            parts: tuple[TextPart, ...] = (spelling_of(action),)
        else:
            applied, is_complete = with_arguments(action, {}, cursor.environment, "")
            rank = 1 if is_complete else UNFIT
            if action.name in applicable:
                holes = [part for name in applicable[action.name] for part in (" ", Hole(name))]
                applied, rank = (spelling_of(action), *holes), 0
            opening, closing = "" if cursor.is_open else "(", "" if cursor.is_closed else ")"
            parts = (opening, *applied, closing)
        yield _step(cursor, action, parts, clock, rank)


def _step(
    cursor: PlanCursor,
    action: Action,
    parts: tuple[TextPart, ...],
    clock: Fraction | None,
    rank: int,
) -> Completion:
    """The step with the required time and duration, around the existing text."""
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
    return Completion(name, ItemKind.ACTION, parts, detail, rank=rank, edits=tuple(edits))


def _duration(action: Action) -> str:
    """The duration of the action if it is a constant, else 1."""
    match action.duration:
        case Comparison(operator="=", right=Number(value=lasts)):
            return number_text(lasts)
    return "1"


def _takes(action: Action, cursor: PlanCursor) -> bool:
    """Whether an action can be applied to the arguments after the cursor."""
    environment = cursor.environment
    return len(cursor.behind) == len(action.parameters) and all(
        name in environment.members(parameter.types)
        for name, parameter in zip(cursor.behind, action.parameters, strict=True)
    )
