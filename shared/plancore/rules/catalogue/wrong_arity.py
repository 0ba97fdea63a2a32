"""The number of arguments is wrong.

## What it does
Reports a predicate, function, task or action with more or fewer arguments than in its declaration.
The related location is the declaration. Where each use of a predicate or function has the same
number of arguments, and more than are declared, the fix changes the declaration.

## Why it matters
Planners reject the file. VAL accepts it without a message and then rejects every plan.

## Example
```pddl
(define (domain delivery)
  (:predicates (at ?thing ?place))
  (:action drop
    :parameters (?t)
    :effect (at ?t)))
```

## Use instead
Give `at` two arguments.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.lower.applied import applied_in
from plancore.lower.resolution import ArityMismatch, Declared
from plancore.model.domain import Action, Function, Predicate
from plancore.model.finding import CAUSE, Finding, PlaceEdit, PlaceFix
from plancore.rules.base import DefinitionContext
from plancore.rules.fixes import NameUse, name_use, signature
from plancore.syntax.nodes import Atom, List, Node

CODE: Final = "wrong-arity"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True

_UNCLOSED: Final = "missing-parenthesis"


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each application with too many or too few arguments."""
    mismatches: list[ArityMismatch] = []
    for form in context.faulty:
        findings = form.model.uses.findings
        starts = sorted(found.place.start for found in findings if found.code == _UNCLOSED)
        for each in form.resolution.arity:
            # An atom that contains a formula has lost its `)`, and perhaps arguments.
            first = bisect_left(starts, each.node.start)
            if first == len(starts) or starts[first] >= each.node.end:
                mismatches.append(each)
    fixes = _fixes(context, mismatches)
    for node, declared, count in mismatches:
        head = node.items[0]
        arity = len(declared.parameters)
        if count == arity:
            text = f"({' '.join(item.text for item in node.items)})"
            message = f"expected functions in parentheses; write `{text}`"
            fix = PlaceFix(f"Write `{text}`", (PlaceEdit(node.place, text),))
            yield Finding(CODE, SEVERITY, node.place, message, (), (fix,), mistake=message)
            continue
        plural = "argument" if arity == 1 else "arguments"
        message = f"{word(declared)} `{head.text}` takes {arity or 'no'} {plural}, found {count}"
        at = declared.name_node
        related = ((at.place, f"`{at.text}` is declared here"),) if at else ()
        offered = fixes.get(id(declared), ())
        last = node.items[-1]
        is_truth = type(last) is Atom and last.key in ("true", "false")
        if is_truth and count == arity + 1:
            yield _truth(node, last)
            continue
        yield Finding(CODE, SEVERITY, node.place, message, related, offered, mistake=message)


def _truth(node: List, value: Node) -> Finding:
    """The finding about `(p ?x true)`."""
    form, start, _ = node.place
    text = f"{form.text[start : node.items[-2].end]})"
    text = text if value.text.lower() == "true" else f"(not {text})"
    message = f"`{value.text}` is not an argument; write `{text}`"
    fix = PlaceFix(f"Write `{text}`", (PlaceEdit(node.place, text),))
    return Finding(CODE, SEVERITY, value.place, message, (), (fix,), mistake=f"{CAUSE}{message}")


def _fixes(
    context: DefinitionContext, mismatches: list[ArityMismatch]
) -> dict[int, tuple[PlaceFix, ...]]:
    """By the id of a predicate or function, the fix that declares it as all its uses have it."""
    if context.domain is not context.definition:
        # The domain of a problem is another definition, with uses of its own.
        return {}
    suspects: dict[int, tuple[Predicate | Function, list[NameUse]]] = {
        id(declared): (declared, [])
        for _, declared, count in mismatches
        if isinstance(declared, Predicate | Function) and count > len(declared.parameters)
    }
    for form in context.forms if suspects else ():
        for applied, args, node, scope in applied_in(form.model.uses, context.environment):
            use = name_use(node, args, scope)
            if use is not None and id(applied) in suspects:
                suspects[id(applied)][1].append(use)
    fixes: dict[int, tuple[PlaceFix, ...]] = {}
    for key, (declared, uses) in suspects.items():
        at, text = declared.node, signature(uses, context.environment) if uses else None
        if text is not None and at is not None and not at.form.problems:
            edit = PlaceEdit(at.place, text)
            fixes[key] = (PlaceFix(f"Declare it as `{text}`", (edit,)),)
    return fixes


def word(declared: Declared) -> str:
    """The noun for the kind of `declared`."""
    if type(declared) is Predicate:
        return "predicate"
    if type(declared) is Function:
        return "function"
    return "action" if type(declared) is Action else "task"
