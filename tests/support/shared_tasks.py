"""Problems and plans of one task for two domains, of which one is a disguise of the other."""

from __future__ import annotations

from random import Random
from typing import Final

from plancore.correspondence.pairs import Pairs, Side
from plancore.correspondence.roles import LiteralRole, Roles
from plancore.model.domain import OBJECT, Action, Domain
from plancore.model.formula import AtomicFormula, TypedName
from plancore.model.plan import GroundAction, Plan, Step
from plancore.model.problem import Problem

_FACTS: Final = 5
_OF_EACH_TYPE: Final = 3
_UNTYPED: Final = 6
_STEPS: Final = 30
_TRIES: Final = 40
_PER_TYPE: Final = 4
_LEFT_OUT: Final = 0.1
_TAKE_BACK: Final = {LiteralRole.ADDED: True, LiteralRole.DELETED: False}
_ASKED: Final = {LiteralRole.REQUIRED: True, LiteralRole.FORBIDDEN: False}
Applied = tuple[str, dict[str, str]]
"""An action, and an object for each of its parameters."""


def both_problems(reference: Domain, true: Pairs, random: Random) -> tuple[Problem, Problem]:
    """The learned problem and the reference's: the same random facts, in each side's own words."""
    objects = _objects(reference)
    names = {pair.reference: pair for pair in true.predicates if None not in pair.arguments}
    ours, theirs = [], []
    for predicate in reference.predicates:
        fitting = [_of_type(reference, objects, p.types) for p in predicate.parameters]
        if not all(fitting):
            continue
        rows = {tuple(random.choice(names) for names in fitting) for _ in range(_FACTS)}
        for row in sorted(rows):
            theirs.append(AtomicFormula(predicate.name, row))
            pair = names.get(predicate.name)
            if pair is not None:
                args = tuple(row[place] for place in pair.arguments if place is not None)
                ours.append(AtomicFormula(pair.learned, args))
    for played in true.type_predicates:
        if played.side is Side.LEARNED:
            members = _of_type(reference, objects, (played.type,))
            ours += [AtomicFormula(played.predicate, (name,)) for name in members]
    types = {pair.reference: pair.learned for pair in true.types}
    own = tuple(TypedName(o.name, tuple(types[t] for t in o.types if t in types)) for o in objects)
    learned = Problem("p", objects=own, init=tuple(random.sample(ours, len(ours))))
    return learned, Problem("p", objects=objects, init=tuple(theirs))


def _objects(domain: Domain) -> tuple[TypedName, ...]:
    """Some objects of each type that has none below it."""
    leaves = sorted(t for t in domain.hierarchy.names if domain.hierarchy.below([t]) == {t})
    typed = [(name, n) for name in leaves if name != OBJECT for n in range(_OF_EACH_TYPE)]
    if not typed:
        return tuple(TypedName(f"o{number}") for number in range(_UNTYPED))
    return tuple(TypedName(f"o{number}", (name,)) for number, (name, _) in enumerate(typed))


def _of_type(
    domain: Domain, objects: tuple[TypedName, ...], types: tuple[str, ...]
) -> tuple[str, ...]:
    return tuple(o.name for o in objects if domain.hierarchy.accepts(types or (OBJECT,), o.types))


def both_plans(
    reference: Domain, true: Pairs, random: Random, *, other_objects: bool = False
) -> tuple[Plan, Plan]:
    """The learned plan and the reference's, for a task in which the steps can be executed.

    The learned one lacks some steps, and its independent steps have another order. With
    `other_objects` its objects have other names, too.
    """
    steps = _walk(reference, random)
    own = _otherwise(steps, random)
    pairs = {pair.reference: pair for pair in true.actions}
    theirs = [_step(name, objects.values()) for name, objects in steps]
    ours = []
    for name, objects in own:
        pair = pairs[name]
        args = [objects.get(parameter, "extra") for parameter in pair.parameters.values()]
        if other_objects:
            args = [f"thing{sum(map(ord, arg)) % 997}" for arg in args]
        ours.append(_step(pair.learned, args))
    return Plan(tuple(ours)), Plan(tuple(theirs))


def _step(name: str, args: object) -> Step:
    assert hasattr(args, "__iter__")
    return Step((GroundAction((name, *args)),))


def _walk(domain: Domain, random: Random) -> list[Applied]:
    """Steps of which none contradicts those before; what else they require holds at first."""
    operators = Roles(domain).operators
    known: dict[tuple[str, ...], bool] = {}
    steps: list[Applied] = []
    for _ in range(_STEPS * _TRIES):
        if len(steps) == _STEPS:
            break
        action = random.choice(domain.actions)
        objects = _other_objects(domain, action, random)
        atoms = [
            (use.role, (use.symbol, *(objects.get(arg, arg) for arg in use.args)))
            for use in operators[action.name].uses
        ]
        asked = [(atom, _ASKED[role]) for role, atom in atoms if role in _ASKED]
        if all(known.get(atom, holds) is holds for atom, holds in asked):
            known.update(asked)
            for change in (LiteralRole.DELETED, LiteralRole.ADDED):
                known.update((a, _TAKE_BACK[role]) for role, a in atoms if role is change)
            steps.append((action.name, objects))
    return steps


def _other_objects(domain: Domain, action: Action, random: Random) -> dict[str, str]:
    """An object for each parameter, of its type or one below."""
    objects = {}
    for parameter in action.parameters:
        types = sorted(domain.hierarchy.below(parameter.types or ("object",)))
        leaf = random.choice([t for t in types if domain.hierarchy.below([t]) == {t}] or types)
        objects[parameter.name] = f"{leaf}{random.randrange(_PER_TYPE)}"
    return objects


def _otherwise(steps: list[Applied], random: Random) -> list[Applied]:
    """Some left out, and some of those that have no object in common exchanged."""
    others = [step for step in steps if random.random() >= _LEFT_OUT]
    for number in range(len(others) - 1):
        first, second = others[number : number + 2]
        apart = not {*first[1].values()} & {*second[1].values()}
        if apart and random.random() < 0.5:
            others[number : number + 2] = [second, first]
    return others
