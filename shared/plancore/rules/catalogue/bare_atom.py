"""A formula is missing its parentheses.

## What it does
Reports a bare word, or text between quotation marks, in place of a formula, an effect or a fact.
PPDDL allows a bare word, so there the severity is information. The fix inserts the parentheses
around the words of a declared predicate, moves its name into them in `at (a b)`, and removes an
operator between the formulas of `(and (p) and (q))`.

## Why it matters
Planners reject it.

## Example
```pddl
(define (domain d)
  (:predicates (p) (q))
  (:action a
    :parameters ()
    :precondition p
    :effect (q)))
```

## Use instead
`(p)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.lower.environment import Environment
from plancore.lower.foreign import CONNECTIVES
from plancore.model.finding import CAUSE, Finding, PlaceEdit, PlaceFix
from plancore.rules.base import FormContext
from plancore.syntax.nodes import Atom, Form, List, Place
from plancore.syntax.signs import is_placeholder

CODE: Final = "bare-atom"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True

_HINTS: Final = {
    "else": "PDDL has no `else`; write a second `(when (not …) …)`",
    "then": "PDDL has no `then`; `(when …)` takes a condition and an effect",
    "not": "expected parentheses around `not`; write `(not (p …))`",
    "and": "expected `and` before its formulas; write `(and (p …) (q …))`",
    "or": "expected `or` before its formulas; write `(or (p …) (q …))`",
    "imply": "expected `imply` before its formulas; write `(imply (p …) (q …))`",
}
_EMPTY: Final = ("none", "nil", "null", "empty", "true")
"""Words that language models write in place of an empty condition."""
_SURPLUS: Final = {".": ("after", "full stops"), ":": ("before", "colons")}
_ARGUMENTS: Final = re.compile(r"\s+\(([^();]*)\),?")
_QUOTED: Final = re.compile(r"([\"'])(\([^\s()\"'][^()\"'\n\r]*\)|[^\s()\"'][^()\"'\n\r]*)\1")
"""An atom between quotation marks, with or without parentheses."""


def check(context: FormContext) -> Iterator[Finding]:
    """Each word in place of a formula; the name of a proposition only lacks its parentheses.

    Adjacent words are one formula without its `(`, and are reported once.
    """
    before: Atom | None = None
    done = 0
    heads: dict[int, str] = {}
    for node, tolerated in context.model.uses.bare:
        if is_placeholder(node.text):
            continue  # `foreign-sign` reports it
        if node.text in _SURPLUS:
            yield _surplus(node)
            continue
        in_a_row = before is not None and _adjacent(before, node)
        before = node
        called = _call(node, context.environment)
        if called is not None:
            yield called
            continue
        if node.key in CONNECTIVES and not heads:
            heads = _heads_of_connectives(node.form)
        head = heads.get(node.start, "")
        if head and CONNECTIVES.get(head) == CONNECTIVES[node.key]:
            yield _repeated(node, head)
            continue
        if node.start < done or (in_a_row and not tolerated):
            continue
        fixes: tuple[PlaceFix, ...] = ()
        mistake = ""
        message = _HINTS.get(node.key, f"expected a formula in parentheses, found `{node.text}`")
        predicate = context.environment.predicates.get(node.key)
        place = _words_of(node, len(predicate.parameters)) if predicate is not None else None
        quoted = _QUOTED.match(node.form.text, node.start)
        if node.key in _EMPTY and predicate is None:
            message = f"`{node.text}` is not a formula; write `()` for none"
            fixes = (PlaceFix("Write `()`", (PlaceEdit(node.place, "()"),), safe=True),)
        elif place is not None:
            done = place.end
            text = f"({node.form.text[place.start : place.end]})"
            lost = any(problem.code == "surplus-parenthesis" for problem in node.form.problems)
            closed = lost and node.form.text[place.end :].lstrip().startswith(")")
            edit = PlaceEdit(place._replace(end=place.start), "(") if closed else None
            fix = PlaceFix(f"Write `{text}`", (edit or PlaceEdit(place, text),), safe=not closed)
            fixes, mistake = (fix,), f"{CAUSE}{place.start}"
        elif quoted is not None:
            text = f"({quoted[2].strip('()')})"
            message = f"expected parentheses, found quotation marks; write `{text}`"
            edit = PlaceEdit(Place(node.form, *quoted.span()), text)
            fixes = (PlaceFix(f"Write `{text}`", (edit,)),)
        severity = Severity.INFORMATION if tolerated else SEVERITY
        yield Finding(CODE, severity, node.place, message, (), fixes, mistake=mistake)


def _surplus(node: Atom) -> Finding:
    """The finding about `.` after a fact, as in Prolog, or `:` before one, as in `:init: (p)`."""
    where, what = _SURPLUS[node.text]
    message = f"`{node.text}` {where} a formula is not part of PDDL"
    fix = PlaceFix(f"Remove the {what}", (PlaceEdit(node.place, ""),), safe=True)
    return Finding(CODE, SEVERITY, node.place, message, (), (fix,), mistake=message)


def _repeated(node: Atom, head: str) -> Finding:
    """The finding about `and` between the formulas of `(and …)`."""
    message = f"expected `{head}` once, before its formulas; write `({head} …)`"
    fix = PlaceFix(f"Remove the repeated `{head}`", (PlaceEdit(node.place, ""),), safe=True)
    return Finding(CODE, SEVERITY, node.place, message, (), (fix,), mistake=message)


def _heads_of_connectives(form: Form) -> dict[int, str]:
    """The heads of the lists that words such as `and` are in, by the offsets of these words."""
    heads: dict[int, str] = {}
    stack = [node for node in form.nodes if type(node) is List]
    while stack:
        node = stack.pop()
        for item in node.items:
            if type(item) is List:
                stack.append(item)
            elif type(item) is Atom and item.key in CONNECTIVES:
                heads[item.start] = node.head
    return heads


def _call(node: Atom, environment: Environment) -> Finding | None:
    """The finding about `at (a b)`, a predicate before the list of its arguments; None for another
    word."""
    found = _ARGUMENTS.match(node.form.text, node.end)
    predicate = environment.predicates.get(node.key)
    if found is None or predicate is None:
        return None
    words = found[1].replace(",", " ").split()
    if len(words) != len(predicate.parameters) or (
        words and words[0].lower() in environment.predicates
    ):
        return None
    text = f"({' '.join([node.text, *words])})"
    message = f"expected the name inside the parentheses; write `{text}`"
    edit = PlaceEdit(Place(node.form, node.start, found.end()), text)
    fix = PlaceFix("Move the name inside the parentheses", (edit,), safe=True)
    mistake = f"{CAUSE}called"
    return Finding(CODE, SEVERITY, node.place, message, (), (fix,), mistake=mistake)


def _words_of(node: Atom, arguments: int) -> Place | None:
    """The words of an atom without its parentheses; None if there are too few."""
    found = re.compile(rf"[^\s();,]+(?:[\s,]+[^\s();:,]+){{{arguments}}}").match(
        node.form.text, node.start
    )
    return None if found is None else Place(node.form, *found.span())


def _adjacent(atom: Atom, next_atom: Atom) -> bool:
    return atom.form is next_atom.form and atom.form.text[atom.end : next_atom.start].isspace()
