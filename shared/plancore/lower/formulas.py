"""Lower effects, with the conditions in them; `facts` lowers the entries of `:init`.

Effects are those of actions, processes and events.

::

    f      = "(" ")" | atom | "(" "not" atom ")" | "(" "and" f* ")"
           | "(" "forall" "(" typed-list ")" f ")" | "(" "when" c f ")"
           | "(" assign target e ")"
           | "(" "at" ("start" | "end") f ")"
           | "(" "oneof" f* ")" | "(" "probabilistic" (e f)* ")"
    assign = "assign" | "increase" | "decrease" | "scale-up" | "scale-down" | "change"
    target = "(" name term* ")" | name

Conditions `c`, atoms, terms and expressions `e` are those of `conditions`. A list that begins with
`at` but has no time is an atom, and so is an operator of conditions other than `=` with names only
(`(or a b)`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

from plancore.lower import enclosure
from plancore.lower.conditions import AT_OR_OVER, CONDITIONS, TRAJECTORY, ConditionReader
from plancore.lower.foreign import infix_operator, is_atom
from plancore.lower.numbers import function_first, function_words, is_number, ratio
from plancore.lower.section import FunctionUse, Scope, Use, Uses
from plancore.lower.terms import (
    AS_WRITTEN,
    ASSIGNMENTS,
    DEEPEST,
    MISSPELT_TIMES,
    damage,
)
from plancore.model.finding import PlaceEdit, PlaceFix
from plancore.model.formula import (
    And,
    Assign,
    Damaged,
    Expression,
    Forall,
    Formula,
    FunctionTerm,
    Not,
    Number,
    OneOf,
    Probabilistic,
    When,
)
from plancore.syntax.nodes import Atom, List, Node


class FormulaReader(ConditionReader):
    """Lowers effects, and the conditions in them."""

    def effect(self, node: Node, scope: Scope) -> Formula:
        """The effect of an action, process or event."""
        if type(node) is Atom:
            return self._bare_atom(node)
        assert type(node) is List
        words = node.words
        if words and is_atom(words):
            if words[0] not in AT_OR_OVER:
                return self.atom(node, scope, Use.ADD, words)
            timed = self._word_at_a_time(node, lambda part: self.effect(part, scope))
            return timed or self.atom(node, scope, Use.ADD, words)
        head = node.head
        if not head and not node.items:
            return And((), node)
        read = _EFFECTS.get(head)
        if read is None:
            return self._other_effect(node, scope) or self.atom(node, scope, Use.ADD)
        if self._depth >= DEEPEST:
            return self._too_deep(node)
        self._depth += 1
        formula = read(self, node, scope)
        self._depth -= 1
        return formula

    def _other_effect(self, node: List, scope: Scope) -> Formula | None:
        """A list with no operator of PDDL, if it is not an atom."""
        meant = enclosure.without_then(node, self.uses) if node.head == "if" else None
        if meant is not None:
            return self._effect_when(meant, scope)
        foreign = self._foreign(node, scope, self.effect, effect=True)
        if foreign is None and not node.head:
            return self._missing_and(node, scope, self.effect)
        return foreign

    def _effect_and(self, node: List, scope: Scope) -> Formula:
        parts = self._parts(node, effect=True)
        return And(tuple([self.effect(item, scope) for item in parts]), node)

    def _effect_not(self, node: List, scope: Scope) -> Formula:
        items = node.items
        if len(items) > 2:
            meant = enclosure.negated_atom(node, self.uses)
            items = meant.items if meant else [items[0], *self._parts(node, effect=True)]
            node = meant or List(node.form, node.start, node.end, items)
        inner = items[1] if len(items) == 2 else None
        words = inner.words if type(inner) is List else ()
        if type(inner) is List and words and (is_atom(words) or words[0] in TRAJECTORY):
            return Not(self.atom(inner, scope, Use.DELETE, words), node)
        if type(inner) is not List or not inner.head or inner.head in CONDITIONS:
            when = self._time_specifier(inner) if type(inner) is List and inner.head else ""
            if type(inner) is List and inner.head in (*AT_OR_OVER, *MISSPELT_TIMES) and not when:
                return Not(self.atom(inner, scope, Use.DELETE), node)
            if type(inner) is List and when:
                around, self.combining = self.combining, self.combining or node
                formula = self._at(when, self._effect_at(inner, when, scope), inner)
                self.combining = around
                return formula if type(formula) is Damaged else damage(node)
            atoms = enclosure.negated_atoms(node, self.uses)
            if atoms:
                for atom in atoms:
                    self.atom(atom, scope, Use.DELETE)
                return damage(node)  # all may be meant, or one of them
            return self._damaged(
                node,
                "malformed-formula",
                "expected one atom after `not` in an effect; write `(not (p …))`",
            )
        if infix_operator(inner, effect=True):
            self._foreign(inner, scope, self.effect, effect=True)
            return damage(node)
        return Not(self.atom(inner, scope, Use.DELETE), node)

    def _effect_forall(self, node: List, scope: Scope) -> Formula:
        self.uses.feature(":conditional-effects", node)
        bound = self._bind(node, scope)
        if bound is None:
            return damage(node)
        variables, inner = bound
        return Forall(variables, self.effect(node.items[-1], inner), node)

    def _effect_when(self, node: List, scope: Scope) -> Formula:
        if len(node.items) > 3:
            meant = enclosure.without_then(node, self.uses)
            if meant is not None:
                return self._effect_when(meant, scope)
            message = "`when` takes a condition and an effect; for an else branch, write a second "
            return self._damaged(node, "malformed-formula", f"{message}`(when (not …) …)`")
        if len(node.items) != 3:
            return self._wrong_parts(node, "a condition and an effect")
        self.uses.feature(":conditional-effects", node)
        (condition,) = self._inside("when", node.items[1:2], scope)
        return When(condition, self.effect(node.items[2], scope), node)

    def _effect_assign(self, node: List, scope: Scope) -> Formula:
        items = node.items
        if len(items) > 3 and (meant := function_words(node, self.uses)):
            node, items = meant, meant.items
        if len(items) != 3:
            return self._wrong_parts(node, "a fluent and a value")
        if is_number(items[1]) and not is_number(items[2]) and items[2].text[0] not in "?#":
            node = function_first(node, self.uses)
            items = node.items
        target = items[1]
        if type(target) is List:
            target_term = self._function(target, scope, Use.CHANGE)
        else:
            # Functions without parameters are often written without parentheses.
            assert type(target) is Atom
            if target.key[0] in "?#":
                message = f"expected a function to change, found `{target.text}`"
                self.uses.report("malformed-formula", target.place, message)
                return damage(node)
            target_term = FunctionTerm(target.key, (), target)
            self.uses.functions.append(FunctionUse(target_term, Use.CHANGE, scope))
        is_rate = node.head in ("increase", "decrease") and not self.time
        if is_rate and self.kind in ("durative-action", "process"):
            value = self.expression(_with_clock(items[2], scope, self.uses), scope)
        else:
            value = self.expression(items[2], scope)
        costs = node.head == "increase" and target_term.name == "total-cost"
        if costs:
            self.uses.feature(":action-costs", node)
        elif not (node.head in ("assign", "change") and type(value) is str):
            self.uses.feature(":numeric-fluents", node)
        if node.head != "change":
            self.uses.value(node, target_term, value, scope, is_assigned=True)
        return Assign(node.head, target_term, value, node)

    def _effect_timed(self, node: List, scope: Scope) -> Formula:
        node = enclosure.with_call(node, self.uses) if len(node.items) > 3 else node
        when = self._time_specifier(node)
        if not when:
            foreign = self._foreign(node, scope, self.effect, effect=True)
            return foreign or self.atom(node, scope, Use.ADD)
        body = self._effect_at(node, when, scope)
        if when == "all":
            enclosure.report_over_all(node, self.uses)
            return damage(node)
        return self._at(when, body, node)

    def _effect_at(self, node: List, when: str, scope: Scope) -> Formula:
        around, self.time = self.time, AS_WRITTEN[when]
        body = self.effect(self._timed_body(node, when), scope)
        self.time = around
        return body

    def _effect_oneof(self, node: List, scope: Scope) -> Formula:
        self.uses.feature(":non-deterministic", node)
        return OneOf(tuple([self.effect(item, scope) for item in node.items[1:]]), node)

    def _effect_probabilistic(self, node: List, scope: Scope) -> Formula:
        self.uses.feature(":probabilistic-effects", node)
        items = node.items[1:]
        if len(items) % 2:
            return self._wrong_parts(node, "pairs of a probability and an effect")
        if all(type(item) is List for item in items[::2]):
            items = self._exchanged_chances(node, items)
        outcomes = [
            (self._probability(items[i], scope), self.effect(items[i + 1], scope))
            for i in range(0, len(items), 2)
        ]
        self._probabilities(items[::2], [chance for chance, _ in outcomes])
        return Probabilistic(tuple(outcomes), node)

    def _exchanged_chances(self, node: List, items: list[Node]) -> list[Node]:
        """The items of `(probabilistic (p) 0.5)` in the intended order; the exchange is reported.
        Other items are returned as they are."""
        chances = [
            item
            for item in items[1::2]
            if is_number(item) or (type(item) is Atom and ratio(item.key) is not None)
        ]
        if not chances or len(chances) * 2 != len(items):
            return items
        items = [item for pair in zip(chances, items[::2], strict=True) for item in pair]
        text = f"({node.items[0].text} {' '.join(item.text for item in items)})"
        message = f"expected the probability before its effect; write `{text}`"
        fix = PlaceFix("Write each probability before its effect", (PlaceEdit(node.place, text),))
        mistake = "exchanged probabilities"
        self.uses.report("malformed-formula", chances[0].place, message, fix, mistake=mistake)
        return items

    def _probability(self, node: Node, scope: Scope) -> Expression:
        value = ratio(node.key) if type(node) is Atom else None
        return self.expression(node, scope) if value is None else Number(value, node)

    def _probabilities(self, nodes: Sequence[Node], chances: Sequence[Expression]) -> None:
        """Report probabilities outside 0 to 1, and a sum greater than 1."""
        total = Fraction(0)
        for at, chance in zip(nodes, chances, strict=True):
            if type(chance) is not Number:
                continue
            if not 0 <= chance.value <= 1:
                message = f"expected a probability between 0 and 1, found `{at.text}`"
                self.uses.report("invalid-probability", at.place, message)
                return
            total += chance.value
        # Decimals such as 0.333 for a third may add up to a little more than 1.
        if total > Fraction(1001, 1000):
            message = f"probabilities sum to {float(total):g}; expected at most 1"
            self.uses.report("invalid-probability", nodes[-1].place, message)

    def _misplaced_in_effect(self, node: List, scope: Scope) -> Formula:
        items = node.items
        truth = self._truth(node, items[1], items[2]) if len(items) == 3 else None
        if truth is not None:
            is_true, atom = truth
            formula = self.atom(atom, scope, Use.ADD if is_true else Use.DELETE)
            return formula if is_true else Not(formula, node)
        if len(items) != 1 and all(type(item) is Atom for item in items) and node.head != "=":
            return self.atom(node, scope, Use.ADD)
        if node.head == "=" and len(items) == 3 and type(items[1]) is List:
            place, message = items[0].place, "`=` compares; write `assign` in an effect"
            fix = PlaceFix("Change to `assign`", (PlaceEdit(place, "assign"),), safe=True)
            self.uses.report("misplaced-operator", place, message, fix, mistake=message)
            assign = [Atom(node.form, place.start, "assign"), *items[1:]]
            return self._effect_assign(List(node.form, node.start, node.end, assign), scope)
        message = f"`{node.head}` is only allowed in a condition"
        return self._damaged(node, "misplaced-operator", message)


def _with_clock(value: Node, scope: Scope, uses: Uses) -> Node:
    """`(* 2 #t)` for `(* 2 ?t)` in a continuous effect, which is reported; other values as they
    are."""
    if type(value) is not List or value.head != "*" or "?t" in scope:
        return value
    for at, word in enumerate(value.items):
        if type(word) is Atom and word.key in ("?t", "t", "?#t"):
            message = f"unknown time `{word.text}`; write `#t`"
            fix = PlaceFix("Change to `#t`", (PlaceEdit(word.place, "#t"),))
            uses.report("malformed-formula", word.place, message, fix, mistake=message)
            clock = Atom(word.form, word.start, "#t")
            items = [*value.items[:at], clock, *value.items[at + 1 :]]
            return List(value.form, value.start, value.end, items)
    return value


_EFFECTS: Final[dict[str, Callable[[FormulaReader, List, Scope], Formula]]] = {
    "and": FormulaReader._effect_and,
    "not": FormulaReader._effect_not,
    "forall": FormulaReader._effect_forall,
    "when": FormulaReader._effect_when,
    "at": FormulaReader._effect_timed,
    "over": FormulaReader._effect_timed,
    **dict.fromkeys(MISSPELT_TIMES, FormulaReader._effect_timed),
    "oneof": FormulaReader._effect_oneof,
    "probabilistic": FormulaReader._effect_probabilistic,
    **dict.fromkeys(ASSIGNMENTS, FormulaReader._effect_assign),
    **dict.fromkeys(
        ("or", "imply", "exists", "=", "<", ">", "<=", ">="), FormulaReader._misplaced_in_effect
    ),
}
