"""Lower conditions.

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
where it is not allowed or their number is wrong. A list of conditions without a head is read as a
conjunction, with a finding; anything else gives a finding and `Damaged`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from plancore.diagnostic import Severity
from plancore.lower import enclosure
from plancore.lower.foreign import is_atom
from plancore.lower.numbers import chained, function_words, number
from plancore.lower.section import Scope, Use
from plancore.lower.terms import (
    AS_WRITTEN,
    COMPARISONS,
    DEEPEST,
    MISSPELT_TIMES,
    TermReader,
    damage,
)
from plancore.lower.variables import read_names
from plancore.model.finding import PlaceEdit, PlaceFix
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
from plancore.stop import watched_if_many
from plancore.syntax.nodes import Atom, List, Node

AT_OR_OVER: Final = ("at", "over")
_NOT_AROUND_TIMES: Final = frozenset(("or", "not", "imply", "exists"))

TRAJECTORY: Final = {
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
"""The constraints of PDDL 3, each with its number of numbers and of formulas."""


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
        if words and is_atom(words):
            if words[0] not in AT_OR_OVER:
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
        if self.combining is None and head in _NOT_AROUND_TIMES:
            self.combining = node
            formula = read(self, node, scope, positive)
            self.combining = None
        else:
            formula = read(self, node, scope, positive)
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
        if node.head == "=":
            keys = node.words or tuple([i.key if type(i) is Atom else "" for i in node.items])
            is_plain = len(keys) == 3 and "" not in keys and "?duration" not in keys
            if is_plain and number(keys[1]) is None is number(keys[2]):
                self.uses.feature(":equality", node)
                use = self.condition_use if positive else Use.NEGATIVE_CONDITION
                return self.atom(node, scope, use)
        items = node.items
        if len(items) > 3 and (meant := function_words(node, self.uses)):
            node, items = meant, meant.items
        if len(items) == 4 and chained(node, self.uses):
            read_names(node, scope, self.uses)
            return damage(node)
        if len(items) != 3:
            return self._wrong_parts(node, "two arguments")
        left, right = items[1], items[2]
        is_truth = type(right) is Atom and right.key in ("true", "false")
        is_duration = any(type(i) is Atom and i.key == "?duration" for i in (left, right))
        if not is_truth and not is_duration:
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
        node = enclosure.with_call(node, self.uses) if len(node.items) > 3 else node
        when = self._time_specifier(node)
        if not when:
            use = self.condition_use if positive else Use.NEGATIVE_CONDITION
            read_part = partial(self.condition, positive=positive)
            foreign = self._foreign(node, scope, read_part, effect=False)
            return foreign or self.atom(node, scope, use)
        inner = self._timed_body(node, when)
        if self.kind == "constraints" and when == "end":
            fault = self._misplaced(node, AS_WRITTEN[when])
            (body,) = self._inside(AS_WRITTEN[when], [inner], scope, positive, fault)
            return self._unless(fault, Timed(when, body, node))
        around, self.time = self.time, AS_WRITTEN[when]
        body = self.condition(inner, scope, positive=positive)
        self.time = around
        return self._at(when, body, node)

    def _preference(self, node: List, scope: Scope, positive: bool) -> Formula:
        items = node.items
        if len(items) > 3 and all(type(item) is Atom for item in items):
            items = [*items[:2], enclosure.in_atom(items[2:], self.uses)]
        if len(items) == 3 and type(items[1]) is Atom:
            name, body = items[1].key, items[2]
            self.uses.preferences.append(items[1])
        elif len(items) == 2:
            name, body = "", items[1]
        else:
            self.uses.preferences += [item for item in items[1:2] if type(item) is Atom]
            return self._wrong_parts(node, "a name and a formula")
        if not (fault := self._misplaced(node, "preference")):
            self.uses.feature(":preferences", node)
        (formula,) = self._inside("preference", [body], scope, positive, fault)
        return self._unless(fault, Preference(name, formula, node))

    def _trajectory(self, node: List, scope: Scope, positive: bool) -> Formula:
        numbers, formulas = TRAJECTORY[node.head]
        items = node.items[1:]
        words = [item.key for item in items[:numbers] if type(item) is Atom]
        times = [value for value in map(number, words) if value is not None]
        is_whole = len(items) == numbers + formulas and len(times) == numbers
        is_allowed = self.kind == "constraints" and self._around() in ("", "preference")
        if all(type(item) is Atom for item in items) and not (is_whole and is_allowed):
            # A predicate with the name of a constraint operator, such as `within`.
            use = self.condition_use if positive else Use.NEGATIVE_CONDITION
            return self.atom(node, scope, use)
        if not is_whole:
            return self._wrong_parts(node, parts_of_constraint(numbers, formulas))
        if not (fault := self._misplaced(node, node.head)):
            self.uses.feature(":constraints", node)
        parts = self._inside(node.head, items[numbers:], scope, positive, fault)
        return self._unless(fault, TrajectoryConstraint(node.head, tuple(times), parts, node))

    def _around(self) -> str:
        """The operator or time around that allows no preferences or no constraints in it."""
        if self.combining is not None:
            return self.combining.head
        return self.modal or (self.time if self.kind == "durative-action" else "")

    def _misplaced(self, node: List, name: str) -> str:
        """What is wrong with the place of a preference or a constraint, which is reported; empty
        if it is allowed there."""
        is_preference, around = name == "preference", self._around()
        if not is_preference and self.kind != "constraints":
            message = f"`{name}` is only allowed in `:constraints`"
        elif is_preference and self.kind == "derived":
            message = "`preference` is only allowed in preconditions, goals and constraints"
        elif not around or (around == "preference" and not is_preference):
            return ""
        else:
            allowed = "`and` and `forall`" if is_preference else "`and`, `forall` and `preference`"
            message = f"`{name}` is only allowed inside {allowed}, not inside `{around}`"
        self.uses.report("misplaced-operator", node.word_place(0), message)
        # The operators around it are part of the mistake.
        for requirement, (user, _) in [*self.uses.features.items()]:
            is_around = user.start <= node.start and node.end <= user.end
            if type(user) is List and user.head in _NOT_AROUND_TIMES and is_around:
                del self.uses.features[requirement]
        return message

    def _inside(
        self,
        head: str,
        parts: Sequence[Node],
        scope: Scope,
        positive: bool = True,
        fault: str = "",
    ) -> tuple[Formula, ...]:
        """The formulas of a preference, a constraint or `when`, with its `fault`, if any."""
        around, self.modal = self.modal, head
        is_faulty, self._is_faulty = self._is_faulty, self._is_faulty or bool(fault)
        formulas = tuple([self.condition(part, scope, positive=positive) for part in parts])
        self.modal, self._is_faulty = around, is_faulty
        return formulas

    def _unless(self, fault: str, formula: Formula) -> Formula:
        """`formula`, or damage if it has a `fault`. One inside damage stays: the text is read once,
        not at each level."""
        if not fault or self._is_faulty or formula.node is None:
            return formula
        return damage(formula.node, fault)

    def _misplaced_in_condition(self, node: List, scope: Scope, _: bool) -> Formula:
        if node.head in ("assign", "increase", "decrease", "change") and all(
            type(item) is Atom for item in node.items
        ):
            return self.atom(node, scope, self.condition_use)
        message = f"`{node.head}` is only allowed in an effect"
        return self._damaged(node, "misplaced-operator", message)


def parts_of_constraint(numbers: int, formulas: int) -> str:
    """The expected operands of a constraint, such as `a number and two formulas`."""
    words = {
        "number": ("", "a number", "two numbers"),
        "formula": ("", "a formula", "two formulas"),
    }
    return " and ".join(filter(None, (words["number"][numbers], words["formula"][formulas])))


def _is_object(node: Node) -> bool:
    """Whether an operand is an object variable; a name may be that of a function."""
    return type(node) is Atom and node.key[0] == "?" and node.key != "?duration"


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
