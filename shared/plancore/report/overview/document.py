"""An overview as a table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from plancore.phrases import count_of
from plancore.report.document import Cell, Detail, Document, Table, columns
from plancore.report.overview.data import Overview, rows
from plancore.report.places import short_names
from plancore.report.runs.document import SOURCE, UNDEFINED

_LONG: Final = re.compile(r"-?[0-9]+\.[0-9]{4,}(?:e[+-]?[0-9]+)?")


def headline(overview: Overview) -> str:
    """How many results files there are."""
    return count_of(len(overview.files), "results file")


def document(overview: Overview, _: Detail) -> Document:
    """A row for each value, a column for each file. Sources are as short as tells them apart, and
    numbers have three digits after the point, so that files stand side by side."""
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
    """A number with three digits after the point, if it has more; what is near zero keeps three
    that say something."""
    if not _LONG.fullmatch(value):
        return value
    number = float(value)
    return f"{number:.3f}" if abs(number) >= 0.001 or not number else f"{number:.3g}"
