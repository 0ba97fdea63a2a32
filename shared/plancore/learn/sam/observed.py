"""The states of trajectories, each with all that is true in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Protocol, TypeAlias

from plancore.learn.learned import UnlearnableError, Where
from plancore.model.domain import Domain
from plancore.model.ground import StateAtoms
from plancore.model.trajectory import Trajectory, typed_objects
from plancore.simulate.atoms import show
from plancore.simulate.limits import UndecidedError
from plancore.simulate.successor import task_of, with_derived
from plancore.stop import Checkpoint

States: TypeAlias = Sequence[Sequence[StateAtoms]]
"""For each trajectory the states in order."""
_OFTEN: Final = 256


class Observer(Protocol):
    """What learns from the steps of one action."""

    def observe(
        self, where: Where, args: Sequence[str], before: StateAtoms, after: StateAtoms
    ) -> None:
        """Take in a step."""


def complete_states(trajectories: Sequence[Trajectory], domain: Domain) -> States:
    """The states of all trajectories. What axioms of `domain` derive is derived anew.

    Raises UnlearnableError for a state of which something is not known, and for axioms that cannot
    be evaluated.
    """
    return [_of_one(number, each, domain) for number, each in enumerate(trajectories)]


def _of_one(number: int, trajectory: Trajectory, domain: Domain) -> Sequence[StateAtoms]:
    for step, observation in enumerate(trajectory.observations):
        if observation.unknown:
            atom = show(min(observation.unknown))
            raise UnlearnableError(
                f"SAM learns from complete states, and {atom} is not known", Where(number, step)
            )
    states = [observation.true for observation in trajectory.observations]
    if not domain.axioms:
        return states
    task = task_of(domain, typed_objects(trajectory, domain))
    try:
        return [with_derived(task, state) for state in states]
    except UndecidedError as error:
        raise UnlearnableError(error.reason, Where(number, 0)) from None


def observe_all(
    trajectories: Sequence[Trajectory],
    states: States,
    observers: Mapping[str, Observer],
    checkpoint: Checkpoint,
) -> int:
    """Show every step to the observer of its action. Gives the number of steps."""
    done = 0
    for number, trajectory in enumerate(trajectories):
        for step, (name, *args) in enumerate(trajectory.actions):
            if done % _OFTEN == 0:
                checkpoint(done, "learning")
            done += 1
            before, after = states[number][step : step + 2]
            observers[name].observe(Where(number, step), args, before, after)
    return done
