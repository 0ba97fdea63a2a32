"""Small random STRIPS models as plain data, and their least edit distance by trying every mapping.

Nothing here knows how the product searches: all one-to-one maps of actions, predicates, parameters
and constants are listed, and the modifications that each leaves are counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from random import Random

TYPES = ("t", "u")


@dataclass(frozen=True)
class Literal:
    """A signed atom of a precondition or an effect; parameters are numbers, constants names."""

    part: str
    positive: bool
    predicate: str
    args: tuple[int | str, ...]


@dataclass(frozen=True)
class SmallAction:
    """Types of parameters, and literals."""

    types: tuple[str, ...]
    literals: frozenset[Literal]


@dataclass(frozen=True)
class SmallModel:
    """Predicates and constants with types, and actions."""

    predicates: Mapping[str, tuple[str, ...]]
    constants: Mapping[str, str]
    actions: Mapping[str, SmallAction]

    @property
    def text(self) -> str:
        """The model as PDDL."""
        predicates = " ".join(
            f"({name} {_typed([f'?x{k}' for k in range(len(types))], types)})"
            for name, types in self.predicates.items()
        )
        constants = _typed(list(self.constants), list(self.constants.values()))
        actions = "\n".join(_action_text(name, a) for name, a in self.actions.items())
        return (
            f"(define (domain d) (:requirements :typing :negative-preconditions)"
            f" (:types {' '.join(TYPES)}) (:constants {constants})\n"
            f" (:predicates {predicates})\n{actions})"
        )


def random_model(random: Random) -> SmallModel:
    """Up to three actions and predicates, three parameters, two constants."""
    types = TYPES[: random.randint(1, 2)]
    predicates = {
        f"p{k}": tuple(random.choices(types, k=random.randint(0, 2)))
        for k in range(random.randint(1, 3))
    }
    constants = {f"c{k}": random.choice(types) for k in range(random.randint(1, 2))}
    actions = {}
    for k in range(random.randint(1, 3)):
        own = tuple(random.choices(types, k=random.randint(0, 3)))
        actions[f"a{k}"] = SmallAction(
            own,
            frozenset(
                _literal(random, predicates, len(own), list(constants))
                for _ in range(random.randint(0, 4))
            ),
        )
    return SmallModel(predicates, constants, actions)


def changed_model(model: SmallModel, random: Random) -> SmallModel:
    """The model with other names, parameters and constants in another order, and some edits."""
    for _ in range(random.randint(0, 3)):
        model = _edited(model, random)
    predicates = _shuffled(list(model.predicates), random)
    constants = {
        name: other
        for kind in TYPES
        for name, other in _shuffled(
            [c for c, own in model.constants.items() if own == kind], random
        ).items()
    }
    names = _shuffled(list(model.actions), random)
    actions = {}
    for name, action in model.actions.items():
        order = random.sample(range(len(action.types)), len(action.types))
        types = [""] * len(order)
        for i, j in enumerate(order):
            types[j] = action.types[i]
        literals = frozenset(
            replace(x, predicate=predicates[x.predicate], args=_translated(x, order, constants))
            for x in action.literals
        )
        actions[names[name]] = SmallAction(tuple(types), literals)
    return SmallModel(
        {predicates[name]: types for name, types in model.predicates.items()},
        {constants[name]: kind for name, kind in model.constants.items()},
        dict(sorted(actions.items())),
    )


def least_distance(learned: SmallModel, reference: SmallModel) -> tuple[int, int]:
    """The least number of edits, and of type edits among the mappings with as many edits."""
    return min(
        _distance(learned, reference, actions, predicates, constants)
        for constants in _constant_maps(learned.constants, reference.constants)
        for predicates in _maps(list(learned.predicates), list(reference.predicates))
        for actions in _maps(list(learned.actions), list(reference.actions))
    )


def distance_by_name(learned: SmallModel, reference: SmallModel) -> int:
    """The edits if names and positions mean the same."""
    edits = len(learned.predicates.keys() ^ reference.predicates.keys())
    for name in learned.actions.keys() | reference.actions.keys():
        one, other = learned.actions.get(name), reference.actions.get(name)
        ours = frozenset() if one is None else one.literals
        theirs = frozenset() if other is None else other.literals
        edits += len(ours ^ theirs) + ((one is None) != (other is None))
    return edits


def _distance(
    learned: SmallModel,
    reference: SmallModel,
    actions: Mapping[str, str],
    predicates: Mapping[str, str],
    constants: Mapping[str, str],
) -> tuple[int, int]:
    edits = len(learned.predicates) + len(reference.predicates) - 2 * len(predicates)
    type_edits = sum(
        learned.predicates[p] != reference.predicates[q] for p, q in predicates.items()
    )
    for name, action in learned.actions.items():
        if name not in actions:
            edits += 1 + len(action.literals)
            continue
        other = reference.actions[actions[name]]
        more = min(
            _action_distance(action, other, order, predicates, constants)
            for order in _orders(action.types, other.types)
        )
        edits, type_edits = edits + more[0], type_edits + more[1]
    left = set(reference.actions) - set(actions.values())
    return edits + sum(1 + len(reference.actions[name].literals) for name in left), type_edits


def _action_distance(
    action: SmallAction,
    other: SmallAction,
    order: Sequence[int | None],
    predicates: Mapping[str, str],
    constants: Mapping[str, str],
) -> tuple[int, int]:
    ours = {
        (x.part, x.positive, predicates.get(x.predicate), _translated(x, order, constants))
        for x in action.literals
    }
    theirs = {(x.part, x.positive, x.predicate, x.args) for x in other.literals}
    shared = len(ours & theirs)
    agree = len(order) == len(other.types) and all(
        j is not None and action.types[i] == other.types[j] for i, j in enumerate(order)
    )
    return len(action.literals) + len(other.literals) - 2 * shared, not agree


def _translated(
    literal: Literal, order: Sequence[int | None], constants: Mapping[str, str]
) -> tuple[int | str, ...]:
    args: list[int | str] = []
    for k, arg in enumerate(literal.args):
        if isinstance(arg, str):
            args.append(constants.get(arg, f"{arg}, which has no counterpart"))
        else:
            position = order[arg]
            args.append(f"{k}, which has none" if position is None else position)
    return tuple(args)


def _maps(ours: list[str], theirs: list[str]) -> Iterator[dict[str, str]]:
    if len(ours) > len(theirs):
        for chosen in permutations(ours, len(theirs)):
            yield dict(zip(chosen, theirs, strict=True))
    else:
        for images in permutations(theirs, len(ours)):
            yield dict(zip(ours, images, strict=True))


def _constant_maps(ours: Mapping[str, str], theirs: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Partial maps too: a constant may have no counterpart."""
    images: list[str | None] = [*theirs, *[None] * len(ours)]
    for chosen in set(permutations(images, len(ours))):
        pairs = [(a, b) for a, b in zip(ours, chosen, strict=True) if b is not None]
        if all(a == b or ours[a] == theirs[b] for a, b in pairs):
            yield dict(pairs)


