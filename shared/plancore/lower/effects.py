"""Effects of actions, processes and events.

::

    f      = "(" ")" | atom | "(" "not" atom ")" | "(" "and" f* ")"
           | "(" "forall" "(" typed-list ")" f ")" | "(" "when" c f ")"
           | "(" assign target e ")"
           | "(" "at" ("start" | "end") f ")"
           | "(" "oneof" f* ")" | "(" "probabilistic" (e f)* ")"
    assign = "assign" | "increase" | "decrease" | "scale-up" | "scale-down" | "change"
    target = "(" name term* ")" | name

Conditions `c`, atoms, terms and expressions `e` are those of `conditions`. What begins with `at`
without a time is an atom, and so is a word of conditions other than `=` with names alone
(`(or a b)`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

from plancore.lower.conditions import CONDITIONS, ConditionReader
from plancore.lower.foreign import is_plain
from plancore.lower.numbers import ratio
from plancore.lower.terms import ASSIGNMENTS, DEEPEST, damage
from plancore.lower.uses import FunctionUse, Scope, Use
from plancore.model.formula import (
    And,
    Assign,
    Expression,
    Forall,
    Formula,
    FunctionTerm,
    Not,
    Number,
    OneOf,
    Probabilistic,
    Timed,
    When,
)
from plancore.syntax.nodes import Atom, List, Node


class EffectReader(ConditionReader):
    """Lowers effects, and the conditions in them."""

    def effect(self, node: Node, scope: Scope) -> Formula:
        """The effect of an action, process or event."""
        if type(node) is Atom:
            return self._bare_atom(node)
        assert type(node) is List
        if is_plain(node):
            return self.atom(node, scope, Use.ADD)
        head = node.head
        if not head:
            if not node.items:
                return And((), node)
            return self._missing_and(node, lambda n: self.effect(n, scope))
        read = _EFFECTS.get(head)
        if read is None:
            foreign = self._foreign(node, scope, self.effect, effect=True)
            return foreign or self.atom(node, scope, Use.ADD)
        if self._depth >= DEEPEST:
            return self._too_deep(node)
        self._depth += 1
        formula = read(self, node, scope)
        self._depth -= 1
        return formula

    def _effect_and(self, node: List, scope: Scope) -> Formula:
        return And(tuple([self.effect(item, scope) for item in node.items[1:]]), node)

    def _effect_not(self, node: List, scope: Scope) -> Formula:
        inner = node.items[1] if len(node.items) == 2 else None
        if type(inner) is List and is_plain(inner):
            return Not(self.atom(inner, scope, Use.DELETE), node)
        if type(inner) is not List or not inner.head or inner.head in CONDITIONS:
            if type(inner) is List and inner.head == "at" and not self._time_specifier(inner):
                return Not(self.atom(inner, scope, Use.DELETE), node)
            return self._damaged(
                node, "malformed-formula", "in an effect `not` takes one atom, `(not (p …))`"
            )
        return Not(self.atom(inner, scope, Use.DELETE), node)

    def _effect_forall(self, node: List, scope: Scope) -> Formula:
        self.uses.feature(":conditional-effects", node)
        bound = self._bind(node, scope)
        if bound is None:
            return damage(node)
        variables, inner = bound
        return Forall(variables, self.effect(node.items[2], inner), node)

    def _effect_when(self, node: List, scope: Scope) -> Formula:
        if len(node.items) > 3:
            return self._damaged(
                node,
                "malformed-formula",
                "`when` takes a condition and an effect; for what happens otherwise write a "
                "second `(when (not …) …)`",
            )
        if len(node.items) != 3:
            return self._wrong_parts(node, "a condition and an effect")
        self.uses.feature(":conditional-effects", node)
        return When(self.condition(node.items[1], scope), self.effect(node.items[2], scope), node)

    def _effect_assign(self, node: List, scope: Scope) -> Formula:
        items = node.items
        if len(items) != 3:
            return self._wrong_parts(node, "a fluent and a value")
        target = items[1]
        if type(target) is List:
            target_term = self._function(target, scope, Use.CHANGE)
        else:
            # Functions without parameters are often written without parentheses.
            assert type(target) is Atom
            target_term = FunctionTerm(target.key, (), target)
            self.uses.functions.append(FunctionUse(target_term, Use.CHANGE, scope))
        value = self.expression(items[2], scope)
        costs = node.head == "increase" and target_term.name == "total-cost"
        if costs:
            self.uses.feature(":action-costs", node)
        elif not (node.head in ("assign", "change") and type(value) is str):
            self.uses.feature(":numeric-fluents", node)
        return Assign(node.head, target_term, value, node)

    def _effect_timed(self, node: List, scope: Scope) -> Formula:
        when = self._time_specifier(node)
        if not when:
            return self.atom(node, scope, Use.ADD)
        if len(node.items) != 3:
            return self._wrong_parts(node, "an effect")
        return Timed(when, self.effect(node.items[2], scope), node)

    def _effect_oneof(self, node: List, scope: Scope) -> Formula:
        self.uses.feature(":non-deterministic", node)
        return OneOf(tuple([self.effect(item, scope) for item in node.items[1:]]), node)

    def _effect_probabilistic(self, node: List, scope: Scope) -> Formula:
        self.uses.feature(":probabilistic-effects", node)
        items = node.items[1:]
        if len(items) % 2:
            return self._wrong_parts(node, "pairs of a probability and an effect")
        outcomes = [
            (self._probability(items[i], scope), self.effect(items[i + 1], scope))
            for i in range(0, len(items), 2)
        ]
        self._probabilities(items[::2], [chance for chance, _ in outcomes])
        return Probabilistic(tuple(outcomes), node)

    def _probability(self, node: Node, scope: Scope) -> Expression:
        value = ratio(node.key) if type(node) is Atom else None
        return self.expression(node, scope) if value is None else Number(value, node)

    def _probabilities(self, nodes: Sequence[Node], chances: Sequence[Expression]) -> None:
        """Report chances outside of 0 to 1, or that add up to more than 1."""
        total = Fraction(0)
        for at, chance in zip(nodes, chances, strict=True):
            if type(chance) is not Number:
                continue
            if not 0 <= chance.value <= 1:
                message = f"a probability is between 0 and 1, found `{at.text}`"
                self.uses.report("invalid-probability", at.place, message)
                return
            total += chance.value
        # Decimals such as 0.333 for a third may add up to a little more than 1.
        if total > Fraction(1001, 1000):
            message = f"the probabilities add up to {float(total):g}, which is more than 1"
            self.uses.report("invalid-probability", nodes[-1].place, message)

    def _misplaced_in_effect(self, node: List, scope: Scope) -> Formula:
        items = node.items
        if len(items) != 1 and all(type(item) is Atom for item in items) and node.head != "=":
            return self.atom(node, scope, Use.ADD)
        return self._damaged(
            node, "misplaced-operator", f"`{node.head}` belongs into a condition, not an effect"
        )


_EFFECTS: Final[dict[str, Callable[[EffectReader, List, Scope], Formula]]] = {
    "and": EffectReader._effect_and,
    "not": EffectReader._effect_not,
    "forall": EffectReader._effect_forall,
    "when": EffectReader._effect_when,
    "at": EffectReader._effect_timed,
    "oneof": EffectReader._effect_oneof,
    "probabilistic": EffectReader._effect_probabilistic,
    **dict.fromkeys(ASSIGNMENTS, EffectReader._effect_assign),
    **dict.fromkeys(
        ("or", "imply", "exists", "=", "<", ">", "<=", ">="), EffectReader._misplaced_in_effect
    ),
}
