"""A derived predicate is changed, stated, or derived from its own negation.

## What it does
Reports effects, initial facts and timed literals of a predicate that `(:derived …)` defines, and
derived predicates that depend on their own negation. The related location is the definition.

## Why it matters
The truth of a derived predicate follows from its definition alone. Planners reject the file, and
plans are not executed. With negation through recursion no single set of facts follows.

## Example
```pddl
(define (domain lamp)
  (:requirements :derived-predicates)
  (:predicates (lit) (on))
  (:derived (lit) (on))
  (:action light
    :parameters ()
    :effect (and (on) (lit))))
```

## Use instead
```pddl
(define (domain lamp)
  (:requirements :derived-predicates)
  (:predicates (lit) (on))
  (:derived (lit) (on))
  (:action light
    :parameters ()
    :effect (on)))
```
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from plancore.diagnostic import Severity
from plancore.lower.facts import lower_facts
from plancore.lower.section import AtomUse, Use
from plancore.model.domain import Axiom
from plancore.model.finding import Finding
from plancore.rules.analysis import facts_summary
from plancore.rules.base import DefinitionContext
from plancore.syntax.nodes import Atom, List, Place

CODE: Final = "derived-predicate"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True

_CHANGES: Final = (Use.ADD, Use.DELETE)


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each effect and fact of a derived predicate, and each recursion through negation."""
    models = context.domain.models if context.domain else ()
    axioms: dict[str, Axiom] = {}
    for model in models:
        for axiom in model.axioms:
            axioms.setdefault(axiom.predicate, axiom)
    if not axioms:
        return
    if context.definition.kind != "problem":
        yield from _recursion(context, axioms)
    for section_model in context.definition.models:
        for use in section_model.uses.atoms:
            if use.use in _CHANGES and use.atom.predicate in axioms:
                yield _finding(use, axioms[use.atom.predicate], "effect on")
    for form in context.definition.fact_forms:
        if not axioms.keys().isdisjoint(facts_summary(form).predicates):
            for use in lower_facts(form).uses.atoms:
                if use.atom.predicate in axioms:
                    yield _finding(use, axioms[use.atom.predicate], "fact of")


def _finding(use: AtomUse, axiom: Axiom, what: str) -> Finding:
    name = use.atom.predicate
    node = use.atom.node
    assert type(node) is List
    return Finding(
        CODE, SEVERITY, node.place, f"{what} the derived predicate `{name}`", _defined(axiom)
    )._replace(mistake=f"{what} {name}")


def _recursion(context: DefinitionContext, axioms: Mapping[str, Axiom]) -> Iterator[Finding]:
    """Each derived predicate that depends on its own negation."""
    negative: dict[str, list[AtomUse]] = {name: [] for name in axioms}
    asks: dict[str, set[str]] = {name: set() for name in axioms}
    for model in context.definition.models:
        for axiom in model.axioms:
            for use in model.uses.atoms:
                if use.use is not Use.DERIVED and use.atom.predicate in axioms:
                    asks[axiom.predicate].add(use.atom.predicate)
                    if use.use is Use.NEGATIVE_CONDITION:
                        negative[axiom.predicate].append(use)
    for name, uses in negative.items():
        for use in uses:
            if name in _reached(use.atom.predicate, asks) and type(use.atom.node) is List:
                message = f"derived predicate `{name}` depends on its own negation"
                yield Finding(CODE, SEVERITY, use.atom.node.place, message, mistake=message)


def _reached(start: str, asks: Mapping[str, set[str]]) -> set[str]:
    reached = {start}
    stack = [start]
    while stack:
        new = asks[stack.pop()] - reached
        reached |= new
        stack += new
    return reached


def _defined(axiom: Axiom) -> tuple[tuple[Place, str], ...]:
    node = axiom.node
    keyword = node.items[0] if type(node) is List and node.items else None
    return ((keyword.place, "defined here"),) if type(keyword) is Atom else ()
