"""Declarations with differences undone, of those that execution depends on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from plancore.blame.wanted import Wanted
from plancore.compare.changes import ChangeKind
from plancore.compare.declarations import DeclarationChange, Declared
from plancore.compare.domains import DomainDiff
from plancore.correspondence.names import names_of
from plancore.model.domain import Domain
from plancore.model.formula import TypedName


def with_declaration(
    domain: Domain, change: DeclarationChange, diff: DomainDiff, wanted: Wanted
) -> Domain:
    """`domain` with one declaration as the reference has it, in the learned domain's words."""
    naming = diff.correspondence.to_learned
    is_wanted = change.kind is not ChangeKind.EXTRA
    match change.what:
        case Declared.TYPE:
            above = diff.reference.hierarchy.stated_parents.get(change.name, ())
            said = _renamed(TypedName(change.name, above), naming.types, naming.types)
            types = _replaced(domain.types, said, is_wanted=is_wanted)
            return replace(domain, types=types)
        case Declared.CONSTANT:
            theirs = names_of(diff.reference, "constants").get(change.name)
            said = _renamed(theirs or TypedName(change.name), naming.terms, naming.types)
            constants = _replaced(domain.constants, said, is_wanted=is_wanted)
            return replace(domain, constants=constants)
        case Declared.AXIOM:
            name = naming.predicates.get(change.name, change.name)
            kept = tuple(axiom for axiom in domain.axioms if axiom.predicate != name)
            more = wanted.axioms(name) if is_wanted else ()
            return replace(domain, axioms=(*kept, *more))
        case Declared.CONSTRAINTS:
            return replace(domain, constraints=wanted.constraints if is_wanted else None)
    return domain


def _renamed(name: TypedName, names: Mapping[str, str], types: Mapping[str, str]) -> TypedName:
    return TypedName(names.get(name.name, name.name), tuple(types.get(t, t) for t in name.types))


def _replaced(
    declared: tuple[TypedName, ...], name: TypedName, *, is_wanted: bool
) -> tuple[TypedName, ...]:
    """A list of declarations with `name` as it is wanted, or without it."""
    kept = tuple(entry for entry in declared if entry.name != name.name)
    return (*kept, name) if is_wanted else kept
