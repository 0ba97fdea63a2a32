"""A plan is invalid in the reference domain.

## What it does
If the domain of the plan has a reference, executes the plan in both and reports the step that fails
in the reference, or that the goal is not reached there. If the plan fails for the same reason in
both domains, only the failure in its own domain is reported.

## Why it matters
A plan that is valid in the learned domain and invalid in the reference shows an error of the
learned domain.

## Example
```text
;;!domain: learned.pddl
(pick-up ann parcel depot)
(move ann depot square)
(drop-off ann parcel square)
```

## Use instead
In the reference, a parcel can be dropped only where it is requested.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from plancore.diagnostic import Diagnostic, Severity
from plancore.project import DomainLink
from plancore.rules.plans.base import PlanContext
from plancore.rules.plans.failing import (
    failing_place,
    failure_places,
    failure_text,
    goal_places,
    goal_text,
)

if TYPE_CHECKING:
    from plancore.simulate.runs import PlanRun

CODE: Final = "fails-under-reference"
SEVERITY: Final = Severity.INFORMATION
DEFAULT: Final = True


def check(context: PlanContext) -> Iterator[Diagnostic]:
    """The failure in the reference, unless it is the same in the plan's own domain."""
    own, theirs, reference = context.run, context.run_under_reference, context.reference
    if theirs is None or reference is None or theirs.trace.undecided is not None:
        return
    name = _name(reference, context.setting.domain)
    trace = theirs.trace
    if trace.failure is not None:
        if own is None or own.trace.failure != trace.failure:
            message = f"in reference `{name}`: {failure_text(trace)}"
            related = failure_places(context, trace)
            yield Diagnostic(CODE, SEVERITY, failing_place(context, trace), message, related)
    elif not theirs.complete:
        yield from _misused(context, own, theirs, name)
    elif trace.unreached and (own is None or own.trace.unreached != trace.unreached):
        message = f"in reference `{name}`: {goal_text(trace)}"
        yield Diagnostic(CODE, SEVERITY, context.end, message, goal_places(context, trace))


def _name(reference: DomainLink, domain: DomainLink | None) -> str:
    """The file name of the reference, with its directory if the domain's file has the same name."""
    parts = reference.file.name.split("/")
    is_namesake = domain is not None and domain.file.name.rpartition("/")[2] == parts[-1]
    return "/".join(parts[-2:] if is_namesake else parts[-1:])


def _misused(
    context: PlanContext, own: PlanRun | None, theirs: PlanRun, name: str
) -> Iterator[Diagnostic]:
    """The step that is malformed only in the reference."""
    at = len(theirs.trace.plan)
    if own is None or at >= len(own.trace.plan):
        return  # it is malformed in both
    step = context.plan.steps[at]
    for action in step.actions:
        misuse = theirs.trace.task.bind(action)
        message = getattr(misuse, "message", "")
        if message:
            text = f"in reference `{name}`: malformed step {at + 1}: {message}"
            yield Diagnostic(CODE, SEVERITY, action.span, text)
            return
