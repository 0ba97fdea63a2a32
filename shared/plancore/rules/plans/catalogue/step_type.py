"""An object of a step is of the wrong type.

## What it does
Compares the type of each object of a step with the type of its parameter. An object fits if it is
of that type or a subtype; for `(either …)`, of one of these. The related locations are the
declarations of the object and of the parameter. If two objects are in the wrong order, the fix
swaps them.

## Why it matters
The plan cannot be executed from this step on.

## Example
```text
(pick-up parcel ann depot)
```

## Use instead
```text
(pick-up ann parcel depot)
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from plancore.diagnostic import Diagnostic, Edit, Fix, Severity
from plancore.formula.printing import type_text
from plancore.lower.environment import Environment
from plancore.model.formula import TypedName
from plancore.model.plan import GroundAction
from plancore.project import PlanSnapshot
from plancore.rules.plans.base import PlanContext

CODE: Final = "step-type"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True


class _Mismatch(NamedTuple):
    """An argument of a step, counted from 0: the object, and the parameter that it does not fit."""

    argument: int
    given: TypedName
    wanted: TypedName


def check(context: PlanContext) -> Iterator[Diagnostic]:
    """Each object of a step that does not fit; undeclared types are reported in the domain."""
    environment = context.environment
    if environment is None:
        return
    for uses in context.uses.values():
        schema = context.schema(uses[0])
        if schema is None or len(schema.parameters) != len(uses[0].args):
            continue
        mismatches = list(_mismatches(uses[0], schema.parameters, environment))
        is_swapped = _is_swapped(mismatches, environment)
        for mismatch in mismatches:
            _, given, wanted = mismatch
            message = (
                f"type mismatch: `{schema.name}` expects `{type_text(wanted.types)}` for "
                f"`{wanted.name}`, `{given.name}` is `{type_text(given.types)}`"
            )
            related = (
                *context.related(given.node, f"`{given.name}` is declared here"),
                *context.related(wanted.node, f"`{wanted.name}` is declared here"),
            )
            for action in uses:
                span = action.arg_spans[mismatch.argument]
                fixes = (_exchange(context.file, action, mismatches),) if is_swapped else ()
                yield Diagnostic(CODE, SEVERITY, span, message, related, fixes)


def _mismatches(
    action: GroundAction, parameters: tuple[TypedName, ...], environment: Environment
) -> Iterator[_Mismatch]:
    names = environment.hierarchy.names
    for argument, (name, wanted) in enumerate(zip(action.args, parameters, strict=True)):
        given = environment.objects.get(name)
        if given is None or environment.accepts(wanted.types, given.types):
            continue
        if names.issuperset(given.types) and names.issuperset(wanted.types):
            yield _Mismatch(argument, given, wanted)


def _is_swapped(mismatches: list[_Mismatch], environment: Environment) -> bool:
    """Whether there are two mismatches, and each object fits the parameter of the other."""
    if len(mismatches) != 2:
        return False
    first, second = mismatches
    return environment.accepts(first.wanted.types, second.given.types) and environment.accepts(
        second.wanted.types, first.given.types
    )


def _exchange(file: PlanSnapshot, action: GroundAction, mismatches: list[_Mismatch]) -> Fix:
    """The fix that swaps the two objects, as the plan spells them."""
    one, other = (action.arg_spans[mismatch.argument] for mismatch in mismatches)
    first, second = (file.text[start:end] for start, end in (one, other))
    return Fix(f"Swap `{first}` and `{second}`", (Edit(one, second), Edit(other, first)))
