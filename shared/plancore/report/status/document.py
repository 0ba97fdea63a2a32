"""The status of a run: the progress of each stage, and failures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final, Literal

from plancore.phrases import rate_in_words, time_in_words
from plancore.report.document import Block, Detail, Document, List, ListItem, Paragraph, items
from plancore.report.lines import Piece, Tone, line

_WIDTH: Final = 30
_WAITS: Final = 8


def document(status: RunStatus, _: Detail) -> Document:
    """A title, a bar for each stage with the outcomes of its units, and the reasons of failures."""
    title = line(Piece(f"{status.command}: {status.state}", Tone.TITLE))
    return Document("Status", title, list(_blocks(status)))


def _blocks(status: RunStatus) -> Iterator[Block]:
    begun = "started" if status.sessions == 1 else f"continued (session {status.sessions})"
    yield List(items([f"{begun} {status.started} on {status.machine}, {status.engine}"]))
    stages = []
    for stage in status.stages:
        stages.append(_stage(stage, [wait for wait in status.waiting if wait.stage == stage.name]))
    yield List(stages, indent=0)
    if status.failures:
        yield Paragraph([line(Piece("without a result", Tone.TITLE))])
        yield List(items(map(_failure, status.failures)))


def _stage(stage: Stage, waiting: Sequence[Wait]) -> ListItem:
    known = stage.units - stage.left
    filled = _WIDTH * known // max(1, stage.units)
    text = f"{stage.name} [{'#' * filled}{'.' * (_WIDTH - filled)}] {known:,}/{stage.units:,} tasks"
    if stage.rate is not None:
        text += f", {rate_in_words(stage.rate)}"
    if stage.seconds_running is not None:
        text += f", running for {time_in_words(stage.seconds_running)}"
    if stage.seconds_left is not None:
        text += f", {time_in_words(stage.seconds_left)} left"
    return ListItem(line(text), list(_units(stage, waiting)))


def _units(stage: Stage, waiting: Sequence[Wait]) -> Iterator[ListItem]:
    """The outcomes of the units of a stage, and the units it waits for."""
    if stage.done:
        yield ListItem(line(f"done {stage.done:,}{_classes(stage)}"), items(_named(stage)))
    others = (("failed", stage.failed), ("lost", stage.lost))
    yield from items(f"{name} {count:,}" for name, count in others if count)
    yield from items(
        f"waiting {time_in_words(wait.seconds)} for {wait.name}" for wait in waiting[:_WAITS]
    )
    if len(waiting) > _WAITS:
        yield ListItem(line(f"and for {len(waiting) - _WAITS:,} more"))


def _classes(stage: Stage) -> str:
    if not stage.classes:
        return ""
    by_count = sorted(stage.classes.items(), key=lambda entry: (-entry[1], entry[0]))
    return ": " + ", ".join(f"{_words(name)} {count:,}" for name, count in by_count)


def _named(stage: Stage) -> Iterator[str]:
    """The units in small classes."""
    for name, units in sorted(stage.named.items()):
        more = "; …" if stage.classes[name] > len(units) else ""
        yield f"{_words(name)}: {'; '.join(units)}{more}"


def _words(name: str) -> str:
    """The name of a class in texts: `gave up`."""
    return name.replace("_", " ") or "no class"


def _failure(failure: FailedUnit) -> str:
    names = "; ".join(failure.names)  # each with commas of its own
    more = "; …" if failure.count > len(failure.names) else ""
    head = f"{failure.count:,} {failure.state}: {failure.reason}"
    return f"{head} ({names}{more})" if names else head


# The status of a run at one moment, as plain data.


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of a run.

    Of its `units`, `done` have a result, `failed` and `lost` ones a reason why not; the others are
    open. `classes` counts the results by class, and `named` lists some units of each class except
    the largest. `seconds` is the total wall time spent. `rate` is the recent number of finished
    units per second, `seconds_left` the time for the others at that rate; both are None if unknown.
    `seconds_running` is the time since the run was started or continued; None if it is not running.
    """

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
        """The number of open units."""
        return self.units - self.done - self.failed - self.lost


@dataclass(frozen=True, slots=True)
class FailedUnit:
    """Units of a stage that failed or were lost for the same reason; `names` lists some of them."""

    stage: str
    state: str
    reason: str
    count: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Wait:
    """A unit of a stage that has been running without an answer for `seconds`."""

    stage: str
    name: str
    seconds: float


@dataclass(frozen=True, slots=True)
class RunStatus:
    """A run: running, complete or stopped. `sessions` is the number of times it was started or
    continued, and `started` the last such time, as in the manifest; `engine` and `machine` are
    those of the last session."""

    kind: ClassVar[str] = "status"

    run: str
    command: str
    state: Literal["running", "complete", "stopped"]
    sessions: int
    started: str
    engine: str
    machine: str
    stages: tuple[Stage, ...]
    failures: tuple[FailedUnit, ...]
    waiting: tuple[Wait, ...] = ()
    """Units that take longer than a moment, the longest wait first; on a cluster including queued
    ones."""

    @property
    def is_well(self) -> bool:
        """Whether the run is complete and all units have a result."""
        return self.state == "complete" and all(stage.done == stage.units for stage in self.stages)
