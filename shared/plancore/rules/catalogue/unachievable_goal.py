"""A goal can never be reached.

## What it does
Reports an atom of the goal that is false in the initial state and that no effect or axiom of the
domain can make true.

## Why it matters
The problem is unsolvable, and some planners search for a long time before they report it.

## Example
```pddl
(define (domain door)
  (:predicates (open ?d) (seen ?d))
  (:action look
    :parameters (?d)
    :precondition (open ?d)
    :effect (seen ?d)))
(define (problem p)
  (:domain door)
  (:objects front back)
  (:init (open front))
  (:goal (and (seen front) (open back))))
```

## Use instead
Add `(open back)` to the initial state, or add an action that opens doors.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.finding import Finding
from plancore.model.formula import AtomicFormula
from plancore.rules.analysis import literals
from plancore.rules.base import DefinitionContext

CODE: Final = "unachievable-goal"
SEVERITY: Final = Severity.WARNING
DEFAULT: Final = True


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each atom of the goal that never holds."""
    world = context.world
    if world is None or context.init_place is None:
        return
    for model in context.definition.models:
        if model.goal is None:
            continue
        for literal in literals(model.goal):
            if type(literal) is not AtomicFormula or literal.node is None:
                continue
            if not world.may_hold(literal, {}):
                message = (
                    f"unreachable goal: no fact, effect or axiom makes `{literal.node.text}` true"
                )
                yield Finding(CODE, SEVERITY, literal.node.place, message)
