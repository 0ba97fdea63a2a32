"""An argument is of the wrong type.

## What it does
Compares the declared type of each argument (parameter, quantified variable, constant, object or
object fluent) with the type of the parameter that it is passed to. It is an error if no object can
be of both types, and a warning if only some objects can. An `(either …)` fits if each of its types
does. The related locations are the two declarations. If two arguments are in the wrong order, the
fix swaps them. Arguments of the same type in place of the same type, for one predicate, are one
diagnostic, and so are all uses of a variable or object without a type.

If names of a list have no type, the fix writes the types that their uses need.

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

from collections.abc import Callable, Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.lower.environment import Environment
from plancore.lower.resolution import TypeMismatch
from plancore.model.domain import NUMBER, OBJECT, Function, TypeNames
from plancore.model.finding import Finding, PlaceEdit, PlaceFix
from plancore.model.formula import TypedName
from plancore.patch.declare import written
from plancore.rules.analysis import narrowest
from plancore.rules.base import DefinitionContext
from plancore.syntax.nodes import Node, Place

CODE: Final = "type-mismatch"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each argument of a wrong type; undeclared types are left to another rule."""
    names = {*context.environment.hierarchy.names, *NUMBER}
    untyped = _untyped(context)
    numbers: dict[int, int] = {}

    def name_of(what: object) -> str:
        """A name of a list or declaration: its number in the text, the same in each check of it."""
        number = numbers.setdefault(id(what), len(numbers))
        return f"{number} of {context.definition.kind} {context.definition.name}"

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
                same_list = by_list[id(mismatch.outer)]
                found = _finding(mismatch, same_list, context.environment, name_of)
                fixes = untyped.get(_place(mismatch.given), ())
                if fixes and not found.fixes:
                    found = found._replace(fixes=fixes, mistake=f"untyped {name_of(fixes[0])}")
                yield found


def _untyped(context: DefinitionContext) -> dict[Place | None, tuple[PlaceFix, ...]]:
    """By the place of each name without a type that needs one, the fix that writes the types of all
    names of its list."""
    environment = context.environment
    wanted: dict[Place | None, list[TypeNames]] = {}
    for form in context.faulty:
        for mismatch in form.resolution.mismatches:
            if isinstance(mismatch.given, TypedName) and not mismatch.given.types:
                wanted.setdefault(_place(mismatch.given), []).append(mismatch.wanted.types)
    if not wanted:
        return {}
    lists = [model.names for model in context.definition.models]
    lists += [names for form in context.faulty for names in form.model.uses.lists]
    fixes: dict[Place | None, tuple[PlaceFix, ...]] = {}
    for names in lists:
        bare = [name for name in names if not name.types and name.node is not None]
        if any(_place(name) in wanted for name in bare):
            types = [narrowest(wanted.get(_place(name), []), environment) for name in bare]
            texts = [written(each or (OBJECT,)) for each in types]
            edits = tuple(
                [
                    PlaceEdit(Place(name.node.form, name.node.end, name.node.end), f" - {text}")
                    for at, (name, text) in enumerate(zip(bare, texts, strict=True))
                    if name.node and (at + 1 == len(bare) or texts[at + 1] != text)
                ]
            )
            fix = PlaceFix("Write the missing types", edits)
            fixes.update((_place(name), (fix,)) for name in bare if _place(name) in wanted)
    return fixes


def _finding(
    mismatch: TypeMismatch,
    same_list: list[TypeMismatch],
    environment: Environment,
    name_of: Callable[[object], str],
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
        mistake = f"exchanged {name_of(mismatch.outer)}"
    elif actual == (OBJECT,):
        mistake = f"untyped {name_of(mismatch.given)}"
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


def _place(declared: TypedName | Function) -> Place | None:
    """The place of a name: an edit elsewhere may leave two objects for it."""
    node = _name_node(declared)
    return node.place if node is not None else None


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
