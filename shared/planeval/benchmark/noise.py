"""Noise in observed states.

With the rate p, in every state and independently of all others, each true atom is dropped with
probability p; then as many atoms as were dropped are added, drawn without repetition and with equal
chances from the ground atoms that were false in the state: those of all predicates that are not
derived, over the objects of the trajectory and the constants, by their types. Where there are fewer
false atoms all of them are added. Actions are left as they are. So the number of true atoms stays
the same, and a state differs from the true one in 2 p of as many literals as it has true atoms.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

from plancore.model.domain import Domain
from plancore.model.ground import GroundAtom, StateAtoms
from plancore.model.trajectory import Observation, Trajectory, typed_objects
from plancore.simulate.objects import Objects


def noisy(trajectory: Trajectory, domain: Domain, rate: float, dice: Random) -> Trajectory:
    """`trajectory` as it is seen through noise of `rate`, from 0 to 1."""
    if not rate:
        return trajectory
    atoms = ground_atoms(trajectory, domain)
    seen = [
        Observation(_flipped(observation.true, atoms, rate, dice), observation.unknown)
        for observation in trajectory.observations
    ]
    return Trajectory(tuple(seen), trajectory.actions, trajectory.objects, trajectory.format)


def ground_atoms(trajectory: Trajectory, domain: Domain) -> list[GroundAtom]:
    """Every atom that could be true in a state of `trajectory`, sorted."""
    objects = Objects(domain.hierarchy, (*domain.constants, *typed_objects(trajectory, domain)))
    return sorted(
        (predicate.name, *args)
        for predicate in domain.basic_predicates
        for args in product(*(objects.of(p.types) for p in predicate.parameters))
    )


def _flipped(
    state: StateAtoms, atoms: Sequence[GroundAtom], rate: float, dice: Random
) -> StateAtoms:
    dropped = {atom for atom in sorted(state) if dice.random() < rate}
    false = [atom for atom in atoms if atom not in state]
    added = dice.sample(false, min(len(dropped), len(false)))
    return (state - dropped) | frozenset(added)
