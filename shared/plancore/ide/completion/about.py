"""What there is to know about a completion, asked for when somebody looks at it."""

from __future__ import annotations

from typing import Final

from plancore.ide.completion.items import ItemKind
from plancore.ide.information.hover import Hover, hover_of, meaning_of
from plancore.ide.navigation.symbols import Symbol, declared_as, environment_of
from plancore.model.keywords import KEYWORDS
from plancore.model.requirements import MEANING
from plancore.occurrences import SymbolKind
from plancore.project import AnySnapshot, PlanSnapshot, ProjectSnapshot
from plancore.source import Span

_SYMBOLS: Final = {
    ItemKind.PREDICATE: SymbolKind.PREDICATE,
    ItemKind.FUNCTION: SymbolKind.FUNCTION,
    ItemKind.ACTION: SymbolKind.ACTION,
    ItemKind.TASK: SymbolKind.TASK,
    ItemKind.OBJECT: SymbolKind.OBJECT,
    ItemKind.TYPE: SymbolKind.TYPE,
}
_WORDS: Final = (ItemKind.SECTION, ItemKind.SLOT, ItemKind.OPERATOR)


def about(project: ProjectSnapshot, file: AnySnapshot, kind: ItemKind, name: str) -> Hover | None:
    """What a hover over `name` in `file` says, wherever in it the name stands; None where that is
    nothing."""
    # Of `not (at)` and `= (fuel)` the name in parentheses is meant.
    key, nowhere = name.lower().rpartition("(")[2].rstrip(")"), Span(0, 0)
    if kind is ItemKind.REQUIREMENT:
        return Hover(nowhere, key, (MEANING[key],)) if key in MEANING else None
    symbol_kind = _SYMBOLS.get(kind)
    if symbol_kind is None:
        word = key.split(" ")[0]  # of `at start` it is `at`
        keyword = KEYWORDS.get(word) if kind in _WORDS else None
        return Hover(nowhere, word, (meaning_of(keyword),)) if keyword else None
    if isinstance(file, PlanSnapshot):
        problem = project.problem_of(file)
        homes = [(problem.file, problem.definition)] if problem else []
    else:
        homes = [(file, definition) for definition in file.definitions]
    for home_file, home in homes:
        _, environment = environment_of(project, home_file, home)
        declared = declared_as(symbol_kind, key, environment)
        if declared is not None:
            symbol = Symbol(symbol_kind, key, nowhere, declared, environment, home)
            return hover_of(project, symbol)
    return None
