"""States to measure on: from trajectories, from plans, from random walks."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from itertools import chain

from plancore.diagnostic import Diagnostic
from plancore.model.domain import Domain
from plancore.model.problem import Problem
from plancore.model.trajectory import Trajectory, typed_objects
from plancore.notation.trajectories.reader import read_trajectories
from plancore.simulate.limits import UndecidedError
from plancore.simulate.task import Task
from plancore.simulate.walks import Walker
from plancore.source import SourceText
from plancore.vectors.sample import StateSample
from planfiles.files import read_text
from planfiles.folders import files_in
from planfiles.trouble import Trouble


def load_trajectories(paths: Sequence[str]) -> list[Trajectory]:
    """The trajectories of files, and of all files in folders, sorted.

    Raises Trouble for a file that holds anything but trajectories.
    """
    loaded: list[Trajectory] = []
    for path in chain.from_iterable(map(files_in, paths)):
        loaded += trajectories_in(path, read_text(path))
    return loaded


def trajectories_in(path: str, text: str) -> tuple[Trajectory, ...]:
    """The trajectories of a file. Raises Trouble for one that holds anything else."""
    trajectories, findings = read_trajectories(text)
    for finding in findings:
        raise Trouble(complaint(path, text, finding))
    return trajectories


def samples_of_trajectories(
    trajectories: Iterable[Trajectory], reference: Domain
) -> list[StateSample]:
    """The states of trajectories, each trajectory with its objects."""
    return [
        StateSample(
            (*reference.constants, *typed_objects(trajectory, reference)),
            [observation.true for observation in trajectory.observations],
            f"trajectory {number}",
        )
        for number, trajectory in enumerate(trajectories, 1)
    ]


def sample_of_walks(
    reference: Domain, problem: Problem, walks: int, length: int, seed: int
) -> StateSample:
    """The states of random walks from the initial state, each at most `length` actions long.

    The same seed gives the same states. Raises Trouble when the problem has more than 200,000
    ground actions, or the domain actions that cannot be simulated.
    """
    dice = random.Random(seed)
    try:
        walker = Walker(Task(reference, problem))
        seen = dict.fromkeys(
            state for _ in range(walks) for state in walker.walk(length, dice).states
        )
    except UndecidedError as problem_found:
        raise Trouble(f"random walks: {problem_found.reason}") from None
    objects = (*reference.constants, *problem.objects)
    return StateSample(objects, list(seen), f"walks in {problem.name}")


def complaint(path: str, text: str, finding: Diagnostic) -> str:
    """What is said of the first fault of a file."""
    where = SourceText(text).label(finding.span.start)
    return f"{path}:{where}: {finding.message}"
