"""Reports on many files as CSV: a row for each, in full precision; undefined values are empty."""

from __future__ import annotations

import csv
from typing import Final

from plancore.report.registry import Report, Style, part

_FORMULA: Final = ("=", "+", "-", "@")
"""The first characters of formulas. Texts that begin with one get a `'`, so that spreadsheets do
not evaluate them."""


def render(report: Report, _: Style) -> str:
    """The column names, then the rows."""
    file = _Memory()
    writer = csv.writer(file, lineterminator="\n")
    for row in part(report, "data").rows(report):
        writer.writerow([cell(value) for value in row])
    return "".join(file.written)


class _Memory:
    """Collects the output of the CSV writer, as the core does not use files."""

    def __init__(self) -> None:
        self.written: list[str] = []

    def write(self, text: str) -> None:
        self.written.append(text)


def cell(value: object) -> str:
    """The text of a cell."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return "" if value is None else str(value)
