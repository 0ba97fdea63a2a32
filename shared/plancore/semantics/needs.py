"""How many objects a counterexample may need besides those that an action names.

A state that satisfies a formula of the class of Bernays and Schönfinkel (1928), no ∃ inside a ∀,
satisfies it also when all objects are left out but those that the free variables, the constants and
the variables of each ∃ stand for. So worlds with as many objects are all that needs to be seen.
"""

from __future__ import annotations

from dataclasses import dataclass

from plancore.model.formula import (
    And,
    AtomicFormula,
    Exists,
    Forall,
    Formula,
    Imply,
    Not,
    Or,
    When,
    children,
)
from plancore.semantics.model import Model

_MAX_STEPS = 10_000
"""Axioms that rest on axioms can be exponentially larger than they look."""


@dataclass(frozen=True, slots=True)
class ObjectNeed:
    """A number of objects, and whether it is enough to decide."""

    objects: int
    enough: bool

    def __add__(self, other: ObjectNeed) -> ObjectNeed:
        return ObjectNeed(self.objects + other.objects, self.enough and other.enough)

    def __or__(self, other: ObjectNeed) -> ObjectNeed:
        return ObjectNeed(max(self.objects, other.objects), self.enough and other.enough)


NOTHING = ObjectNeed(0, True)


def of_condition(model: Model, formula: Formula, *, positive: bool) -> ObjectNeed:
    """The need of `formula` to be true, or to be false where `positive` is false."""
    return _Search(model).condition(formula, positive, False, frozenset())


def of_effect(model: Model, effect: Formula) -> ObjectNeed:
    """The need of one literal of `effect` to happen while others do not."""
    search = _Search(model)
    happens, not_happens = NOTHING, NOTHING
    stack: list[tuple[Formula, ObjectNeed, bool]] = [(effect, NOTHING, False)]
    while stack:
        part, need, inside = stack.pop()
        match part:
            case Forall(variables, body):
                stack.append((body, need + ObjectNeed(len(variables), True), True))
            case When(condition, inner):
                needed = search.condition(condition, True, False, frozenset())
                not_happens += search.condition(condition, False, inside, frozenset())
                stack.append((inner, need + needed, inside))
            case And(parts):
                stack.extend((conjunct, need, inside) for conjunct in parts)
            case _:
                happens |= need
    return happens + not_happens


class _Search:
    def __init__(self, model: Model) -> None:
        self.model = model
        self.steps = _MAX_STEPS

    def condition(
        self, formula: Formula, positive: bool, inside: bool, above: frozenset[str]
    ) -> ObjectNeed:
        """The need of `formula`. `inside` a ∀ no further object may be needed; `above` are the
        derived predicates whose bodies it is part of."""
        self.steps -= 1
        if self.steps < 0:
            return ObjectNeed(0, False)
        match formula:
            case AtomicFormula(name) if name in self.model.axioms:
                if name in above:
                    return ObjectNeed(0, False)
                bodies = (axiom.body for axiom in self.model.axioms[name])
                parts = [self.condition(b, positive, inside, above | {name}) for b in bodies]
                return _alternatives(parts) if positive else sum(parts, NOTHING)
            case Not(body):
                return self.condition(body, not positive, inside, above)
            case Imply(condition, conclusion):
                return self.condition(Or((Not(condition), conclusion)), positive, inside, above)
            case Exists(variables, body) | Forall(variables, body):
                if isinstance(formula, Exists) != positive:
                    return self.condition(body, positive, True, above)
                need = self.condition(body, positive, inside, above)
                return need + ObjectNeed(len(variables), not inside)
        parts = [self.condition(child, positive, inside, above) for child in children(formula)]
        return _alternatives(parts) if isinstance(formula, Or) is positive else sum(parts, NOTHING)


def _alternatives(parts: list[ObjectNeed]) -> ObjectNeed:
    need = NOTHING
    for part in parts:
        need |= part
    return need
