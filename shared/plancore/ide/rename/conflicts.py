"""Conditions for renaming: which names can be renamed, which new names are valid, and which are
taken.

::

    name     = letter (letter | digit | "-" | "_")*      variable = "?" name

As in the BNF of PDDL 3.1; letters are ASCII.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import Final, NamedTuple

from plancore.ide.navigation import symbols
from plancore.ide.navigation.references import FormInPart, forms_in
from plancore.lower.environment import BUILT_IN, Environment
from plancore.lower.section import SectionModel, Uses
from plancore.model.domain import OBJECT
from plancore.model.formula import TypedName
from plancore.occurrences import NameRole, SymbolKind, plan_occurrences
from plancore.project import PlanSnapshot, ProjectSnapshot
from plancore.source import Span
from plancore.stop import Checkpoint, watched
from plancore.syntax.builder import COMPOUND_HEADS


class Refusal(NamedTuple):
    """The reason why a renaming is refused, and its place, if there is one."""

    message: str
    file: str | None = None
    span: Span | None = None


_RIVALS: Final[dict[SymbolKind, frozenset[SymbolKind]]] = {
    # Both are applied to objects, and a function without parentheses reads like an object.
    SymbolKind.PREDICATE: frozenset((SymbolKind.PREDICATE, SymbolKind.FUNCTION)),
    SymbolKind.FUNCTION: frozenset((SymbolKind.FUNCTION, SymbolKind.OBJECT, SymbolKind.PREDICATE)),
    SymbolKind.OBJECT: frozenset((SymbolKind.OBJECT, SymbolKind.FUNCTION)),
    SymbolKind.ACTION: frozenset((SymbolKind.ACTION, SymbolKind.TASK)),
    SymbolKind.TASK: frozenset((SymbolKind.TASK, SymbolKind.ACTION)),
    SymbolKind.METHOD: frozenset((SymbolKind.METHOD,)),
    SymbolKind.TYPE: frozenset((SymbolKind.TYPE,)),
    SymbolKind.PREFERENCE: frozenset((SymbolKind.PREFERENCE,)),
}
"""The kinds that must not share a name with the first kind."""

_APPLIED: Final = (SymbolKind.PREDICATE, SymbolKind.FUNCTION)


def why_taken(
    project: ProjectSnapshot, subject: symbols.Subject, new: str, checkpoint: Checkpoint
) -> Refusal | None:
    """The reason why the lower-case name `new` is taken; None if it is not.

    For variables those count that may be used together with the subject: neither may hide the
    other.
    """
    if subject.kind is SymbolKind.VARIABLE:
        return _in_scope(subject, new)
    if subject.kind in (SymbolKind.DOMAIN, SymbolKind.PROBLEM):
        return _in_file(subject, new)
    for part in _parts(project, subject, new):
        checkpoint()
        if isinstance(part, PlanSnapshot):
            taken = _in_plan(subject, part, new, checkpoint)
            if taken is not None:
                return taken
            continue
        for at in forms_in(part, new):
            checkpoint()
            taken = _in_form(subject, at, new, checkpoint)
            if taken is not None:
                return taken
    return None


def is_rival(
    subject: symbols.Subject, kind: SymbolKind, name: str, environment: Environment
) -> bool:
    """Whether a use of `name` as something of this kind conflicts with the subject of that name."""
    if kind in _RIVALS.get(subject.kind, ()):
        return True
    # `(block ?x)`, if only a type is declared, tests the type in some dialects.
    tests_type = subject.kind is SymbolKind.TYPE and kind in _APPLIED
    return tests_type and symbols.declared_as(kind, name, environment) is None


def _parts(
    project: ProjectSnapshot, subject: symbols.Subject, new: str
) -> Iterator[symbols.ScopedDefinition | PlanSnapshot]:
    """The domain of the subject's problem, and all parts that may mention the subject."""
    if subject.owner.kind == "problem":
        link = project.domain_of(subject.file, subject.owner)
        if link is not None:
            yield symbols.ScopedDefinition(link.file, link.definition, link.definition.environment)
    yield from symbols.reach(project, subject, new)


def _in_form(
    subject: symbols.Subject, at: FormInPart, new: str, checkpoint: Checkpoint
) -> Refusal | None:
    for occurrence, span in at.occurrences(checkpoint):
        # Undeclared names in the domain mean nothing in the problem.
        is_seen = occurrence.role is NameRole.DECLARES or not _is_above(at.part, subject)
        if occurrence.name == new and is_seen:
            kind = occurrence.kind_in(at.part.environment)
            if is_rival(subject, kind, new, at.part.environment):
                return _taken(kind, new, at.part.file.name, span)
    return None


def _is_above(part: symbols.ScopedDefinition, subject: symbols.Subject) -> bool:
    return subject.owner.kind == "problem" and part.definition.kind != "problem"


