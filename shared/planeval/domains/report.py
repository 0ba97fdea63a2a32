"""The table of all pairs as text, as versioned JSON, as CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from plancore.report.figures import UNDEFINED
from plancore.report.lines import visible
from planeval.domains.columns import COLUMNS, Column, Group, Value
from planeval.domains.measuring import Result

VERSION: Final = 1

_LEGEND: Final = {
    Group.LITERALS: "macro averages over the reference's actions; µ: over all literals pooled",
    Group.MEANING: "edits by name; learned preconditions = equivalent, < stricter, > looser",
    Group.STATES: "macro averages over the reference's actions; µ: over all pairs pooled",
}


def json_report(results: Sequence[Result]) -> str:
    """One object: `version`, then for each pair its figures or its error."""
    data = {
        "format": "planeval domains",
        "version": VERSION,
        "n_pairs": len(results),
        "n_failed": sum(each.figures is None for each in results),
        "pairs": [
            {
                "pair": each.pair.name,
                "learned": each.pair.learned,
                "reference": each.pair.reference,
                "states": list(each.pair.states),
                "error": each.error,
                "figures": each.figures,
            }
            for each in results
        ],
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def csv_report(results: Sequence[Result]) -> str:
    """One row for each pair, all columns, figures in full precision; empty for undefined."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(("pair", *(column.name for column in COLUMNS), "error"))
    for each in results:
        cells = [_plain(column.of(each)) for column in COLUMNS]
        writer.writerow((each.pair.name, *cells, each.error or ""))
    return file.getvalue()


def text_report(results: Sequence[Result]) -> str:
    """A table for each group of columns that has figures, then the pairs that failed."""
    measured = [each for each in results if each.figures is not None]
    blocks = []
    for group in Group:
        columns = [c for c in COLUMNS if c.group is group and any(_has(c, measured))]
        if columns:
            lines = (f"{group.value} ({_LEGEND[group]})", *_table(measured, columns))
            blocks.append("\n".join(lines))
    failed = [f"  {visible(each.pair.name)}: {each.error}" for each in results if each.error]
    if failed:
        blocks.append("\n".join(("Not measured", *failed)))
    return "\n\n".join(blocks) + "\n"


FORMATS: Final[Mapping[str, Callable[[Sequence[Result]], str]]] = {
    "text": text_report,
    "json": json_report,
    "csv": csv_report,
}


def _has(column: Column, results: Sequence[Result]) -> Iterator[bool]:
    return (column.of(each) is not None for each in results)


def _table(results: Sequence[Result], columns: Sequence[Column]) -> Iterator[str]:
    rows = [["pair", *(column.title for column in columns)]]
    rows += [[visible(r.pair.name), *(_cell(c.of(r)) for c in columns)] for r in results]
    widths = [max(len(row[i]) for row in rows) for i in range(len(columns) + 1)]
    for row in rows:
        name, *cells = (
            f"{cell:<{width}}" if index == 0 else f"{cell:>{width}}"
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join((f"  {name}", *cells)).rstrip()


def _cell(value: Value) -> str:
    match value:
        case None:
            return UNDEFINED
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:.3f}"
        case _:
            return str(value)


def _plain(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)
