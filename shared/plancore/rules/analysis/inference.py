"""Types worked out from use, for declarations that a fix writes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from plancore.lower.environment import Declared, Environment, applied_in
from plancore.lower.uses import Scope, Uses
from plancore.model.formula import FunctionTerm, Term
from plancore.model.types import OBJECT, TypeNames
from plancore.syntax.nodes import List, Node


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
