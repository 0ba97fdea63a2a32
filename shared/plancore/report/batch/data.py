"""The JSON data of a batch, and its CSV rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, Literal

from msgspec import UNSET, UnsetType, convert, field, to_builtins

from plancore.decoding import decode
from plancore.json_toml import DocumentError
from plancore.report.batch.review import Baseline, Batch, averages
from plancore.report.batch.row import (
    COUNTS,
    BatchRow,
    Chosen,
    Earlier,
    NameOptions,
    PairStatus,
    count_of_change,
)
from plancore.report.headline import headline_names
from plancore.report.records import Count, Ordinal, Record, Share
from plancore.report.registry import FormatVersion

DOCUMENT: Final = FormatVersion("plandiff batch", 2)


class AverageRecord(Record):
    """The mean of a score over the `n_defined` compared pairs that have it. `with_missing` is the
    mean with 0 for each missing learned file."""

    mean: float
    n_defined: Count
    with_missing: float


class NamesRecord(Record):
    """How names were matched. Without `aligned` they were matched by name; `mapping` is the mapping
    file, if any."""

    aligned: bool
    mapping: str | None


class ChosenRecord(Record):
    """The options that were set, of those that affect the results."""

    name: str | UnsetType = UNSET
    evidence: bool | UnsetType = UNSET
    plans: tuple[str, ...] | UnsetType = UNSET
    domain: str | UnsetType = UNSET
    problem: str | UnsetType = UNSET
    modulo_commuting: bool | UnsetType = field(name="modulo-commuting", default=UNSET)


class BaselineRecord(Record, kw_only=True):
    file: str
    names: NamesRecord | None = None
    options: ChosenRecord | None = None
    worse: Count
    gone: list[str]


class EarlierRecord(Record):
    """The earlier learned file, its scores, and the number of items by outcome. `trouble` is the
    reason if it could not be compared. Results of older versions have no `note`."""

    file: str
    figures: dict[str, Share | None]
    repaired: Count | None
    broken: Count | None
    left: Count | None
    trouble: str
    note: str = ""


class PairRecord(Record, kw_only=True):
    """A pair of files. `below` is present with limits, `delta` and `worse` with a baseline. Results
    of older versions have no `signs` and no `before`."""

    pair: str
    learned: str | None
    reference: str | None
    status: PairStatus
    kind: Literal["domain", "problem", "plan"] | None
    figures: dict[str, Share | None]
    same: Count
    parts: Count
    differences: Count
    errors: Count
    spread: dict[str, list[Share | None]]
    note: str
    signs: dict[str, Ordinal] = field(default_factory=dict)
    before: EarlierRecord | None = None
    below: list[str] | UnsetType = UNSET
    delta: dict[str, float | None] | UnsetType = UNSET
    worse: list[str] | UnsetType = UNSET


class BatchRecord(Record, kw_only=True):
    """A comparison of directories; `docs/reference/json.md` describes the fields. Fields that may
    be absent are absent in results of older versions."""

    learned: str
    reference: str | None
    before: str | None = None
    names: NamesRecord | None = None
    options: ChosenRecord | None = None
    counts: dict[PairStatus, Count]
    passed_over: Count
    other_files: Count = 0
    means: dict[str, dict[str, AverageRecord]]
    limits: dict[str, float]
    baseline: BaselineRecord | None
    pairs: list[PairRecord]


def data(batch: Batch) -> BatchRecord:
    """The record of a batch."""
    baseline = batch.baseline
    return BatchRecord(
        learned=batch.learned,
        reference=batch.reference,
        before=batch.before,
        names=names_record(batch.names),
        options=chosen_record(batch.chosen),
        counts={status: batch.count(status) for status in PairStatus},
        passed_over=batch.n_passed_over,
        other_files=batch.n_others,
        means={
            kind: {
                name: AverageRecord(*average)
                for name, average in averages(batch.shown, kind).items()
            }
            for kind in batch.kinds
        },
        limits={limit.figure: limit.least for limit in batch.limits},
        baseline=None
        if baseline is None
        else BaselineRecord(
            file=baseline.name,
            names=names_record(baseline.names),
            options=chosen_record(baseline.chosen),
            worse=batch.n_worse,
            gone=list(batch.gone),
        ),
        pairs=[pair_record(batch, row) for row in batch.shown],
    )


def pair_record(batch: Batch, row: BatchRow) -> PairRecord:
    """One pair; with a baseline also its changes."""
    has_baseline = batch.baseline is not None
    return PairRecord.made_from(
        row,
        pair=row.name,
        kind=row.kind or None,
        same=row.n_same,
        parts=row.n_parts,
        differences=row.n_differences,
        errors=row.n_errors,
        before=None if row.earlier is None else _earlier_record(row.earlier),
        below=list(batch.below(row)) if batch.limits else UNSET,
        delta={name: batch.delta(row, name) for name in row.figures} if has_baseline else UNSET,
        worse=list(batch.regressions(row)) if has_baseline else UNSET,
    )


def names_record(names: NameOptions | None) -> NamesRecord | None:
    """How names were matched; None if unknown."""
    return None if names is None else NamesRecord(names.is_aligned, names.mapping)


def chosen_record(chosen: Chosen | None) -> ChosenRecord | None:
    """The options that were set; None if unknown."""
    return convert(chosen, ChosenRecord | None)


def _earlier_record(earlier: Earlier) -> EarlierRecord:
    counts = {name: count(earlier) for name, count in COUNTS.items()}
    return EarlierRecord.made_from(earlier, **counts)


def rows(batch: Batch) -> Iterator[Sequence[object]]:
    """The names of all columns, then a row for each shown pair."""
    names = headline_names(*batch.kinds) if batch.kinds else headline_names()
    changes = [f"delta_{name}" for name in names] if batch.baseline is not None else []
    yield (
        *("pair", "status", "kind", *names, *changes),
        *("same", "parts", "differences", "errors", "note"),
        *(("below",) if batch.limits else ()),
        *(("worse",) if changes else ()),
        *(_earlier_names(names) if batch.before is not None else ()),
    )
    for row in batch.shown:
        yield (
            *(row.name, row.status.value, row.kind),
            *(row.figures.get(name) for name in names),
            *(batch.delta(row, name) for name in names if changes),
            *(row.n_same, row.n_parts, row.n_differences, row.n_errors, row.note),
            *(("; ".join(batch.below(row)),) if batch.limits else ()),
            *(("; ".join(batch.regressions(row)),) if changes else ()),
            *(_earlier_cells(row, names) if batch.before is not None else ()),
        )


def _earlier_names(names: Iterable[str]) -> Iterator[str]:
    yield from (f"before_{name}" for name in names)
    yield from COUNTS
    yield from ("before_trouble", "before_note")


def _earlier_cells(row: BatchRow, names: Iterable[str]) -> Iterator[object]:
    figures = {} if row.earlier is None else row.earlier.figures
    yield from (figures.get(name) for name in names)
    yield from (count_of_change(row, name) for name in COUNTS)
    yield from (None, None) if row.earlier is None else (row.earlier.trouble, row.earlier.note)


# Reading a saved run.


def read_batch(document: Any) -> Batch:
    """The batch saved as `document`. Raises DocumentError for anything else."""
    if not isinstance(document, dict) or document.get("format") != DOCUMENT.format:
        raise DocumentError("not saved results of plandiff")
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
        names=None if run.names is None else NameOptions(run.names.aligned, run.names.mapping),
        chosen=chosen,
        n_others=run.other_files,
    )


def _row(pair: PairRecord) -> BatchRow:
    status = pair.status
    if status is PairStatus.SAME and pair.errors:
        status = PairStatus.DOUBTFUL  # an earlier version called such pairs the same
    return BatchRow(
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
    """An earlier run as a baseline for later ones."""
    return Baseline(name, {row.name: row for row in batch.rows}, batch.names, batch.chosen)
