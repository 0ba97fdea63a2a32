"""The table of many pairs as plain data for JSON, and as rows for CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from plancore.report.domain.basis import basis
from plancore.report.domains.review import DomainTable, MeasuredPair, columns
from plancore.report.registry import Document

DOCUMENT: Final = Document("planeval domains", 1)


def data(table: DomainTable) -> dict[str, object]:
    """For each pair its figures or its error."""
    return {
        "n_pairs": len(table.rows),
        "n_failed": sum(row.figures is None for row in table.rows),
        "pairs": [
            {
                "pair": row.name,
                "learned": row.learned,
                "reference": row.reference,
                "states": list(row.states),
                "error": row.error,
                "figures": None if row.figures is None else row.figures.summary,
            }
            for row in table.rows
        ],
    }


def rows(table: DomainTable) -> Iterator[Sequence[object]]:
    """The names of all columns, then a row for each pair."""
    names = [column.name for column in columns()]
    yield ("pair", *names, "error", "basis")
    for row in table.rows:
        yield (row.name, *(row.cell(name) for name in names), row.error, _basis(row))


def _basis(row: MeasuredPair) -> str | None:
    """Whether the figures are by name or aligned; None where there are none."""
    return None if row.figures is None else basis(row.figures.alignment)
