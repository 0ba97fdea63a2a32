"""What a domain can do: its actions, axioms and methods, with the names that each uses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from plancore.ide.navigation.reach import ScopedDefinition
from plancore.ide.navigation.references import FormInPart
from plancore.lower.section import SectionModel
from plancore.occurrences import InFile, NameRole, SymbolKind
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import Span


class Operator(NamedTuple):
    """An action, a method or an axiom; an axiom is called like the predicate that it derives.

    `span` is all of it, `uses` are the names in it with what is done with them.
    """

    kind: SymbolKind
    name: str
    name_span: Span
    span: Span
    model: SectionModel
    uses: tuple[tuple[SymbolKind, InFile], ...]


def operators(file: FileSnapshot, domain: DefinitionSnapshot) -> Iterator[Operator]:
    """The operators of a domain that stands in `file`, in the order of the text."""
    part = ScopedDefinition(file, domain, domain.environment)
    for section, model in domain.sections:
        if not (model.actions or model.methods or model.axioms):
            continue
        in_form = FormInPart(part, section, model, section.head).occurrences()
        uses = tuple((use.occurrence.kind_in(part.environment), use) for use in in_form)
        for kind, (occurrence, span) in uses:
            if _names_operator(kind, occurrence.role):
                whole = file.span(section.head.place())
                yield Operator(kind, occurrence.name, span, whole, model, uses)
                break


def _names_operator(kind: SymbolKind, role: NameRole) -> bool:
    if kind in (SymbolKind.ACTION, SymbolKind.METHOD):
        return role is NameRole.DECLARES
    return role is NameRole.DERIVES
