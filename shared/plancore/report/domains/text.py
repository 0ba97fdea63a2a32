"""Many pairs of domains as tables for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from plancore.metrics.base import Figure, Group, Metric
from plancore.phrases import count_of
from plancore.report.domain.basis import basis
from plancore.report.domains.review import Cell, DomainTable, MeasuredPair, metrics
from plancore.report.figures import shown
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.table import head
from plancore.report.table import table as aligned

_LEGEND: Final = {
    Group.LITERALS: ("macro averages over the reference's actions; µ: over all literals pooled",),
    Group.MEANING: (
        "equivalent: under any names",
        "learned preconditions: = equivalent, < stricter, > looser",
    ),
    Group.STATES: ("macro averages over the reference's actions; µ: over all pairs pooled",),
}

_APART: Final = "by name next to nothing corresponds; --align looks for what does"
_OF_ALIGNED: Final = " (pairs of names; those to look at; literals of the reference covered)"


def lines(table: DomainTable) -> Iterator[Line]:
    """A table for each group of columns that has figures, remarks, the pairs that failed."""
    measured = [row for row in table.rows if row.figures is not None]
    blocks = [*_names_apart(measured), *_tables(measured), *_alignments(measured)]
    faulty = [
        line(f"  {visible(r.name)}: {count_of(r.figures.n_errors, 'error')}, figures provisional")
        for r in measured
        if r.figures is not None and r.figures.n_errors
    ]
    if faulty:
        blocks.append([line(Piece("Errors in the files", Tone.TITLE)), *faulty])
    remarks = [
        line(f"  {visible(row.name)}: {visible(remark)}")
        for row in measured
        if row.figures is not None
        for remark in row.figures.remarks
    ]
    if remarks:
        blocks.append([line(Piece("Remarks", Tone.TITLE)), *remarks])
    failed = [line(f"  {visible(r.name)}: {visible(r.error)}") for r in table.rows if r.error]
    if failed:
        blocks.append([line(Piece("Not measured", Tone.TITLE)), *failed])
    for number, block in enumerate(blocks):
        if number:
            yield ()
        yield from block


def headline(table: DomainTable) -> str:
    """How many pairs there are, how many are the same, and how many were not measured."""
    same = sum(row.figures is not None and row.figures.is_same for row in table.rows)
    failed = sum(row.figures is None for row in table.rows)
    rest = f"; {failed} not measured" if failed else ""
    return f"{count_of(len(table.rows), 'pair')}, {same} the same{rest}"


def _names_apart(rows: list[MeasuredPair]) -> Iterator[list[Line]]:
    apart = [row for row in rows if row.figures is not None and row.figures.names_apart]
    if apart:
        title = line(Piece("Names apart", Tone.TITLE), f"  {_APART}")
        yield [title, *(line(f"  {visible(row.name)}") for row in apart)]


def _alignments(rows: list[MeasuredPair]) -> Iterator[list[Line]]:
    """What aligned figures rest on."""
    cells: list[list[str]] = [
        [
            f"  {visible(row.name)}",
            str(alignment.n_pairs),
            str(alignment.n_uncertain),
            f"{alignment.n_covered}/{alignment.n_literals}",
        ]
        for row in rows
        if row.figures is not None and (alignment := row.figures.alignment) is not None
    ]
    if cells:
        title = line(Piece("Aligned", Tone.TITLE), _OF_ALIGNED)
        names = head("  pair", "pairs", "uncertain", "covered")
        yield [title, *aligned([names, *cells], right=range(1, 4))]


def _basis(rows: list[MeasuredPair]) -> str:
    bases = {basis(row.figures.alignment) for row in rows if row.figures is not None}
    return f"  {' or '.join(sorted(bases))}"


def _tables(rows: list[MeasuredPair]) -> Iterator[list[Line]]:
    for group in Group:
        of_metrics = [_measured(metric, rows) for metric in metrics() if metric.group is group]
        columns = [figure for figures in of_metrics for figure in figures]
        if columns:
            is_of_differences = any(m.of_differences for m in metrics() if m.group is group)
            remark = _basis(rows) if is_of_differences else ""
            title = line(Piece(group.value, Tone.TITLE), remark)
            legend = [line(Piece(f"  {text}", Tone.DIM)) for text in _LEGEND.get(group, ())]
            yield [title, *legend, *_table(rows, columns, list(map(len, of_metrics)))]


def _measured(metric: Metric[Any, Any], rows: list[MeasuredPair]) -> list[Figure[Any]]:
    """The figures that some pair has."""
    return [
        figure
        for figure in metric.figures
        if any(row.cell(figure.name) is not None for row in rows)
    ]


def _table(rows: list[MeasuredPair], columns: list[Figure[Any]], together: list[int]) -> list[Line]:
    cells = [head("  pair", *(column.title for column in columns))]
    cells += [
        [f"  {visible(row.name)}", *(_shown(row.cell(column.name)) for column in columns)]
        for row in rows
    ]
    return aligned(cells, right=range(1, len(columns) + 1), together=together)


def _shown(value: Cell) -> str:
    return f"{value:.3f}" if isinstance(value, float) else shown(value)
