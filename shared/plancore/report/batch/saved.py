"""A saved run, read back."""

from __future__ import annotations

from typing import Any

from msgspec import to_builtins

from plancore.decoding import decode
from plancore.json_toml import DocumentError
from plancore.report.batch.baseline import Baseline
from plancore.report.batch.chosen import Chosen, Names
from plancore.report.batch.data import DOCUMENT, BatchRecord, EarlierRecord, PairRecord
from plancore.report.batch.review import Batch
from plancore.report.batch.row import Earlier, PairRow, Status


def read_batch(document: Any) -> Batch:
    """The batch that was saved as `document`. Raises DocumentError for anything else."""
    if not isinstance(document, dict) or document.get("format") != DOCUMENT.format:
        raise DocumentError("it is no saved run of plandiff")
    if document.get("version") != DOCUMENT.version:
        raise DocumentError(f"it is of version {document.get('version')!r}, not {DOCUMENT.version}")
    content = {key: value for key, value in document.items() if key not in ("format", "version")}
    run = decode(content, BatchRecord)
    chosen: Chosen | None = None
    if run.options is not None:
        values = to_builtins(run.options)
        chosen = {key: values[key] for key in document["options"]}
    return Batch(
        run.learned,
        run.reference,
        tuple(map(_row, run.pairs)),
        run.passed_over,
        before=run.before,
        names=None if run.names is None else Names(run.names.aligned, run.names.mapping),
        chosen=chosen,
        n_others=run.other_files,
    )


def _row(pair: PairRecord) -> PairRow:
    status = pair.status
    if status is Status.SAME and pair.errors:
        status = Status.DOUBTFUL  # an earlier version called such pairs the same
    return PairRow(
        pair.pair,
        pair.learned,
        pair.reference,
        status,
        pair.kind or "",
        pair.figures,
        pair.same,
        pair.parts,
        pair.differences,
        pair.errors,
        {name: tuple(values) for name, values in pair.spread.items()},
        pair.note,
        pair.signs,
        None if pair.before is None else _earlier(pair.before),
    )


def _earlier(record: EarlierRecord) -> Earlier:
    counts = record.repaired, record.broken, record.left
    return Earlier(record.file, record.figures, *counts, record.trouble, record.note)


def as_baseline(batch: Batch, name: str) -> Baseline:
    """An earlier run, for a later one to be held against."""
    return Baseline(name, {row.name: row for row in batch.rows}, batch.names, batch.chosen)
