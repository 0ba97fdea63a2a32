"""Lower conditions and effects; `facts` lowers those of `:init`.

Conditions are preconditions, goals, constraints, and the conditions of conditional effects.

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

`(= a b)` of two names or variables is an atom. So are lists that begin with `at` or `over` but have
no time, lists of an assignment operator and names, and lists of a constraint operator and names
whose number of operands is wrong. A list of conditions without a head is read as a conjunction,
with a finding; anything else gives a finding and `Damaged`.

Effects are those of actions, processes and events.

::

    f      = "(" ")" | atom | "(" "not" atom ")" | "(" "and" f* ")"
           | "(" "forall" "(" typed-list ")" f ")" | "(" "when" c f ")"
           | "(" assign target e ")"
           | "(" "at" ("start" | "end") f ")"
           | "(" "oneof" f* ")" | "(" "probabilistic" (e f)* ")"
    assign = "assign" | "increase" | "decrease" | "scale-up" | "scale-down" | "change"
    target = "(" name term* ")" | name

Conditions `c`, atoms, terms and expressions `e` are as above. A list that begins with `at` but has
no time is an atom, and so is an operator of conditions other than `=` with names only (`(or a b)`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Final

from plancore.diagnostic import Severity
from plancore.lower import enclosure
from plancore.lower.foreign import function_words, is_name
from plancore.lower.numbers import number, ratio
from plancore.lower.section import FunctionUse, Scope, Use
from plancore.lower.terms import (
    AS_WRITTEN,
    ASSIGNMENTS,
    COMPARISONS,
    DEEPEST,
    MISSPELT_TIMES,
    TRAJECTORY,
    TermReader,
    damage,
    parts_of_constraint,
)
from plancore.model.finding import PlaceEdit, PlaceFix
from plancore.model.formula import (
    And,
    Assign,
    Comparison,
    Damaged,
    Exists,
    Expression,
    Forall,
    Formula,
    FunctionTerm,
    Imply,
    Not,
    Number,
    OneOf,
    Or,
    Preference,
    Probabilistic,
    TrajectoryConstraint,
    When,
)
from plancore.stop import watched_if_many
from plancore.syntax.nodes import Atom, List, Node

_AT_OR_OVER: Final = ("at", "over")
_NOT_AROUND_TIMES: Final = frozenset(("or", "not", "imply", "exists"))


class ConditionReader(TermReader):
    """Lowers conditions."""

    def condition(self, node: Node, scope: Scope, *, positive: bool = True) -> Formula:
        """A precondition, goal or constraint; `positive` is False under an odd number of
        negations."""
        if type(node) is Atom:
            return self._bare_atom(node)
        assert type(node) is List
        use = self.condition_use if positive else Use.NEGATIVE_CONDITION
        words = node.words
        if words and is_name(words[0]):
            if words[0] not in _AT_OR_OVER:
                return self.atom(node, scope, use, words)
            timed = self._word_at_a_time(node, lambda part: self.condition(part, scope))
            return timed or self.atom(node, scope, use, words)
        head = node.head
        if not head and not node.items:
            return And((), node)
        read = CONDITIONS.get(head)
        if read is None:
            return self._other_condition(node, scope, positive) or self.atom(node, scope, use)
        if self._depth >= DEEPEST:
            return self._too_deep(node)
        self._depth += 1
        around = self.combining
        if head in _NOT_AROUND_TIMES:
            self.combining = around or head
        formula = read(self, node, scope, positive)
        self.combining = around
        self._depth -= 1
        return formula

    def _other_condition(self, node: List, scope: Scope, positive: bool) -> Formula | None:
        """A list with no operator of PDDL, if it is not an atom."""
        # Not a function: each level of nesting would need one call more.
        read_part = partial(self.condition, positive=positive)
        foreign = self._foreign(node, scope, read_part, effect=False)
        if foreign is None and not node.head:
            return self._missing_and(node, scope, read_part)
        return foreign

    def _and(self, node: List, scope: Scope, positive: bool) -> Formula:
        items = watched_if_many(self._parts(node), self.uses.checkpoint)
        return And(tuple([self.condition(i, scope, positive=positive) for i in items]), node)

    def _or(self, node: List, scope: Scope, positive: bool) -> Formula:
        self.uses.feature(":disjunctive-preconditions", node)
        if len(node.items) == 1:
            message = "an empty `or` is never true"
            self.uses.report("malformed-formula", node.place, message, severity=Severity.WARNING)
        parts = [self.condition(item, scope, positive=positive) for item in self._parts(node)]
        return Or(tuple(parts), node)

    def _not(self, node: List, scope: Scope, positive: bool) -> Formula:
        items = node.items
        if len(items) > 2:
            meant = enclosure.negated_atom(node, self.uses)
            items = meant.items if meant else [items[0], *self._parts(node)]
            node = meant or List(node.form, node.start, node.end, items)
        if len(items) != 2:
            return self._wrong_parts(node, "one formula")
        inner = items[1]
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
        body = self.condition(node.items[-1], inner, positive=positive)
        return (Forall if universal else Exists)(variables, body, node)

    def _comparison(self, node: List, scope: Scope, positive: bool) -> Formula:
        keys = node.words or tuple([i.key if type(i) is Atom else "" for i in node.items])
        is_plain = len(keys) == 3 and keys[0] == "=" and "" not in keys and "?duration" not in keys
        if is_plain and number(keys[1]) is None is number(keys[2]):
            self.uses.feature(":equality", node)
            use = self.condition_use if positive else Use.NEGATIVE_CONDITION
            return self.atom(node, scope, use)
        items = node.items
        if len(items) > 3 and (meant := function_words(node, self.uses)):
            node, items = meant, meant.items
        if len(items) != 3:
            return self._wrong_parts(node, "two arguments")
        left, right = items[1], items[2]
        is_truth = type(right) is Atom and right.key in ("true", "false")
        if not is_truth and (type(left) is not Atom or left.key != "?duration"):
            # `(= ?duration 5)` is part of durative actions and does not require numeric fluents.
            objects = node.head == "=" and (_is_object(left) or _is_object(right))
            self.uses.feature(":object-fluents" if objects else ":numeric-fluents", node)
        terms = self.expression(left, scope), self.expression(right, scope)
        self.uses.value(node, *terms, scope, is_assigned=False)
        return Comparison(node.head, *terms, node)

    def _truth(self, node: List, left: Node, right: Node) -> tuple[bool, List] | None:
        """The atom in `(= (p ?x) true)` and whether it should hold; `true` is reported."""
        key = right.key if type(right) is Atom else ""
        if node.head != "=" or type(left) is not List or key not in ("true", "false"):
            return None
        is_true = key == "true"
        text = left.text if is_true else f"(not {left.text})"
        message = f"`{right.text}` is not a value; write `{text}`"
        fix = PlaceFix(f"Write `{text}`", (PlaceEdit(node.place, text),))
        self.uses.report("malformed-formula", right.place, message, fix, mistake=message)
        return is_true, left

    def _timed(self, node: List, scope: Scope, positive: bool) -> Formula:
        node = enclosure.with_call(node, self.uses) if len(node.items) == 4 else node
        when = self._time_specifier(node)
        if not when:
            use = self.condition_use if positive else Use.NEGATIVE_CONDITION
            read_part = partial(self.condition, positive=positive)
            foreign = self._foreign(node, scope, read_part, effect=False)
            return foreign or self.atom(node, scope, use)
        around, self.time = self.time, AS_WRITTEN[when]
        body = self.condition(self._timed_body(node, when), scope, positive=positive)
        self.time = around
        return self._at(when, body, node)

    def _preference(self, node: List, scope: Scope, positive: bool) -> Formula:
        self.uses.feature(":preferences", node)
        items = node.items
        if len(items) == 3 and type(items[1]) is Atom:
            name, body = items[1].key, items[2]
            self.uses.preferences.append(items[1])
        elif len(items) == 2:
            name, body = "", items[1]
        else:
            self.uses.preferences += [item for item in items[1:2] if type(item) is Atom]
            return self._wrong_parts(node, "a name and a formula")
        return Preference(name, self.condition(body, scope, positive=positive), node)

    def _trajectory(self, node: List, scope: Scope, positive: bool) -> Formula:
        numbers, formulas = TRAJECTORY[node.head]
        items = node.items[1:]
        words = [item.key for item in items[:numbers] if type(item) is Atom]
        times = [value for value in map(number, words) if value is not None]
        if len(items) != numbers + formulas or len(times) != numbers:
            if all(type(item) is Atom for item in items):
                # A predicate with the name of a constraint operator, such as `within`.
                return self.atom(node, scope, self.condition_use)
            return self._wrong_parts(node, parts_of_constraint(numbers, formulas))
        self.uses.feature(":constraints", node)
        parts = tuple([self.condition(i, scope, positive=positive) for i in items[numbers:]])
        return TrajectoryConstraint(node.head, tuple(times), parts, node)

    def _misplaced_in_condition(self, node: List, scope: Scope, _: bool) -> Formula:
        if node.head in ("assign", "increase", "decrease", "change") and all(
            type(item) is Atom for item in node.items
        ):
            return self.atom(node, scope, self.condition_use)
        message = f"`{node.head}` is only allowed in an effect"
        return self._damaged(node, "misplaced-operator", message)


def _is_object(node: Node) -> bool:
    """Whether an operand is an object variable; a name may be that of a function."""
    return type(node) is Atom and node.key[0] == "?" and node.key != "?duration"


CONNECTIVES: Final = ("and", "or", "not", "imply", "when", "forall", "exists")

CONDITIONS: Final[dict[str, Callable[[ConditionReader, List, Scope, bool], Formula]]] = {
    "and": ConditionReader._and,
    "or": ConditionReader._or,
    "not": ConditionReader._not,
    "imply": ConditionReader._imply,
    "forall": ConditionReader._quantified,
    "exists": ConditionReader._quantified,
    "at": ConditionReader._timed,
    "over": ConditionReader._timed,
    **dict.fromkeys(MISSPELT_TIMES, ConditionReader._timed),
    "preference": ConditionReader._preference,
    **dict.fromkeys(COMPARISONS, ConditionReader._comparison),
    **dict.fromkeys(TRAJECTORY, ConditionReader._trajectory),
    **dict.fromkeys(
        ("when", "increase", "decrease", "assign", "scale-up", "scale-down", "oneof"),
        ConditionReader._misplaced_in_condition,
    ),
}
"""The readers of lists by head; a list with any other head is an atom."""


class FormulaReader(ConditionReader):
    """Lowers effects, and the conditions in them."""

    def effect(self, node: Node, scope: Scope) -> Formula:
        """The effect of an action, process or event."""
        if type(node) is Atom:
            return self._bare_atom(node)
        assert type(node) is List
        words = node.words
        if words and is_name(words[0]):
            if words[0] not in _AT_OR_OVER:
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
        if type(inner) is List and words and is_name(words[0]):
            return Not(self.atom(inner, scope, Use.DELETE, words), node)
        if type(inner) is not List or not inner.head or inner.head in CONDITIONS:
            when = self._time_specifier(inner) if type(inner) is List and inner.head else ""
            if type(inner) is List and inner.head in (*_AT_OR_OVER, *MISSPELT_TIMES) and not when:
                return Not(self.atom(inner, scope, Use.DELETE), node)
            if type(inner) is List and when:
                around, self.combining = self.combining, self.combining or "not"
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
        return When(self.condition(node.items[1], scope), self.effect(node.items[2], scope), node)

    def _effect_assign(self, node: List, scope: Scope) -> Formula:
        items = node.items
        if len(items) > 3 and (meant := function_words(node, self.uses)):
            node, items = meant, meant.items
        if len(items) != 3:
            return self._wrong_parts(node, "a fluent and a value")
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
        node = enclosure.with_call(node, self.uses) if len(node.items) == 4 else node
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
