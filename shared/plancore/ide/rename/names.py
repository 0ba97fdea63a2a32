"""Which names can be renamed, and what they can be called.

::

    name     = letter (letter | digit | "-" | "_")*      variable = "?" name

as in the BNF of PDDL 3.1; letters are those of ASCII.
"""

from __future__ import annotations

import re
from typing import Final

from plancore.ide.navigation.reach import Subject, declares_preference
from plancore.ide.navigation.symbols import Symbol
from plancore.ide.rename.refusal import Refusal
from plancore.lower.environment import BUILT_IN
from plancore.model.types import OBJECT
from plancore.occurrences import SymbolKind
from plancore.syntax.builder import COMPOUND_HEADS

_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_TYPES: Final = frozenset((OBJECT, "number"))
_WORDS: Final = (COMPOUND_HEADS - {"at"}) | _TYPES | {"define", "domain", "problem", "is-violated"}
"""Words of the language. `at` is the commonest of predicates all the same: whether it can be told
from `(at start …)` shows when the text is read again."""

NOTHING_HERE: Final = Refusal(
    "there is no name here that can be renamed: only what a file declares, not the words of PDDL"
)


def why_fixed(symbol: Symbol, subject: Subject) -> Refusal | None:
    """Why `symbol`, which stands for `subject`, must keep its name; None where it need not."""
    kind, name = symbol.kind, symbol.name
    if kind is SymbolKind.REQUIREMENT:
        return Refusal(f"`{name}` is a requirement of PDDL and keeps its name")
    if kind is SymbolKind.VARIABLE and name[0] != "?":
        return Refusal(f"`{name}` stands for a variable, but lacks its `?`")
    if name in _own_to_pddl(kind):
        return Refusal(f"`{name}` belongs to PDDL and keeps its name")
    if not _is_declared(symbol, subject):
        return Refusal(f"the {kind.value} `{name}` is declared nowhere, so it cannot be renamed")
    return None


def why_illegal(kind: SymbolKind, new: str) -> Refusal | None:
    """Why nothing of this kind can be called `new`; None where it can."""
    is_variable = kind is SymbolKind.VARIABLE
    if not _NAME.fullmatch(new.removeprefix("?") if is_variable else new):
        start = "`?` and a letter" if is_variable else "a letter"
        return Refusal(
            f"`{new}` is no name in PDDL: {start} first, then letters, digits, `-` and `_`"
        )
    key = new.lower()
    if key in _WORDS or key in _own_to_pddl(kind):
        return Refusal(f"`{new}` is a word of PDDL itself")
    return None


def _own_to_pddl(kind: SymbolKind) -> frozenset[str]:
    if kind is SymbolKind.TYPE:
        return _TYPES
    return BUILT_IN if kind in (SymbolKind.FUNCTION, SymbolKind.PREDICATE) else frozenset()


def _is_declared(symbol: Symbol, subject: Subject) -> bool:
    match symbol.kind:
        case SymbolKind.PREFERENCE:
            return declares_preference(subject.owner, symbol.name)
        case SymbolKind.TYPE:  # a parent needs no entry of its own
            return symbol.name in symbol.environment.hierarchy.names
        case SymbolKind.DOMAIN:  # a problem may have been given one of another name
            return symbol.name == subject.owner.name and subject.owner.kind == "domain"
        case _:
            return symbol.declaration is not None
