"""Conditions, effects and the facts of an initial state: one reader for all formulas of a form."""

from __future__ import annotations

from typing import Final

from plancore.lower.effects import EffectReader
from plancore.lower.numbers import number
from plancore.lower.terms import DEEPEST
from plancore.lower.uses import Scope, Use
from plancore.model.formula import (
    And,
    At,
    Comparison,
    Formula,
    Not,
    OneOf,
    Or,
)
from plancore.syntax.nodes import Atom, List, Node

_UNCERTAIN: Final = frozenset(("and", "or", "oneof", "unknown", "probabilistic", "forall", "when"))
"""Heads of facts of contingent, conformant and probabilistic problems."""


class FormulaReader(EffectReader):
    """Lowers conditions, effects and facts."""

    def fact(self, node: Node, *, timed: bool = True) -> Formula:
        """One entry of `:init`."""
        if type(node) is Atom:
            return self._bare_atom(node)
        assert type(node) is List
        head = node.head
        scope: Scope = {}
        if node.words and head not in _UNCERTAIN:  # as most are
            return self.atom(node, scope, Use.INIT)
        items = node.items
        if head == "=" and len(items) == 3 and type(items[1]) is List:
            target = self._function(items[1], scope, Use.INIT)
            value = self.expression(items[2], scope)
            # That fluents have numbers is for the declaration to ask for, not for each value: most
            # pieces of `:init` are never lowered.
            if type(value) is str:
                self.uses.feature(":object-fluents", node)
            return Comparison("=", target, value, node)
        if head == "not" and len(items) == 2 and type(items[1]) is List and items[1].head:
            return Not(self.atom(items[1], scope, Use.INIT), node)
        if head == "at" and timed and len(items) == 3 and type(items[1]) is Atom:
            time = number(items[1].key)
            if time is not None and type(items[2]) is List:
                self.uses.feature(":timed-initial-literals", node)
                return At(time, self.fact(items[2], timed=False), node)
        if head in _UNCERTAIN:
            if self._depth >= DEEPEST:
                return self._too_deep(node)
            self._depth += 1
            formula = self._uncertain_fact(node)
            self._depth -= 1
            return formula
        if not head:
            if not items:
                return self._damaged(node, "malformed-formula", "an empty fact")
            return self._missing_and(node, self.fact)
        return self.atom(node, scope, Use.INIT)

    def _uncertain_fact(self, node: List) -> Formula:
        """Facts of contingent, conformant and probabilistic problems."""
        if node.head == "probabilistic":
            return self._effect_probabilistic(node, {})
        parts = [self.fact(item) for item in node.items[1:] if type(item) is List]
        if node.head == "and":
            return And(tuple(parts), node)
        self.uses.feature(":contingent", node)
        return OneOf(tuple(parts), node) if node.head == "oneof" else Or(tuple(parts), node)
