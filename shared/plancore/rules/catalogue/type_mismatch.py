"""An argument is of the wrong type.

## What it does
Compares the declared type of each argument (parameter, quantified variable, constant, object or
object fluent) with the type of the parameter that it is passed to. It is an error if no object can
be of both types, and a warning if only some objects can. An `(either …)` fits if each of its types
does. The related locations are the two declarations. If two arguments are in the wrong order, the
fix swaps them. Arguments of the same type in place of the same type, for one predicate, are one
diagnostic, and so are all uses of a variable or object without a type.

## Why it matters
The literal can never hold, so the action is never applicable or its effect is lost. Fast Downward
and VAL do not check this.

## Example
```pddl
(define (domain delivery)
  (:requirements :typing)
  (:types truck package)
  (:predicates (in ?k - package ?t - truck))
  (:action load
    :parameters (?k - package ?t - truck)
    :effect (in ?t ?k)))
```

## Use instead
`(in ?k ?t)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.lower.environment import Environment, TypeMismatch
from plancore.model.domain import NUMBER, OBJECT, Function
from plancore.model.finding import Finding, PlaceEdit, PlaceFix
from plancore.model.formula import TypedName
from plancore.patch.declare import written
from plancore.rules.base import DefinitionContext
from plancore.syntax.nodes import Node, Place

CODE: Final = "type-mismatch"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each argument of a wrong type; undeclared types are left to another rule."""
    names = {*context.environment.hierarchy.names, *NUMBER}
    for form in context.faulty:
        mismatches = form.resolution.mismatches
        if not mismatches:
            continue
        by_list: dict[int, list[TypeMismatch]] = {}
        for mismatch in mismatches:
            by_list.setdefault(id(mismatch.outer), []).append(mismatch)
        damaged = any(
            found.code == "malformed-typed-list" and found.severity is not Severity.HINT
            for found in form.model.uses.findings
        )
        for mismatch in mismatches:
            if damaged and mismatch.possible:
                # The malformed type may be the one that would fit.
                continue
            actual, expected = _actual_types(mismatch), mismatch.wanted.types
            if names.issuperset(actual) and names.issuperset(expected):
                yield _finding(mismatch, by_list[id(mismatch.outer)], context.environment)


def _finding(
    mismatch: TypeMismatch, same_list: list[TypeMismatch], environment: Environment
) -> Finding:
    """The finding; one for both arguments if they are swapped."""
    node, expected = mismatch.node, mismatch.wanted
    actual = _actual_types(mismatch)
    message = (
        f"type mismatch: `{mismatch.declared.name}` expects {_quoted(expected.types)} here, "
        f"`{node.text}` is {_quoted(actual)}"
    )
    fixes = _exchange(same_list, environment)
    severity = Severity.WARNING if mismatch.possible else SEVERITY
    declared = (_name_node(mismatch.given), expected.node)
    related = tuple((at.place, f"`{at.text}` is declared here") for at in declared if at)
    related += _from_below(mismatch.given)
    if fixes:
        mistake = f"exchanged {id(mismatch.outer)}"
    elif actual == (OBJECT,):
        mistake = f"untyped {id(mismatch.given)}"
    else:
        mistake = f"{mismatch.declared.name} {expected.types} {actual}"
    return Finding(CODE, severity, node.place, message, related, fixes, mistake=mistake)


def _from_below(given: TypedName | Function) -> tuple[tuple[Place, str], ...]:
    """The place of the type of a name, if it is on a later line."""
    node, of = given.node, given.type_node if isinstance(given, TypedName) else None
    if node is None or of is None or of.form is not node.form:
        return ()
    if "\n" not in node.form.text[node.end : of.start]:
        return ()
    return ((of.place, f"this also applies to `{node.text}` on a line above"),)


def _actual_types(mismatch: TypeMismatch) -> tuple[str, ...]:
    declared = mismatch.given
    types = declared.types if isinstance(declared, TypedName) else declared.returns
    return types or (OBJECT,)


def _name_node(declared: TypedName | Function) -> Node | None:
    return declared.node if isinstance(declared, TypedName) else declared.name_node


def _quoted(types: tuple[str, ...]) -> str:
    return f"`{written(types or (OBJECT,))}`"


def _exchange(mismatches: list[TypeMismatch], environment: Environment) -> tuple[PlaceFix, ...]:
    """The fix that swaps the only two mismatched arguments of a list, if both then fit."""
    if len(mismatches) != 2:
        return ()
    first, second = mismatches
    if not environment.accepts(
        first.wanted.types, _actual_types(second)
    ) or not environment.accepts(second.wanted.types, _actual_types(first)):
        return ()
    edits = (
        PlaceEdit(first.node.place, second.node.text),
        PlaceEdit(second.node.place, first.node.text),
    )
    return (PlaceFix(f"Swap `{first.node.text}` and `{second.node.text}`", edits),)
