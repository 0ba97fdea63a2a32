"""Conditions, effects and expressions of one form.

Recursion follows the nesting of the formula, which is cut at `DEEPEST`: the deepest of 30,835
benchmark files has 153 levels.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Final, TypeVar

from plancore.model.finding import PlaceEdit, PlaceFix
from plancore.model.formula import (
    And,
    Arithmetic,
    Assign,
    At,
    AtomicFormula,
    Comparison,
    Damaged,
    Exists,
    Expression,
    Forall,
    Formula,
    FunctionTerm,
    Imply,
    IsViolated,
    Not,
    Number,
    OneOf,
    Or,
    Preference,
    Probabilistic,
    Term,
    Timed,
    Trajectory,
    TypedName,
    When,
)
from plancore.model.lower.spelling import nearest
from plancore.model.lower.typed_list import typed_list
from plancore.model.lower.uses import AtomUse, Binder, FunctionUse, Scope, Use, Uses
from plancore.syntax.builder import TOKEN
from plancore.syntax.nodes import Atom, List, Node, Place

_Read = TypeVar("_Read")

DEEPEST: Final = 160

_ARITHMETIC: Final = frozenset("+-*/")
_COMPARISONS: Final = frozenset(("<", ">", "<=", ">=", "="))
_ASSIGNMENTS: Final = frozenset(
    ("assign", "increase", "decrease", "scale-up", "scale-down", "change")
)
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
_NEVER_TERMS: Final = _ASSIGNMENTS | {"and", "or", "not", "imply", "forall", "exists", "when"}
_NUMBER_START: Final = frozenset("0123456789+-.")


def number(key: str) -> Fraction | None:
    """The value of a number as PDDL and its users write it (`3`, `-2.5`, `5.`, `1e3`)."""
    if key[0] not in _NUMBER_START:
        return None
    if len(key) < 4000 and key.isascii() and key.isdigit():
        return Fraction(int(key))
    if len(key) > 60 or "/" in key or "_" in key:
        return None
    mantissa, e, exponent = key.partition("e")
    # A huge exponent is no number but an attack: it would fill the memory with digits.
    if e and (len(exponent) > 4 or not exponent.lstrip("+-").isdigit()):
        return None
    try:
        return Fraction(key + "0" if mantissa == key and key.endswith(".") else key)
    except (ValueError, ZeroDivisionError):
        return None


class FormulaReader:
    """Lowers the formulas of one form, noting what they use.

    `condition_use` says what a positive atom in a condition is for: a goal's atoms are goals.
    """

    def __init__(self, uses: Uses, condition_use: Use = Use.CONDITION) -> None:
        self.uses = uses
        self.condition_use = condition_use
        self._depth = 0

    # Conditions

    def condition(self, node: Node, scope: Scope, *, positive: bool = True) -> Formula:
        """A precondition, goal or constraint."""
        if type(node) is Atom:
            return self._bare_atom(node)
        assert type(node) is List
        items = node.items
        if not items:
            return And((), node)
        head = node.head
        if not head:
            return self._missing_and(node, lambda n: self.condition(n, scope, positive=positive))
        read = _CONDITIONS.get(head) or self._misspelt(node, _CONDITIONS)
        if read is None:
            use = self.condition_use if positive else Use.NEGATIVE_CONDITION
            return self.atom(node, scope, use)
        if self._depth >= DEEPEST:
            return self._damaged(node, "nested-too-deeply", f"nested deeper than {DEEPEST} levels")
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
        elif head not in _COMPARISONS:
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
            return _damage(node)
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
            self.uses.feature(":numeric-fluents", node)
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
        elif len(items) == 2:
            name, body = "", items[1]
        else:
            return self._wrong_parts(node, "a name and a formula")
        return Preference(name, self.condition(body, scope, positive=positive), node)

    def _trajectory(self, node: List, scope: Scope, positive: bool) -> Formula:
        numbers, formulas = _TRAJECTORY[node.head]
        items = node.items[1:]
        values = [number(item.key) for item in items[:numbers] if type(item) is Atom]
        if len(items) != numbers + formulas or len(values) != numbers:
            if all(type(item) is Atom for item in items):
                # A predicate that happens to be called `within` or `sometime`.
                return self.atom(node, scope, self.condition_use)
            return self._wrong_parts(node, f"{numbers} numbers and {formulas} formulas")
        self.uses.feature(":constraints", node)
        parts = tuple([self.condition(i, scope, positive=positive) for i in items[numbers:]])
        return Trajectory(node.head, tuple(v for v in values if v is not None), parts, node)

    def _misplaced_in_condition(self, node: List, scope: Scope, _: bool) -> Formula:
        if node.head in ("assign", "increase", "decrease", "change") and all(
            type(item) is Atom for item in node.items
        ):
            return self.atom(node, scope, self.condition_use)
        return self._damaged(
            node, "misplaced-operator", f"`{node.head}` belongs into an effect, not a condition"
        )

    # Effects

    def effect(self, node: Node, scope: Scope) -> Formula:
        """The effect of an action, process or event."""
        if type(node) is Atom:
            return self._bare_atom(node)
        assert type(node) is List
        if not node.items:
            return And((), node)
        head = node.head
        if not head:
            return self._missing_and(node, lambda n: self.effect(n, scope))
        read = _EFFECTS.get(head) or self._misspelt(node, _EFFECTS)
        if read is None:
            return self.atom(node, scope, Use.ADD)
        if self._depth >= DEEPEST:
            return self._damaged(node, "nested-too-deeply", f"nested deeper than {DEEPEST} levels")
        self._depth += 1
        formula = read(self, node, scope)
        self._depth -= 1
        return formula

    def _effect_and(self, node: List, scope: Scope) -> Formula:
        return And(tuple([self.effect(item, scope) for item in node.items[1:]]), node)

    def _effect_not(self, node: List, scope: Scope) -> Formula:
        inner = node.items[1] if len(node.items) == 2 else None
        if type(inner) is not List or not inner.head or inner.head in _CONDITIONS:
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
            return _damage(node)
        variables, inner = bound
        return Forall(variables, self.effect(node.items[2], inner), node)

    def _effect_when(self, node: List, scope: Scope) -> Formula:
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
            (self.expression(items[i], scope), self.effect(items[i + 1], scope))
            for i in range(0, len(items), 2)
        ]
        self._probabilities(items[::2], [chance for chance, _ in outcomes])
        return Probabilistic(tuple(outcomes), node)

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

    # Facts of the initial state

    def fact(self, node: Node, *, timed: bool = True) -> Formula:
        """One entry of `:init`."""
        if type(node) is Atom:
            return self._bare_atom(node)
        assert type(node) is List
        head, items = node.head, node.items
        scope: Scope = {}
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
        if head in ("and", "or", "oneof", "unknown", "probabilistic", "forall", "when"):
            return self._uncertain_fact(node)
        if not head:
            if not items:
                return self._damaged(node, "malformed-formula", "an empty fact")
            return self._missing_and(node, self.fact)
        return self.atom(node, scope, Use.INIT)

    def _uncertain_fact(self, node: List) -> Formula:
        """Facts of contingent, conformant and probabilistic problems."""
        parts = [self.fact(item) for item in node.items[1:] if type(item) is List]
        if node.head == "and":
            return And(tuple(parts), node)
        if node.head == "probabilistic":
            return self._effect_probabilistic(node, {})
        self.uses.feature(":contingent", node)
        return OneOf(tuple(parts), node) if node.head == "oneof" else Or(tuple(parts), node)

    # Atoms and expressions

    def atom(self, node: List, scope: Scope, use: Use) -> AtomicFormula:
        """A predicate applied to terms."""
        uses = self.uses
        args: list[Term] = []
        items = node.items
        for item in items[1:]:
            if type(item) is Atom:
                key = item.key
                args.append(key)
                if key[0] == "?":
                    bound = scope.get(key)
                    if bound is None:
                        uses.unbound.append((item, scope))
                    else:
                        uses.used.add(id(bound))
            else:
                assert type(item) is List
                if item.head in _NEVER_TERMS and node.head:
                    self._unclosed(node, item)
                    break
                args.append(self._nested_term(node, item, scope))
        first = items[0]
        formula = AtomicFormula(first.key if type(first) is Atom else "", tuple(args), node)
        uses.atoms.append(AtomUse(formula, use, scope))
        return formula

    def _nested_term(self, outer: List, node: List, scope: Scope) -> Term:
        self.uses.feature(":object-fluents", outer)
        return self._function(node, scope, Use.CONDITION)

    def expression(self, node: Node, scope: Scope) -> Expression:
        """A numeric expression, or an object where object fluents are compared."""
        if type(node) is Atom:
            return self._simple_expression(node, scope)
        assert type(node) is List
        head, items = node.head, node.items
        if head in _ARITHMETIC and len(items) > 1:
            if self._depth >= DEEPEST:
                self._damaged(node, "nested-too-deeply", f"nested deeper than {DEEPEST} levels")
                return Number(Fraction(0), node)
            self._depth += 1
            args = tuple([self.expression(item, scope) for item in items[1:]])
            self._depth -= 1
            return Arithmetic(head, args, node)
        if head == "is-violated" and len(items) == 2 and type(items[1]) is Atom:
            return IsViolated(items[1].key, node)
        return self._function(node, scope, Use.CONDITION)

    def _simple_expression(self, node: Atom, scope: Scope) -> Expression:
        key = node.key
        value = number(key)
        if value is not None:
            return Number(value, node)
        if key in ("#t", "total-time", "total-cost"):
            if key == "#t":
                self.uses.feature(":continuous-effects", node)
            return FunctionTerm(key, (), node)
        if key[0] == "?":
            bound = scope.get(key)
            if bound is not None:
                self.uses.used.add(id(bound))
            elif key != "?duration":
                self.uses.unbound.append((node, scope))
        else:
            self.uses.constants.append(node)
        return key

    def _function(self, node: List, scope: Scope, use: Use) -> FunctionTerm:
        uses = self.uses
        args: list[Term] = []
        for item in node.items[1:]:
            if type(item) is Atom:
                key = item.key
                args.append(key)
                bound = scope.get(key)
                if bound is not None:
                    uses.used.add(id(bound))
                elif key[0] == "?":
                    uses.unbound.append((item, scope))
            elif self._depth < DEEPEST:
                assert type(item) is List
                self._depth += 1
                args.append(self._function(item, scope, Use.CONDITION))
                self._depth -= 1
            else:
                self._damaged(item, "nested-too-deeply", f"nested deeper than {DEEPEST} levels")
        if not node.head:
            uses.report("malformed-formula", node.place, "expected a function, `(f …)`")
        term = FunctionTerm(node.head, tuple(args), node)
        uses.functions.append(FunctionUse(term, use, scope))
        return term

    # Shared parts

    def _bind(self, node: List, scope: Scope) -> tuple[tuple[TypedName, ...], Scope] | None:
        items = node.items
        if len(items) != 3 or type(items[1]) is not List:
            self._wrong_parts(node, "a list of variables and a formula")
            return None
        variables = typed_list(items[1].items, self.uses, "a variable")
        self.uses.lists.append(variables)
        self.uses.binders += [Binder(variable, "quantified variable") for variable in variables]
        inner = dict(scope)
        inner.update((variable.name, variable) for variable in variables)
        return variables, inner

    def _time_specifier(self, node: List) -> str:
        """`start`, `end` or `all` for `(at start …)`, `(at end …)`, `(over all …)`."""
        items = node.items
        if len(items) < 3 or type(items[1]) is not Atom or type(items[2]) is not List:
            return ""
        word = items[1].key
        wanted = ("start", "end") if node.head == "at" else ("all",)
        return word if word in wanted else ""

    def _missing_and(self, node: List, read: Callable[[Node], Formula]) -> Formula:
        first = node.items[0]
        insert = PlaceEdit(Place(node.form, node.start + 1, node.start + 1), "and ")
        self.uses.report(
            "missing-and",
            Place(node.form, node.start, first.start + 1),
            "a list of formulas needs a word in front, such as `and`",
            PlaceFix("Insert `and`", (insert,), safe=True),
        )
        if self._depth >= DEEPEST:
            return self._damaged(node, "nested-too-deeply", f"nested deeper than {DEEPEST} levels")
        self._depth += 1
        parts = tuple([read(item) for item in node.items])
        self._depth -= 1
        return And(parts, node)

    def _bare_atom(self, node: Atom) -> Formula:
        # PPDDL's own parser takes an atom without parentheses; nobody else's does.
        tolerated = ":probabilistic-effects" in self.uses.features
        self.uses.bare.append((node, tolerated))
        return AtomicFormula(node.key, (), node) if tolerated else _damage(node)

    def _misspelt(self, node: List, known: Mapping[str, _Read]) -> _Read | None:
        """How to read a list of lists whose head is one letter off `and`, `or` or `not`."""
        head, parts = node.items[0], node.items[1:]
        if type(head) is not Atom or len(head.key) < 3 or not parts:
            return None
        if any(type(part) is not List for part in parts):
            return None
        meant = nearest(head.key, ("and", "or") if len(parts) > 1 else ("not",), 1)
        if meant is None or meant not in known:
            return None
        self.uses.report(
            "unknown-keyword",
            head.place,
            f"unknown operator `{head.text}`, did you mean `{meant}`?",
            PlaceFix(f"Change to `{meant}`", (PlaceEdit(head.place, meant),), safe=True),
        )
        return known[meant]

    def _unclosed(self, node: List, item: List) -> None:
        """An atom goes on with a formula: its `)` is missing."""
        before = node.items[node.items.index(item) - 1]
        self.uses.report(
            "missing-parenthesis",
            Place(node.form, before.end - 1, before.end),
            f"`)` missing: `({node.head}` is not closed before `({item.head}`",
        )

    def _wrong_parts(self, node: List, wanted: str) -> Formula:
        return self._damaged(
            node, "malformed-formula", f"`{node.head}` takes {wanted}, found {_count(node.items)}"
        )

    def _damaged(self, node: Node, code: str, message: str) -> Formula:
        head = node.items[0] if type(node) is List and node.items else node
        at = head if type(head) is Atom else node
        end = at.end if at is not node else min(node.end, node.start + 40)
        self.uses.report(code, Place(node.form, at.start, end), message)
        return _damage(node)


def _damage(node: Node) -> Damaged:
    """What stands at `node`, up to 500 characters, without its layout and comments."""
    text = ""
    for match in TOKEN.finditer(node.form.text, node.start, node.end):
        word = match.group()
        if word[0] != ";":
            text += word if word == ")" or text[-1:] in ("", "(") else f" {word}"
            if len(text) > 500:
                break
    return Damaged(text[:500], node)


def _count(items: Sequence[Node]) -> str:
    parts = len(items) - 1
    return "nothing" if parts == 0 else f"{parts} part{'s' if parts > 1 else ''}"


_R = FormulaReader
_CONDITIONS: Final[dict[str, Callable[[FormulaReader, List, Scope, bool], Formula]]] = {
    "and": _R._and,
    "or": _R._or,
    "not": _R._not,
    "imply": _R._imply,
    "forall": _R._quantified,
    "exists": _R._quantified,
    "at": _R._timed,
    "over": _R._timed,
    "preference": _R._preference,
    **dict.fromkeys(_COMPARISONS, _R._comparison),
    **dict.fromkeys(_TRAJECTORY, _R._trajectory),
    **dict.fromkeys(
        ("when", "increase", "decrease", "assign", "scale-up", "scale-down", "oneof"),
        _R._misplaced_in_condition,
    ),
}
_EFFECTS: Final[dict[str, Callable[[FormulaReader, List, Scope], Formula]]] = {
    "and": _R._effect_and,
    "not": _R._effect_not,
    "forall": _R._effect_forall,
    "when": _R._effect_when,
    "at": _R._effect_timed,
    "oneof": _R._effect_oneof,
    "probabilistic": _R._effect_probabilistic,
    **dict.fromkeys(_ASSIGNMENTS, _R._effect_assign),
    **dict.fromkeys(("or", "imply", "exists", "=", "<", ">", "<=", ">="), _R._misplaced_in_effect),
}
