"""Write reports to files in the format of their extension: texts, tables, plots."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import Final

from plancore.report.registry import FORMATS, PLOTTED, FormatVersion, Report, Style, part, render
from planfiles.errors import UserError
from planfiles.extras import to_get
from planfiles.writing import write_bytes, write_text

_PARQUET: Final = "parquet"
DRAWINGS: Final = ("svg", "pdf")
"""The extensions of plot files."""


def save(
    report: Report, path: str, document: FormatVersion | None = None, plot: str | None = None
) -> None:
    """Write `report` to a file in the format of its extension, atomically. `document` is the format
    of JSON if it is not the default of the kind; `plot` is the kind of the plots to draw, by
    default all. Raises UserError."""
    name = format_for(report.kind, path)
    if name in DRAWINGS:
        write_bytes(path, figures().written(figures().plots_of(report, plot), name))
    elif name == _PARQUET:
        write_bytes(path, _parquet(report))
    else:
        write_text(path, render(report, name, Style(document=document)))


def format_for(kind: str, path: str) -> str:
    """The format for the extension of `path`, among those available for reports of a kind. Raises
    UserError for an unknown extension."""
    ending = path.rpartition(".")[2].lower()
    names = {entry.ending: entry.name for entry in FORMATS if kind in entry.kinds}
    if "csv" in names:  # a table
        names[_PARQUET] = _PARQUET
    if kind in PLOTTED:
        names |= {each: each for each in DRAWINGS}
    if ending not in names:
        known = ", ".join(f".{name}" for name in names)
        raise UserError(
            f"cannot infer the output format from {path}; supported extensions: {known}"
        )
    return names[ending]


def records(report: Report) -> tuple[list[str], list[Sequence[object]]]:
    """The column names and rows of a report's table. Raises UserError for a kind without one."""
    module = part(report, "data")
    rows = getattr(module, "records", None) or getattr(module, "rows", None)
    if rows is None:
        raise UserError(f"a report of the kind {report.kind} is not a table")
    head, *others = rows(report)
    return [str(name) for name in head], others


def figures() -> ModuleType:
    """The module `planeval.figures`. Raises UserError without matplotlib."""
    try:
        return import_module("planeval.figures")
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "matplotlib":
            raise
        raise UserError(f"plots need matplotlib: {to_get('plots')}") from None


def _parquet(report: Report) -> bytes:
    """The rows of a report as a Parquet file. Raises UserError without pyarrow."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise UserError(f"parquet needs pyarrow: {to_get('parquet')}") from None
    names, rows = records(report)
    columns = {name: [row[number] for row in rows] for number, name in enumerate(names)}
    sink = pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(pyarrow.table(columns), sink)
    written: bytes = sink.getvalue().to_pybytes()
    return written
