"""Random literal edits of a domain."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from plancore.formula.canonical import canonical_action
from plancore.model.domain import Action, Domain
from plancore.model.formula import And, AtomicFormula, Formula, Not


def mutated(domain: Domain, count: int, random: Random) -> Domain:
    """`domain` after `count` edits, each of which adds or deletes one literal somewhere."""
    actions = list(domain.actions)
    for _ in range(count):
        index = random.randrange(len(actions))
        actions[index] = _edited(actions[index], domain, random)
    return replace(domain, actions=tuple(actions))


def _edited(action: Action, domain: Domain, random: Random) -> Action:
    canonical = canonical_action(action)
    in_effect = random.random() < 0.5
    elements = canonical.effect if in_effect else canonical.precondition
    formulas = [element.formula for element in elements.values()]
    if formulas and random.random() < 0.5:
        formulas.pop(random.randrange(len(formulas)))
    else:
        formulas.append(_literal(action, domain, random))
    if in_effect:
        return replace(action, effect=And(tuple(formulas)))
    return replace(action, precondition=And(tuple(formulas)))


def _literal(action: Action, domain: Domain, random: Random) -> Formula:
    names = [parameter.name for parameter in action.parameters] or ["thing"]
    predicate = random.choice(domain.predicates)
    atom = AtomicFormula(predicate.name, tuple(random.choice(names) for _ in predicate.parameters))
    return atom if random.random() < 0.5 else Not(atom)
