"""What a learned domain declares and its own text needs, so that it cannot just go."""

from __future__ import annotations

from typing import Final

from plancore.compare.actions import ActionDiff, Status
from plancore.compare.changes import ChangeKind
from plancore.compare.declarations import DeclarationChange, Declared
from plancore.memo import Key
from plancore.occurrences import NameRole, SymbolKind, occurrences_in
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.syntax.nodes import List

_SYMBOLS: Final = {
    Declared.TYPE: SymbolKind.TYPE,
    Declared.CONSTANT: SymbolKind.OBJECT,
    Declared.PREDICATE: SymbolKind.PREDICATE,
    Declared.FUNCTION: SymbolKind.FUNCTION,
}

Names = frozenset[tuple[SymbolKind, str]]
"""Names with what they name."""

_USED: Final = Key[Names]("used names")


def used_names(learned: FileSnapshot) -> Names:
    """What the domain of a file uses, besides declaring it."""
    definition = learned.first("domain")
    if definition is None:
        return frozenset()
    return definition.memo.get(_USED, (), lambda: _used(learned, definition))


def _used(file: FileSnapshot, definition: DefinitionSnapshot) -> Names:
    return frozenset(
        (occurrence.kind_in(definition.environment), occurrence.name)
        for occurrence, _ in occurrences_in(file, definition)
        if occurrence.role is not NameRole.DECLARES
    )


def is_needed(change: DeclarationChange, used: Names) -> bool:
    """Whether one of the `used` names would not be declared any more without what `change` has in
    the learned file, or not with as many arguments."""
    node, kind = change.learned_node, _SYMBOLS.get(change.what)
    if node is None or kind is None:
        return False
    if change.kind is not ChangeKind.EXTRA:
        n_arguments, n_wanted = change.learned_text.count("?"), change.reference_text.count("?")
        if n_arguments == n_wanted:
            return False
    name = node.head if type(node) is List else node.text.lower()
    return (kind, name) in used


def is_called(action: ActionDiff, used: Names) -> bool:
    """Whether an action that the reference does not have is one of the `used` names: methods call
    it, which stay."""
    is_extra = action.status is Status.EXTRA
    return is_extra and (SymbolKind.ACTION, action.name) in used
