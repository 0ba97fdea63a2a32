"""A step names an unknown action.

## What it does
Reports a step whose action the domain does not declare. The fix changes it to an action with a
similar name, if the objects of the step fit.

## Why it matters
The plan cannot be executed from this step on.

## Example
```text
(pick-up ann parcel depot)
(moev ann depot square)
```

## Use instead
```text
(pick-up ann parcel depot)
(move ann depot square)
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Diagnostic, Edit, Fix, Severity
from plancore.lower.environment import Environment
from plancore.model.domain import Action
from plancore.model.plan import GroundAction
from plancore.rules.fixes import Suggestions
from plancore.rules.plans.base import PlanContext

CODE: Final = "unknown-action"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True


def check(context: PlanContext) -> Iterator[Diagnostic]:
    """Each step whose action the domain does not declare."""
    environment, domain = context.environment, context.setting.domain
    if environment is None or domain is None:
        return
    actions = domain.definition.actions
    suggest = Suggestions(actions)
    for key, uses in context.uses.items():
        name = key[0]
        if name in actions:
            continue
        message = f"unknown action `{name}`"
        meant = suggest(name)
        spelled = ""
        if meant is not None:
            spelled = suggest.spelling(meant)
            message += f"; did you mean `{spelled}`?"
        fits = meant is not None and _fits(uses[0], actions[meant], environment)
        for action in uses:
            edit = Edit(action.name_span, spelled)
            fixes = (Fix(f"Change to `{spelled}`", (edit,)),) if fits else ()
            yield Diagnostic(CODE, SEVERITY, action.name_span, message, fixes=fixes)


def _fits(action: GroundAction, schema: Action, environment: Environment) -> bool:
    """Whether the objects of a step fit the parameters of an action."""
    if len(action.args) != len(schema.parameters):
        return False
    return all(
        name not in environment.objects
        or environment.accepts(parameter.types, environment.objects[name].types)
        for name, parameter in zip(action.args, schema.parameters, strict=True)
    )
