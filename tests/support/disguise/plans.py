"""Plans of one task, one for a domain and one for the same domain in disguise."""

from __future__ import annotations

from random import Random
from typing import Final

from plancore.correspondence.pairs import Pairs
from plancore.correspondence.roles import LiteralRole, Roles
from plancore.model.domain import Action, Domain
from plancore.model.plan import GroundAction, Plan, Step

_STEPS: Final = 30
_TRIES: Final = 40
_PER_TYPE: Final = 4
_LEFT_OUT: Final = 0.1
_TAKE_BACK: Final = {LiteralRole.ADDED: True, LiteralRole.DELETED: False}
_ASKED: Final = {LiteralRole.REQUIRED: True, LiteralRole.FORBIDDEN: False}

Applied = tuple[str, dict[str, str]]
"""An action, and an object for each of its parameters."""


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
        objects = _objects(domain, action, random)
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


def _objects(domain: Domain, action: Action, random: Random) -> dict[str, str]:
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
