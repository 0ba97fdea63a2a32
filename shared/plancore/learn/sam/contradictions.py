"""What trajectories contradict: noise, or a domain of another kind than SAM learns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from plancore.learn.learned import Contradiction, Where
from plancore.learn.sam.evidence import Evidence, ground
from plancore.learn.sam.observed import States
from plancore.model.trajectory import Trajectory
from plancore.simulate.atoms import Literal, show
from plancore.stop import Checkpoint

_OFTEN = 256


def contradictions_of(
    trajectories: Sequence[Trajectory],
    states: States,
    evidence: Mapping[str, Evidence],
    checkpoint: Checkpoint,
) -> Iterator[Contradiction]:
    """For each action: effects that a later or earlier step does not have, with the first such
    step, and changes that no literal over its parameters stands for."""
    broken: dict[str, dict[Literal, list[Where]]] = {}
    done = 0
    for name, of_action in evidence.items():
        for where in of_action.steps:
            if done % _OFTEN == 0:
                checkpoint(done, "checking")
            done += 1
            args = trajectories[where.trajectory].actions[where.step][1:]
            after = states[where.trajectory][where.step + 1]
            objects = of_action.objects(args)
            for change in of_action.changes:
                if (ground(change.atom, objects) in after) is not change.positive:
                    broken.setdefault(name, {}).setdefault(change, []).append(where)
    for name, of_action in evidence.items():
        for change, steps in sorted(broken.get(name, {}).items()):
            seen = of_action.changes[change]
            message = f"{change} follows one step, but not another"
            yield Contradiction(name, message, len(steps), steps[0], seen)
        if of_action.unexplained:
            where, atom = of_action.unexplained[0]
            message = f"{show(atom)} changes, and no literal over the parameters stands for it"
            yield Contradiction(name, message, len(of_action.unexplained), where)
