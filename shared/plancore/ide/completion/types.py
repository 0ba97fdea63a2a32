"""Types behind a dash: those that the uses of what is declared allow."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final

from plancore.ide.completion.items import Completion, Hole, ItemKind, in_list
from plancore.ide.context.cursor import CursorContext
from plancore.ide.context.grammar import Expected
from plancore.lower.environment import Environment, applied_in
from plancore.lower.facts import fact_table, lower_facts
from plancore.lower.section import Scope, Uses
from plancore.lower.typed_list import typed_list
from plancore.model.formula import Term
from plancore.model.requirements import closure
from plancore.model.types import OBJECT, TypeNames
from plancore.syntax.nodes import Atom, Node

_NUMBER: Final = "number"


def types(context: CursorContext) -> Iterator[Completion]:
    """The types that may stand at the cursor; those that fit every use come first."""
    for name, rank in _ranked(context):
        text = f"- {name}" if context.is_dashed else name
        typed_as = f"-{name}" if context.is_dashed else ""
        yield Completion(name, ItemKind.TYPE, (text,), typed_as=typed_as, rank=rank)


def either(context: CursorContext) -> Iterator[Completion]:
    """`(either plant)` behind a dash, with a type that fits every use."""
    around = replace(context, levels=context.levels[:-1])
    fitting = (name for name, rank in _ranked(around) if rank == 0)
    first = next(fitting, None)
    if first is not None and not context.behind:
        parts = in_list(("either ", Hole(first)), context)
        yield Completion("either", ItemKind.OPERATOR, parts)


def _ranked(context: CursorContext) -> Iterator[tuple[str, int]]:
    environment = context.environment
    hierarchy = environment.hierarchy
    names = [*environment.types, *(hierarchy.names - environment.types.keys() - {OBJECT}), OBJECT]
    typed = context.typed.lstrip("-")
    names = [name for name in names if name != typed or name in environment.types]
    if context.expected is Expected.SUPERTYPE:
        pending = [atom.key for atom in _pending(context)]
        below = hierarchy.below(pending)
        if not context.typed:
            # Where no type stands yet the next name is taken for it.
            below |= hierarchy.below(_names_below(context, below))
        if OBJECT not in pending:
            yield from ((name, 0) for name in names if name not in below)
        return
    if context.expected is Expected.VALUE_TYPE:
        yield _NUMBER, 0
        if ":object-fluents" not in closure(environment.requirements):
            return
    wanted, given = _constraints(context)
    for name in names:
        pairs = [*((types, (name,)) for types in wanted), *(((name,), types) for types in given)]
        if all(hierarchy.overlaps(*pair) for pair in pairs):
            is_exact = all(environment.accepts(*pair) for pair in pairs)
            yield name, 0 if is_exact else 1


def _names_below(context: CursorContext, types: Collection[str]) -> list[str]:
    """The names behind the cursor that have one of `types`."""
    words = [item.text.lower() for item in context.behind]
    dash = words.index("-") if "-" in words else len(words)
    return words[:dash] if words[dash + 1 : dash + 2] and words[dash + 1] in types else []


def _pending(context: CursorContext) -> list[Atom]:
    """The names that the type is for: those before the dash that have none."""
    level = context.levels[-1]
    items = level.node.items
    first = 0 if level.expected is Expected.VARIABLES else 1
    index = len(items) - (2 if items[-1].text == "-" else 1)
    names: list[Atom] = []
    while index >= first:
        item = items[index]
        if type(item) is not Atom or (index > 0 and items[index - 1].text == "-"):
            break
        names.append(item)
        index -= 1
    return names


def _constraints(context: CursorContext) -> tuple[list[TypeNames], list[TypeNames]]:
    """The types that are wanted of the pending names where they are used, and those of what is
    given for them where they are parameters."""
    pending = _pending(context)
    level = context.levels[-1]
    wanted: Iterator[TypeNames] = iter(())
    given: Iterator[TypeNames] = iter(())
    match level.expected:
        case Expected.SIGNATURE:
            given = _given_for(context, level.node.head, level.node.items[1:], pending)
        case Expected.SECTION | Expected.NAME:
            wanted = _wanted_of_objects(context, {atom.key for atom in pending})
        case _:
            wanted = _wanted_of_variables(context, {atom.start for atom in pending})
            if context.slot == ":parameters":
                name = context.levels[0].node.items[1].text.lower()
                given = _given_for(context, name, level.node.items, pending)
    known = context.environment.hierarchy.names
    return (
        [types for types in dict.fromkeys(wanted) if known.issuperset(types)],
        [types for types in dict.fromkeys(given) if known.issuperset(types)],
    )


def _wanted_of_variables(context: CursorContext, starts: set[int]) -> Iterator[TypeNames]:
    """What is asked for wherever a variable stands that is bound at one of `starts`."""

    def is_bound_here(term: Term, scope: Scope) -> bool:
        bound = scope.get(term) if type(term) is str else None
        return bound is not None and bound.node is not None and bound.node.start in starts

    assert context.definition is not None
    for section, model in context.definition.sections:
        if section.head is context.form:
            yield from _wanted(model.uses, context.environment, is_bound_here)


def _wanted_of_objects(context: CursorContext, names: set[str]) -> Iterator[TypeNames]:
    """What is asked for wherever one of the objects `names` stands in this definition."""
    assert context.definition is not None
    environment = context.environment

    def is_meant(term: Term, scope: Scope) -> bool:
        return type(term) is str and term in names and term not in scope

    for model in context.definition.models:
        yield from _wanted(model.uses, environment, is_meant)
    for form in context.definition.fact_forms:
        table = fact_table(form)
        if table is None:
            yield from _wanted(lower_facts(form).uses, environment, is_meant)
            continue
        for declared, facts in (
            (environment.predicates, table.atoms),
            (environment.functions, table.fluents),
        ):
            for name, rows in facts.items():
                if name in declared:
                    columns = zip(*rows, strict=False)
                    for parameter, column in zip(declared[name].parameters, columns, strict=False):
                        if not names.isdisjoint(column):
                            yield parameter.types


def _wanted(
    uses: Uses, environment: Environment, is_meant: Callable[[Term, Scope], bool]
) -> Iterator[TypeNames]:
    """The types of the parameters that the arguments stand for that are meant."""
    for declared, arguments, _, scope in applied_in(uses, environment):
        for argument, parameter in zip(arguments, declared.parameters, strict=False):
            if is_meant(argument, scope):
                yield parameter.types


def _given_for(
    context: CursorContext, name: str, items: Sequence[Node], pending: Sequence[Atom]
) -> Iterator[TypeNames]:
    """The types of what is given for the pending ones of the parameters `items`, wherever what is
    called `name` is applied in this definition."""
    assert context.definition is not None
    environment = context.environment
    starts = {atom.start for atom in pending}
    places = [
        place
        for place, parameter in enumerate(typed_list(items, Uses(), "a parameter"))
        if parameter.node is not None and parameter.node.start in starts
    ]
    for model in context.definition.models:
        for declared, arguments, _, scope in applied_in(model.uses, environment):
            if declared.name != name:
                continue
            for place in places:
                argument = arguments[place] if place < len(arguments) else None
                if type(argument) is str:
                    known = scope.get(argument) or environment.objects.get(argument)
                    if known is not None:
                        yield known.types or (OBJECT,)
