"""One domain of a suite, with all that a benchmark may need of it, as texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Named(NamedTuple):
    """A text and what it is called."""

    name: str
    text: str


class Exercise(NamedTuple):
    """A problem, and a plan for it where there is one."""

    name: str
    problem: str
    plan: str | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """A domain with problems, and the trajectories that come with it, if any do.

    A trajectory whose name is that of a problem, whatever stands behind it, is of that problem.
    """

    name: str
    domain: str
    exercises: tuple[Exercise, ...] = ()
    trajectories: tuple[Named, ...] = ()
