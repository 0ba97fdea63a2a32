"""Conditions, effects, facts, values and tasks: what is declared, applied, and the operators."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from plancore.formula.printing import typed_list
from plancore.ide.completion.items import Completion, Hole, ItemKind
from plancore.ide.completion.lists import in_list, is_untimed
from plancore.ide.completion.operators import operators
from plancore.ide.completion.terms import (
    fits,
    names_of_type,
    with_arguments,
)
from plancore.ide.context.cursor import CursorContext
from plancore.ide.context.grammar import OPERATORS, TIMES, Expected
from plancore.ide.information.as_written import spelling_of
from plancore.lower.environment import Declared, Environment
from plancore.lower.typed_list import typed_list as typed_list_of
from plancore.lower.uses import Uses
from plancore.model.domain import AbstractTask, Action, Function, Predicate
from plancore.model.requirements import closure
from plancore.syntax.tree import has_swallowed

_NUMERIC: Final = ("number",)


def formulas(context: CursorContext) -> Iterator[Completion]:
    """What may stand where a list of some kind belongs."""
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
    """Whether the facts around the cursor have lost a `)`: a new one may be part of another."""
    form = context.form
    if form is None or context.definition is None or form.problems or has_swallowed(form):
        return True
    sections = context.definition.definition.sections
    return any(not section.closed for section in sections if form in section.forms)


def _applications(context: CursorContext) -> Iterator[Completion]:
    """Everything declared that may be applied here, with arguments where none stand here yet."""
    operators_here = OPERATORS.get(context.expected, {})
    for kind, declared in _declared(context):
        is_operator = declared.name in operators_here and declared.name not in TIMES
        if is_operator or declared.name.startswith(":"):
            continue  # nobody can say it
        if not context.is_head or not context.behind:
            yield from _with_arguments(kind, declared, context)
        elif fits(declared, context.behind, context.scope, context.environment):
            name = spelling_of(declared)
            yield Completion(name, kind, (name,), _parameters(declared), rank=1)


def _with_arguments(
    kind: ItemKind, declared: Declared, context: CursorContext
) -> Iterator[Completion]:
    """Something declared, applied to what fits: as a fact, as the value of a fluent, or negated."""
    parts = with_arguments(declared, context.scope, context.environment)
    if parts is None:
        return
    name, detail = spelling_of(declared), _parameters(declared)
    if context.expected is Expected.FACT and isinstance(declared, Function):
        value = in_list(("= (", *parts, ") ", Hole("0")), context)
        yield Completion(f"= ({name})", kind, value, detail, rank=2)
        return
    yield Completion(name, kind, in_list(parts, context), detail, rank=1)
    if context.expected is Expected.EFFECT:
        deleted = in_list(("not (", *parts, ")"), context)
        yield Completion(f"not ({name})", kind, deleted, detail, f"not {name}", rank=3)


def derived_heads(context: CursorContext) -> Iterator[Completion]:
    """The predicates that may be derived, with their parameters."""
    if not context.is_head or not context.behind:
        for name, parameters in derivable(context.environment):
            parts = in_list((name, Hole(parameters)), context)
            yield Completion(name, ItemKind.PREDICATE, parts, parameters)
        return
    given = typed_list_of(context.behind, Uses(), "a parameter")
    for declared in context.environment.predicates.values():
        if len(given) == len(declared.parameters):
            name = spelling_of(declared)
            yield Completion(name, ItemKind.PREDICATE, (name,), _parameters(declared))


def derivable(environment: Environment) -> Iterator[tuple[str, str]]:
    """The predicates that are declared without a fault, each with its parameters as text."""
    for declared in environment.predicates.values():
        names = {parameter.name for parameter in declared.parameters}
        types = {name for parameter in declared.parameters for name in parameter.types}
        if len(names) == len(declared.parameters) and types <= environment.hierarchy.names:
            yield spelling_of(declared), _parameters(declared)


def _parameters(declared: Declared) -> str:
    text = typed_list(declared.parameters)
    return f" {text}" if text else ""


def _declared(context: CursorContext) -> Iterator[tuple[ItemKind, Declared]]:
    """What is declared and may be applied where the cursor is."""
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
    """Whether a part of `=` in a condition belongs here: a number or an object."""
    levels = context.levels[:-1] if context.is_head else context.levels
    return levels[-1].node.head == "=" and levels[-1].expected is Expected.CONDITION


def _built_in(context: CursorContext) -> Iterator[Function]:
    """The functions that may be used here without being declared."""
    declared, expected = context.environment.functions, context.expected
    is_measured = context.section == ":metric" and expected is Expected.EXPRESSION
    if is_measured and "total-time" not in declared:
        yield Function("total-time")
    has_rewards = ":rewards" in closure(context.environment.requirements)
    is_rewarded = is_measured or (expected is Expected.FLUENT and context.section == ":action")
    if has_rewards and is_rewarded and "reward" not in declared:
        yield Function("reward")


def _targets(context: CursorContext) -> Iterator[Function]:
    """The functions that may be changed: numeric ones, but by `assign` and in `:init` all."""
    takes_all = context.levels[-1].node.head in ("=", "assign") or context.is_head
    for function in context.environment.functions.values():
        if takes_all or function.returns == _NUMERIC:
            yield function


def _derived(context: CursorContext) -> Collection[str]:
    if context.domain is None:
        return ()
    return {axiom.predicate for model in context.domain.models for axiom in model.axioms}


def words(context: CursorContext) -> Iterator[Completion]:
    """What may stand where a value belongs, without parentheses."""
    if context.is_head:
        return
    if context.section == ":durative-action":
        yield Completion("?duration", ItemKind.VARIABLE, ("?duration",), rank=3)
    goes_on = context.section in (":durative-action", ":process") and context.slot == ":effect"
    if goes_on and ":continuous-effects" in closure(context.environment.requirements):
        yield Completion("#t", ItemKind.VARIABLE, ("#t",), rank=3)
    if len(context.levels[-1].node.items) == 1 and _is_compared(context):
        yield from names_of_type(context.scope, context.environment, (), context.typed)
