"""A predicate is used that the domain does not declare.

## What it does
Reports a predicate in a condition, an effect, a goal or the initial state that is missing from
`(:predicates …)`. Names are compared without regard to case. The fixes change it to a declared
predicate with a similar name, or declare it with the types of its arguments.

## Why it matters
Planners reject the file or, worse, treat the condition as one that never holds.

## Example
```pddl
(define (domain wait)
  (:predicates (at ?x))
  (:action stay
    :parameters (?x)
    :precondition (att ?x)))
```

## Use instead
`(at ?x)`, or declare `(att ?x)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.lower.uses import AtomUse
from plancore.model.finding import Finding, PlaceEdit, PlaceFix
from plancore.rules.analysis.inference import covering, fits, types_of
from plancore.rules.base import DefinitionContext
from plancore.rules.fixes.declare import declare_list, written
from plancore.rules.fixes.rename import Suggestions, change_to
from plancore.syntax.nodes import Atom, List

CODE: Final = "undeclared-predicate"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True

_EQUALITY: Final = {
    **dict.fromkeys(("eq", "equal", "equals", "same"), "`(= …)` is equality"),
    **dict.fromkeys(
        ("neq", "not-eq", "not-equal", "not-equals", "different"), "`(not (= …))` is inequality"
    ),
}
"""Names that language models use for what PDDL has."""


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each use of a predicate that is not declared."""
    uses = [use for form in context.faulty for use in form.resolution.predicates]
    if not uses:
        return
    environment = context.environment
    suggest = Suggestions(environment.predicates)
    by_name: dict[str, list[AtomUse]] = {}
    for use in uses:
        by_name.setdefault(use.atom.predicate, []).append(use)
    declarations: dict[str, PlaceEdit | None] = {}
    for use in uses:
        node = use.atom.node
        if type(node) is not List or not node.items or type(node.items[0]) is not Atom:
            continue
        name = node.items[0]
        message = f"predicate `{name.text}` is not declared"
        fixes: list[PlaceFix] = []
        meant = suggest(name.key)
        if meant is not None:
            message += f", did you mean `{suggest.spelling(meant)}`?"
            if fits(use.atom.args, use.scope, environment.predicates[meant], environment):
                fixes.append(change_to(name, suggest.spelling(meant)))
        elif name.key in _EQUALITY:
            message += f"; {_EQUALITY[name.key]} and needs no declaration"
        if name.key not in declarations:
            declarations[name.key] = _declaration(context, name.text, by_name[name.key])
        edit = declarations[name.key]
        if edit is not None:
            fixes.append(PlaceFix(f"Declare predicate `{name.text}`", (edit,)))
        yield Finding(CODE, SEVERITY, name.place, message, (), tuple(fixes))


def _declaration(context: DefinitionContext, name: str, same: list[AtomUse]) -> PlaceEdit | None:
    """Declares `name` so that every use of it fits; None when their numbers of arguments differ."""
    if context.domain is None:
        return None
    used_by_domain = [use for model in context.domain.models for use in model.uses.atoms]
    elsewhere = [use for use in used_by_domain if use.atom.predicate == same[0].atom.predicate]
    if len({len(use.atom.args) for use in (*same, *elsewhere)}) != 1:
        return None
    environment = context.environment
    columns = [
        [types_of(use.atom.args[position], use.scope, environment) for use in same]
        for position in range(len(same[0].atom.args))
    ]
    used: set[str] = set()
    parts = []
    for position, column in enumerate(columns):
        argument = same[0].atom.args[position]
        plain = type(argument) is str and argument[0] == "?" and argument not in used
        variable = argument if plain and type(argument) is str else f"?x{position + 1}"
        used.add(variable)
        types = covering(column, environment)
        parts.append(f"{variable} - {written(types)}" if types else variable)
    if any(" - " in part for part in parts):
        parts = [part if " - " in part else f"{part} - object" for part in parts]
    return declare_list(context.domain, ":predicates", f"({' '.join([name, *parts])})")
