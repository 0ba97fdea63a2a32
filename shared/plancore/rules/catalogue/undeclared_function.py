"""A function is undeclared.

## What it does
Reports a function in a condition, an effect, a metric or the initial state that is missing from
`(:functions …)`. `total-time`, `#t` and `reward` need no declaration. A domain with
a requirement that is not part of PDDL, such as `:arrays`, may have built-in functions; there it is
a warning. `(= (p ?x) true)` of a predicate, and arguments in parentheses as in `(at (a b))`, have a
fix.

## Why it matters
Planners reject the file.

## Example
```pddl
(define (domain tank)
  (:requirements :numeric-fluents)
  (:functions (level))
  (:action drain
    :effect (decrease (levle) 1)))
```

## Use instead
`(level)`, or declare `(levle)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from plancore.diagnostic import Severity
from plancore.lower.numbers import is_number
from plancore.lower.section import ValueUse
from plancore.model.finding import CAUSE, Finding, PlaceEdit, PlaceFix
from plancore.model.formula import FunctionTerm
from plancore.patch.declare import declare_list
from plancore.rules.analysis import undeclared_severity
from plancore.rules.base import DefinitionContext
from plancore.rules.fixes import NameUse, name_use, signature, undeclared
from plancore.syntax.nodes import Atom, List, Place

CODE: Final = "undeclared-function"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True

_ARITHMETIC: Final = {
    **dict.fromkeys(("sum", "add", "plus", "sum-of", "sum_of"), "+"),
    **dict.fromkeys(("subtract", "minus", "sub"), "-"),
    **dict.fromkeys(("multiply", "times", "product", "mul", "mult"), "*"),
    **dict.fromkeys(("divide", "div", "divided-by"), "/"),
}
"""Words that language models use for the operators of arithmetic."""


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each use of an undeclared function."""
    uses = []
    lists: set[int] = set()
    operations: dict[int, List] = {}
    values: dict[int, ValueUse] = {}
    for form in context.faulty:
        assigned = {id(value.term): value for value in form.model.uses.values}
        arguments = {id(arg) for use in form.model.uses.atoms for arg in use.atom.args}
        arguments.update(id(arg) for use in form.model.uses.functions for arg in use.term.args)
        for term, _, scope in form.resolution.functions:
            use = name_use(term.node, term.args, scope)
            if use is not None:
                uses.append(use)
                if id(term) in arguments and all(type(arg) is str for arg in term.args):
                    lists.add(id(use.name))
                if type(term.node) is List and _is_of_numbers(term.node):
                    operations[id(use.name)] = term.node
                if id(term) in assigned:
                    values[id(use.name)] = assigned[id(term)]
    if not uses:
        return
    environment = context.environment
    numeric = _never_atoms(context, {use.name.key for use in uses} & environment.predicates.keys())
    severity = undeclared_severity(environment)
    declare = partial(_declaration, context, values)
    for name, _, message, fixes in undeclared(
        "function", uses, environment.functions, environment, declare
    ):
        if name.key in environment.predicates:
            message, fixes = f"`{name.text}` is a predicate, not a function", ()
            if name.key in numeric:
                message += "; declare it in `:functions`"
            truth = _truth(values.get(id(name)))
            if truth is not None:
                yield truth
                continue
        elif name.key in _ARITHMETIC and id(name) in operations:
            node = operations[id(name)]
            text = f"({_ARITHMETIC[name.key]} {' '.join(item.text for item in node.items[1:])})"
            message = f"unknown operator `{name.text}`; write `{text}`"
            fixes = (PlaceFix(f"Write `{text}`", (PlaceEdit(node.place, text),)), *fixes)
        elif id(name) in lists and (name.key[0] == "?" or name.key in environment.objects):
            yield _in_parentheses(name)
            continue
        yield Finding(CODE, severity, name.place, message, (), fixes, mistake=name.key)


def _is_of_numbers(node: List) -> bool:
    """Whether there are several arguments, all lists or numbers."""
    parts = node.items[1:]
    return len(parts) > 1 and all(type(part) is List or is_number(part) for part in parts)


def _never_atoms(context: DefinitionContext, names: set[str]) -> set[str]:
    """The predicates of the domain that are only used as numbers in it."""
    if context.domain is not context.definition:
        return set()
    atoms = (use.atom.predicate for form in context.forms for use in form.model.uses.atoms)
    return names.difference(atoms) if names else names


def _truth(use: ValueUse | None) -> Finding | None:
    """The finding about `(= (p ?x) true)`; None for any other value."""
    node = use.term.node if use is not None and type(use.term) is FunctionTerm else None
    if use is None or node is None or use.value not in ("true", "false"):
        return None
    text = node.text if use.value == "true" else f"(not {node.text})"
    word = use.node.items[2]
    message = f"`{word.text}` is not a value; write `{text}`"
    fix = PlaceFix(f"Write `{text}`", (PlaceEdit(use.node.place, text),))
    return Finding(CODE, SEVERITY, word.place, message, (), (fix,), mistake=f"{CAUSE}{message}")


def _in_parentheses(name: Atom) -> Finding:
    """The finding about `(?x ?y)` among arguments."""
    form, start = name.form, name.start
    end = form.text.find(")", start)
    opening = form.text.rfind("(", 0, start)
    text = form.text[start:end].strip()
    message = f"expected arguments without parentheses; write `{text}`"
    edit = PlaceEdit(Place(form, opening, end + 1), text)
    fix = PlaceFix("Remove the parentheses", (edit,))
    return Finding(CODE, SEVERITY, name.place, message, (), (fix,), mistake=f"{CAUSE}arguments")


def _declaration(
    context: DefinitionContext, values: Mapping[int, ValueUse], _: str, same: Sequence[NameUse]
) -> PlaceEdit | None:
    """Declare a name as a numeric function, so that every use of it fits; None if an object is a
    value of it."""
    text = signature(same, context.environment)
    given = [values[id(use.name)].value for use in same if id(use.name) in values]
    if context.domain is None or text is None or any(type(value) is str for value in given):
        return None
    if any(" - number" in section.head.text for section, _ in context.domain.sections):
        text += " - number"
    return declare_list(context.domain, ":functions", text)
