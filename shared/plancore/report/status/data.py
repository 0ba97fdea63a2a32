"""The JSON data of the status of a run, and its CSV rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from plancore.report.records import Amount, Count, Ordinal, Record
from plancore.report.registry import FormatVersion
from plancore.report.status.document import RunStatus

DOCUMENT: Final = FormatVersion("planeval status", 1)
_COLUMNS: Final = (
    *("units", "done", "failed", "lost", "left"),
    *("seconds", "rate", "seconds_left", "seconds_running"),
)


class StageRecord(Record):
    name: str
    units: Count
    done: Count
    failed: Count
    lost: Count
    classes: dict[str, Count]
    seconds: Amount
    rate: Amount | None
    seconds_left: Amount | None
    seconds_running: Amount | None
    named: dict[str, list[str]]
    left: Count


class StageFailureRecord(Record):
    stage: str
    state: Literal["failed", "lost"]
    reason: str
    count: Ordinal
    names: list[str]


class WaitRecord(Record):
    stage: str
    name: str
    seconds: Amount


class StatusRecord(Record):
    """The progress of a run; `docs/reference/experiments.md` describes the fields."""

    run: str
    command: str
    state: Literal["running", "complete", "stopped"]
    sessions: Ordinal
    started: str
    engine: str
    machine: str
    stages: list[StageRecord]
    failures: list[StageFailureRecord]
    waiting: list[WaitRecord]


def data(status: RunStatus) -> StatusRecord:
    """The record of a status."""
    return StatusRecord.made_from(status, stages=list(map(StageRecord.made_from, status.stages)))


def rows(status: RunStatus) -> Iterator[Sequence[object]]:
    """A row for each stage."""
    yield "stage", *_COLUMNS
    for stage in status.stages:
        yield stage.name, *(getattr(stage, column) for column in _COLUMNS)
