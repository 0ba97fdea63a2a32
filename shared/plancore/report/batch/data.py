"""A batch as plain data for JSON, and as rows for CSV."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from plancore.jsonable import Json
from plancore.report.batch.chosen import chosen_data
from plancore.report.batch.earlier import COUNTS, Earlier, count_of_change
from plancore.report.batch.review import Batch, averages
from plancore.report.batch.row import PairRow, Status
from plancore.report.headline import headline_names
from plancore.report.registry import Document

DOCUMENT: Final = Document("plandiff batch", 1)


def data(batch: Batch) -> Json:
    """The rows that are shown, and what is said of all; `docs/reference/batch.md` says what fields
    mean."""
    baseline = batch.baseline
    return {
        "learned": batch.learned,
        "reference": batch.reference,
        "before": batch.before,
        "names": None if batch.names is None else batch.names.to_dict(),
        "options": None if batch.chosen is None else chosen_data(batch.chosen),
        "counts": {status.value: batch.count(status) for status in Status},
        "passed_over": batch.n_passed_over,
        "other_files": batch.n_others,
        "means": {
            kind: {
                name: {"mean": average.mean, "n_defined": average.n_defined}
                for name, average in averages(batch.shown, kind).items()
            }
            for kind in batch.kinds
        },
        "limits": {limit.figure: limit.least for limit in batch.limits},
        "baseline": None
        if baseline is None
        else {
            "file": baseline.name,
            "names": None if baseline.names is None else baseline.names.to_dict(),
            "options": None if baseline.chosen is None else chosen_data(baseline.chosen),
            "worse": batch.n_worse,
            "gone": list(batch.gone),
        },
        "pairs": [row_data(batch, row) for row in batch.shown],
    }


def row_data(batch: Batch, row: PairRow) -> Json:
    """One pair; with a baseline what changed since."""
    written: Json = {
        "pair": row.name,
        "learned": row.learned,
        "reference": row.reference,
        "status": row.status.value,
        "kind": row.kind or None,
        "figures": dict(row.figures),
        "same": row.n_same,
        "parts": row.n_parts,
        "differences": row.n_differences,
        "errors": row.n_errors,
        "spread": {name: list(values) for name, values in row.spread.items()},
        "note": row.note,
        "signs": dict(row.signs),
        "before": None if row.earlier is None else _earlier_data(row.earlier),
    }
    if batch.limits:
        written["below"] = list(batch.below(row))
    if batch.baseline is not None:
        written["delta"] = {name: batch.delta(row, name) for name in row.figures}
        written["worse"] = list(batch.regressions(row))
    return written


def _earlier_data(earlier: Earlier) -> Json:
    counts = {name: count(earlier) for name, count in COUNTS.items()}
    figures = dict(earlier.figures)
    said = {"trouble": earlier.trouble, "note": earlier.note}
    return {"file": earlier.file, "figures": figures, **counts, **said}


def rows(batch: Batch) -> Iterator[Sequence[object]]:
    """The names of all columns, then a row for each pair that is shown."""
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


def _earlier_cells(row: PairRow, names: Iterable[str]) -> Iterator[object]:
    figures = {} if row.earlier is None else row.earlier.figures
    yield from (figures.get(name) for name in names)
    yield from (count_of_change(row, name) for name in COUNTS)
    yield from (None, None) if row.earlier is None else (row.earlier.trouble, row.earlier.note)
