"""A batch as plain data for JSON, and back; and as rows for CSV."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import isfinite
from typing import Any, Final

from plancore.jsonable import Json
from plancore.report.batch.baseline import Baseline
from plancore.report.batch.chosen import chosen_data, read_chosen
from plancore.report.batch.earlier import COUNTS, Earlier, count_of_change
from plancore.report.batch.names import Names
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


class NoBatchError(ValueError):
    """A text that is no saved batch: the message says why, as a clause."""


def read_batch(document: object) -> Batch:
    """The batch that `data` wrote. Raises NoBatchError for anything else."""
    if not isinstance(document, dict) or document.get("format") != DOCUMENT.format:
        raise NoBatchError("it is no saved run of plandiff")
    if document.get("version") != DOCUMENT.version:
        raise NoBatchError(f"it is of version {document.get('version')!r}, not {DOCUMENT.version}")
    try:
        return Batch(
            str(document["learned"]),
            _text_or_none(document["reference"]),
            tuple(map(_row, document["pairs"])),
            int(document["passed_over"]),
            # Runs that were saved by an earlier version know nothing of it.
            before=_text_or_none(document.get("before")),
            names=_read_names(document.get("names")),
            chosen=read_chosen(document.get("options")),
            n_others=int(document.get("other_files", 0)),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise NoBatchError(f"a field is missing or wrong ({error})") from None


def as_baseline(batch: Batch, name: str) -> Baseline:
    """An earlier run, for a later one to be held against."""
    return Baseline(name, {row.name: row for row in batch.rows}, batch.names, batch.chosen)


def _read_names(written: Mapping[str, Any] | None) -> Names | None:
    if written is None:
        return None
    is_aligned = written["aligned"]
    if not isinstance(is_aligned, bool):
        raise TypeError(f"{is_aligned!r} is neither true nor false")
    return Names(is_aligned, _text_or_none(written["mapping"]))


def _row(written: Mapping[str, Any]) -> PairRow:
    status, n_errors = Status(written["status"]), int(written["errors"])
    if status is Status.SAME and n_errors:
        status = Status.DOUBTFUL  # an earlier version called such pairs the same
    return PairRow(
        name=str(written["pair"]),
        learned=_text_or_none(written["learned"]),
        reference=_text_or_none(written["reference"]),
        status=status,
        kind=written["kind"] or "",
        figures={name: _number(value) for name, value in written["figures"].items()},
        n_same=int(written["same"]),
        n_parts=int(written["parts"]),
        n_differences=int(written["differences"]),
        n_errors=n_errors,
        spread={name: tuple(map(_number, values)) for name, values in written["spread"].items()},
        note=str(written["note"]),
        signs={sign: int(count) for sign, count in written.get("signs", {}).items()},
        earlier=_read_earlier(written.get("before")),
    )


def _read_earlier(written: Mapping[str, Any] | None) -> Earlier | None:
    if written is None:
        return None
    repaired, broken, left = (
        None if written[name] is None else int(written[name]) for name in COUNTS
    )
    figures = {name: _number(value) for name, value in written["figures"].items()}
    # Runs that were saved by an earlier version have no such note.
    said = str(written["trouble"]), str(written.get("note", ""))
    return Earlier(str(written["file"]), figures, repaired, broken, left, *said)


def _number(value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value):
        return float(value)
    raise TypeError(f"{value!r} is no number")


def _text_or_none(value: object) -> str | None:
    if value is None or isinstance(value, str):
        return value
    raise TypeError(f"{value!r} is no text")
