"""Our own learners, called in this process. They tell how states are put into their words.

Their time is bounded, their memory is not: it is that of this process, which has more to do.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from plancore.codec.identity import Identity
from plancore.learn.esam.learner import learn_esam
from plancore.learn.learned import Learned, UnlearnableError
from plancore.learn.locm.learner import learn_locm
from plancore.learn.sam.learner import learn_sam
from plancore.model.domain import Domain
from plancore.model.trajectory import Trajectory
from plancore.patch.domain_text import domain_text
from plancore.stop import Checkpoint, SpentError, until
from planeval.learners.taught import Cost, Lesson, Outcome, Taught

Learn = Callable[[Domain, Sequence[Trajectory], Checkpoint], Learned]


def _locm(domain: Domain, trajectories: Sequence[Trajectory], checkpoint: Checkpoint) -> Learned:
    sequences = [trajectory.actions for trajectory in trajectories]
    return learn_locm(domain, sequences, trajectories, checkpoint)


OWN: Final[dict[str, Learn]] = {
    "sam": learn_sam,
    "sam-distinct": partial(learn_sam, distinct=True),
    "esam": learn_esam,
    "locm": _locm,
}


def teach_own(
    name: str, domain: Domain, lessons: Sequence[Lesson], seconds: float, checkpoint: Checkpoint
) -> list[Taught]:
    """What our learner called `name` makes of each lesson, within so many seconds for each."""
    return [_taught(OWN[name], domain, lesson, seconds, checkpoint) for lesson in lessons]


def _taught(
    learn: Learn, domain: Domain, lesson: Lesson, seconds: float, checkpoint: Checkpoint
) -> Taught:
    wall, cpu = time.monotonic(), time.process_time()
    bounded = until(wall + seconds, time.monotonic, checkpoint)
    learned: Learned | None = None
    outcome, reason = Outcome.FAILED, None
    try:
        learned = learn(domain, lesson.trajectories, bounded)
    except UnlearnableError as error:
        reason = error.message
    except SpentError:
        outcome, reason = Outcome.TIMEOUT, f"it took more than {seconds:g} s"
    took = (time.monotonic() - wall, time.process_time() - cpu)
    cost = Cost(*took, memory=None, folds=1)
    if learned is None:
        return Taught(outcome, None, reason, cost)
    text, codec = domain_text(learned.domain), learned.codec
    if codec is not None and codec.name == Identity().name:
        codec = None
    return Taught(Outcome.LEARNED, text, None, cost, *took, codec=codec)
