"""Fixes of the rules that find what is never used."""

from __future__ import annotations

from typing import Final

from plancore.model.finding import PlaceEdit, PlaceFix
from plancore.rules.base import DefinitionContext
from plancore.rules.fixes.remove import remove
from plancore.syntax.nodes import Atom, List, Node

MOST: Final = 100
"""How many unused names of one section are pointed at; a grounded file may have thousands."""


def fix_unused(context: DefinitionContext, node: Node) -> tuple[PlaceFix, ...]:
    """Remove a declaration that is a list."""
    if type(node) is not List or node is node.form.root:
        # A whole section goes with its form; what stands around it is not known here.
        return ()
    name = node.items[0] if node.items else node
    return remove_unused(context, remove(node), name.text if type(name) is Atom else node.text)


def remove_unused(
    context: DefinitionContext, edit: PlaceEdit | None, name: str
) -> tuple[PlaceFix, ...]:
    """The fix that makes `edit`; none where another definition of the file may use the name."""
    if edit is None or not context.alone:
        return ()
    return (PlaceFix(f"Remove `{name}`", (edit,)),)
