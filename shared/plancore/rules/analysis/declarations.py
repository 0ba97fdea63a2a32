"""Declarations: whether a domain needs them, where they stand, and the types that uses ask for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from plancore.diagnostic import Severity
from plancore.lower.environment import Declared, Environment, applied_in
from plancore.lower.section import SectionModel
from plancore.lower.uses import Scope, Uses
from plancore.model.formula import FunctionTerm, Term, TypedName
from plancore.model.requirements import has_extension
from plancore.model.types import OBJECT, TypeNames
from plancore.spelling import nearest
from plancore.syntax.nodes import Atom, List, Node

# Whether a domain is written in a dialect whose additions need no declaration.

_NUMBER = ("number",)


def undeclared_severity(environment: Environment) -> Severity:
    """How bad an undeclared name is: a warning where types and functions come from outside.

    That is so with a requirement that is not PDDL, such as `:arrays`, and where a function
    returns values of a type that nobody declares, such as `- integer` (PDDL.jl).
    """
    if has_extension(environment.requirements):
        return Severity.WARNING
    declared = environment.hierarchy.names
    for function in environment.functions.values():
        if function.returns != _NUMBER and not declared.issuperset(function.returns):
            return Severity.WARNING
    return Severity.ERROR


# Types worked out from use, for declarations that a fix writes.


def types_of(term: Term, scope: Scope, environment: Environment) -> TypeNames | None:
    """The declared types of a term, empty for `object`; None when it is not declared."""
    if type(term) is FunctionTerm:
        function = environment.functions.get(term.name)
        return function.returns if function else None
    if type(term) is not str:
        return None
    declared = scope.get(term) or environment.objects.get(term)
    return declared.types if declared else None


def covering(alternatives: Iterable[TypeNames | None], environment: Environment) -> TypeNames:
    """The narrowest type that includes all of `alternatives`; empty (`object`) when there is none.

    Unknown types, None, are passed over.
    """
    candidates = [types or (OBJECT,) for types in alternatives if types is not None]
    if not candidates:
        return ()
    hierarchy = environment.hierarchy
    common: frozenset[str] | None = None
    for types in candidates:
        for name in types:
            above = hierarchy.ancestors(name)
            common = above if common is None else common & above
    assert common is not None
    declared = sorted((common & hierarchy.names) - {OBJECT})
    if not declared:
        return ()
    return (max(declared, key=lambda name: len(hierarchy.ancestors(name))),)


def narrowest(alternatives: Iterable[TypeNames], environment: Environment) -> TypeNames | None:
    """The one among `alternatives` that is accepted wherever any of them is asked for.

    Types that are not declared are passed over: whoever writes them again adds an error. None when
    they exclude each other, or when one of them is an `either`.
    """
    known = environment.hierarchy.names
    candidates = list(
        dict.fromkeys(
            types
            for types in alternatives
            if types and types != (OBJECT,) and known.issuperset(types)
        )
    )
    if not candidates:
        return ()
    for types in candidates:
        if len(types) == 1 and all(
            environment.accepts(candidate, types) for candidate in candidates
        ):
            return types
    return None


def fits(
    args: tuple[Term, ...], scope: Scope, declared: Declared, environment: Environment
) -> bool:
    """Whether `declared` can be applied to `args`: their number and, where known, their types."""
    if len(args) != len(declared.parameters):
        return False
    for arg, parameter in zip(args, declared.parameters, strict=True):
        types = types_of(arg, scope, environment)
        if types is not None and not environment.accepts(parameter.types, types):
            return False
    return True


def asked_for(uses: Uses, environment: Environment) -> Iterator[tuple[Node, TypeNames]]:
    """Each argument in a form with the types that are asked for at its place."""
    for declared, _, node, _ in applied_in(uses, environment):
        items = node.items[1:] if type(node) is List else ()
        for item, parameter in zip(items, declared.parameters, strict=False):
            yield item, parameter.types


# Operators as they are written: which of their parts stand in the text.

_OPERATORS: Final = frozenset((":action", ":durative-action", ":process", ":event", ":method"))


def operator_list(model: SectionModel) -> List | None:
    """The list of an action, process, event or method; None for anything else."""
    if model.keyword not in _OPERATORS:
        return None
    operators = model.actions or model.methods
    node = operators[0].node if operators else None
    return node if type(node) is List else None


def lacks_parameters(model: SectionModel) -> bool:
    """Whether the form is an operator in which `:parameters` does not stand at all."""
    root = operator_list(model)
    if root is None:
        return False
    keywords = [item.key for item in root.items if type(item) is Atom and item.key[0] == ":"]
    return ":parameters" not in keywords and nearest(":parameters", keywords[1:]) is None


# Every declaration of a name in a definition, in the order of the file.


class Declaration(NamedTuple):
    """One declaration: what kind of thing it names, and where. `node` is the whole of it."""

    kind: str
    key: str
    name: Atom
    node: Node
    value: object


def declarations(model: SectionModel) -> tuple[Declaration, ...]:
    """What one section declares."""
    return tuple(_declarations(model))


def _declarations(model: SectionModel) -> Iterator[Declaration]:
    what = "constant" if model.keyword == ":constants" else "object"
    yield from _names("type", model.types)
    yield from _names(what, model.names)
    for kind, items in (
        ("predicate", model.predicates),
        ("function", model.functions),
        ("task", model.tasks),
        ("method", model.methods),
        ("action", model.actions),
    ):
        for item in items:
            if type(item.name_node) is Atom and item.node is not None:
                yield Declaration(kind, item.name, item.name_node, item.node, item)


def _names(kind: str, names: tuple[TypedName, ...]) -> Iterator[Declaration]:
    for name in names:
        if type(name.node) is Atom:
            yield Declaration(kind, name.name, name.node, name.node, name)
