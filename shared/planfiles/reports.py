"""Printing a report."""

from __future__ import annotations

from typing import Final

from plancore.report.lines import visible
from plancore.report.registry import Report, Style, render
from planfiles.command import write_lines, write_out

_FOR_PROGRAMS: Final = ("json", "ndjson", "sarif", "unified")


def write_report(report: Report, name: str, style: Style | None = None) -> None:
    """Print `report` in the format called `name`. Raises Trouble as `write_out` does.

    What people or terminals read is made visible; programs get every character.
    """
    text = render(report, name, style or Style())
    if name == "tsv":
        # The tabs are what it is made of; in cells there are none.
        text = "\t".join("\n".join(map(visible, cell.split("\n"))) for cell in text.split("\t"))
    (write_out if name in (*_FOR_PROGRAMS, "tsv") else write_lines)(text)
