"""What is to be learned: a domain of a suite with its trajectories, and lessons made of them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from plancore.model.domain import Domain
from plancore.model.trajectory import Trajectory, typed_objects
from plancore.snapshot import FileSnapshot
from planeval.benchmark.folds import Fold
from planeval.benchmark.inputs import declarations_text, noisy, problem_text, signatures_text
from planeval.benchmark.observed import Making, observed
from planeval.learners.taught import Lesson
from planeval.suite.entry import Entry, Exercise
from planfiles.trouble import Trouble

_CACHED: Final = 16


class Task(NamedTuple):
    """A domain with its trajectories, and for each of these the problem that it is of, None where
    nobody knows. `signatures` is what learners of others are told of the domain, `declarations`
    what ours are."""

    reference: FileSnapshot
    domain: Domain
    trajectories: list[Trajectory]
    exercises: list[Exercise | None]
    signatures: str
    declarations: str

    @property
    def problems(self) -> list[Exercise]:
        """The problems that the trajectories are of, each once."""
        return _known(self.exercises)

    def held_out(self, fold: Fold) -> list[Exercise]:
        """Those of the trajectories that a fold keeps back."""
        return _known(self.exercises[number] for number in fold.test)

    def learned_from(self, fold: Fold) -> list[Exercise]:
        """Those of the trajectories that are learned from in a fold. Walks may share problems, so
        some may be kept back, too."""
        return _known(self.exercises[number] for number in fold.train)

    def lesson(self, fold: Fold, noise: float, seed: int) -> Lesson:
        """What is learned from in a fold. The noise in a trajectory is the same in every fold, and
        for every learner."""
        seen = [
            noisy(
                self.trajectories[k],
                self.domain,
                noise,
                Random(f"noise/{seed}/{self.domain.name}/{k}/{noise!r}"),
            )
            for k in fold.train
        ]
        problems = [
            problem_text(
                f"p{number}",
                self.domain,
                typed_objects(trajectory, self.domain),
                trajectory.observations[0].true,
            )
            for number, trajectory in enumerate(seen)
        ]
        return Lesson(seen, problems, noise, seed)


def _known(exercises: Iterable[Exercise | None]) -> list[Exercise]:
    return list(dict.fromkeys(exercise for exercise in exercises if exercise is not None))


@lru_cache(maxsize=_CACHED)
def task_of(entry: Entry, making: Making) -> Task:
    """A domain of a suite with its trajectories. The last ones are kept: units of the same domain
    come to a process one after the other. Raises Trouble."""
    reference = FileSnapshot.of(entry.domain, entry.name)
    domain = reference.domain
    if domain is None:
        raise Trouble(f"{entry.name}: there is no domain in its file")
    seen = observed(entry, domain, making)
    return Task(
        reference,
        domain,
        [each.trajectory for each in seen],
        [each.exercise for each in seen],
        signatures_text(domain),
        declarations_text(domain),
    )
