"""What binds a variable, in words."""

from __future__ import annotations

from typing import Final

from plancore.ide.shape.lists import lists
from plancore.model.formula import TypedName
from plancore.occurrences import SymbolKind
from plancore.syntax.nodes import Atom, List, Node

_QUANTIFIERS: Final = ("forall", "exists")


def binding(variable: TypedName) -> str:
    """What `variable` is where it is declared: a parameter of what, or bound by which quantifier.

    Just a variable where parentheses are so wrong that nobody can tell.
    """
    around = _around(variable.node) if variable.node is not None else []
    if len(around) > 1:
        *_, outer, inner = around
        if outer.head in _QUANTIFIERS:
            return f"bound by `{outer.head}`"
        # The parameters of `(at ?c ?p)` stand behind its name, those of an action in a list.
        name = _item(around[0], 1) if inner.head[:1] in ("?", "") else _item(inner, 0)
        if name[:1] not in ("", ":"):
            return f"parameter of `{name}`"
    return SymbolKind.VARIABLE.value


def _around(node: Node) -> list[List]:
    """The lists around `node` in its section, outermost first."""
    root = node.form.root
    around = (part for part in lists(root) if part.start <= node.start < part.end) if root else ()
    return sorted(around, key=lambda part: part.start)


def _item(node: List, index: int) -> str:
    item = node.items[index] if index < len(node.items) else None
    return item.text if type(item) is Atom else ""
