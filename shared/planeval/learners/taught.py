"""What a learner is given, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from plancore.model.trajectory import Trajectory


class Outcome(StrEnum):
    """How learning ended."""

    LEARNED = "learned"
    FAILED = "failed"
    NOTHING = "no domain"
    TIMEOUT = "timeout"
    MEMOUT = "memout"
    OUTPUT = "too much output"


class Lesson(NamedTuple):
    """What one fold is learned from. `problems` are texts, in the order of the trajectories."""

    trajectories: Sequence[Trajectory]
    problems: Sequence[str]
    noise: float
    seed: int


@dataclass(frozen=True, slots=True)
class Cost:
    """What a call took: seconds on the clock, seconds of processor time, bytes at most; None where
    nobody knows. It was for `folds` folds together."""

    wall: float
    cpu: float
    memory: int | None
    folds: int


@dataclass(frozen=True, slots=True)
class Taught:
    """What came of one fold. `wall` and `cpu` are those of the learning alone, where the learner
    tells them; `cost` is that of the whole call. `codec` is the text of a file that says
    how states are put into the domain's words, as `--codec` reads it, where there is one. `remark`
    says what of its report on itself, `OUTPUT.json`, cannot be used."""

    outcome: Outcome
    text: str | None
    reason: str | None
    cost: Cost
    wall: float | None = None
    cpu: float | None = None
    codec: str | None = None
    remark: str | None = None
