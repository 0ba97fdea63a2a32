"""Tables as tab-separated values; each run of whitespace in a cell becomes a blank."""

from __future__ import annotations

from plancore.report.registry import Report, Style, part
from plancore.report.render.csv import cell


def render(report: Report, _: Style) -> str:
    """The column names, then the rows."""
    rows = part(report, "data").rows(report)
    lines = ("\t".join(" ".join(cell(value).split()) for value in row) for row in rows)
    return "".join(f"{line}\n" for line in lines)