def _in_plan(
    subject: symbols.Subject, plan: PlanSnapshot, new: str, checkpoint: Checkpoint
) -> Refusal | None:
    steps = watched(plan.plan.steps, checkpoint)
    for kind, name, start, end, _, _ in plan_occurrences(steps):
        if name == new and kind in _RIVALS[subject.kind]:
            return _taken(kind, new, plan.name, Span(start, end))
    return None


def _in_file(subject: symbols.Subject, new: str) -> Refusal | None:
    """A definition of the same kind and the new name in the same file."""
    for definition in subject.file.definitions:
        name = definition.definition.name
        if definition.kind == subject.owner.kind and name is not None and name.key == new:
            span = subject.file.span(name.place)
            return _taken(subject.kind, new, subject.file.name, span)
    return None


def _in_scope(subject: symbols.Subject, new: str) -> Refusal | None:
    """Another variable of the same list, or one that may be used together with the subject."""
    for model in subject.owner.models:
        for variable in chain(_beside(model, subject), _around(model.uses, subject, new)):
            if variable.name == new and variable.node is not None:
                span = subject.file.span(variable.node.place)
                return _taken(subject.kind, new, subject.file.name, span)
    return None


def _beside(model: SectionModel, subject: symbols.Subject) -> Iterator[TypedName]:
    """The variables of the list that declares the subject."""
    lists = (
        *model.uses.lists,
        *(predicate.parameters for predicate in model.predicates),
        *(function.parameters for function in model.functions),
    )
    for variables in lists:
        if any(variable is subject.binder for variable in variables):
            yield from variables


def _around(uses: Uses, subject: symbols.Subject, new: str) -> Iterator[TypedName]:
    """The variables called `new` that may be used at a place where the subject may."""
    scopes = (
        *(use.scope for use in uses.atoms),
        *(use.scope for use in uses.functions),
        *(scope for _, scope in uses.tasks),
    )
    for scope in scopes:
        if new in scope and scope.get(subject.name) is subject.binder:
            yield scope[new]


def _taken(kind: SymbolKind, name: str, file: str, span: Span) -> Refusal:
    return Refusal(f"name already used by the {kind.value} `{name}`", file, span)


_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_TYPES: Final = frozenset((OBJECT, "number"))
_WORDS: Final = (COMPOUND_HEADS - {"at"}) | _TYPES | {"define", "domain", "problem", "is-violated"}
"""Keywords. `at` is not among them, as it is a frequent predicate: reading the text again shows
whether it can be distinguished from `(at start …)`."""

NOTHING_HERE: Final = Refusal("nothing to rename here; expected a name that a file declares")


def why_fixed(symbol: symbols.Symbol, subject: symbols.Subject) -> Refusal | None:
    """Why `symbol` cannot be renamed; None if it can."""
    kind, name = symbol.kind, symbol.name
    if kind is SymbolKind.REQUIREMENT:
        return Refusal(f"cannot rename `{name}`: it is a requirement of PDDL")
    if kind is SymbolKind.VARIABLE and name[0] != "?":
        return Refusal(f"cannot rename `{name}`: missing `?` before a variable")
    if name in _own_to_pddl(kind):
        return Refusal(f"cannot rename `{name}`: it is part of PDDL")
    if not _is_declared(symbol, subject):
        return Refusal(f"cannot rename `{name}`: undeclared {kind.value}")
    return None


def why_illegal(kind: SymbolKind, new: str) -> Refusal | None:
    """Why `new` is not a valid name of this kind; None if it is."""
    is_variable = kind is SymbolKind.VARIABLE
    if not _NAME.fullmatch(new.removeprefix("?") if is_variable else new):
        start = "`?` and a letter" if is_variable else "a letter"
        return Refusal(f"invalid name `{new}`; expected {start}, then letters, digits, `-` or `_`")
    key = new.lower()
    if key in _WORDS or key in _own_to_pddl(kind):
        return Refusal(f"invalid name `{new}`: it is a reserved word of PDDL")
    return None


def _own_to_pddl(kind: SymbolKind) -> frozenset[str]:
    if kind is SymbolKind.TYPE:
        return _TYPES
    return BUILT_IN if kind in (SymbolKind.FUNCTION, SymbolKind.PREDICATE) else frozenset()


def _is_declared(symbol: symbols.Symbol, subject: symbols.Subject) -> bool:
    match symbol.kind:
        case SymbolKind.PREFERENCE:
            return symbols.declares_preference(subject.owner, symbol.name)
        case SymbolKind.TYPE:  # a supertype need not be declared
            return symbol.name in symbol.environment.hierarchy.names
        case SymbolKind.DOMAIN:  # a problem may be linked to a domain of another name
            return symbol.name == subject.owner.name and subject.owner.kind == "domain"
        case _:
            return symbol.declaration is not None
