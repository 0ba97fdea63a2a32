"""The facts of `:init` and the names of `:objects`, piece by piece.

Rules first read a piece as a table (`fact_table`), at a tenth of the cost of lowering. Only a piece
with an error is lowered, for the details.

A table can be made of these and comments; a number has neither `+` nor `e`::

    piece  = (atom | fluent)*
    atom   = "(" name word* ")", the name being `at` or no word of the facts below
    fluent = "(" "=" "(" name word* ")" number ")"

Lowering reads all facts (`FactReader.fact`)::

    fact   = timed | fact-in-time
    timed  = "(" "at" number (fact-in-time | "(" "assign" "(" name term* ")" e ")") ")"
    fact-in-time = atom | "(" "=" "(" name term* ")" e ")" | "(" "not" atom ")"
           | "(" ("and" | "or" | "oneof" | "unknown" | "invariant") fact* ")"
           | "(" "probabilistic" (e effect)* ")"

An atom here may have functions as arguments. `unknown` and `invariant` are read like `or`: their
facts may hold. A list of facts without a head is read as a conjunction, with a finding; so is an
`and` around plain facts. Other operators give a finding and `Damaged`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from plancore.lower.conditions import CONDITIONS
from plancore.lower.enclosure import (
    as_meant,
    doubly_enclosed,
    negated_atom,
    without_calls,
    written,
)
from plancore.lower.foreign import (
    TRUTHS,
    Foreign,
    infix_connective,
    infix_operator,
    infix_part,
    truth_of,
)
from plancore.lower.formulas import FormulaReader
from plancore.lower.numbers import WITH_COMMAS, function_first, function_words, is_number, number
from plancore.lower.section import FunctionUse, Scope, Use, Uses, report_meant
from plancore.lower.terms import ASSIGNMENTS, COMPARISONS, DEEPEST, damage
from plancore.lower.typed_list import names_without_marks, typed_list, without_commas
from plancore.memo import Key
from plancore.model.finding import PlaceEdit, PlaceFix
from plancore.model.formula import (
    And,
    At,
    Comparison,
    Formula,
    FunctionTerm,
    Not,
    OneOf,
    Or,
    TypedName,
)
from plancore.stop import NEVER, Checkpoint, watched
from plancore.syntax.nodes import Atom, Form, FormRole, List, Node, Place
from plancore.syntax.signs import lower
from plancore.syntax.tree import NOT_FACTS, NOT_FACTS_OF_LISTS, Section, past_value, swallows

_COMMENT: Final = re.compile(r";[^\n\r]*")
_FLAT: Final = re.compile(r"\(\s*([^\s();\"=?:][^\s();\"?]*)\s*([^();\"?:]*)\)")
_FLUENT: Final = re.compile(
    r"\(\s*=\s*\(\s*([^\s();\"=?:][^\s();\"?]*)\s*([^();\"?:]*)\)\s*(-?\d+(?:\.\d*)?)\s*\)"
)
_NOT_FLAT: Final = frozenset(
    (
        "not",
        "at",
        "and",
        "or",
        "oneof",
        "unknown",
        "invariant",
        "forall",
        "when",
        "probabilistic",
        "=",
    )
)

_ALTERNATIVES: Final = ("or", "oneof", "unknown", "invariant", "probabilistic", "not")

FactRows = list[list[str]]


class FactTable:
    """The facts of one piece by predicate or function; each is the list of its arguments."""

    __slots__ = ("atoms", "fluents", "keys")

    def __init__(self, atoms: dict[str, FactRows], fluents: dict[str, FactRows]) -> None:
        self.atoms = atoms
        self.fluents = fluents
        self.keys = frozenset(
            f"{name} {' '.join(row)}" for name, rows in atoms.items() for row in rows
        )
        """One string per atom; fewer strings than rows mean a duplicate within the piece."""


class FactPiece:
    """The facts of one piece, lowered."""

    __slots__ = ("facts", "uses")

    def __init__(self, facts: tuple[Formula, ...], uses: Uses) -> None:
        self.facts = facts
        self.uses = uses


_TABLE: Final = Key["FactTable | None"]("table of facts")


def fact_table(form: Form) -> FactTable | None:
    """The facts of a regular piece as a table; None if it contains anything except atoms and
    initial values of fluents. Cached with the form."""
    return form.memo.get(_TABLE, (), lambda: _table(lower(form.text)))


def _table(low: str) -> FactTable | None:
    if low[:1] != "(":  # only words
        return None
    if ";" in low:
        low = _COMMENT.sub("", low)
    if " - " in low or " -)" in low:  # types, which facts do not have
        return None
    atoms: dict[str, FactRows] = {}
    fluents: dict[str, FactRows] = {}
    assigned = _FLUENT.findall(low)
    for name, args, _ in assigned:
        fluents.setdefault(name, []).append(args.split())
    if assigned:
        # The mark is not allowed in an atom, so an atom around a fluent is not flat.
        low = _FLUENT.sub('"', low)
    if "=" in low:
        return None
    flat = _FLAT.findall(low)
    if low.count("(") != len(flat):
        return None
    for name, args in flat:
        rows = atoms.get(name)
        if rows is None:
            if name in _NOT_FLAT and name != "at":
                return None
            rows = atoms[name] = []
        rows.append(args.split())
    return FactTable(atoms, fluents)


_FACTS: Final = Key[FactPiece]("facts")


def lower_facts(form: Form) -> FactPiece:
    """The facts of one piece as formulas. Cached with the form."""
    return form.memo.get(_FACTS, (), lambda: _facts(form))


def _facts(form: Form) -> FactPiece:
    uses = Uses()
    read = FactReader(uses)
    facts: list[Formula] = []
    nodes = form.nodes
    if any(type(node) is Atom for node in nodes):
        nodes = without_calls(_with_infix(nodes), uses)
    for node in nodes:
        if type(node) is List and node.words and node.words[0] != "and":  # the usual case
            facts.append(read.fact(node))
            continue
        if type(node) is List and node.head not in _OPERATORS:
            node = doubly_enclosed(node, uses) or node
        if type(node) is List and node.head == "and":
            _report_conjunction(node, uses)
        if type(node) is List and node.head in _ONE_OF:
            node = _one_of(node, uses)
        if type(node) is List and swallows(node):
            is_last = form.is_cut_off and node is nodes[-1]
            if not is_last or _is_on_one_line(node):
                facts.append(read.fact(node))
                continue
            whole, others = _cut(node, uses)
            facts.append(read.fact(whole))
            facts += [read.fact(item) for item in others if type(item) is List]
            continue
        facts.append(read.fact(node))
    return FactPiece(tuple(facts), uses)


def _cut(node: List, uses: Uses) -> tuple[List, list[Node]]:
    """The fact that has lost a `)`, which is reported, and what it has swallowed."""
    items, cut = node.items, past_value(node)
    if cut == 2:  # `(= (f 5) …`
        call = items[1]
        assert type(call) is List
        *words, value = call.items
        end = words[-1].place.end
        function = List(node.form, call.start, end, words)
        text = f"({node.form.text[call.start + 1 : end]})"
        message = f"missing `)`; write `(= {text} {value.text})`"
        fix = PlaceFix("Insert `)`", (PlaceEdit(call.place, f"{text} {value.text})"),))
        place = Place(node.form, call.start + 1, value.place.end)
        uses.report("missing-parenthesis", place, message, fix)
        return List(node.form, node.start, call.end, [items[0], function, value]), items[2:]
    cut = cut or next(i for i, item in enumerate(items) if type(item) is List)
    last = items[cut - 1]
    message = f"missing `)`: `({node.head}` is not closed before the next fact"
    uses.report("missing-parenthesis", last.place, message)
    return List(node.form, node.start, last.end, items[:cut]), items[cut:]


def _with_infix(nodes: Sequence[Node]) -> list[Node]:
    """`nodes` with one list for each `(f a) = 5`."""
    found: list[Node] = []
    at = 0
    while at < len(nodes):
        found.append(infix_part(nodes, at) or nodes[at])
        while at < len(nodes) and nodes[at].place.start < found[-1].place.end:
            at += 1
    return found


_ONE_OF: Final = ("one-of", "one_of", "xor", "exactly-one")


def _one_of(node: List, uses: Uses) -> List:
    """The list `(oneof …)` for one with another operator, which is reported."""
    word = node.items[0]
    message = f"unknown operator `{word.text}`; did you mean `oneof`?"
    fix = PlaceFix("Change to `oneof`", (PlaceEdit(word.place, "oneof"),), safe=True)
    uses.report("unknown-operator", word.place, message, fix, mistake=message)
    head = Atom(node.form, word.place.start, "oneof")
    return List(node.form, node.start, node.end, [head, *node.items[1:]])


def _is_on_one_line(node: List) -> bool:
    """Whether the last fact of a piece, all on one line, begins with one list or has words in
    parentheses: it is a formula in a formula. With a word before it, its `)` is missing."""
    lists = [item for item in node.items if type(item) is List]
    is_short = len(lists) == 1 or all(len(item.items) == 1 for item in lists)
    return is_short and type(node.items[1]) is List and "\n" not in node.text


def _report_conjunction(node: List, uses: Uses) -> None:
    """Report an `and` around facts. Contingent problems may have one around alternatives."""
    heads = {item.head for item in node.items if type(item) is List}
    if len(node.items) < 2 or not heads.isdisjoint(_ALTERNATIVES):
        return
    edits = (
        PlaceEdit(Place(node.form, node.start, node.items[1].start), ""),
        PlaceEdit(Place(node.form, node.end - 1, node.end), ""),
    )
    message = "`and` is not allowed in `:init`; list the facts one after another"
    uses.report("misplaced-operator", node.word_place(0), message, PlaceFix("Remove `and`", edits))


_SETTING: Final = COMPARISONS | ASSIGNMENTS | {"set", "let", ":=", "=="}
_UNCERTAIN: Final = frozenset(("and", "or", "oneof", "unknown", "invariant", "probabilistic"))
"""Heads of facts of contingent, conformant and probabilistic problems."""
_NOT_PLAIN: Final = _UNCERTAIN | {"not"}
_OPERATORS: Final = (NOT_FACTS | _NOT_PLAIN | {"="}) - {"over"}
_EQUATING: Final = frozenset(("=", "==", ":="))
_NOT_ONE_ATOM: Final = "expected one atom after `not` in `:init`; write `(not (p …))`"


class FactReader(FormulaReader):
    """Lowers facts, and the effects of probabilistic facts."""

    def fact(self, node: Node, *, timed: bool = True) -> Formula:
        """One entry of `:init`."""
        if type(node) is Atom:
            return self._bare_atom(node)
        assert type(node) is List
        scope: Scope = {}
        words = node.words
        if node.text[-7:].lower().rstrip(")").endswith(TRUTHS):
            truth = self._truth_of_fact(node, infix_operator(node))
            if truth is not None:
                return truth
        if words and words[0] not in _NOT_PLAIN and _EQUATING.isdisjoint(words[:2]):
            return self.atom(node, scope, Use.INIT, words)  # the usual case
        head, items = node.head, node.items
        holds_lists = List in map(type, items)
        if head and not holds_lists and head not in _UNCERTAIN:
            return self._fact_of_words(node, scope)
        is_no_fact = head in NOT_FACTS and holds_lists
        if head in NOT_FACTS_OF_LISTS and len(items) > 1 and type(items[1]) is List:
            is_no_fact = True
        if is_no_fact and (timed or head != "assign"):
            if head in _EQUATING | {"assign", "set", "let"} and len(items) == 3:
                set_value = self._as_value(node)
                if set_value is not None:
                    return set_value
            truth = self._truth_of_fact(node, truth_of(node))
            if truth is not None:
                return truth
            instead = "; write `(= …)` for a value" if head in _SETTING else ""
            message = f"`{head}` is not allowed in `:init`{instead}"
            return self._damaged(node, "misplaced-operator", message)
        if head == "=" and len(items) == 3 and type(items[2]) is List and is_number(items[1]):
            node = function_first(node, self.uses)
            items = node.items
        if head == "=" and len(items) > 3 and (meant := function_words(node, self.uses)):
            return self.fact(meant)
        if head == "=" and len(items) != 3:
            return self._wrong_value(node)
        is_value = head == "=" or (head == "assign" and not timed)
        if is_value and len(items) == 3 and type(items[1]) is List:
            target = self._function(items[1], scope, Use.INIT)
            value = self.expression(items[2], scope)
            # Whether a fluent needs a number is checked at its declaration, not for each value:
            # most pieces of `:init` are never lowered.
            if type(value) is str and value not in ("true", "false"):
                self.uses.feature(":object-fluents", node)
            if type(value) is str:
                self.uses.value(node, target, value, scope, is_assigned=True)
            return Comparison("=", target, value, node)
        if head == "not":
            parts = self._parts(node)
            part = parts[0] if len(parts) == 1 else None
            if type(part) is not List or (
                part.head in CONDITIONS and any(type(item) is List for item in part.items)
            ):
                return self._damaged(node, "malformed-formula", _NOT_ONE_ATOM)
            if part.head:
                return Not(self.atom(part, scope, Use.INIT), node)
        arguments = items[1] if len(items) == 2 else None
        in_parentheses = type(arguments) is List and len(arguments.words) > 1
        if head == "at" and timed and holds_lists and not in_parentheses:
            time = number(items[1].key) if type(items[1]) is Atom else None
            if time is None or len(items) != 3:
                message = "`at` takes a time and one fact; write `(at 5 (p …))`"
                return self._damaged(node, "malformed-formula", message)
            if time < 0:
                message = f"expected a time of at least 0, found `{items[1].text}`"
                self.uses.report("malformed-formula", items[1].place, message)
            if type(items[2]) is List:
                self.uses.feature(":timed-initial-literals", node)
                if items[2].head == "and":
                    message = "`and` is not allowed in `:init`; write one `(at …)` for each fact"
                    self.uses.report("misplaced-operator", items[2].word_place(0), message)
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
                return self._damaged(node, "malformed-formula", "empty fact")
            infix = self._infix(node)
            if infix is not None:
                return infix
            if infix_connective(node):
                return self._infix_facts(node)
            if self._depth or not all(type(item) is List for item in items):
                return self._missing_and(node, {}, lambda part, _: self.fact(part))
            edits = (
                PlaceEdit(Place(node.form, node.start, node.start + 1), ""),
                *without_commas(items),
                PlaceEdit(Place(node.form, node.end - 1, node.end), ""),
            )
            fix = PlaceFix("Remove the parentheses", edits)
            message = "surplus parentheses around facts"
            place = Place(node.form, node.start, node.start + 1)
            self.uses.report("malformed-formula", place, message, fix, mistake=message)
            self._depth += 1  # deeper parentheses are not surplus but read as `and`
            facts = tuple(map(self.fact, items))
            self._depth -= 1
            return And(facts, node)
        return self.atom(node, scope, Use.INIT)

    def _truth_of_fact(self, node: List, truth: Foreign | None) -> Formula | None:
        """Read `(set (p) true)` and `(p a = false)` as `(p)` and `(not (p a))`, and report it; None
        for anything else."""
        if truth is None or truth.meant is None:
            return None
        fix = PlaceFix(truth.title, (PlaceEdit(node.place, truth.instead),))
        (fact,) = truth.meant.items
        self.uses.report("misplaced-operator", node.items[-1].place, truth.message, fix)
        return self.fact(fact)

    def _fact_of_words(self, node: List, scope: Scope) -> Formula:
        """A fact without lists in it. With `not` none is valid; with `=` only the value of a
        function written without parentheses."""
        items, head = node.items, node.head
        if head == "not":
            meant = negated_atom(node, self.uses)
            if meant is not None:
                return self.fact(meant)
            return self._damaged(node, "malformed-formula", _NOT_ONE_ATOM)
        if head != "=":
            return self._infix(node) or self.atom(node, scope, Use.INIT)
        if len(items) > 3 and (meant := function_words(node, self.uses)):
            return self.fact(meant)
        if len(items) != 3 or is_number(items[1]):
            return self._wrong_value(node)
        function = items[1]
        if is_number(items[2]) and type(function) is Atom and function.key[0] != "?":
            target = FunctionTerm(function.key, (), function)
            self.uses.functions.append(FunctionUse(target, Use.INIT, scope))
            return Comparison("=", target, self.expression(items[2], scope), node)
        return self.atom(node, scope, Use.INIT)

    def _infix(self, node: List) -> Formula | None:
        """Read `(f = 5)` and `((f a) = 5)` as `(= (f a) 5)`, and report it."""
        items = as_meant(node.items)
        if len(items) != 3 or type(items[1]) is not Atom or items[1].key not in _EQUATING:
            return None
        function, _, value = items
        if not is_number(value) or (type(function) is Atom and function.key[0] == "?"):
            return None
        called = written(function) if type(function) is List else f"({function.text})"
        text = f"(= {called} {value.text})"
        message = f"expected the operator first; write `{text}`"
        fix = PlaceFix(f"Write `{text}`", (PlaceEdit(node.place, text),), safe=True)
        self.uses.report("malformed-formula", node.place, message, fix)
        if type(function) is not List:
            function = List(node.form, function.start, function.end, [function])
        target = self._function(function, {}, Use.INIT)
        return Comparison("=", target, self.expression(value, {}), node)

    def _infix_facts(self, node: List) -> Formula:
        """Read `((p) and (q))` as its facts, and report it."""
        facts = [item for item in node.items if type(item) is List]
        message = "operators are not allowed in `:init`; list the facts one after another"
        fixes: tuple[PlaceFix, ...] = ()
        if all(item.key == "and" for item in node.items if type(item) is Atom):
            edit = PlaceEdit(node.place, " ".join(fact.text for fact in facts))
            fixes = (PlaceFix("Remove `and`", (edit,)),)
        self.uses.report("misplaced-operator", node.items[1].place, message, *fixes)
        return And(tuple(map(self.fact, facts)), node)

    def _wrong_value(self, node: List) -> Formula:
        """Report `=` with too few or too many parts. Where a comma in a number, as in `1,5`, is the
        cause, that is reported elsewhere."""
        if WITH_COMMAS.search(node.text):
            if type(node.items[1]) is List:
                self._function(node.items[1], {}, Use.INIT)
            return damage(node)
        return self._wrong_parts(node, "a fluent and a value")

    def _as_value(self, node: List) -> Formula | None:
        """Read `(assign (f) 5)` as `(= (f) 5)`, and report it; None if 5 is not a number."""
        word, function, value = node.items
        if type(function) is not List or not is_number(value):
            return None
        message = f"`{word.text}` is not allowed in `:init`; write `(= …)` for a value"
        fix = PlaceFix("Change to `=`", (PlaceEdit(word.place, "="),), safe=True)
        self.uses.report("misplaced-operator", word.place, message, fix, mistake=message)
        self._function(function, {}, Use.INIT)
        return damage(node)

    def _uncertain_fact(self, node: List) -> Formula:
        """Facts of contingent, conformant and probabilistic problems."""
        if node.head == "probabilistic":
            return self._effect_probabilistic(node, {})
        parts = [self.fact(item) for item in node.items[1:] if type(item) is List]
        if node.head == "and":
            return And(tuple(parts), node)
        self.uses.feature(":contingent", node)
        return OneOf(tuple(parts), node) if node.head == "oneof" else Or(tuple(parts), node)


class NamePiece:
    """The names of an `:objects` section that is read in pieces."""

    __slots__ = ("names", "uses")

    def __init__(self, forms: tuple[Form, ...], checkpoint: Checkpoint) -> None:
        self.uses = Uses()
        pieces = (form for form in forms if form.role is FormRole.ITEMS)
        items = [*watched((node for form in pieces for node in form.nodes), checkpoint)]
        names = typed_list(items, self.uses, "an object", checkpoint)
        keyword = forms[0].root.items[0] if forms[0].root else None
        if type(keyword) is Atom and keyword.key != ":objects":
            report_meant(self.uses, keyword, ":objects")
        self.names: tuple[TypedName, ...] = names_without_marks(names, self.uses)


_NAMES: Final = Key[NamePiece]("names")


def lower_names(section: Section, checkpoint: Checkpoint = NEVER) -> NamePiece:
    """The typed names of a section. Cached with its header while its forms are the same objects.
    Raises what `checkpoint` raises."""
    forms = tuple(section.forms)
    return section.head.memo.get(_NAMES, forms, lambda: NamePiece(forms, checkpoint))
