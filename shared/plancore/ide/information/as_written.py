"""Names as their author writes them, where tables have them in lower case."""

from __future__ import annotations

from plancore.lower.environment import Declared
from plancore.model.formula import TypedName
from plancore.occurrences import NameRole, SymbolKind, occurrences_of
from plancore.snapshot import FileSnapshot
from plancore.syntax.nodes import Atom


def spelling_of(declared: Declared | TypedName) -> str:
    """The name as it is written where it is declared; of `?x- t` that is `?x`."""
    node = declared.node if isinstance(declared, TypedName) else declared.name_node
    return node.text[: len(declared.name)] if type(node) is Atom else declared.name


def types_as_written(file: FileSnapshot) -> dict[str, str]:
    """The types of the domains in `file` by name, as written where they are declared or, without a
    declaration, where they stand first."""
    written: dict[str, str] = {}
    declared: set[str] = set()
    for definition in file.definitions:
        for section, model in definition.sections:
            if model.keyword != ":types":
                continue
            start = file.tree.start(section.head)
            for kind, name, first, last, role, _ in occurrences_of(section, model, section.head):
                is_declared = role is NameRole.DECLARES
                if kind is SymbolKind.TYPE and (
                    name not in written or is_declared > (name in declared)
                ):
                    written[name] = file.text[start + first : start + last]
                if is_declared:
                    declared.add(name)
    return written
