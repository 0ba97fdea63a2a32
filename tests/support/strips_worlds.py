"""Random small STRIPS domains with trajectories that they make, for learners."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import product

from hypothesis import strategies as st

from plancore.model.domain import Domain
from plancore.model.formula import TypedName
from plancore.model.plan import GroundAtom, StateAtoms
from plancore.model.trajectory import Observation, Trajectory
from plancore.simulate.successor import successor, task_of
from plancore.snapshot import FileSnapshot

_TYPES = ("thing", "box", "place")
_PREDICATES = {
    "idle": (),
    "open": ("thing",),
    "big": ("box",),
    "in": ("box", "place"),
    "near": ("thing", "thing"),
}
_OBJECTS = (("b1", "box"), ("b2", "box"), ("t1", "thing"), ("p1", "place"), ("p2", "place"))


@dataclass(frozen=True)
class World:
    """A domain, its objects, trajectories in it, and the dice that they were made with."""

    domain: Domain
    objects: tuple[TypedName, ...]
    trajectories: tuple[Trajectory, ...]
    dice: random.Random

    def atoms(self) -> list[GroundAtom]:
        """Every ground atom of the types."""
        return [
            (name, *args)
            for name, types in _PREDICATES.items()
            for args in product(*(self.of_type(each) for each in types))
        ]

    def actions(self) -> list[GroundAtom]:
        """Every ground action of the types."""
        return [
            (action.name, *args)
            for action in self.domain.actions
            for args in product(*(self.of_type(p.types[0]) for p in action.parameters))
        ]

    def of_type(self, name: str) -> list[str]:
        """The objects of a type, and the constants."""
        everything = (*self.domain.constants, *self.objects)
        return [o.name for o in everything if self.domain.hierarchy.accepts((name,), o.types)]

    def state(self, likely: float = 0.4) -> StateAtoms:
        """Some of the atoms."""
        return frozenset(atom for atom in self.atoms() if self.dice.random() < likely)

    def walk(self, start: StateAtoms, length: int) -> Trajectory:
        """A trajectory of actions that can be done, at most `length` long."""
        task = task_of(self.domain, self.objects)
        states, done = [start], []
        for _ in range(length):
            after = {a: successor(task, states[-1], a) for a in self.actions()}
            possible = [action for action, state in after.items() if state is not None]
            if not possible:
                break
            action = self.dice.choice(possible)
            state = after[action]
            assert state is not None
            states.append(state)
            done.append(action)
        return Trajectory(tuple(map(Observation, states)), tuple(done), self.objects)


@st.composite
def strips_worlds(draw: st.DrawFn) -> World:
    """A world of one to three actions and up to four walks."""
    dice = random.Random(draw(st.integers(0, 2**32)))
    constants = draw(st.sampled_from(("", "(:constants home - place)")))
    actions = [_action(f"act{n}", dice, bool(constants)) for n in range(draw(st.integers(1, 3)))]
    predicates = " ".join(
        f"({name} {' '.join(f'?a{n} - {t}' for n, t in enumerate(types))})"
        for name, types in _PREDICATES.items()
    )
    text = (
        "(define (domain world) (:requirements :strips :typing :negative-preconditions)"
        f"(:types box - thing thing place) {constants} (:predicates {predicates})"
        f"{' '.join(actions)})"
    )
    domain = FileSnapshot.of(text).domain
    assert domain is not None
    objects = tuple(TypedName(name, (kind,)) for name, kind in _OBJECTS)
    world = World(domain, objects, (), dice)
    walks = [
        world.walk(world.state(draw(st.sampled_from((0.2, 0.5, 0.8)))), draw(st.integers(1, 6)))
        for _ in range(draw(st.integers(1, 4)))
    ]
    return World(domain, objects, tuple(walks), dice)


def _action(name: str, dice: random.Random, constant: bool) -> str:
    types = [dice.choice(_TYPES) for _ in range(dice.randrange(3))]
    terms = [(f"?x{number}", each) for number, each in enumerate(types)]
    if constant:
        terms.append(("home", "place"))
    parameters = " ".join(f"?x{number} - {each}" for number, each in enumerate(types))
    atoms = [
        f"({predicate} {' '.join(args)})"
        for predicate, wanted in _PREDICATES.items()
        for args in product(*([t for t, k in terms if _fits(k, each)] for each in wanted))
    ]
    dice.shuffle(atoms)
    conditions = [_signed(atom, dice) for atom in atoms[: dice.randrange(3)]]
    dice.shuffle(atoms)
    effects = [_signed(atom, dice) for atom in atoms[: dice.randrange(1, 4)]]
    return (
        f"(:action {name} :parameters ({parameters}) :precondition (and {' '.join(conditions)})"
        f" :effect (and {' '.join(effects)}))"
    )


def _fits(kind: str, wanted: str) -> bool:
    return kind == wanted or (kind, wanted) == ("box", "thing")


def _signed(atom: str, dice: random.Random) -> str:
    return atom if dice.random() < 0.6 else f"(not {atom})"