def _orders(ours: Sequence[str], theirs: Sequence[str]) -> Iterator[tuple[int | None, ...]]:
    """By position, or with as many parameters of equal types as there can be."""
    positions: list[int | None] = [*range(len(theirs)), *[None] * len(ours)]
    most = sum(min(ours.count(kind), theirs.count(kind)) for kind in set(ours))
    for order in set(permutations(positions, len(ours))):
        n_equal = sum(j is not None and ours[i] == theirs[j] for i, j in enumerate(order))
        by_position = all(j == i or (j is None and i >= len(theirs)) for i, j in enumerate(order))
        if n_equal == most or by_position:
            yield order


def _edited(model: SmallModel, random: Random) -> SmallModel:
    actions = dict(model.actions)
    name = random.choice(list(actions))
    action = actions[name]
    kind = random.choice(("add", "remove", "type", "drop"))
    if kind == "add":
        fresh = _literal(random, model.predicates, len(action.types), list(model.constants))
        actions[name] = replace(action, literals=action.literals | {fresh})
    elif kind == "remove" and action.literals:
        gone = random.choice(sorted(action.literals, key=repr))
        actions[name] = replace(action, literals=action.literals - {gone})
    elif kind == "type" and action.types:
        types = list(action.types)
        types[random.randrange(len(types))] = random.choice(TYPES)
        actions[name] = replace(action, types=tuple(types))
    elif kind == "drop" and len(actions) > 1:
        del actions[name]
    return replace(model, actions=actions)


def _literal(
    random: Random, predicates: Mapping[str, tuple[str, ...]], n_own: int, constants: list[str]
) -> Literal:
    terms: list[int | str] = [*range(n_own), *constants]
    predicate = random.choice(list(predicates))
    args = random.choices(terms, k=len(predicates[predicate]))
    part = random.choice(("precondition", "effect"))
    return Literal(part, random.random() < 0.7, predicate, tuple(args))


def _shuffled(names: list[str], random: Random) -> dict[str, str]:
    others = names if random.random() < 0.5 else random.sample(names, len(names))
    return dict(zip(names, others, strict=True))


def _typed(names: Sequence[str], types: Sequence[str]) -> str:
    return " ".join(f"{name} - {kind}" for name, kind in zip(names, types, strict=True))


def _action_text(name: str, action: SmallAction) -> str:
    parts = {"precondition": "", "effect": ""}
    for literal in sorted(action.literals, key=repr):
        args = [arg if isinstance(arg, str) else f"?v{arg}" for arg in literal.args]
        atom = f"({' '.join((literal.predicate, *args))})"
        parts[literal.part] += atom if literal.positive else f"(not {atom})"
    parameters = _typed([f"?v{k}" for k in range(len(action.types))], action.types)
    precondition, effect = parts["precondition"], parts["effect"]
    return (
        f" (:action {name} :parameters ({parameters})\n  :precondition (and {precondition})"
        f"\n  :effect (and {effect}))"
    )
