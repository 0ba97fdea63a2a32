"""Atoms written as calls, `p(?x)` and `!p(?x)`, which are read as `(p ?x)` and `(not (p ?x))`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from plancore.lower.section import Uses
from plancore.model.finding import PlaceEdit, PlaceFix
from plancore.syntax.builder import COMPOUND_HEADS
from plancore.syntax.nodes import Atom, List, Node, Place

_OPERATORS: Final = COMPOUND_HEADS - {"at", "over"}
NEGATIONS: Final = ("!", "~", "\u00ac", "-")
"""Signs before a negated formula or name."""
_SIGNS: Final = (*NEGATIONS, "+")
_BEFORE_BLANKS: Final = ("not", "!", "~", "\u00ac")
"""Negations with blanks between them and their formula; `-` is before types."""


def called(items: Sequence[Node], at: int, uses: Uses) -> Node:
    """The item at `at`; if it and the next are written as `p(?x)`, the atom `(p ?x)`, and a finding
    is reported."""
    name = items[at]
    meant = call(items, at)
    if meant is None:
        return name
    assert type(name) is Atom
    text = written(meant)
    form, start, end = meant.form, meant.start, meant.end
    place = Place(form, start, end)
    if name.key[0] in _SIGNS:
        message = f"unknown operator `{name.text[0]}`; write `{text}`"
        fix = PlaceFix(f"Write `{text}`", (PlaceEdit(place, text),), safe=True)
        uses.report("unknown-operator", name.place, message, fix, mistake=message)
        return meant
    message = f"expected the name inside the parentheses; write `{text}`"
    with_comma = Place(form, start, end + form.text.startswith(",", end))
    fix = PlaceFix(
        "Move the name inside the parentheses", (PlaceEdit(with_comma, text),), safe=True
    )
    uses.report("malformed-formula", place, message, fix, mistake="called")
    return meant


def with_call(node: List, uses: Uses) -> List:
    """The list `(at end (p ?x))` for `(at end p(?x))`, which is reported."""
    items = node.items
    if type(items[2]) is not Atom:
        return node
    part = called(items, 2, uses)
    meant = [items[0], items[1], part]
    return node if part is items[2] else List(node.form, node.start, node.end, meant)


def without_calls(items: Sequence[Node], uses: Uses) -> list[Node]:
    """`items` with `(p ?x)` for each `p(?x)`, which is reported."""
    found: list[Node] = []
    at = 0
    while at < len(items):
        found.append(called(items, at, uses))
        at += 1 if found[-1] is items[at] else 2
    return found


def doubly_enclosed(node: List, uses: Uses) -> List | None:
    """The atom `(p ?x)` for `(p(?x))`, which is reported; None for any other list."""
    meant = None if node.words or len(node.items) != 2 else call(node.items, 0)
    if meant is None or any(type(item) is List for item in meant.items):
        return None
    text = written(meant)
    message = f"expected one pair of parentheses; write `{text}`"
    fix = PlaceFix("Remove the inner parentheses", (PlaceEdit(node.place, text),), safe=True)
    uses.report("malformed-formula", node.place, message, fix, mistake="doubly enclosed")
    return List(node.form, node.start, node.end, meant.items)


def negated_atom(node: List, uses: Uses) -> List | None:
    """The list `(not (p ?x))` for `(not p ?x)`, which is reported; None for any other list."""
    negation, *words = node.items
    if len(words) < 2 or not all(type(word) is Atom for word in words) or words[0].text[0] in "?:":
        return None
    form, start, end = words[0].form, words[0].place.start, words[-1].end
    edits = PlaceEdit(Place(form, start, start), "("), PlaceEdit(Place(form, end, end), ")")
    message = f"expected one atom after `not`; write `(not ({form.text[start:end]}))`"
    fix = PlaceFix("Insert the missing parentheses", edits, safe=True)
    uses.report("malformed-formula", Place(form, start, end), message, fix, mistake="negated words")
    return List(node.form, node.start, node.end, [negation, List(form, start, end, words)])


def negated_atoms(node: List, uses: Uses) -> list[List]:
    """The atoms in `(not (p) (q))` and `(not (and (p) (q)))` of an effect, which is reported; empty
    for any other list."""
    atoms = node.items[1:]
    if len(atoms) == 1 and type(atoms[0]) is List and atoms[0].head == "and":
        atoms = atoms[0].items[1:]
    found = [atom for atom in atoms if type(atom) is List and atom.head]
    if not found or len(found) != len(atoms) or any(a.head in COMPOUND_HEADS for a in found):
        return []
    text = " ".join(f"(not {atom.text})" for atom in found)
    text = f"(and {text})" if len(found) > 1 else text
    message = f"expected one atom after `not` in an effect; write `{text}`"
    fix = PlaceFix("Negate each atom", (PlaceEdit(node.place, text),))
    place = node.word_place(0)
    uses.report("malformed-formula", place, message, fix, mistake=f"negated atoms {message}")
    return found


_DEEPEST_CALL: Final = 20
"""The maximum depth of calls inside each other that are replaced."""


def call(items: Sequence[Node], at: int, depth: int = 0) -> List | None:
    """The list `(p ?x)` for `p(?x)` at `at`; None for anything else. Those in it are replaced, as
    in `not(p(?x))`. A blank is allowed before a list that can only be that of arguments."""
    name, arguments = items[at], items[at + 1] if at + 1 < len(items) else None
    if type(name) is not Atom or type(arguments) is not List or name.key[0] in "?:":
        return None
    if name.form is not arguments.form or depth > _DEEPEST_CALL:
        return None
    is_apart = name.end != arguments.start and name.key not in _BEFORE_BLANKS
    if is_apart and (name.key in _OPERATORS or arguments.head[:1] != "?"):
        return None
    form, inner, key = name.form, as_meant(arguments.items, depth + 1), name.key
    if key == "+":
        return List(form, name.start, arguments.end, inner)
    if key[0] in NEGATIONS and len(key) > 1:
        atom = List(form, name.start, arguments.end, [Atom(form, name.start + 1, key[1:]), *inner])
        return List(form, name.start, arguments.end, [Atom(form, name.start, "not"), atom])
    if key in NEGATIONS or key == "not":
        if len(inner) != 1 or type(inner[0]) is Atom:
            inner = [List(form, arguments.start, arguments.end, inner)]
        name = Atom(form, name.start, "not")
    return List(form, name.start, arguments.end, [name, *inner])


def as_meant(items: Sequence[Node], depth: int = 0) -> list[Node]:
    """`items` with `(p ?x)` for each `p(?x)`."""
    meant: list[Node] = []
    at = 0
    while at < len(items):
        found = call(items, at, depth)
        meant.append(found or items[at])
        at += 2 if found else 1
    return meant


def written(node: Node, depth: int = 0) -> str:
    """A node without layout, comments and commas."""
    if type(node) is Atom:
        return node.key if node.key == "not" else node.text
    assert type(node) is List
    if depth > _DEEPEST_CALL:
        return node.text
    return f"({' '.join([written(item, depth + 1) for item in node.items])})"
