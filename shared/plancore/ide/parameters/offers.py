"""Which changes of parameters are offered at a cursor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Final

from plancore.ide.navigation.reach import Subject, subject_at
from plancore.ide.parameters.change import Addition, ParameterChange, Removal, declaration_of
from plancore.lower.environment import Environment
from plancore.model.formula import TypedName
from plancore.model.types import OBJECT
from plancore.occurrences.table import SymbolKind
from plancore.project import ProjectSnapshot
from plancore.snapshot import FileSnapshot

MOST_TYPES: Final = 12
"""So many types are offered: a longer menu is read by nobody."""


def offers(
    project: ProjectSnapshot, file: FileSnapshot, offset: int
) -> Iterator[tuple[Subject, ParameterChange]]:
    """On the name of a predicate, function or action: a parameter of each type; on a parameter of
    its declaration: that it goes."""
    subject = subject_at(project, file, offset)
    if subject is None or subject.file.tree.problems:
        return
    declared = declaration_of(subject)
    if declared is not None:
        for type_ in _types(subject.owner.environment):
            yield subject, Addition(fresh(type_, declared.parameters), type_)
    node = subject.binder.node if subject.binder is not None else None
    if node is not None and file.span(node.place).contains(offset):
        yield from _removals(subject)


def fresh(type_: str, parameters: Sequence[TypedName], others: Iterable[str] = ()) -> str:
    """A new variable of this type beside `parameters` and `others`: `?truck`, `?truck2`."""
    used = {parameter.name for parameter in parameters}.union(others)
    base = type_ if type_ not in ("", OBJECT) else "new"
    names = (f"?{base}{number if number > 1 else ''}" for number in count(1))
    return next(name for name in names if name not in used)


def _types(environment: Environment) -> Sequence[str]:
    if not environment.types:
        return ("",)
    return [*list(environment.types)[:MOST_TYPES], OBJECT]


def _removals(variable: Subject) -> Iterator[tuple[Subject, ParameterChange]]:
    """That the parameter goes which the variable is, of whatever declares it."""
    environment = variable.owner.environment
    names = (
        *((SymbolKind.PREDICATE, name) for name in environment.predicates),
        *((SymbolKind.FUNCTION, name) for name in environment.functions),
        *((SymbolKind.ACTION, name) for name in variable.owner.actions),
    )
    for kind, name in names:
        subject = Subject(kind, name, variable.file, variable.owner)
        declared = declaration_of(subject)
        for place, parameter in enumerate(declared.parameters if declared else ()):
            if parameter is variable.binder:
                yield subject, Removal(place, parameter.name)
