"""Run a built-in learner: `python with_planeval.py LEARNER JOBS`.

It runs in a process as other learners do, so the same limits of time and memory apply. It needs the
standard library only, so Python may start without `site`.
"""

import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

# Find `plancore` in any environment.
sys.path.append(str(Path(__file__).parents[3]))

import folds

from plancore.codec.base import Identity
from plancore.codec.written import codec_data
from plancore.learn.learned import LearnedModel, UnlearnableError
from plancore.model.domain import Domain
from plancore.model.trajectory import Trajectory
from plancore.notation.trajectories.json_reader import read_json
from plancore.patch.domain_text import domain_text
from plancore.snapshot import FileSnapshot
from plancore.stop import NEVER, Checkpoint, SpentError, until

Learn = Callable[[Domain, Sequence[Trajectory], Checkpoint], LearnedModel]


def learner_called(name: str) -> Learn:
    """The built-in learner called `name`. Imports only what it needs: this runs per domain."""
    if name == "locm":
        return _locm()
    if name == "esam":
        from plancore.learn.esam import learn_esam

        return learn_esam
    from plancore.learn.sam import learn_sam

    return partial(learn_sam, distinct=name == "sam-distinct")


def _locm() -> Learn:
    from plancore.learn.locm.learner import learn_locm

    def learn(
        domain: Domain, trajectories: Sequence[Trajectory], checkpoint: Checkpoint
    ) -> LearnedModel:
        sequences = [trajectory.actions for trajectory in trajectories]
        return learn_locm(domain, sequences, trajectories, checkpoint)

    return learn


def learn_fold(learn: Learn, job: dict[str, Any]) -> str:
    """Learn the domain of a fold. A codec, if there is one, is written next to the output."""
    end = until(time.monotonic() + job["time"], time.monotonic, NEVER)
    domain = _domain(job["domain"])
    trajectories = list(map(_trajectory, job["trajectories"], job["problems"]))
    try:
        learned = learn(domain, trajectories, end)
    except UnlearnableError as error:
        raise folds.NotLearnedError(error.message) from None
    except SpentError:
        raise folds.NotLearnedError(
            f"time limit of {job['time']:g} s reached", folds.TIMEOUT
        ) from None
    if learned.codec is not None and learned.codec.name != Identity().name:
        folds.written(f"{job['output']}.codec.json", json.dumps(codec_data(learned.codec)))
    return domain_text(learned.domain)


def _domain(path: str) -> Domain:
    domain = FileSnapshot.of(Path(path).read_text(encoding="utf-8"), path).domain
    assert domain is not None
    return domain


def _trajectory(path: str, problem: str) -> Trajectory:
    """The trajectory in a JSON file, with the objects of its problem."""
    (trajectory,), _ = read_json(Path(path).read_text(encoding="utf-8"))
    model = FileSnapshot.of(Path(problem).read_text(encoding="utf-8"), problem).problem
    assert model is not None
    return replace(trajectory, objects=tuple(model.objects))


if __name__ == "__main__":
    folds.each(partial(learn_fold, learner_called(sys.argv[1])))
