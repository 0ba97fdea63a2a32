"""A goal can never be reached.

## What it does
Reports an atom of the goal that is false in the initial state and that no sequence of applicable
actions can make true, even if nothing were ever deleted. The message names the first action that is
never applicable, and the precondition that nothing makes true.

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
from typing import TYPE_CHECKING, Final

from plancore.diagnostic import Severity
from plancore.model.finding import Finding
from plancore.model.formula import AtomicFormula
from plancore.rules.analysis import literals
from plancore.rules.base import DefinitionContext
from plancore.stop import watched

if TYPE_CHECKING:
    from plancore.rules.relaxed import Relaxed

CODE: Final = "unachievable-goal"
SEVERITY: Final = Severity.WARNING
DEFAULT: Final = True


def check(context: DefinitionContext) -> Iterator[Finding]:
    """Each atom of the goal that can never hold."""
    world = context.world
    if world is None or context.init_place is None:
        return
    goals = [
        literal
        for model in context.definition.models
        if model.goal is not None
        for literal in literals(model.goal)
        if type(literal) is AtomicFormula and literal.node is not None
    ]
    wanted: list[AtomicFormula] = []
    for goal in watched(goals, context.checkpoint):
        if not world.may_hold(goal, {}):
            assert goal.node is not None
            message = f"unreachable goal: no fact, effect or axiom makes `{goal.node.text}` true"
            yield Finding(CODE, SEVERITY, goal.node.place, message)
        elif goal.predicate != "=" and goal.predicate in world.environment.predicates:
            wanted.append(goal)
    if not wanted:
        return
    # Imported late: domains have no goal.
    from plancore.rules.relaxed import Exploration

    exploration = Exploration(
        world.domain, context.definition, world.environment, tuple(wanted), context.checkpoint
    )
    for goal, reached in exploration.out_of_reach():
        yield _unreached(goal, reached)


def _unreached(goal: AtomicFormula, reached: Relaxed) -> Finding:
    assert goal.node is not None
    written, place = goal.node.text, goal.node.place
    link = reached.missing_link(goal)
    if link is None:
        message = f"unreachable goal: no applicable action makes `{written}` true"
        return Finding(CODE, SEVERITY, place, message)
    name, missing = link.achiever.name, link.missing
    message = (
        f"unreachable goal `{written}`: `{name}` needs `{missing}`, "
        "which no initial fact or applicable action makes true"
    )
    node = link.condition.node
    about = f"`{name}` makes `{link.fact}` true, and needs this"
    related = () if node is None else ((node.place, about),)
    return Finding(CODE, SEVERITY, place, message, related)
