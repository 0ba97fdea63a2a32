"""Lower atoms, terms and numeric expressions; base of all readers of formulas.

Recursion follows the nesting of the formula and stops at `DEEPEST`: the deepest of 30,835 benchmark
files has 153 levels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from plancore.lower.enclosure import (
    TIMES,
    as_meant,
    called,
    conjunction,
    doubly_enclosed,
    in_atom,
    is_variable_list,
    missing_and,
    time_first,
    timed_words,
    times_in,
    violated,
    with_violations,
    without_list,
    without_types,
)
from plancore.lower.foreign import (
    MEANT_TIMES,
    WORDS_OF_TIMES,
    Parts,
    foreign_operator,
    infix_part,
)
from plancore.lower.numbers import (
    MATHEMATICS,
    WITH_COMMAS,
    is_of_numbers,
    is_over_objects,
    number,
    operator_first,
    without_parentheses,
)
from plancore.lower.section import NAMED, AtomUse, FunctionUse, Scope, Use, Uses
from plancore.lower.variables import read_names, variables
from plancore.model.finding import PlaceEdit, PlaceFix
from plancore.model.formula import (
    And,
    Arithmetic,
    AtomicFormula,
    Damaged,
    Expression,
    Formula,
    FunctionTerm,
    IsViolated,
    Number,
    Term,
    Timed,
    TypedName,
)
from plancore.syntax.builder import TOKEN
from plancore.syntax.nodes import Atom, List, Node, Place
from plancore.syntax.signs import lower

DEEPEST: Final = 160

ASSIGNMENTS: Final = frozenset(
    ("assign", "increase", "decrease", "scale-up", "scale-down", "change")
)
COMPARISONS: Final = frozenset(("<", ">", "<=", ">=", "="))
_ARITHMETIC: Final = frozenset("+-*/")
AS_WRITTEN: Final = {when: time for time, when in TIMES.items()}
CONNECTIVES: Final = frozenset(("and", "or", "not", "imply", "when", "forall", "exists"))
_NEVER_TERMS: Final = ASSIGNMENTS.union(COMPARISONS, CONNECTIVES)

MISSPELT_TIMES: Final = tuple(
    word for word in MEANT_TIMES if " " not in word and word not in ("at", "over")
)
"""Single words used in place of a time."""


class TermReader:
    """Lowers atoms and expressions, and records their uses.

    `condition_use` is the role of a positive atom in a condition; in a goal it is `Use.GOAL`.
    """

    def __init__(self, uses: Uses, condition_use: Use = Use.CONDITION) -> None:
        self.uses = uses
        self.condition_use = condition_use
        self.kind = ""
        """The section keyword of the action without the colon, or `goal`, `derived`, or empty."""
        self.combining: List | None = None
        """The enclosing list whose operator does not allow times inside it."""
        self.time = ""
        """The enclosing time, such as `at start`."""
        self.modal = ""
        """The enclosing `preference`, constraint of PDDL 3, or `when`."""
        self.clocks: list[Atom] = []
        """Each `?duration` and `#t`."""
        self._depth = 0
        self._is_faulty = False
        """Whether a misplaced preference or constraint is around."""

    def atom(
        self, node: List, scope: Scope, use: Use, words: tuple[str, ...] = ()
    ) -> AtomicFormula:
        """A predicate applied to terms; `words` are those of `node`, if known."""
        words = words or node.words
        formula = self._plain_atom(words, node, scope) if words else self._any_atom(node, scope)
        self.uses.atoms.append(AtomUse(formula, use, scope))
        return formula

    def _plain_atom(self, words: tuple[str, ...], node: List, scope: Scope) -> AtomicFormula:
        """An atom of words. Its items are made only if a variable is unbound."""
        args = _shared(words[1:])
        used = self.uses.used
        for at, word in enumerate(args, 1):
            bound = scope.get(word)
            if bound is not None:
                used.add(id(bound))
            elif word[0] == "?":
                item = node.items[at]
                assert type(item) is Atom
                self.uses.unbound.append((item, scope))
            elif word == "-" and 1 < at < len(args):
                return self._any_atom(without_types(node, self.uses), scope)
        return AtomicFormula(words[0], args, node)

    def _any_atom(self, node: List, scope: Scope) -> AtomicFormula:
        uses = self.uses
        args: list[Term] = []
        if len(node.items) == 2 and is_variable_list(node.items[1]):
            node = doubly_enclosed(node, uses) or node
        items = node.items
        for at, item in enumerate(items[1:], 1):
            if type(item) is Atom:
                key = item.key
                if key == "-" and 1 < at < len(items) - 1:
                    return self._any_atom(without_types(node, self.uses), scope)
                args.append(key)
                bound = scope.get(key)  # it may lack its `?`
                if bound is not None:
                    uses.used.add(id(bound))
                elif key[0] == "?":
                    uses.unbound.append((item, scope))
            else:
                assert type(item) is List
                if item.head in _NEVER_TERMS and node.head:
                    self._unclosed(node, at, scope)
                    break
                args.append(self._nested_term(node, item, scope))
        first = items[0]
        return AtomicFormula(first.key if type(first) is Atom else "", tuple(args), node)

    def _nested_term(self, outer: List, node: List, scope: Scope) -> Term:
        self.uses.feature(":object-fluents", outer)
        return self._function(node, scope, Use.CONDITION)

    def expression(self, node: Node, scope: Scope) -> Expression:
        """A numeric expression, or an object where object fluents are compared."""
        if type(node) is Atom:
            return self._simple_expression(node, scope)
        assert type(node) is List
        head, items = node.head, node.items
        is_other = head in MATHEMATICS and is_of_numbers(node)
        if is_other or (head in _ARITHMETIC and len(items) > 1):
            if self._depth >= DEEPEST:
                return self._too_deep(node)
            self._depth += 1
            parts = with_violations(items[1:], self.uses)
            args = tuple([self.expression(part, scope) for part in parts])
            self._depth -= 1
            operation = Arithmetic(head, args, node)
            if any(type(arg) in NAMED for arg in args):
                self.uses.operations = self.uses.operations or []
                self.uses.operations.append((operation, scope))
            return operation
        if len(items) == 3 and type(items[1]) is Atom and items[1].key in _ARITHMETIC:
            return self.expression(operator_first(node, self.uses), scope)
        if len(items) == 1 and (value := without_parentheses(node, self.uses)):
            return self._simple_expression(value, scope)
        if head == "is-violated":
            preference = violated(node, self.uses)
            if preference is None:
                return self._wrong_parts(node, "one preference")
            self.uses.violations.append(preference)
            return IsViolated(preference.key, node)
        if head and type(items[-1]) is List and is_over_objects(node, scope):
            message = f"PDDL has no `{head}` over objects; write a number for each, as in `(+ …)`"
            self.uses.report("unknown-operator", items[0].place, message)
            read_names(node, scope, self.uses)
            return damage(node)
        return self._function(node, scope, Use.CONDITION)

    def _simple_expression(self, node: Atom, scope: Scope) -> Expression:
        key = node.key
        value = number(key)
        if value is not None:
            return Number(value, node)
        if key in ("#t", "total-time", "total-cost"):
            if key == "#t":
                self.clocks.append(node)
                self.uses.feature(":continuous-effects", node)
            term = FunctionTerm(key, (), node)
            self.uses.functions.append(FunctionUse(term, Use.CONDITION, scope))
            return term
        if key[0] == "?":
            bound = scope.get(key)
            if bound is not None:
                self.uses.used.add(id(bound))
                self.uses.variables.append((node, bound))
            elif key == "?duration":
                self.clocks.append(node)
            else:
                self.uses.unbound.append((node, scope))
        else:
            self.uses.constants.append(node)
        return key

    def _function(self, node: List, scope: Scope, use: Use) -> FunctionTerm:
        uses = self.uses
        if len(node.items) == 2 and is_variable_list(node.items[1]):
            node = doubly_enclosed(node, uses) or node
        words = node.words
        if words and "-" not in words:
            term = FunctionTerm(words[0], self._plain_atom(words, node, scope).args, node)
            uses.functions.append(FunctionUse(term, use, scope))
            return term
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
                elif key == "-":
                    return self._function(without_types(node, uses), scope, use)
            elif self._depth < DEEPEST:
                assert type(item) is List
                self._depth += 1
                args.append(self._function(item, scope, Use.CONDITION))
                self._depth -= 1
            else:
                args.append(self._too_deep(item))
        if not node.head:
            uses.report("malformed-formula", node.place, "expected a function, `(f …)`")
        term = FunctionTerm(node.head, tuple(args), node)
        uses.functions.append(FunctionUse(term, use, scope))
        return term

    # Shared by the readers of formulas

    def _bind(self, node: List, scope: Scope) -> tuple[tuple[TypedName, ...], Scope] | None:
        items = node.items
        names = items[1:-1]
        if names and type(items[-1]) is List and type(names[0]) is Atom and names[0].key[0] == "?":
            bound = variables(without_list(names, self.uses), self.uses, "a variable")
        elif len(items) != 3:
            self._wrong_parts(node, "a list of variables and a formula")
            return None
        elif type(items[1]) is not List:
            message = f"expected a list of variables; write `({items[1].text})`"
            self._damaged(node, "malformed-typed-list", message)
            return None
        else:
            bound = variables(items[1], self.uses, "a variable")
        self.uses.lists.append(bound)
        self.uses.binders.append((bound, "quantified variable"))
        inner = dict(scope)
        inner.update((variable.name, variable) for variable in bound)
        return bound, inner

    def _time_specifier(self, node: List) -> str:
        """`start`, `end` or `all` for `(at start …)`, `(at end …)`, `(over all …)` and their
        misspellings; empty for an atom with such a predicate."""
        if node.words:
            return ""
        items = node.items
        head, second = node.head, items[1] if len(items) > 1 else None
        time = f"{head} {second.key}" if type(second) is Atom and len(items) > 2 else ""
        if time in TIMES and type(items[2]) is List:
            return TIMES[time]
        is_durative = self.kind == "durative-action" and not self.time
        if is_durative and head in ("at", "over") and time and type(items[2]) is List:
            # Without a variable it is not an atom of a predicate `at` either.
            assert type(second) is Atom
            known = MEANT_TIMES.get(time)
            if known is None and second.key[0] != "?":
                return self._unknown_time(node, second)
        said = time if time and type(items[2]) is List else head
        meant = MEANT_TIMES.get(said)
        if meant is None or (not time and (len(items) != 2 or type(second) is not List)):
            return ""
        if said in WORDS_OF_TIMES and (time or not is_durative):
            return ""
        place = Place(node.form, items[0].start, second.end if time and second else items[0].end)
        message = f"unknown time `{place.form.text[place.start : place.end]}`; write `({meant} …)`"
        fix = PlaceFix(f"Change to `{meant}`", (PlaceEdit(place, meant),), safe=True)
        self.uses.report("unknown-operator", place, message, fix, mistake=message)
        return TIMES[meant]

    def _unknown_time(self, node: List, word: Atom) -> str:
        place = Place(node.form, node.items[0].start, word.end)
        message = (
            f"unknown time `{place.form.text[place.start : place.end]}`; "
            "expected `at start`, `over all` or `at end`"
        )
        self.uses.report("unknown-operator", place, message)
        return "all" if node.head == "over" else "start"

    def _word_at_a_time(self, node: List, read: Callable[[Node], Formula]) -> Timed | None:
        """The formula of `(at start p ?x)` in a durative action, where `(p ?x)` lacks its
        parentheses, or of `(at start)` without a formula; None for anything else."""
        if self.kind != "durative-action" or self.time:
            return None
        if " ".join(node.words[:2]) not in TIMES:
            return None
        second, word = node.items[1], node.items[-1]
        when = TIMES.get(f"{node.head} {second.key}") if type(second) is Atom else None
        if when is not None and word is second:
            message = f"expected a formula after `{node.head} {second.text}`"
            return Timed(when, self._damaged(node, "malformed-formula", message), node)
        if when is None or type(word) is not Atom or node.items[2].text[0] == "?":
            return None
        if len(node.items) > 3:
            return Timed(when, read(in_atom(node.items[2:], self.uses)), node)
        return Timed(when, self._bare_atom(word), node)

    def _timed_body(self, node: List, when: str) -> Node:
        """The formula after a time; several are read as a conjunction."""
        items = node.items
        first = 1 if type(items[1]) is List else 2
        if first + 1 < len(items):
            parts = [item for item in items[first:] if type(item) is List]
            if first + len(parts) == len(items):
                return conjunction(parts, self.uses, f"one formula after `{AS_WRITTEN[when]}`")
        return items[-1]

    def _at(self, when: str, body: Formula, node: List) -> Formula:
        """`body` at a time; damage if a time is not allowed here."""
        is_wrong = self.kind != "durative-action" or self.time or self.combining
        if not self.kind or not is_wrong:
            return Timed(when, body, node)
        time = AS_WRITTEN[when]
        operator = self.combining.head if self.combining else ""
        mistake = f"times {operator}"
        fixes: tuple[PlaceFix, ...] = ()
        if self.kind != "durative-action":
            message = f"`{time}` is only allowed in a `:durative-action`"
            edit = PlaceEdit(node.place, node.items[-1].text)
            fixes = () if self.kind == "constraints" else (PlaceFix("Remove the time", (edit,)),)
        elif self.time:
            message = mistake = f"`{time}` inside `{self.time}`; give each part one time"
        elif self.combining and len(times_in(self.combining)) > 1:
            instead = f"`({time} ({operator} …))`"
            message = f"`{operator}` cannot combine different times; write one, as in {instead}"
        else:
            message = f"`{operator}` cannot combine times; write `({time} ({operator} …))`"
            fixes = time_first(node, time, operator)
        place = node.word_place(0)
        self.uses.report("misplaced-operator", place, message, *fixes, mistake=mistake)
        head, *times = node.items[:-1]
        if type(body) is Damaged and body.node is node.items[-1] and type(head) is Atom:
            # Nested times: do not read the text of the inner ones again at each level.
            words = " ".join((head.key, *(time.key for time in times if type(time) is Atom)))
            return Damaged(f"({words} {body.text})", node)
        return damage(node)

    def _parts(self, node: List, *, effect: bool = False) -> list[Node]:
        """The operands of an operator. `p(?x)` among them is read as `(p ?x)`, with a finding."""
        items = node.items
        for item in items[1:]:
            if type(item) is Atom:
                break
        else:  # the usual case
            return items[1:]
        parts: list[Node] = []
        at = 1
        while at < len(items):
            timed = timed_words(items, at, self.uses) if self.kind == "durative-action" else None
            infix = None if timed else infix_part(items, at, effect=effect)
            part = timed or infix or called(items, at, self.uses)
            while at < len(items) and items[at].place.start < part.place.end:
                at += 1
            parts.append(part)
        return parts

    def _missing_and(
        self, node: List, scope: Scope, read: Callable[[Node, Scope], Formula]
    ) -> Formula:
        missing_and(node, self.uses)
        if self._depth >= DEEPEST:
            return self._too_deep(node)
        self._depth += 1
        parts = tuple([read(item, scope) for item in node.items])
        self._depth -= 1
        return And(parts, node)

    def _bare_atom(self, node: Atom) -> Formula:
        # Only PPDDL's own parser accepts an atom without parentheses.
        tolerated = ":probabilistic-effects" in self.uses.features
        self.uses.bare.append((node, tolerated))
        return AtomicFormula(node.key, (), node) if tolerated else damage(node)

    def _foreign(
        self, node: List, scope: Scope, read: Callable[[Node, Scope], Formula], *, effect: bool
    ) -> Formula | None:
        """Report an operator that PDDL does not have; None if `node` is an atom.

        The result is damaged, but the operands are read for the names in them, formulas with
        `read`.
        """
        foreign = foreign_operator(node, effect=effect)
        if foreign is None:
            return None
        items = as_meant(node.items) if foreign.operator else node.items
        fixes: list[PlaceFix] = []
        if foreign.instead:
            fixes.append(PlaceFix(foreign.title, (PlaceEdit(node.place, foreign.instead),)))
        place, message = items[foreign.operator].place, foreign.message
        self.uses.report("unknown-operator", place, message, *fixes, mistake=message)
        if foreign.meant is not None:
            items = foreign.meant.items
        if self._depth < DEEPEST:
            self._depth += 1
            bound = None
            if len(items) > 1 and is_variable_list(items[1]):
                bound = self._bind(node, scope)
            is_whole = foreign.operator or foreign.meant is not None
            first = 2 if bound else 0 if is_whole else 1
            for part in items[first:]:
                if foreign.parts is Parts.NUMBERS:
                    self.expression(part, scope)
                elif type(part) is List and foreign.parts is Parts.FORMULAS:
                    read(part, bound[1] if bound else scope)
                else:
                    read_names(part, scope, self.uses)
            self._depth -= 1
        return damage(node)

    def _unclosed(self, node: List, at: int, scope: Scope) -> None:
        """Report an atom that contains a formula, its item at `at`: its `)` is missing."""
        before, item, end = node.items[at - 1], node.items[at], node.items[at - 1].place.end
        assert type(item) is List
        place = before.place if type(before) is Atom else Place(node.form, end - 1, end)
        message = f"missing `)`: `({node.head}` is not closed before `({item.head}`"
        self.uses.report("missing-parenthesis", place, message)
        for part in node.items[at:]:
            if type(part) is List and part.head in ASSIGNMENTS | COMPARISONS:
                for value in part.items[1:]:
                    self.expression(value, scope)
            else:
                read_names(part, scope, self.uses)

    def _wrong_parts(self, node: List, wanted: str) -> Damaged:
        if WITH_COMMAS.search(node.text):
            return damage(node)  # the comma is reported
        return self._damaged(
            node, "malformed-formula", f"`{node.head}` takes {wanted}, found {_count(node.items)}"
        )

    def _too_deep(self, node: Node) -> Damaged:
        return self._damaged(node, "nested-too-deeply", f"nested deeper than {DEEPEST} levels")

    def _damaged(self, node: Node, code: str, message: str) -> Damaged:
        head = node.items[0] if type(node) is List and node.items else node
        at = head if type(head) is Atom else node
        end = at.end if at is not node else min(node.end, node.start + 40)
        self.uses.report(code, Place(node.form, at.start, end), message)
        return damage(node)


@lru_cache(maxsize=4_096)
def _shared(args: tuple[str, ...]) -> tuple[str, ...]:
    """One shared tuple for equal arguments: a file has few different ones, and many atoms."""
    return args


def damage(node: Node, reason: str = "") -> Damaged:
    """The text of `node` as `Damaged`: in lower case, without layout and comments."""
    words: list[str] = []
    before = "("
    for match in TOKEN.finditer(node.form.text, node.start, node.end):
        word = lower(match.group())
        if word[0] != ";":
            words.append(word if word == ")" or before == "(" else f" {word}")
            before = word
    return Damaged("".join(words), node, reason)


def _count(items: Sequence[Node]) -> str:
    parts = len(items) - 1
    return "nothing" if parts == 0 else f"{parts} part{'s' if parts > 1 else ''}"
