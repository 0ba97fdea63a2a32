"""The status of a run at one moment, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of a run. Of its `units`, `done` have a result, `failed` and `lost` a reason why not;
    for the others nothing is known yet. `classes` counts the results by the class that each says
    it belongs to, and `named` has some units of each class but the largest. `seconds` of wall time
    were spent in all. `rate` is how many units were finished in a second lately, `seconds_left`
    what the others will take at that; both are None while that cannot be said. `seconds_running`
    have gone by since somebody began with it or went on, who is still at work; None where nobody
    is."""

    name: str
    units: int
    done: int
    failed: int
    lost: int
    classes: Mapping[str, int]
    seconds: float
    rate: float | None
    seconds_left: float | None
    seconds_running: float | None = None
    named: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def left(self) -> int:
        """How many units nothing is known of."""
        return self.units - self.done - self.failed - self.lost


@dataclass(frozen=True, slots=True)
class Failure:
    """Units of a stage that have failed, or were lost, for the same reason; `names` of some."""

    stage: str
    state: str
    reason: str
    count: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Wait:
    """A unit of a stage that there is no answer of yet, for so many seconds already."""

    stage: str
    name: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Status:
    """A run: somebody is at work on it, it has come to its end, or neither. `sessions` is how often
    it was begun or continued, `started` when the last time, as the manifest has it; `engine` who
    did the units then, and `machine` where."""

    kind: ClassVar[str] = "status"

    run: str
    command: str
    state: Literal["running", "complete", "stopped"]
    sessions: int
    started: str
    engine: str
    machine: str
    stages: tuple[Stage, ...]
    failures: tuple[Failure, ...]
    waiting: tuple[Wait, ...] = ()
    """What is waited for longer than a moment, the longest wait first; on a cluster also what
    waits there for its turn."""

    @property
    def is_well(self) -> bool:
        """Whether all units have a result and nothing is left to do."""
        return self.state == "complete" and all(stage.done == stage.units for stage in self.stages)
