"""The operators of conditions, effects, facts and values, with operands that may be overwritten."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import count, islice
from typing import Final

from plancore.ide.completion.items import Completion, Hole, ItemKind, TextPart
from plancore.ide.completion.lists import in_list, is_untimed
from plancore.ide.completion.requirements import requirement_edits
from plancore.ide.completion.terms import variables, with_arguments
from plancore.ide.context.cursor import CursorContext
from plancore.ide.context.grammar import OPERATORS, TIMES, Expected, OperatorSyntax
from plancore.lower.environment import BUILT_IN
from plancore.lower.numbers import number
from plancore.model.requirements import closure
from plancore.model.types import OBJECT
from plancore.syntax.nodes import Atom, List, Node

_NUMERIC: Final = ("number",)
_COST: Final = "total-cost"


def operators(context: CursorContext, only: Collection[str] | None = None) -> Iterator[Completion]:
    """The operators that may stand here, with empty operands."""
    included = closure(context.environment.requirements)
    if context.expected is Expected.TASK and _is_inside_tasks(context):
        return
    for head, operator in OPERATORS.get(context.expected, {}).items():
        if only is not None and head not in only:
            continue
        if operator.special and operator.requirement not in included:
            continue
        if context.is_head and context.behind:
            if _takes(head, operator, context):
                yield Completion(head, ItemKind.OPERATOR, (head,), rank=5)
            continue
        requirement = ":action-costs" if _is_cost_alone(context, head) else operator.requirement
        edits = requirement_edits(context, requirement, included)
        if edits is None or (context.expected is Expected.FACT and head == "="):
            continue
        for label, parts in _written(head, operator, context):
            yield Completion(label, ItemKind.OPERATOR, in_list(parts, context), rank=5, edits=edits)


def _is_inside_tasks(context: CursorContext) -> bool:
    """Whether the `and` of the tasks stands already: tasks do not nest."""
    levels = context.levels[:-1] if context.is_head else context.levels
    return levels[-1].expected is Expected.TASK or context.slot == ":task"


def _takes(head: str, operator: OperatorSyntax, context: CursorContext) -> bool:
    """Whether an operator can be applied to what stands behind it."""
    operands = context.behind
    is_enough = operator.repeats or len(operands) == len(operator.operands)
    return is_enough and all(
        _is(operator.operand(index), operand, head, context)
        for index, operand in enumerate(operands)
    )


def _is(kind: Expected, operand: Node, head: str, context: CursorContext) -> bool:
    """Whether `operand` may be meant as one of this kind."""
    word = operand.key if type(operand) is Atom else ""
    first = operand.head if type(operand) is List else ""
    match kind:
        case Expected.VARIABLES:
            return not word and first[:1] in ("?", "")
        case Expected.TIME:
            return word in TIMES[head]
        case Expected.NAME:
            return bool(word)
        case Expected.NUMBER:
            return bool(word) and (number(word) is not None or word in context.environment.objects)
        case Expected.FLUENT:
            return first in context.environment.functions
        case Expected.EXPRESSION:
            return _is_value(word, first, context)
        case Expected.ATOM:
            is_operator = first in OPERATORS[Expected.EFFECT]
            return not word and (not is_operator or first in context.environment.predicates)
        case _:
            return not word and first[:1] != "?"


def _is_value(word: str, head: str, context: CursorContext) -> bool:
    """Whether a word, or a list that begins with `head`, is a value."""
    environment = context.environment
    if head:
        known = (environment.functions, OPERATORS[Expected.EXPRESSION], BUILT_IN)
        return any(head in names for names in known)
    is_name = word in environment.functions or word in environment.objects or word in BUILT_IN
    return word[:1] == "?" or is_name or (bool(word) and number(word) is not None)


def _written(
    head: str, operator: OperatorSyntax, context: CursorContext
) -> Iterator[tuple[str, tuple[TextPart, ...]]]:
    """Each way to write an operator, with its label: one for each time of `at`."""
    if head in TIMES and context.expected is not Expected.FACT:
        if context.section == ":durative-action" and is_untimed(context):
            for time in TIMES[head]:
                yield f"{head} {time}", (f"{head} {time} (", Hole(""), ")")
        return
    parts: list[TextPart] = [head]
    for operand in _examples(head, operator, context):
        if operand is None:
            return
        parts += (" ", *operand)
    yield head, tuple(parts)


def _examples(
    head: str, operator: OperatorSyntax, context: CursorContext
) -> Iterator[tuple[TextPart, ...] | None]:
    """Something that may stand as each operand until it is overwritten; None when nothing may."""
    if context.expected is Expected.DURATION and len(operator.operands) == 2:
        yield from (("?duration",), (Hole("1"),))
        return
    if head == "=" and context.expected is Expected.CONDITION:
        objects = (name for name in context.environment.objects if name[0] != "?")
        names = [*(v.name for v in variables(context.scope)), *islice(objects, 2)][:2]
        yield from ((Hole(name),) for name in names[:1] + names[-1:])
        if not names:
            yield None
        return
    for index, operand in enumerate(operator.operands):
        match operand:
            case Expected.VARIABLES:
                yield _variables(context)
            case Expected.EXPRESSION if context.expected is Expected.CONDITION and index == 0:
                yield _fluent(context, head)
            case Expected.FLUENT:
                yield _fluent(context, head)
            case Expected.EXPRESSION | Expected.NUMBER:
                yield (Hole("1"),)
            case Expected.NAME:
                yield (Hole("name"),)
            case Expected.ATOM | Expected.FACT:
                yield None
            case _:
                yield ("(", Hole(""), ")")


def _variables(context: CursorContext) -> tuple[TextPart, ...]:
    """A new variable, with a type where the domain has types."""
    name = next(name for name in _names() if name not in context.scope)
    if not context.environment.types:
        return ("(", Hole(name), ")")
    return ("(", Hole(name), " - ", Hole(OBJECT), ")")


def _names() -> Iterator[str]:
    yield from (f"?{letter}" for letter in "xyzuvw")
    yield from (f"?x{number}" for number in count(1))


def _fluent(context: CursorContext, head: str) -> tuple[TextPart, ...] | None:
    """The first number that can be named here; a cost where costs are all that there is."""
    for function in context.environment.functions.values():
        is_cost = function.name == _COST or not _is_cost_alone(context, head)
        if function.returns != _NUMERIC or not is_cost or function.name.startswith(":"):
            continue  # a keyword is declared where a parenthesis is missing
        parts = with_arguments(function, context.scope, context.environment)
        if parts is not None:
            return ("(", *parts, ")")
    return None


def _is_cost_alone(context: CursorContext, head: str) -> bool:
    """Whether `increase` may be written for costs, but for no other number."""
    included = closure(context.environment.requirements)
    return head == "increase" and ":action-costs" in included and ":numeric-fluents" not in included
