"""The status of a run as plain data for JSON, and as rows for CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from plancore.jsonable import Json, fields_of
from plancore.report.registry import Document
from plancore.report.status.review import Stage, Status

DOCUMENT: Final = Document("planeval status", 1)
_COLUMNS: Final = (
    "stage", "units", "done", "failed", "lost", "left", "seconds", "rate", "seconds_left",
    "seconds_running",
)  # fmt: skip


def data(status: Status) -> Json:
    """The fields of the status; of each stage also what is `left`."""
    return fields_of(status) | {"stages": [_stage(stage) for stage in status.stages]}


def rows(status: Status) -> Iterator[Sequence[object]]:
    """A row for each stage."""
    yield _COLUMNS
    for stage in status.stages:
        entry = _stage(stage)
        entry["stage"] = stage.name
        yield [entry[column] for column in _COLUMNS]


def _stage(stage: Stage) -> Json:
    return fields_of(stage) | {"left": stage.left}
