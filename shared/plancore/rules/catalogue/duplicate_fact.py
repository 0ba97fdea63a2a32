"""A fact is stated twice in the initial state.

## What it does
Reports a second occurrence of a fact in `(:init …)`, and a second, different initial value of a
fluent.

## Why it matters
Some planners reject the problem. Whether a fluent gets its first or its last value depends on the
planner.

## Example
```pddl
(define (problem p)
  (:domain d)
  (:objects a)
  (:init (at a) (at a))
  (:goal (at a)))
```

## Use instead
State each fact once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from plancore.diagnostic import Severity
from plancore.lower.facts import fact_table, lower_facts
from plancore.memo import Key
from plancore.model.finding import Finding, PlaceFix
from plancore.model.formula import AtomicFormula, Comparison, FunctionTerm, Not, Number
from plancore.rules.base import DefinitionContext
from plancore.rules.fixes import remove
from plancore.syntax.nodes import Form, Node

CODE: Final = "duplicate-fact"
SEVERITY: Final = Severity.WARNING
DEFAULT: Final = True


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each fact, and each value of a fluent, that was stated earlier."""
    forms = context.definition.fact_forms
    if not forms:
        return
    clashing = _clashing(forms)
    if not clashing:
        return
    seen: dict[str, KeyedFact] = {}
    for form in forms:
        if clashing.isdisjoint(_piece(form).keys):
            continue
        for fact in _keyed(form):
            if fact.key in clashing:
                first = seen.setdefault(fact.key, fact)
                if first is not fact:
                    same = first.value == fact.value
                    yield _finding(fact.node, first.node, same=same)


def _clashing(forms: list[Form]) -> set[str]:
    """The keys of facts that are stated twice; whole pieces are compared as sets."""
    seen: set[str] = set()
    clashing: set[str] = set()
    for form in forms:
        piece = _piece(form)
        clashing |= piece.repeated
        if not seen.isdisjoint(piece.keys):
            clashing |= seen & piece.keys
        seen |= piece.keys
    return clashing


def _finding(node: Node, first: Node, *, same: bool) -> Finding:
    message = "duplicate fact" if same else "conflicting initial values"
    related = ((first.place, "first stated here"),)
    fixes = (PlaceFix("Remove the duplicate fact", (remove(node),), safe=True),) if same else ()
    return Finding(CODE, SEVERITY, node.place, message, related, fixes)


class StatedFacts(NamedTuple):
    """The distinct keys of the facts in a piece, and those that occur twice in it."""

    keys: frozenset[str]
    repeated: frozenset[str]


class KeyedFact(NamedTuple):
    """A fact with its key, a string that is the same for every value, and its value."""

    key: str
    value: object
    node: Node


_PIECE: Final = Key[StatedFacts]("keys of facts")
_KEYED: Final = Key[tuple[KeyedFact, ...]]("keyed facts")


def _piece(form: Form) -> StatedFacts:
    """The keys of the facts in a piece of `:init`; cached with the piece."""
    return form.memo.get(_PIECE, (), lambda: _counted(form))


def _counted(form: Form) -> StatedFacts:
    table = fact_table(form)
    if table is None:
        keys = [key for key, _ in map(_key, lower_facts(form).facts) if key]
    else:
        rows = [*table.atoms.items(), *((f"= {n}", r) for n, r in table.fluents.items())]
        keys = [" ".join([name, *row]) for name, all_rows in rows for row in all_rows]
    once = frozenset(keys)
    if len(once) == len(keys):
        return StatedFacts(once, frozenset())
    return StatedFacts(once, frozenset(key for key, count in Counter(keys).items() if count > 1))


def _keyed(form: Form) -> tuple[KeyedFact, ...]:
    """The facts of a piece one by one; cached with the piece, as few pieces have duplicates."""
    return form.memo.get(_KEYED, (), lambda: tuple(_one_by_one(form)))


def _one_by_one(form: Form) -> Iterator[KeyedFact]:
    for fact in lower_facts(form).facts:
        key, value = _key(fact)
        if key and fact.node is not None:
            yield KeyedFact(key, value, fact.node)


def _key(fact: object) -> tuple[str, object]:
    """The key of a fact and its value; an empty key for anything else."""
    if type(fact) is Not and type(fact.body) is AtomicFormula:
        return _text(fact.body.predicate, fact.body.args), False
    if type(fact) is AtomicFormula:
        return _text(fact.predicate, fact.args), True
    if type(fact) is Comparison and type(fact.left) is FunctionTerm:
        value = fact.right.value if type(fact.right) is Number else fact.right
        return _text(f"= {fact.left.name}", fact.left.args), value
    return "", None


def _text(name: str, args: tuple[object, ...]) -> str:
    if not all(type(arg) is str for arg in args):
        return ""
    return " ".join([name, *(str(arg) for arg in args)])
