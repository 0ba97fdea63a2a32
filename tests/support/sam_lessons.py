"""What SAM and AMLGym's SAM are compared on: the folds of a benchmark on our own domains."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from plancore.model.domain import Domain
from plancore.model.trajectory import Trajectory
from planeval.benchmark.observed import Making
from planeval.benchmark.task import cross_folds, task_of
from planeval.suite.folder import own_entry
from support.comparison import domain_of

DOMAINS: Final = (
    "library",
    "canal",
    "greenhouse",
    "tram",
    "soup",
    "museum",
    "panel",
    "relay",
)
NOISES: Final = (0.0, 0.05)
_COUNT: Final = 10
_FOLDS: Final = 5
_LENGTH: Final = 15


class Lesson(NamedTuple):
    """A fold: the text of the domain that is told, the same read, and what is learned from."""

    name: str
    text: str
    signature: Domain
    trajectories: Sequence[Trajectory]


def lessons(domain: str, noise: float) -> Iterator[Lesson]:
    """The folds of a domain, as `planeval benchmark --length 15` has them."""
    making = Making(count=_COUNT, length=_LENGTH, seed=0)
    task = task_of(own_entry(domain, _COUNT, 0), making)
    for number, fold in enumerate(cross_folds(_COUNT, _FOLDS, 0)):
        seen = task.lesson(fold, noise, 0).trajectories
        yield Lesson(
            f"{domain}/{noise:g}/{number}", task.signatures, domain_of(task.signatures), seen
        )
