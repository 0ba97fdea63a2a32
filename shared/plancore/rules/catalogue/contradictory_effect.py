"""An effect adds and deletes the same atom.

## What it does
Reports an atom that an action adds and deletes at the same time and under the same conditions. By
the semantics of PDDL the atom then holds: adding wins over deleting. The related location is the
delete effect.

## Why it matters
The delete effect is ignored, so one of the two is a mistake. In some planners deleting wins.

## Example
```pddl
(define (domain door)
  (:predicates (open ?d) (seen ?d))
  (:action touch
    :parameters (?d)
    :precondition (seen ?d)
    :effect (and (open ?d) (not (open ?d)))))
```

## Use instead
Keep one of the two.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.lower.section import Use
from plancore.model.finding import Finding, PlaceFix
from plancore.model.formula import And, AtomicFormula, Forall, Formula, Not, OneOf, Timed, When
from plancore.rules.base import FormContext
from plancore.rules.fixes import remove

CODE: Final = "contradictory-effect"
SEVERITY: Final = Severity.WARNING
DEFAULT: Final = True


def check(context: FormContext) -> Iterator[Finding]:
    """Each atom that is added and deleted under the same conditions."""
    model = context.model
    if not model.actions:
        return
    atoms = model.uses.atoms
    deleted = {use.atom for use in atoms if use.use is Use.DELETE}
    if not deleted or all(use.atom not in deleted for use in atoms if use.use is Use.ADD):
        return
    for action in model.actions:
        yield from _effect(action.effect)


def _effect(effect: Formula) -> Iterator[Finding]:
    """Compare effects that happen together; those of each condition are compared with each other.

    `(at start …)` and `(at end …)` are different times, `(oneof …)` different outcomes.
    """
    groups: list[tuple[tuple[object, ...], Formula]] = [((), effect)]
    adds: dict[tuple[object, ...], AtomicFormula] = {}
    deletes: dict[tuple[object, ...], Not] = {}
    fresh = 0
    while groups:
        key, part = groups.pop()
        match part:
            case And(parts):
                groups += [(key, inner) for inner in reversed(parts)]
            case AtomicFormula():
                adds.setdefault((key, part), part)
            case Not(body) if type(body) is AtomicFormula:
                deletes.setdefault((key, body), part)
            case Forall(variables, body):
                groups.append(((*key, variables), body))
            case When(condition, inner):
                groups.append(((*key, condition), inner))
            case Timed(when, body):
                groups.append(((*key, when), body))
            case OneOf(parts):
                for inner in parts:
                    fresh += 1
                    groups.append(((*key, fresh), inner))
            case _:
                pass
    for together, deletion in deletes.items():
        addition = adds.get(together)
        if addition is None or addition.node is None or deletion.node is None:
            continue
        related = ((deletion.node.place, "deleted here"),)
        message = f"contradictory effect: `{addition.node.text}` is added and deleted; adding wins"
        fixes = (PlaceFix("Remove the delete effect", (remove(deletion.node),)),)
        yield Finding(CODE, SEVERITY, addition.node.place, message, related, fixes)
