"""The facts of `:init` and the names of `:objects`, piece by piece.

A rule first looks at a piece as a table (`fact_table`), which costs a tenth of lowering it; only a
piece in which something is wrong is lowered to say what.

As a table is read what consists of these and comments; a number there has neither `+` nor `e`::

    piece  = (atom | fluent)*
    atom   = "(" name word* ")", the name being `at` or no word of the facts below
    fluent = "(" "=" "(" name word* ")" number ")"

Lowering reads all facts (`formulas.FormulaReader.fact`)::

    fact   = timed | fact-in-time
    timed  = "(" "at" number (fact-in-time | "(" "assign" "(" name term* ")" e ")") ")"
    fact-in-time = atom | "(" "=" "(" name term* ")" e ")" | "(" "not" atom ")"
           | "(" ("and" | "or" | "oneof" | "unknown" | "invariant") fact* ")"
           | "(" "probabilistic" (e effect)* ")"

An atom here may have functions as arguments. `unknown` and `invariant` are read as `or` is: their
facts may hold. A list of facts without a word is read as their `and`, with a finding, and so is an
`and` around facts alone. Other operators are findings and `Damaged`.
"""

from __future__ import annotations

import re
from typing import Final

from plancore.lower.formulas import FormulaReader
from plancore.lower.section import Uses
from plancore.lower.typed_list import typed_list
from plancore.memo import Key
from plancore.model.finding import PlaceEdit, PlaceFix
from plancore.model.formula import Formula, TypedName
from plancore.syntax.nodes import Form, FormRole, List, Place, lower
from plancore.syntax.tree import Section, swallows

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
    """The facts of one piece by name, each as the list of its arguments."""

    __slots__ = ("atoms", "fluents", "keys")

    def __init__(self, atoms: dict[str, FactRows], fluents: dict[str, FactRows]) -> None:
        self.atoms = atoms
        self.fluents = fluents
        self.keys = frozenset(
            f"{name} {' '.join(row)}" for name, rows in atoms.items() for row in rows
        )
        """One string for each atom: a duplicate within the piece makes it shorter than its rows."""


class FactPiece:
    """The facts of one piece, lowered."""

    __slots__ = ("facts", "uses")

    def __init__(self, facts: tuple[Formula, ...], uses: Uses) -> None:
        self.facts = facts
        self.uses = uses


_TABLE: Final = Key["FactTable | None"]("table of facts")


def fact_table(form: Form) -> FactTable | None:
    """The facts of a regular piece as a table; None when it holds anything but atoms and the
    initial values of fluents. Kept with the form."""
    return form.memo.get(_TABLE, (), lambda: _table(lower(form.text)))


def _table(low: str) -> FactTable | None:
    if low[:1] != "(":  # words alone
        return None
    if ";" in low:
        low = _COMMENT.sub("", low)
    if " - " in low:  # types, which no fact has
        return None
    atoms: dict[str, FactRows] = {}
    fluents: dict[str, FactRows] = {}
    assigned = _FLUENT.findall(low)
    for name, args, _ in assigned:
        fluents.setdefault(name, []).append(args.split())
    if assigned:
        # The mark is in no atom: one that a fluent stands in is not flat.
        low = _FLUENT.sub('"', low)
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
    """The facts of one piece as formulas. Kept with the form."""
    return form.memo.get(_FACTS, (), lambda: _facts(form))


def _facts(form: Form) -> FactPiece:
    uses = Uses()
    read = FormulaReader(uses)
    facts: list[Formula] = []
    for node in form.nodes:
        if type(node) is List and node.head == "and":
            _report_conjunction(node, uses)
        if type(node) is List and swallows(node):
            cut = next(i for i, item in enumerate(node.items) if type(item) is List)
            last = node.items[cut - 1]
            uses.report(
                "missing-parenthesis",
                last.place,
                f"missing `)`: `({node.head}` is not closed before the next fact",
            )
            whole = List(form, node.start, last.end)
            whole.items.extend(node.items[:cut])
            facts.append(read.fact(whole))
            facts += [read.fact(item) for item in node.items[cut:] if type(item) is List]
            continue
        facts.append(read.fact(node))
    return FactPiece(tuple(facts), uses)


def _report_conjunction(node: List, uses: Uses) -> None:
    """Report an `and` around facts; around alternatives, contingent problems have it."""
    heads = {item.head for item in node.items if type(item) is List}
    if len(node.items) < 2 or not heads.isdisjoint(_ALTERNATIVES):
        return
    edits = (
        PlaceEdit(Place(node.form, node.start, node.items[1].start), ""),
        PlaceEdit(Place(node.form, node.end - 1, node.end), ""),
    )
    message = "`and` is not allowed in `:init`; list the facts one after another"
    uses.report("misplaced-operator", node.word_place(0), message, PlaceFix("Remove `and`", edits))


class NamePiece:
    """The names of an `:objects` section that is read in pieces."""

    __slots__ = ("names", "uses")

    def __init__(self, forms: tuple[Form, ...]) -> None:
        self.uses = Uses()
        items = [node for form in forms if form.role is FormRole.ITEMS for node in form.nodes]
        self.names: tuple[TypedName, ...] = typed_list(items, self.uses, "an object")


_NAMES: Final = Key[NamePiece]("names")


def lower_names(section: Section) -> NamePiece:
    """The typed names of a section; kept with its header while its forms are the same."""
    forms = tuple(section.forms)
    return section.head.memo.get(_NAMES, forms, lambda: NamePiece(forms))
