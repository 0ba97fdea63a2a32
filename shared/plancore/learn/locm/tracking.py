"""The states of objects on their way through a sequence of actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from plancore.learn.locm.machines import lives_of
from plancore.learn.locm.model import Model
from plancore.model.ground import GroundAtom, StateAtoms


class Tracked(NamedTuple):
    """The states of a run in the learned model's atoms, one more than steps.

    `objects` are those that steps name; of others nothing is known.
    """

    states: tuple[StateAtoms, ...]
    objects: tuple[str, ...]


def track(model: Model, sequence: Sequence[GroundAtom]) -> Tracked:
    """The states of all objects before, between and after the steps of a run.

    Before its first step an object is in the state that the step leaves. Every step can be done in
    the state before it, and leads to the one after it, but for steps that name an object twice.
    """
    changes: list[tuple[set[GroundAtom], set[GroundAtom]]] = [
        (set(), set()) for _ in range(len(sequence) + 1)
    ]
    lives = lives_of(sequence)
    for name, life in lives.items():
        current: GroundAtom | None = None
        for transition, args, step in life:
            machine = model.by_transition.get(transition)
            if machine is None:
                break
            if current is None:
                current = machine.before(transition, name, args)
                changes[0][0].add(current)
            changes[step + 1][1].add(current)
            current = machine.after(transition, name, args)
            changes[step + 1][0].add(current)
    states: list[StateAtoms] = []
    state: StateAtoms = frozenset()
    for added, removed in changes:
        state = (state - removed) | added
        states.append(state)
    return Tracked(tuple(states), tuple(sorted(name for name in lives if name)))
