"""Which of LSP's token types and modifiers stand for what, as far as the client knows them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from lsprotocol.types import SemanticTokenModifiers as Modifier
from lsprotocol.types import SemanticTokenTypes as Type

from plancore.ide.tokens.token import WordKind
from plancore.occurrences.table import Role, SymbolKind

# Of several types the first that the client knows: every theme colours these, and no two kinds
# that stand beside each other in a file get the same one.
_TYPES: Final[dict[SymbolKind | WordKind, tuple[Type, ...]]] = {
    SymbolKind.PREDICATE: (Type.Property, Type.Function),
    SymbolKind.FUNCTION: (Type.Variable,),
    SymbolKind.ACTION: (Type.Function,),
    SymbolKind.TASK: (Type.Method, Type.Function),
    SymbolKind.METHOD: (Type.Method, Type.Function),
    SymbolKind.TYPE: (Type.Type, Type.Class),
    SymbolKind.OBJECT: (Type.EnumMember, Type.Variable),
    SymbolKind.VARIABLE: (Type.Parameter, Type.Variable),
    SymbolKind.PREFERENCE: (Type.Label, Type.Variable),
    SymbolKind.DOMAIN: (Type.Namespace,),
    SymbolKind.PROBLEM: (Type.Namespace,),
    SymbolKind.REQUIREMENT: (Type.Macro, Type.Keyword),
    WordKind.KEYWORD: (Type.Keyword,),
    WordKind.OPERATOR: (Type.Operator,),
    WordKind.NUMBER: (Type.Number,),
    WordKind.STRING: (Type.String,),
    WordKind.COMMENT: (Type.Comment,),
    WordKind.DIRECTIVE: (Type.Decorator, Type.Macro),
}
_MODIFIERS: Final[dict[Role, Modifier]] = {
    Role.DECLARES: Modifier.Declaration,
    Role.DERIVES: Modifier.Definition,
    Role.ADDS: Modifier.Modification,
    Role.DELETES: Modifier.Modification,
    Role.CHANGES: Modifier.Modification,
}

_Key = tuple[SymbolKind | WordKind, Role | None, bool]


class Legend:
    """The names that one client and the server agree on, and how tokens are written with them."""

    def __init__(self, known_types: Collection[str], known_modifiers: Collection[str]) -> None:
        self._types = {
            kind: next((wanted.value for wanted in types if wanted.value in known_types), None)
            for kind, types in _TYPES.items()
        }
        self._written: dict[_Key, tuple[int, int] | None] = {}
        modifiers = (*_MODIFIERS.values(), Modifier.DefaultLibrary)
        self.types = _in_order(name for name in self._types.values() if name is not None)
        self.modifiers = _in_order(m.value for m in modifiers if m.value in known_modifiers)

    def written(
        self, kind: SymbolKind | WordKind, role: Role | None, is_built_in: bool
    ) -> tuple[int, int] | None:
        """The index of a token's type, and a bit for each of its modifiers.

        None where the client knows no type that fits.
        """
        key = kind, role, is_built_in
        if key not in self._written:
            self._written[key] = self._write(*key)
        return self._written[key]

    def _write(
        self, kind: SymbolKind | WordKind, role: Role | None, is_built_in: bool
    ) -> tuple[int, int] | None:
        name = self._types[kind]
        if name is None:
            return None
        bits = self._bit(_MODIFIERS[role]) if role in _MODIFIERS else 0
        if is_built_in:
            bits |= self._bit(Modifier.DefaultLibrary)
        return self.types.index(name), bits

    def _bit(self, modifier: Modifier) -> int:
        known = modifier.value in self.modifiers
        return 1 << self.modifiers.index(modifier.value) if known else 0


def _in_order(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
