"""A batch as lines of JSON: a head, an object for each pair as soon as it is compared, then one for
each pair of the baseline that is gone."""

from __future__ import annotations

import json
from typing import Literal

from msgspec import UNSET, UnsetType, to_builtins

from plancore.report.batch.data import (
    DOCUMENT,
    ChosenRecord,
    NamesRecord,
    chosen_record,
    names_record,
    pair_record,
)
from plancore.report.batch.review import Batch
from plancore.report.batch.row import BatchRow
from plancore.report.records import Record
from plancore.report.registry import Style


class BatchHeadRecord(Record):
    """The first line: the compared directories and the options."""

    learned: str
    reference: str | None
    before: str | UnsetType = UNSET
    names: NamesRecord | UnsetType = UNSET
    options: ChosenRecord | UnsetType = UNSET


class GoneRecord(Record):
    """A pair of the baseline that no longer exists. `worse` is empty if that does not count as a
    regression."""

    pair: str
    status: Literal["gone"]
    worse: list[Literal["gone"]]


def render(batch: Batch, _: Style) -> str:
    """The head, the shown rows, and the pairs that are gone since the baseline."""
    rows = (row_line(batch, row) for row in batch.shown)
    return "".join((head_line(batch), *rows, gone_lines(batch)))


def head_line(batch: Batch) -> str:
    """The head of a batch."""
    head = BatchHeadRecord(
        batch.learned,
        batch.reference,
        batch.before or UNSET,
        names_record(batch.names) or UNSET,
        chosen_record(batch.chosen) or UNSET,
    )
    stated = {"format": DOCUMENT.format, "version": DOCUMENT.version}
    return json.dumps(stated | to_builtins(head)) + "\n"


def row_line(batch: Batch, row: BatchRow) -> str:
    """A pair, as in the JSON of the batch."""
    return _line(pair_record(batch, row))


def gone_lines(batch: Batch) -> str:
    """A line for each pair of the baseline that is gone."""
    lost = {row.name for row in batch.lost}
    return "".join(
        _line(GoneRecord(name, "gone", ["gone"] if name in lost else [])) for name in batch.gone
    )


def _line(record: Record) -> str:
    return json.dumps(to_builtins(record)) + "\n"
