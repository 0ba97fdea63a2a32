"""Where a name is declared."""

from __future__ import annotations

from typing import NamedTuple

from plancore.ide.navigation.symbols import declaration_place, symbol_at
from plancore.project import AnySnapshot, ProjectSnapshot
from plancore.source import Span


class DefinitionTarget(NamedTuple):
    """The name `origin` is declared in `file`: at `name`, inside `whole`."""

    origin: Span
    file: str
    name: Span
    whole: Span


def definition(project: ProjectSnapshot, file: AnySnapshot, offset: int) -> DefinitionTarget | None:
    """The declaration of the name at `offset`; None when there is no name or no declaration."""
    symbol = symbol_at(project, file, offset)
    place = declaration_place(project, symbol) if symbol else None
    if symbol is None or place is None:
        return None
    return DefinitionTarget(symbol.span, place.file.name, place.name, place.whole)
