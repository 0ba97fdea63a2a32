"""A batch as lines of JSON: a head, then an object for each pair as soon as it is known."""

from __future__ import annotations

import json

from plancore.jsonable import Json
from plancore.report.batch.data import DOCUMENT, row_data
from plancore.report.batch.review import Batch
from plancore.report.batch.row import PairRow
from plancore.report.registry import Style


def render(batch: Batch, _: Style) -> str:
    """The head, and the rows that are shown."""
    return "".join((head_line(batch), *(row_line(batch, row) for row in batch.shown)))


def head_line(batch: Batch) -> str:
    """What is compared with what."""
    document = {"format": DOCUMENT.format, "version": DOCUMENT.version}
    return _line(
        document
        | {"learned": batch.learned, "reference": batch.reference}
        | ({} if batch.before is None else {"before": batch.before})
    )


def row_line(batch: Batch, row: PairRow) -> str:
    """A pair, as the JSON of the batch has it."""
    return _line(row_data(batch, row))


def _line(data: Json) -> str:
    return json.dumps(data) + "\n"
