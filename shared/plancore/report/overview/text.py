"""An overview as a table for people."""

from __future__ import annotations

from collections.abc import Iterator

from plancore.report.lines import Line, visible
from plancore.report.overview.data import rows
from plancore.report.overview.review import Overview
from plancore.report.table import head, table
from plancore.report.words import count_of


def headline(overview: Overview) -> str:
    """How many results files there are."""
    return count_of(len(overview.files), "results file")


def lines(overview: Overview) -> Iterator[Line]:
    """A row for each value, a column for each file."""
    first, *others = rows(overview)
    cells = [[visible(str(value)) for value in row] for row in others]
    names = head(*(visible(str(name)) for name in first))
    yield from table([names, *cells], together=(1,) * (len(names) - 1))
