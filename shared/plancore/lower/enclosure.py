"""Lists whose parentheses or operators are missing, surplus or elsewhere, such as `p(?x)` and
`!p(?x)` for `(p ?x)` and `(not (p ?x))`. They are read as they are meant, and reported."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final

from plancore.lower.section import Uses
from plancore.lower.typed_list import dash_words, without_commas
from plancore.model.finding import PlaceEdit, PlaceFix
from plancore.syntax.builder import COMPOUND_HEADS
from plancore.syntax.nodes import Atom, List, Node, Place

TIMES: Final = {"at start": "start", "at end": "end", "over all": "all"}
_NO_NAMES: Final = COMPOUND_HEADS - {"at", "over"}
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
    """The list `(at end (p ?x))` for `(at end p(?x))`, and `(at end (and …))` for `(at end and …)`,
    which are reported."""
    items = node.items
    if type(items[2]) is not Atom:
        return node
    if len(items) > 4:
        is_time = f"{node.head} {items[1].text.lower()}" in TIMES and items[2].key in _NO_NAMES
        meant = [*items[:2], in_atom(items[2:], uses)] if is_time else items
        return List(node.form, node.start, node.end, meant)
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


def violated(node: List, uses: Uses) -> Atom | None:
    """The preference in `(is-violated g)`, or in `(is-violated (g))`, which is reported; None in
    any other list."""
    name = node.items[1] if len(node.items) == 2 else None
    if type(name) is List and len(name.words) == 1:
        name = name.items[0]
        _report_violation(node.place, name, uses)
    return name if type(name) is Atom else None


def with_violations(items: Sequence[Node], uses: Uses) -> Sequence[Node]:
    """`items` with `(is-violated g)` for `is-violated g` or `is-violated(g)`, which is reported."""
    if not any(type(item) is Atom and item.key == "is-violated" for item in items):
        return items
    found: list[Node] = []
    for item in items:
        word = found[-1] if found else None
        name = item.items[0] if type(item) is List and len(item.words) == 1 else item
        if type(word) is Atom and word.key == "is-violated" and type(name) is Atom:
            place = word.place._replace(end=item.place.end)
            _report_violation(place, name, uses)
            found[-1] = List(word.form, place.start, place.end, [word, name])
        else:
            found.append(item)
    return found


def _report_violation(place: Place, name: Node, uses: Uses) -> None:
    text = f"(is-violated {name.text})"
    fix = PlaceFix(f"Write `{text}`", (PlaceEdit(place, text),), safe=True)
    message = f"expected `is-violated` and a preference in parentheses; write `{text}`"
    uses.report("malformed-formula", place, message, fix)


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
    is_sign = name.key[-1] in "<=>" and arguments.head  # `>=(g)`, but not `>=((g) 5)`
    if name.form is not arguments.form or depth > _DEEPEST_CALL or is_sign:
        return None
    is_apart = name.end != arguments.start and name.key not in _BEFORE_BLANKS
    if is_apart and (name.key in _NO_NAMES or arguments.head[:1] != "?"):
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


_BEFORE_NUMBERS: Final = frozenset(
    ("=", "<", ">", "<=", ">=", "==", ":=", "!=", "+=", "-=", "*=", "/=")
)


def as_meant(items: Sequence[Node], depth: int = 0) -> list[Node]:
    """`items` with `(p ?x)` for each `p(?x)`, and the two words `= 5` for `=5`."""
    meant: list[Node] = []
    at = 0
    while at < len(items):
        item = items[at]
        found = call(items, at, depth)
        end = _end_of_sign(item.key) if type(item) is Atom else 0
        if type(item) is Atom and end:
            meant.append(Atom(item.form, item.start, item.key[:end]))
            meant.append(Atom(item.form, item.start + end, item.key[end:]))
        else:
            meant.append(found or item)
        at += 2 if found else 1
    return meant


def _end_of_sign(key: str) -> int:
    """The length of the sign in a word such as `=5`; 0 in any other word."""
    end = 2 if key[1:2] == "=" else 1
    is_number = key[end:].lstrip("+-").replace(".", "", 1).isdigit()
    return end if is_number and key[:end] in _BEFORE_NUMBERS else 0


def written(node: Node, depth: int = 0) -> str:
    """A node without layout, comments and commas."""
    if type(node) is Atom:
        return node.key if node.key == "not" else node.text
    assert type(node) is List
    if depth > _DEEPEST_CALL:
        return node.text
    return f"({' '.join([written(item, depth + 1) for item in node.items])})"


def conjunction(formulas: Sequence[List], uses: Uses, wanted: str) -> List:
    """The conjunction of several formulas in place of one; a finding is reported at the second."""
    first, second, last = formulas[0], formulas[1], formulas[-1]
    form = first.form
    edits = (
        PlaceEdit(Place(form, first.start, first.start), "(and "),
        *without_commas(formulas),
        PlaceEdit(Place(form, last.end, last.end), ")"),
    )
    message = f"expected {wanted}; write `(and …)` for several"
    fix = PlaceFix("Write `(and …)`", edits)
    uses.report("stray-text", second.place, message, fix, mistake=message)
    return List(form, first.start, last.end, [Atom(form, first.start, "and"), *formulas])


def missing_and(node: List, uses: Uses, what: str = "formulas") -> None:
    """Report the missing operator of a list of formulas, or of `what`. The fix also replaces its
    brackets and commas, as in `[(p), (q)]`."""
    form, start, end = node.place
    message = f"missing operator before a list of {what}; write `(and …)`"
    edits = [PlaceEdit(Place(form, start + 1, start + 1), "and ")]
    mistake = ""
    if form.text[start] in "[{" and form.text[end - 1] in "]}":
        edits = [PlaceEdit(Place(form, start, start + 1), "(and ")]
        edits += [*without_commas(node.items), PlaceEdit(Place(form, end - 1, end), ")")]
        mistake = "list in brackets"
    fix = PlaceFix("Insert `and`", tuple(edits), safe=not mistake)
    place = Place(form, start, node.items[0].place.start + 1)
    uses.report("missing-and", place, message, fix, mistake=mistake)


def in_parentheses(names: Sequence[Node], uses: Uses, what: str = "a list of parameters") -> List:
    """The list whose parentheses are missing; the omission is reported."""
    form, start, end = names[0].form, names[0].start, names[-1].end
    edits = PlaceEdit(Place(form, start, start), "("), PlaceEdit(Place(form, end, end), ")")
    text = form.text[start:end]
    message = f"expected {what}; write `({text})`"
    fix = PlaceFix(f"Write `({text})`", edits, safe=True)
    code = "malformed-formula" if "constraint" in what else "malformed-typed-list"
    uses.report(code, Place(form, start, end), message, fix)
    return List(form, start, end, [*names])


def unwrapped(slot: List, uses: Uses) -> list[Node]:
    """The items of a slot in parentheses, such as `(:effect …)`, which is reported."""
    keyword, *values = slot.items
    form, first, last = slot.form, values[0], values[-1]
    inner = form.text[slot.start + 1 : slot.end - slot.text.endswith(")")]
    if all(type(value) is Atom for value in values):  # `(:parameters ?x ?y)`
        inner = f"{keyword.text} ({form.text[first.start : last.end]})"
        values = [List(form, first.start, last.end, values)]
    message = f"`{keyword.text}` is in parentheses; write `{keyword.text} …` without them"
    fix = PlaceFix("Remove the parentheses", (PlaceEdit(slot.place, inner),), safe=True)
    place = Place(form, slot.start, keyword.end)
    uses.report("surplus-parenthesis", place, message, fix, mistake="slots")
    return [keyword, *values]


def without_types(node: List, uses: Uses) -> List:
    """`(at ?x ?y)` for `(at ?x - truck ?y - place)`; the types are reported."""
    items = node.items
    dashes = {at for at, item in enumerate(items[1:], 1) if type(item) is Atom and item.key == "-"}
    kept = [item for at, item in enumerate(items) if not {at, at - 1} & dashes]
    text = f"({' '.join(item.text for item in kept)})"
    message = f"types belong in lists of parameters; write `{text}`"
    fix = PlaceFix(f"Write `{text}`", (PlaceEdit(node.place, text),), safe=True)
    uses.report("malformed-formula", node.place, message, fix, mistake=message)
    return List(node.form, node.start, node.end, kept)


def without_list(names: Sequence[Node], uses: Uses) -> List:
    """The list of the variables of a quantifier, whose missing parentheses are reported."""
    form, start, end = names[0].form, names[0].start, names[-1].end
    text = form.text[start:end]
    edits: tuple[PlaceEdit, ...] = (
        PlaceEdit(Place(form, start, start), "("),
        PlaceEdit(Place(form, end, end), ")"),
    )
    if words := {id(word): Atom(form, word.start, "-") for _, word, _ in dash_words(names)}:
        text = " ".join(["-" if id(name) in words else name.text for name in names])
        edits = (PlaceEdit(Place(form, start, end), f"({text})"),)
        names = [words.get(id(name), name) for name in names]
    message = f"expected a list of variables; write `({text})`"
    fix = PlaceFix(f"Write `({text})`", edits, safe=True)
    uses.report("malformed-typed-list", Place(form, start, end), message, fix)
    return List(form, start, end, [*names])


def timed_words(items: Sequence[Node], at: int, uses: Uses) -> List | None:
    """The list that `at start (p)` without its parentheses stands for; the omission is reported."""
    if at + 2 >= len(items):
        return None
    first, second, formula = items[at : at + 3]
    if type(first) is not Atom or type(second) is not Atom or type(formula) is not List:
        return None
    if f"{first.key} {second.key}" not in TIMES or first.form is not formula.form:
        return None
    form = first.form
    edits = (
        PlaceEdit(Place(form, first.start, first.start), "("),
        PlaceEdit(Place(form, formula.end, formula.end), ")"),
    )
    message = f"missing parentheses around a time; write `({first.text} {second.text} …)`"
    fix = PlaceFix("Insert the missing parentheses", edits, safe=True)
    place = Place(form, first.start, second.end)
    uses.report("malformed-formula", place, message, fix, mistake="times without parentheses")
    return List(form, first.start, formula.end, [first, second, formula])


def without_then(node: List, uses: Uses) -> List | None:
    """The list `(when c e)` for `(when c then e)` and `(if c then e)`, which is reported; None for
    any other list."""
    items = node.items
    if len(items) != 4 or type(items[2]) is not Atom or items[2].key != "then":
        return None
    text = f"(when {items[1].text} {items[3].text})"
    fix = PlaceFix(f"Write `{text}`", (PlaceEdit(node.place, text),))
    message = f"PDDL has no `then`; write `{text}`"
    uses.report("malformed-formula", items[2].place, message, fix, mistake=message)
    return List(node.form, node.start, node.end, [items[0], items[1], items[3]])


def in_atom(words: Sequence[Node], uses: Uses) -> List:
    """The atom of words without parentheses after a time or the name of a preference, which is
    reported."""
    form, start, end = words[0].form, words[0].place.start, words[-1].place.end
    text = form.text[start:end]
    edits = PlaceEdit(Place(form, start, start), "("), PlaceEdit(Place(form, end, end), ")")
    message = f"expected a formula in parentheses; write `({text})`"
    fix = PlaceFix("Insert the missing parentheses", edits, safe=True)
    uses.report("malformed-formula", Place(form, start, end), message, fix, mistake="bare atoms")
    return List(form, start, end, [*words])


_TIME: Final = re.compile(r"\(\s*(at|over)\s+(start|end|all)\b", re.IGNORECASE)


@lru_cache(maxsize=4)
def times_in(node: List) -> set[str]:
    """The times in a list, such as `at start`. Cached, as each of them may be reported."""
    return {" ".join(found.groups()).lower() for found in _TIME.finditer(node.text)}


_OPENING_NOT: Final = re.compile(r"\(\s*not\s+$", re.IGNORECASE)


def time_first(node: List, time: str, operator: str) -> tuple[PlaceFix, ...]:
    """The fix that writes `(at start (not …))` for `(not (at start …))`; empty if the operator is
    not `not`, or not directly around the time."""
    form = node.form
    before = _OPENING_NOT.search(form.text[max(0, node.start - 20) : node.start])
    if operator != "not" or before is None or len(node.items) > 3:
        return ()
    start = node.start - len(before[0])
    edit = PlaceEdit(Place(form, start, node.items[-1].place.start), f"({time} (not ")
    return (PlaceFix(f"Write `({time} (not …))`", (edit,)),)


def report_over_all(node: List, uses: Uses) -> None:
    """Report an effect over all of its time."""
    message = "`over all` is only allowed in a condition; write `(at end …)`"
    place = Place(node.form, node.items[0].place.start, node.items[1].place.end)
    fix = PlaceFix("Change to `at end`", (PlaceEdit(place, "at end"),))
    fixes = (fix,) if len(node.items) > 2 else ()
    uses.report("misplaced-operator", node.word_place(0), message, *fixes)


def with_blank(name: Atom, root: List, uses: Uses, allowed: Collection[str]) -> tuple[Atom, List]:
    """The name and the section for `x:parameters (…)`, with a missing blank, which is reported."""
    at = name.key.index(":")
    keyword = Atom(name.form, name.start + at, name.key[at:])
    if keyword.key not in allowed:
        return name, root
    fix = PlaceFix("Insert a blank", (PlaceEdit(keyword.place._replace(end=keyword.start), " "),))
    message = f"missing blank before `{keyword.text}`"
    uses.report("unknown-keyword", keyword.place, message, fix, mistake="glued keywords")
    name = Atom(name.form, name.start, name.key[:at])
    items = [root.items[0], name, keyword, *root.items[2:]]
    return name, List(root.form, root.start, root.end, items)


def past_name(items: Sequence[Node], uses: Uses, allowed: Collection[str]) -> int:
    """The index past the name of a section; several words in its place are reported."""
    end = 2
    while end < len(items):
        word = items[end]
        if type(word) is not Atom or not word.key[0].isalpha() or f":{word.key}" in allowed:
            break
        if word.key[-1] == ":":  # a keyword whose colon is behind it
            break
        end += 1
    if end == 2:  # the usual case
        return end
    text = "-".join([word.text for word in items[1:end]])
    place = items[1].place._replace(end=items[end - 1].end)
    fix = PlaceFix(f"Write `{text}`", (PlaceEdit(place, text),))
    message = f"a name is one word; write `{text}`"
    uses.report("stray-text", items[2].place, message, fix)
    return end


_KEYWORD_OF: Final = {
    ":axiom": ":implies",
    ":htn": ":subtasks",
    ":method": ":subtasks",
    ":task": ":parameters",
}
"""A keyword of each section with slots; that of others is `:effect`."""
_SEVERAL: Final = {
    ":ordered-subtasks": "tasks",
    ":ordering": "orders",
    ":subtasks": "tasks",
}


def stray_item(item: Node, before: Node, slot: str, root: List, uses: Uses) -> None:
    """Report an item in place of a keyword, after the value of `slot`. After a conjunction it was
    meant to be part of it."""
    if type(item) is List and type(before) is List and before.head == "and":
        closing = Place(before.form, before.end - 1, before.end)
        uses.report("surplus-parenthesis", closing, "surplus `)`: it closes a list too early")
        return
    message = f"expected a keyword such as `{_KEYWORD_OF.get(root.head, ':effect')}`"
    if type(item) is List and type(before) is List and before.head[:1] not in ("", "?"):
        message += f"; write `(and …)` for several {_SEVERAL.get(slot, 'formulas')}"
        if slot == ":task":
            message = "a method has one task; its subtasks are in `:subtasks`"
    uses.report("stray-text", start_of(item), message)


def start_of(node: Node) -> Place:
    """The place of a word, or of the beginning of a list with its head."""
    if type(node) is List:
        return Place(node.form, node.start, node.items[0].end if node.head else node.start + 1)
    return node.place


def is_variable_list(node: Node) -> bool:
    """Whether this is `(?x …)`: formulas and functions do not begin with a variable."""
    return type(node) is List and node.head.startswith("?")
