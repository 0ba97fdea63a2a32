"""Completion of conditions, effects, facts, values and tasks: applications of declared names, and
operators with placeholders as operands."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import count, islice
from typing import Final

from plancore.formula.printing import typed_list
from plancore.ide.completion.items import (
    UNFIT,
    Completion,
    Hole,
    ItemKind,
    TextPart,
    in_list,
    is_untimed,
    requirement_edits,
)
from plancore.ide.completion.terms import fits, names_of_type, variables, with_arguments
from plancore.ide.context.cursor import CursorContext
from plancore.ide.context.grammar import OPERATORS, TIMES, Expected, OperatorSyntax
from plancore.ide.information.hover import spelling_of
from plancore.lower.environment import BUILT_IN
from plancore.lower.numbers import number
from plancore.lower.resolution import Declared
from plancore.lower.section import Use, Uses
from plancore.lower.typed_list import typed_list as typed_list_of
from plancore.model.domain import OBJECT, AbstractTask, Action, Function, Predicate
from plancore.model.requirements import closure
from plancore.syntax.nodes import Atom, List, Node
from plancore.syntax.tree import has_swallowed

_NUMERIC: Final = ("number",)
_COST: Final = "total-cost"


def operators(context: CursorContext, only: Collection[str] | None = None) -> Iterator[Completion]:
    """The operators that may be at the cursor, with placeholders as operands."""
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
    """Whether the cursor is inside the `and` of the tasks, which cannot be nested."""
    levels = context.levels[:-1] if context.is_head else context.levels
    return levels[-1].expected is Expected.TASK or context.slot == ":task"


def _takes(head: str, operator: OperatorSyntax, context: CursorContext) -> bool:
    """Whether an operator can be applied to the operands that follow."""
    operands = context.behind
    is_enough = operator.repeats or len(operands) == len(operator.operands)
    return is_enough and all(
        _is(operator.operand(index), operand, head, context)
        for index, operand in enumerate(operands)
    )


def _is(kind: Expected, operand: Node, head: str, context: CursorContext) -> bool:
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
    """Whether a word, or a list with this head, is a value."""
    environment = context.environment
    if head:
        known = (environment.functions, OPERATORS[Expected.EXPRESSION], BUILT_IN)
        return any(head in names for names in known)
    is_name = word in environment.functions or word in environment.objects or word in BUILT_IN
    return word[:1] == "?" or is_name or (bool(word) and number(word) is not None)


def _written(
    head: str, operator: OperatorSyntax, context: CursorContext
) -> Iterator[tuple[str, tuple[TextPart, ...]]]:
    """The variants of an operator with their labels: one for each time specifier of `at`."""
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
    """A default for each operand; None if there is none."""
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
    """A new variable, with a type if the domain has types."""
    name = next(name for name in _names() if name not in context.scope)
    if not context.environment.types:
        return ("(", Hole(name), ")")
    return ("(", Hole(name), " - ", Hole(OBJECT), ")")


def _names() -> Iterator[str]:
    yield from (f"?{letter}" for letter in "xyzuvw")
    yield from (f"?x{number}" for number in count(1))


def _fluent(context: CursorContext, head: str) -> tuple[TextPart, ...] | None:
    """The first applicable numeric function; only a cost if `increase` is for costs only."""
    for function in context.environment.functions.values():
        is_cost = function.name == _COST or not _is_cost_alone(context, head)
        if function.returns != _NUMERIC or not is_cost or function.name.startswith(":"):
            continue  # a keyword is read as declared if a parenthesis is missing
        parts, is_complete = with_arguments(function, context.scope, context.environment)
        if is_complete:
            return ("(", *parts, ")")
    return None


def _is_cost_alone(context: CursorContext, head: str) -> bool:
    """Whether `increase` is only allowed for action costs."""
    included = closure(context.environment.requirements)
    return head == "increase" and ":action-costs" in included and ":numeric-fluents" not in included


def formulas(context: CursorContext) -> Iterator[Completion]:
    """The completions for a list."""
    if context.expected is Expected.FACT and not context.is_head and _is_broken(context):
        return
    if context.section == ":durative-action" and is_untimed(context):
        yield from operators(context, ("and", "forall", "when", "at", "over", "preference"))
        if context.is_head and context.behind:
            yield from _applications(context)
        return
    yield from _applications(context)
    yield from operators(context)


def _is_broken(context: CursorContext) -> bool:
    """Whether the facts around the cursor have lost a `)`, so a new one may join another."""
    form = context.form
    if form is None or context.definition is None or form.problems or has_swallowed(form):
        return True
    sections = context.definition.definition.sections
    return any(not section.closed for section in sections if form in section.forms)


def _applications(context: CursorContext) -> Iterator[Completion]:
    """Applications of declared names, with arguments unless some follow."""
    operators_here = OPERATORS.get(context.expected, {})
    for kind, declared in _declared(context):
        is_operator = declared.name in operators_here and declared.name not in TIMES
        if is_operator or declared.name.startswith(":"):
            continue  # it cannot be referred to
        if not context.is_head or not context.behind:
            yield from _with_arguments(kind, declared, context)
        elif fits(declared, context.behind, context.scope, context.environment):
            name = spelling_of(declared)
            yield Completion(name, kind, (name,), _parameters(declared), rank=1)


def _with_arguments(
    kind: ItemKind, declared: Declared, context: CursorContext
) -> Iterator[Completion]:
    """A declared name applied to fitting terms: as a formula, as the value of a fluent, or negated.

    If nothing fits some parameter, it comes after all that fit: conditions may be written before
    parameters.
    """
    is_fact = context.expected is Expected.FACT
    sigil = "" if is_fact or context.section == ":init" else "?"
    parts, is_complete = with_arguments(declared, context.scope, context.environment, sigil)
    name, detail = spelling_of(declared), _parameters(declared)
    if is_fact and isinstance(declared, Function):
        value = in_list(("= (", *parts, ") ", Hole("0")), context)
        yield Completion(f"= ({name})", kind, value, detail, rank=2 if is_complete else UNFIT)
        return
    yield Completion(name, kind, in_list(parts, context), detail, rank=1 if is_complete else UNFIT)
    if not is_complete:
        return
    if context.expected is Expected.EFFECT:
        deleted = in_list(("not (", *parts, ")"), context)
        yield Completion(f"not ({name})", kind, deleted, detail, f"not {name}", rank=3)


def derived_heads(context: CursorContext) -> Iterator[Completion]:
    """The predicates that may be derived, with their parameters."""
    if not context.is_head or not context.behind:
        for name, parameters in derivable(context):
            parts = in_list((name, Hole(parameters)), context)
            yield Completion(name, ItemKind.PREDICATE, parts, parameters)
        return
    given = typed_list_of(context.behind, Uses(), "a parameter")
    changed = _changed(context)
    for declared in context.environment.predicates.values():
        if len(given) == len(declared.parameters) and declared.name not in changed:
            name = spelling_of(declared)
            yield Completion(name, ItemKind.PREDICATE, (name,), _parameters(declared))


def derivable(context: CursorContext) -> Iterator[tuple[str, str]]:
    """The predicates, soundly declared, that no action changes, with parameters as text."""
    environment, changed = context.environment, _changed(context)
    for declared in environment.predicates.values():
        names = {parameter.name for parameter in declared.parameters}
        types = {name for parameter in declared.parameters for name in parameter.types}
        is_sound = len(names) == len(declared.parameters) and types <= environment.hierarchy.names
        if is_sound and declared.name not in changed:
            yield spelling_of(declared), _parameters(declared)


def _changed(context: CursorContext) -> Collection[str]:
    """The predicates that actions add or delete."""
    models = context.domain.models if context.domain else ()
    uses = (use for model in models for use in model.uses.atoms)
    return {use.atom.predicate for use in uses if use.use in (Use.ADD, Use.DELETE)}


def _parameters(declared: Declared) -> str:
    text = typed_list(declared.parameters)
    return f" {text}" if text else ""


def _declared(context: CursorContext) -> Iterator[tuple[ItemKind, Declared]]:
    """The declared names that may be applied at the cursor."""
    environment, expected = context.environment, context.expected
    predicates: Iterable[Predicate] = ()
    functions: Iterable[Function] = ()
    tasks: Iterable[AbstractTask | Action] = ()
    match expected:
        case Expected.CONDITION:
            predicates = environment.predicates.values()
        case Expected.EFFECT | Expected.ATOM | Expected.FACT:
            derived = _derived(context)
            predicates = [p for p in environment.predicates.values() if p.name not in derived]
            if expected is Expected.FACT and not (context.is_head and context.behind):
                functions = [f for f in environment.functions.values() if f.returns == _NUMERIC]
        case Expected.EXPRESSION:
            takes_all = _is_compared(context)
            every = environment.functions.values()
            functions = [f for f in every if takes_all or f.returns == _NUMERIC]
        case Expected.FLUENT:
            functions = _targets(context)
        case Expected.TERM:
            functions = [f for f in environment.functions.values() if f.returns != _NUMERIC]
        case Expected.TASK:
            tasks = [*environment.tasks.values(), *environment.actions.values()]
    for predicate in predicates:
        yield ItemKind.PREDICATE, predicate
    for function in (*functions, *_built_in(context)):
        yield ItemKind.FUNCTION, function
    for task in tasks:
        yield (ItemKind.ACTION if isinstance(task, Action) else ItemKind.TASK), task


def _is_compared(context: CursorContext) -> bool:
    """Whether the cursor is at an operand of `=` in a condition: a number or an object."""
    levels = context.levels[:-1] if context.is_head else context.levels
    return levels[-1].node.head == "=" and levels[-1].expected is Expected.CONDITION


def _built_in(context: CursorContext) -> Iterator[Function]:
    """The functions that may be used here without a declaration."""
    declared, expected = context.environment.functions, context.expected
    is_measured = context.section == ":metric" and expected is Expected.EXPRESSION
    if is_measured and "total-time" not in declared:
        yield Function("total-time")
    has_rewards = ":rewards" in closure(context.environment.requirements)
    is_rewarded = is_measured or (expected is Expected.FLUENT and context.section == ":action")
    if has_rewards and is_rewarded and "reward" not in declared:
        yield Function("reward")


def _targets(context: CursorContext) -> Iterator[Function]:
    """The functions that may be changed: numeric ones; in `assign` and `:init` all."""
    takes_all = context.levels[-1].node.head in ("=", "assign") or context.is_head
    for function in context.environment.functions.values():
        if takes_all or function.returns == _NUMERIC:
            yield function


def _derived(context: CursorContext) -> Collection[str]:
    if context.domain is None:
        return ()
    return {axiom.predicate for model in context.domain.models for axiom in model.axioms}


def words(context: CursorContext) -> Iterator[Completion]:
    """The words that may be a value, without parentheses."""
    if context.is_head:
        return
    if context.section == ":durative-action":
        yield Completion("?duration", ItemKind.VARIABLE, ("?duration",), rank=3)
    goes_on = context.section in (":durative-action", ":process") and context.slot == ":effect"
    if goes_on and ":continuous-effects" in closure(context.environment.requirements):
        yield Completion("#t", ItemKind.VARIABLE, ("#t",), rank=3)
    if len(context.levels[-1].node.items) == 1 and _is_compared(context):
        yield from names_of_type(context.scope, context.environment, (), context.typed)
