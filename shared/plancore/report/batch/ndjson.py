"""A batch as lines of JSON: a head, then an object for each pair as soon as it is known, then one
for each pair of the baseline that is gone."""

from __future__ import annotations

import json

from plancore.jsonable import Json
from plancore.report.batch.chosen import chosen_data
from plancore.report.batch.data import DOCUMENT, row_data
from plancore.report.batch.review import Batch
from plancore.report.batch.row import PairRow
from plancore.report.registry import Style


def render(batch: Batch, _: Style) -> str:
    """The head, the rows that are shown, and what is gone since the baseline."""
    rows = (row_line(batch, row) for row in batch.shown)
    return "".join((head_line(batch), *rows, gone_lines(batch)))


def head_line(batch: Batch) -> str:
    """What is compared with what."""
    document = {"format": DOCUMENT.format, "version": DOCUMENT.version}
    return _line(
        document
        | {"learned": batch.learned, "reference": batch.reference}
        | ({} if batch.before is None else {"before": batch.before})
        | ({} if batch.names is None else {"names": batch.names.to_dict()})
        | ({} if batch.chosen is None else {"options": chosen_data(batch.chosen)})
    )


def row_line(batch: Batch, row: PairRow) -> str:
    """A pair, as the JSON of the batch has it."""
    return _line(row_data(batch, row))


def gone_lines(batch: Batch) -> str:
    """A line for each pair of the baseline that there is no more; `worse` says of one that was
    compared there why that counts."""
    lost = {row.name for row in batch.lost}
    return "".join(
        _line({"pair": name, "status": "gone", "worse": ["gone"] if name in lost else []})
        for name in batch.gone
    )


def _line(data: Json) -> str:
    return json.dumps(data) + "\n"
