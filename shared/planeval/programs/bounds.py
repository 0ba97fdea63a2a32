"""The default limits of external programs."""

from __future__ import annotations

from typing import Final, NamedTuple


class Bounds(NamedTuple):
    """Seconds of wall-clock time, and MiB of memory."""

    wall: float
    memory: int


PLANNER: Final = Bounds(60.0, 2_048)
"""Per attempt at a problem."""
LEARNER: Final = Bounds(300.0, 4_000)
"""Per fold of a domain."""
PLANNER_OF_BENCHMARK: Final = 10.0
"""Seconds per problem of a benchmark, which solves many; the memory is that of the learner."""
