"""Which of LSP's token types and modifiers stand for what, as far as the client knows them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from lsprotocol.types import SemanticTokenModifiers as Modifier
from lsprotocol.types import SemanticTokenTypes as Type

from plancore.ide.tokens.token import Token, WordKind
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


class Legend:
    """The names that one client and the server agree on, and how tokens are written with them."""

    def __init__(self, known_types: Collection[str], known_modifiers: Collection[str]) -> None:
        self._types = {
            kind: next((wanted.value for wanted in types if wanted.value in known_types), None)
            for kind, types in _TYPES.items()
        }
        modifiers = (*_MODIFIERS.values(), Modifier.DefaultLibrary)
        self.types = _in_order(name for name in self._types.values() if name is not None)
        self.modifiers = _in_order(m.value for m in modifiers if m.value in known_modifiers)

    def type_of(self, token: Token) -> int | None:
        """The index of the token's type; None where the client knows none that fits."""
        name = self._types[token.kind]
        return None if name is None else self.types.index(name)

    def modifiers_of(self, token: Token) -> int:
        """The token's modifiers, a bit for each."""
        bits = 0
        if token.role in _MODIFIERS:
            bits = self._bit(_MODIFIERS[token.role])
        return bits | (self._bit(Modifier.DefaultLibrary) if token.is_built_in else 0)

    def _bit(self, modifier: Modifier) -> int:
        known = modifier.value in self.modifiers
        return 1 << self.modifiers.index(modifier.value) if known else 0


def _in_order(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
