"""Did you mean: suggestions for a name, and the edit that takes one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from plancore.model.domain import AbstractTask, Action, Function, Predicate
from plancore.model.finding import PlaceEdit, PlaceFix
from plancore.model.formula import TypedName
from plancore.spelling import nearest
from plancore.syntax.nodes import Atom

_BUDGET: Final = 20_000
"""Comparisons that one `Suggestions` makes, some ten milliseconds; then it is silent, so that time
stays linear, and a keystroke in a problem of many thousand objects cheap."""

Named = TypedName | Predicate | Function | Action | AbstractTask


class Suggestions:
    """The nearest known name for each unknown one, worked out once for each."""

    def __init__(self, known: Mapping[str, Named]) -> None:
        self._known = known
        self._answers: dict[str, str | None] = {}
        self._budget = _BUDGET

    def __call__(self, name: str) -> str | None:
        """The key of the known name that `name` may mean."""
        if name not in self._answers:
            self._budget -= len(self._known)
            self._answers[name] = nearest(name, self._known) if self._budget >= 0 else None
        return self._answers[name]

    def spelling(self, key: str) -> str:
        """How `key` is written where it is declared."""
        return spelling(self._known[key], key)


def spelling(declared: Named, key: str) -> str:
    """The name as its declaration writes it; `key` when that is not at hand."""
    node = declared.node if type(declared) is TypedName else getattr(declared, "name_node", None)
    return node.text if type(node) is Atom and node.key == key else key


def change_to(name: Atom, meant: str, *, safe: bool = False) -> PlaceFix:
    """Write `meant` in place of `name`."""
    return PlaceFix(f"Change to `{meant}`", (PlaceEdit(name.place, meant),), safe)
