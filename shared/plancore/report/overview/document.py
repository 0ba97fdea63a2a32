"""An overview as a table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from plancore.phrases import count_of
from plancore.report.document import Cell, Detail, Document, Table, columns
from plancore.report.files import short_names
from plancore.report.overview.data import Overview, rows
from plancore.report.runs.document import SOURCE, UNDEFINED

_LONG: Final = re.compile(r"-?[0-9]+\.[0-9]{4,}(?:e[+-]?[0-9]+)?")


def headline(overview: Overview) -> str:
    """The number of results files."""
    return count_of(len(overview.files), "results file")


def document(overview: Overview, _: Detail) -> Document:
    """A row for each value and a column for each file. Sources are shortened to what tells them
    apart, and numbers to three decimals, so that files fit side by side."""
    first, *others = rows(overview)
    cells = [_shown(str(name), list(map(str, values))) for name, *values in others]
    names = columns(*map(str, first))
    return Document("Overview", (), [Table(names, cells, groups=(1,) * (len(names) - 1))])


def _shown(name: str, values: Sequence[str]) -> list[Cell]:
    if name == SOURCE:
        sources = sorted({value for value in values if value != UNDEFINED})
        folders = (source.rstrip("/") or source for source in sources)
        short = dict(zip(sources, short_names(*folders), strict=True))
        return [SOURCE, *(short.get(value, value) for value in values)]
    return [name, *(_rounded(value) for value in values)]


def _rounded(value: str) -> str:
    """A number rounded to three decimals, or to three significant digits if it is near zero."""
    if not _LONG.fullmatch(value):
        return value
    number = float(value)
    return f"{number:.3f}" if abs(number) >= 0.001 or not number else f"{number:.3g}"
