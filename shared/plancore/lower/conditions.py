"""Conditions: preconditions, goals, constraints, and the guards of effects.

::

    c         = "(" ")" | atom | "(" ("and" | "or") c* ")" | "(" "not" c ")" | "(" "imply" c c ")"
              | "(" ("forall" | "exists") "(" typed-list ")" c ")"
              | "(" comparison e e ")"
              | "(" "at" ("start" | "end") c ")" | "(" "over" "all" c ")"
              | "(" "preference" name? c ")"
              | "(" ("always" | "sometime" | "at-most-once") c ")"
              | "(" ("sometime-after" | "sometime-before") c c ")"
              | "(" ("within" | "hold-after") number c ")" | "(" "always-within" number c c ")"
              | "(" "hold-during" number number c ")"
    atom      = "(" name term* ")"               term  = name | variable | "(" name term* ")"
    comparison = "<" | ">" | "<=" | ">=" | "="   e     = number | name | variable | "#t"
              | "(" ("+" | "-" | "*" | "/") e+ ")" | "(" "is-violated" name ")" | "(" name term* ")"

`(= a b)` of two names or variables is an atom. So is what begins with `at` or `over` without a
time, with an assignment and goes on with names alone, or with the word of a constraint and goes on
with names alone, more or fewer than it takes parts. A list of conditions without a word is read as
their `and`, with a finding; anything else is a finding and `Damaged`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from plancore.lower.foreign import is_plain
from plancore.lower.numbers import number
from plancore.lower.terms import COMPARISONS, DEEPEST, TermReader, damage
from plancore.lower.uses import Scope, Use
from plancore.model.formula import (
    And,
    Comparison,
    Exists,
    Forall,
    Formula,
    Imply,
    Not,
    Or,
    Preference,
    Timed,
    TrajectoryConstraint,
)
from plancore.syntax.nodes import Atom, List, Node

_TRAJECTORY: Final = {
    "always": (0, 1),
    "sometime": (0, 1),
    "at-most-once": (0, 1),
    "sometime-after": (0, 2),
    "sometime-before": (0, 2),
    "within": (1, 1),
    "hold-after": (1, 1),
    "always-within": (1, 2),
    "hold-during": (2, 1),
}


class ConditionReader(TermReader):
    """Lowers conditions."""

    def condition(self, node: Node, scope: Scope, *, positive: bool = True) -> Formula:
        """A precondition, goal or constraint."""
        if type(node) is Atom:
            return self._bare_atom(node)
        assert type(node) is List
        use = self.condition_use if positive else Use.NEGATIVE_CONDITION
        if is_plain(node):
            return self.atom(node, scope, use)
        head = node.head
        if not head:
            if not node.items:
                return And((), node)
            return self._missing_and(node, lambda n: self.condition(n, scope, positive=positive))
        read = CONDITIONS.get(head)
        if read is None:
            foreign = self._foreign(
                node,
                scope,
                lambda part, inner: self.condition(part, inner, positive=positive),
                effect=False,
            )
            return foreign or self.atom(node, scope, use)
        if self._depth >= DEEPEST:
            return self._too_deep(node)
        self._depth += 1
        formula = read(self, node, scope, positive)
        self._depth -= 1
        return formula

    def _and(self, node: List, scope: Scope, positive: bool) -> Formula:
        parts = [self.condition(item, scope, positive=positive) for item in node.items[1:]]
        return And(tuple(parts), node)

    def _or(self, node: List, scope: Scope, positive: bool) -> Formula:
        self.uses.feature(":disjunctive-preconditions", node)
        parts = [self.condition(item, scope, positive=positive) for item in node.items[1:]]
        return Or(tuple(parts), node)

    def _not(self, node: List, scope: Scope, positive: bool) -> Formula:
        if len(node.items) != 2:
            return self._wrong_parts(node, "one formula")
        inner = node.items[1]
        head = inner.head if type(inner) is List else ""
        if head in ("and", "or", "imply", "forall", "exists"):
            self.uses.feature(":disjunctive-preconditions", node)
        elif head not in COMPARISONS:
            self.uses.feature(":negative-preconditions", node)
        return Not(self.condition(inner, scope, positive=not positive), node)

    def _imply(self, node: List, scope: Scope, positive: bool) -> Formula:
        if len(node.items) != 3:
            return self._wrong_parts(node, "two formulas")
        self.uses.feature(":disjunctive-preconditions", node)
        return Imply(
            self.condition(node.items[1], scope, positive=not positive),
            self.condition(node.items[2], scope, positive=positive),
            node,
        )

    def _quantified(self, node: List, scope: Scope, positive: bool) -> Formula:
        bound = self._bind(node, scope)
        if bound is None:
            return damage(node)
        variables, inner = bound
        universal = node.head == "forall"
        kind = "universal" if universal else "existential"
        self.uses.feature(f":{kind}-preconditions", node)
        body = self.condition(node.items[2], inner, positive=positive)
        return (Forall if universal else Exists)(variables, body, node)

    def _comparison(self, node: List, scope: Scope, positive: bool) -> Formula:
        items = node.items
        if len(items) != 3:
            return self._wrong_parts(node, "two arguments")
        left, right = items[1], items[2]
        if node.head == "=" and type(left) is Atom and type(right) is Atom:
            numeric = number(left.key) is not None or number(right.key) is not None
            if not numeric and "?duration" not in (left.key, right.key):
                self.uses.feature(":equality", node)
                use = self.condition_use if positive else Use.NEGATIVE_CONDITION
                return self.atom(node, scope, use)
        if type(left) is not Atom or left.key != "?duration":
            # `(= ?duration 5)` is part of durative actions and asks for no numeric fluents.
            objects = node.head == "=" and (_is_object(left) or _is_object(right))
            self.uses.feature(":object-fluents" if objects else ":numeric-fluents", node)
        return Comparison(
            node.head, self.expression(left, scope), self.expression(right, scope), node
        )

    def _timed(self, node: List, scope: Scope, positive: bool) -> Formula:
        when = self._time_specifier(node)
        if not when:
            use = self.condition_use if positive else Use.NEGATIVE_CONDITION
            return self.atom(node, scope, use)
        if len(node.items) != 3:
            return self._wrong_parts(node, "a formula")
        return Timed(when, self.condition(node.items[2], scope, positive=positive), node)

    def _preference(self, node: List, scope: Scope, positive: bool) -> Formula:
        self.uses.feature(":preferences", node)
        items = node.items
        if len(items) == 3 and type(items[1]) is Atom:
            name, body = items[1].key, items[2]
            self.uses.preferences.append(items[1])
        elif len(items) == 2:
            name, body = "", items[1]
        else:
            return self._wrong_parts(node, "a name and a formula")
        return Preference(name, self.condition(body, scope, positive=positive), node)

    def _trajectory(self, node: List, scope: Scope, positive: bool) -> Formula:
        numbers, formulas = _TRAJECTORY[node.head]
        items = node.items[1:]
        words = [item.key for item in items[:numbers] if type(item) is Atom]
        times = [value for value in map(number, words) if value is not None]
        if len(items) != numbers + formulas or len(times) != numbers:
            if all(type(item) is Atom for item in items):
                # A predicate that happens to be called `within` or `sometime`.
                return self.atom(node, scope, self.condition_use)
            return self._wrong_parts(node, _parts(numbers, formulas))
        self.uses.feature(":constraints", node)
        parts = tuple([self.condition(i, scope, positive=positive) for i in items[numbers:]])
        return TrajectoryConstraint(node.head, tuple(times), parts, node)

    def _misplaced_in_condition(self, node: List, scope: Scope, _: bool) -> Formula:
        if node.head in ("assign", "increase", "decrease", "change") and all(
            type(item) is Atom for item in node.items
        ):
            return self.atom(node, scope, self.condition_use)
        return self._damaged(
            node, "misplaced-operator", f"`{node.head}` belongs into an effect, not a condition"
        )


def _is_object(node: Node) -> bool:
    """Whether a part of a comparison is a variable of objects; a name may be that of a number."""
    return type(node) is Atom and node.key[0] == "?" and node.key != "?duration"


def _parts(numbers: int, formulas: int) -> str:
    """`a number and two formulas`, as a constraint takes them."""
    words = {
        "number": ("", "a number", "two numbers"),
        "formula": ("", "a formula", "two formulas"),
    }
    return " and ".join(filter(None, (words["number"][numbers], words["formula"][formulas])))


CONDITIONS: Final[dict[str, Callable[[ConditionReader, List, Scope, bool], Formula]]] = {
    "and": ConditionReader._and,
    "or": ConditionReader._or,
    "not": ConditionReader._not,
    "imply": ConditionReader._imply,
    "forall": ConditionReader._quantified,
    "exists": ConditionReader._quantified,
    "at": ConditionReader._timed,
    "over": ConditionReader._timed,
    "preference": ConditionReader._preference,
    **dict.fromkeys(COMPARISONS, ConditionReader._comparison),
    **dict.fromkeys(_TRAJECTORY, ConditionReader._trajectory),
    **dict.fromkeys(
        ("when", "increase", "decrease", "assign", "scale-up", "scale-down", "oneof"),
        ConditionReader._misplaced_in_condition,
    ),
}
"""How a list is read by its head; with any other head it is an atom."""
