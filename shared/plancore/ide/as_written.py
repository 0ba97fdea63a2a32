"""Names as their author writes them, where tables have them in lower case."""

from __future__ import annotations

from plancore.lower.resolve import Declared
from plancore.model.formula import TypedName
from plancore.syntax.nodes import Atom


def spelling_of(declared: Declared | TypedName) -> str:
    """The name as it is written where it is declared; of `?x- t` that is `?x`."""
    node = declared.node if isinstance(declared, TypedName) else declared.name_node
    return node.text[: len(declared.name)] if type(node) is Atom else declared.name
