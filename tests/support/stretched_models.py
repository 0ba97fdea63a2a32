"""A small random reference, and a learned model that says the same in other words, with mistakes.

The learned one renames everything and puts arguments elsewhere; it may name a robot that the
reference leaves implicit, deny what the reference says, and say a type by a predicate. Of one
predicate the pairs may say nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from plancore.correspondence.pairs import (
    ActionPair,
    NamePair,
    Pairs,
    Side,
    SymbolPair,
    TypePredicate,
)

Literal = tuple[bool, str, tuple[int, ...]]
"""Its sign, its predicate, and the parameters that are its arguments, by number."""

_TYPES = ("crate", "place")


@dataclass(frozen=True)
class Said:
    """How the learned model says a predicate: `places` are the reference's arguments in its order,
    where -1 is the robot."""

    name: str
    places: tuple[int, ...]
    negated: bool


@dataclass(frozen=True)
class Stretched:
    """Two texts, and what stands for what in them."""

    learned: str
    reference: str
    pairs: Pairs


def stretched(seed: int) -> Stretched:
    """Both models; the same ones for the same seed."""
    random = Random(seed)
    predicates = {
        f"p{k}": tuple(random.choice(_TYPES) for _ in range(random.randint(1, 3))) for k in range(4)
    }
    said = {name: _said(name, types, random) for name, types in predicates.items()}
    says_place = random.random() < 0.5
    unpaired = random.choice([*predicates, "", "", ""])
    ours, theirs, action_pairs = [], [], []
    for k in range(random.randint(1, 3)):
        types = tuple(random.choice(_TYPES) for _ in range(random.randint(1, 3)))
        parts = [_literals(predicates, types, random) for _ in range(2)]
        mistaken = [_with_mistakes(part, predicates, types, random) for part in parts]
        needed, added = map(_texts, parts)
        our_needed, our_added = ([_in_words(said, one) for one in part] for part in mistaken)
        order = random.sample(range(len(types)), len(types))
        parameters = [f"?y{n} - {types[n]}" for n in order]
        if says_place:
            our_needed += [f"(is-place ?y{n})" for n in order if types[n] == "place"]
            parameters = [f"?y{n} - crate" for n in order if types[n] == "crate"]
            parameters += [f"?y{n}" for n in order if types[n] == "place"]
        if random.random() < 0.5 or any("?bot" in text for text in our_needed + our_added):
            parameters.insert(0, "?bot - robot")
            our_needed.append("(is-ready ?bot)")
            needed.append("(ready)")
        theirs.append(_action(f"act{k}", _parameters(types, "x"), needed, added))
        ours.append(_action(f"do{k}", " ".join(parameters), our_needed, our_added))
        names = {f"?y{n}": f"?x{n}" for n in range(len(types))}
        action_pairs.append(ActionPair(f"do{k}", f"act{k}", parameters=names))
    learned_types = "robot crate" if says_place else "robot crate place"
    learned_predicates = [
        _declared(said[name], types, says_place) for name, types in predicates.items()
    ]
    learned_predicates += ["(is-ready ?r - robot)", *(["(is-place ?x)"] if says_place else [])]
    reference_predicates = [
        f"({name} {_parameters(types, 'x')})" for name, types in predicates.items()
    ] + ["(ready)"]
    pairs = Pairs(
        actions=tuple(action_pairs),
        predicates=(
            *(_pair(name, said[name]) for name in predicates if name != unpaired),
            SymbolPair("is-ready", "ready", arguments=(None,)),
        ),
        types=tuple(NamePair(name, name) for name in learned_types.split()[1:]),
        type_predicates=(TypePredicate(Side.LEARNED, "is-place", "place"),) if says_place else (),
    )
    return Stretched(
        _domain(learned_types, learned_predicates, ours),
        _domain(" ".join(_TYPES), reference_predicates, theirs),
        pairs,
    )


def _said(name: str, types: tuple[str, ...], random: Random) -> Said:
    places = random.sample(range(len(types)), len(types))
    if len(places) > 1 and random.random() < 0.2:
        places.pop()
    if random.random() < 0.3:
        places.insert(random.randint(0, len(places)), -1)
    return Said(f"has-{name}", tuple(places), random.random() < 0.3)


def _pair(name: str, said: Said) -> SymbolPair:
    arguments = tuple(None if place < 0 else place for place in said.places)
    return SymbolPair(said.name, name, arguments=arguments, negated=said.negated)


def _literals(
    predicates: dict[str, tuple[str, ...]], types: tuple[str, ...], random: Random
) -> list[Literal]:
    """Some literals about the parameters, each atom once."""
    atoms: dict[tuple[str, tuple[int, ...]], None] = {}
    for _ in range(random.randint(0, 4)):
        name = random.choice([*predicates])
        choices = [[n for n, t in enumerate(types) if t == kind] for kind in predicates[name]]
        if all(choices):
            atoms[name, tuple(map(random.choice, choices))] = None
    return [(random.random() < 0.7, name, args) for name, args in atoms]


def _with_mistakes(
    literals: list[Literal],
    predicates: dict[str, tuple[str, ...]],
    types: tuple[str, ...],
    random: Random,
) -> list[Literal]:
    kept = [literal for literal in literals if random.random() < 0.7]
    atoms = {literal[1:] for literal in literals}
    added = [new for new in _literals(predicates, types, random) if new[1:] not in atoms]
    return kept + [new for new in added if random.random() < 0.4]


def _in_words(said: dict[str, Said], literal: Literal) -> str:
    positive, name, args = literal
    words = said[name]
    terms = ["?bot" if place < 0 else f"?y{args[place]}" for place in words.places]
    return _signed(positive is not words.negated, f"({' '.join((words.name, *terms))})")


def _texts(literals: list[Literal]) -> list[str]:
    return [
        _signed(positive, f"({' '.join((name, *(f'?x{n}' for n in args)))})")
        for positive, name, args in literals
    ]


def _signed(positive: bool, atom: str) -> str:
    return atom if positive else f"(not {atom})"


def _declared(said: Said, types: tuple[str, ...], says_place: bool) -> str:
    kinds = ["robot" if place < 0 else types[place] for place in said.places]
    typed = [
        f"?a{k} - {'object' if says_place and kind == 'place' else kind}"
        for k, kind in enumerate(kinds)
    ]
    return f"({' '.join((said.name, *typed))})"


def _parameters(types: tuple[str, ...], name: str) -> str:
    return " ".join(f"?{name}{n} - {kind}" for n, kind in enumerate(types))


def _action(name: str, parameters: str, precondition: list[str], effect: list[str]) -> str:
    return (
        f"  (:action {name} :parameters ({parameters})\n"
        f"    :precondition (and {' '.join(precondition)})\n"
        f"    :effect (and {' '.join(effect)}))"
    )


def _domain(types: str, predicates: list[str], actions: list[str]) -> str:
    return "\n".join(
        (
            "(define (domain d)",
            "  (:requirements :typing :negative-preconditions)",
            f"  (:types {types})",
            f"  (:predicates {' '.join(predicates)})",
            *actions,
            ")",
        )
    )
