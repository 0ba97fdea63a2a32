"""A step names an unknown object.

## What it does
Reports a name in a step that is neither an object of the problem nor a constant of the domain. The
fix changes it to an object with a similar name and a suitable type. Without a problem, the rule
reports nothing.

## Why it matters
The plan cannot be executed from this step on.

## Example
```text
(move an depot square)
```

## Use instead
```text
(move ann depot square)
```
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from plancore.diagnostic import Diagnostic, Edit, Fix, Severity
from plancore.lower.environment import Environment
from plancore.model.formula import TypedName
from plancore.model.plan import GroundAction
from plancore.rules.fixes import Suggestions
from plancore.rules.plans.base import PlanContext

CODE: Final = "unknown-object"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True


def check(context: PlanContext) -> Iterator[Diagnostic]:
    """Each unknown object of a step."""
    environment = context.environment
    if environment is None or context.setting.problem is None:
        return
    suggestions: dict[tuple[str, ...], Suggestions] = {}
    for key, uses in context.uses.items():
        for index, name in enumerate(key[1:]):
            if name in environment.objects:
                continue
            types = _wanted(context, uses[0], index)
            if types not in suggestions:
                suggestions[types] = Suggestions(_of_type(environment, types))
            suggest = suggestions[types]
            meant = suggest(name)
            message = f"unknown object `{name}`"
            if meant is not None:
                message += f"; did you mean `{suggest.spelling(meant)}`?"
            for action in uses:
                span = action.arg_spans[index]
                fixes: tuple[Fix, ...] = ()
                if meant is not None:
                    spelled = suggest.spelling(meant)
                    fixes = (Fix(f"Change to `{spelled}`", (Edit(span, spelled),)),)
                yield Diagnostic(CODE, SEVERITY, span, message, fixes=fixes)


def _wanted(context: PlanContext, action: GroundAction, index: int) -> tuple[str, ...]:
    """The types of a parameter; empty if every object fits."""
    schema = context.schema(action)
    if schema is None or len(schema.parameters) != len(action.args):
        return ()
    return schema.parameters[index].types


def _of_type(environment: Environment, types: tuple[str, ...]) -> Mapping[str, TypedName]:
    members = environment.members(types)
    return {name: declared for name, declared in environment.objects.items() if name in members}
