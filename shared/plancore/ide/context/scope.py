"""The variables that may be used at a cursor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from plancore.ide.context.grammar import SLOTS_OF, Expected
from plancore.ide.context.levels import Level
from plancore.lower.typed_list import typed_list
from plancore.lower.uses import Scope, Uses
from plancore.syntax.nodes import Atom, FormRole, List, Node


def scope_of(levels: Sequence[Level]) -> Scope:
    """The variables that the lists around a cursor bind: inner ones hide outer ones, and of two
    parameters the first counts."""
    scope: Scope = {}
    for level in levels:
        for items in _binding_lists(level):
            names = typed_list(items, Uses(), "a variable")
            ordered = reversed(names) if level.expected is Expected.SECTION else names
            inner = {name.name: name for name in ordered}
            scope.update((name.name, inner[name.name]) for name in names)
    return scope


def _binding_lists(level: Level) -> Iterator[Sequence[Node]]:
    """The typed lists that bind variables in a list, wherever in it they stand."""
    node = level.node
    if level.expected in (Expected.CONDITION, Expected.EFFECT):
        if node.head in ("forall", "exists") and len(node.items) > 1:
            variables = node.items[1]
            if type(variables) is List:
                yield variables.items
        return
    root = node.form.root if node.form.role is FormRole.SECTION else None
    if level.expected is not Expected.SECTION or root is None:
        return
    items = root.items
    if node.head in SLOTS_OF:
        for slot, value in pairwise(items):
            if type(slot) is Atom and slot.key in (":parameters", ":vars") and type(value) is List:
                yield value.items
    elif node.head == ":derived" and len(items) > 1 and type(items[1]) is List:
        yield items[1].items[1:]
