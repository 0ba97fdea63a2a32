"""Tables printed, or written to a file in the format that its name asks for."""

from __future__ import annotations

from typing import Final

from plancore.report.registry import FORMATS, Report, part, render
from planfiles.reports import write_report
from planfiles.trouble import Trouble
from planfiles.writing import write_bytes, write_text

_PARQUET: Final = "parquet"


def put(report: Report, path: str | None) -> None:
    """Print `report` as text; or write it to a file. Raises Trouble."""
    if path is None:
        write_report(report, "text")
        return
    ending = path.rpartition(".")[2].lower()
    if ending == _PARQUET:
        write_bytes(path, _parquet(report))
        return
    names = {entry.ending: entry.name for entry in FORMATS if report.kind in entry.kinds}
    if ending not in names:
        known = ", ".join(f".{name}" for name in (*names, _PARQUET))
        raise Trouble(f"{path}: its ending says no format; there are: {known}")
    write_text(path, render(report, names[ending]))


def _parquet(report: Report) -> bytes:
    """The rows of a report as columns with types. Raises Trouble without pyarrow."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise Trouble("parquet needs pyarrow: pip install 'planlsp[parquet]'") from None
    head, *rows = part(report, "data").records(report)
    columns = {str(name): [row[number] for row in rows] for number, name in enumerate(head)}
    sink = pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(pyarrow.table(columns), sink)
    written: bytes = sink.getvalue().to_pybytes()
    return written
