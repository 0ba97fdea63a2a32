"""What a program of others may take where nobody says otherwise: the one place that says so."""

from __future__ import annotations

from typing import Final, NamedTuple


class Bounds(NamedTuple):
    """Seconds on the clock, and MiB of memory."""

    wall: float
    memory: int


PLANNER: Final = Bounds(60.0, 2_048)
"""For each attempt at a problem."""
LEARNER: Final = Bounds(300.0, 4_000)
"""For each fold of a domain."""
PLANNER_OF_BENCHMARK: Final = 10.0
"""Seconds for each of the many problems that a benchmark solves, within the learner's memory."""
