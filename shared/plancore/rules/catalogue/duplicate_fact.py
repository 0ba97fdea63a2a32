"""A fact stands in the initial state twice.

## What it does
Reports a second occurrence of a fact in `(:init …)`, and a second initial value of a fluent, which
is worse: it is then not clear which one counts.

## Why it matters
Some planners reject the problem; a fluent gets its first or its last value, as the planner likes.

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

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.lower.facts import fact_table, lower_facts
from plancore.memo import Key
from plancore.model.finding import Finding, PlaceFix
from plancore.model.formula import AtomicFormula, Comparison, FunctionTerm, Not, Number
from plancore.rules.base import DefinitionContext
from plancore.rules.fixes.remove import remove
from plancore.syntax.forms import Form
from plancore.syntax.nodes import Node

CODE: Final = "duplicate-fact"
SEVERITY: Final = Severity.WARNING
DEFAULT: Final = True


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each fact, and each value of a fluent, that stands before it."""
    forms = context.definition.fact_forms
    if not forms:
        return
    clashing = _clashing(forms)
    if not clashing:
        return
    seen: dict[str, Node] = {}
    values: dict[str, object] = {}
    for form in forms:
        if clashing.isdisjoint(_keys(form)[1]):
            continue
        for fact in lower_facts(form).facts:
            key, value = _key(fact)
            node = fact.node
            if not key or node is None:
                continue
            first = seen.setdefault(key, node)
            if first is node:
                values[key] = value
                continue
            yield _finding(node, first, same=values[key] == value)


def _clashing(forms: list[Form]) -> set[str]:
    """The facts that are stated twice, as strings; whole pieces are compared as sets."""
    seen: set[str] = set()
    clashing: set[str] = set()
    for form in forms:
        count, keys = _keys(form)
        if count != len(keys):
            # Twice in one piece: which ones is seen when the piece is looked at.
            clashing |= keys
        elif not seen.isdisjoint(keys):
            clashing |= seen & keys
        seen |= keys
    return clashing


def _finding(node: Node, first: Node, *, same: bool) -> Finding:
    what = "fact" if same else "fluent"
    message = "this fact stands here twice" if same else "this fluent has another value already"
    related = ((first.place, f"the {what} stands here first"),)
    fixes = (PlaceFix("Remove the second one", (remove(node),), safe=True),) if same else ()
    return Finding(CODE, SEVERITY, node.place, message, related, fixes)


_KEYS: Final = Key[tuple[int, frozenset[str]]]("keys of facts")


def _keys(form: Form) -> tuple[int, frozenset[str]]:
    """How many facts a piece states, and one string for each different one; kept with the piece."""
    return form.memo.get(_KEYS, (), lambda: _counted(form))


def _counted(form: Form) -> tuple[int, frozenset[str]]:
    table = fact_table(form)
    if table is None:
        keys = [key for key, _ in map(_key, lower_facts(form).facts) if key]
    else:
        rows = [*table.atoms.items(), *((f"= {n}", r) for n, r in table.fluents.items())]
        keys = [" ".join([name, *row]) for name, all_rows in rows for row in all_rows]
    return len(keys), frozenset(keys)


def _key(fact: object) -> tuple[str, object]:
    """One string for a fact whatever its value, and the value; empty for anything else."""
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
