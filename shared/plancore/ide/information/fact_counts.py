"""How often a problem mentions a predicate or function: in its initial facts, and in its goal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from plancore.lower.facts import fact_table
from plancore.lower.section import SectionModel
from plancore.occurrences import NameRole, SymbolKind, occurrences_of
from plancore.snapshot import DefinitionSnapshot
from plancore.syntax.tree import Section


class FactCounts(NamedTuple):
    """`n_stated` initial facts or values, and `n_wanted` places in the goal."""

    n_stated: int
    n_wanted: int


def fact_counts(problem: DefinitionSnapshot, kind: SymbolKind, name: str) -> FactCounts:
    """How often `problem` states and wants the predicate or function called `name`."""
    roles: Counter[NameRole] = Counter()
    for section, model in problem.sections:
        if section.keyword == ":init":
            roles[NameRole.STATES] += sum(_stated(section, model, kind, name))
        elif section.keyword != ":objects":
            table = occurrences_of(section, model, section.head)
            roles.update(o.role for o in table if (o.kind, o.name) == (kind, name))
    return FactCounts(roles[NameRole.STATES], roles[NameRole.WANTS])


def _stated(section: Section, model: SectionModel, kind: SymbolKind, name: str) -> Iterator[int]:
    for form in section.item_forms:
        table = None if form.problems else fact_table(form)
        if table is not None:
            rows = table.atoms if kind is SymbolKind.PREDICATE else table.fluents
            yield len(rows.get(name, ()))
        else:
            names = occurrences_of(section, model, form)
            yield sum((o.kind, o.name, o.role) == (kind, name, NameRole.STATES) for o in names)
