"""Many pairs of domains: tables of their figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Any, Final

from plancore.metrics.base import Figure, Group, Metric
from plancore.phrases import count_of
from plancore.report.document import (
    Detail,
    Document,
    List,
    Paragraph,
    Section,
    Table,
    columns,
    items,
)
from plancore.report.domain.basis import basis
from plancore.report.domains.review import Cell, DomainTable, MeasuredPair, metrics
from plancore.report.figures import shown
from plancore.report.lines import Piece, Tone

_LEGEND: Final = {
    Group.LITERALS: ("macro averages over the reference's actions; µ: over all literals pooled",),
    Group.MEANING: (
        "equivalent: under any names",
        "learned preconditions: = equivalent, < stricter, > looser",
    ),
    Group.STATES: ("macro averages over the reference's actions; µ: over all pairs pooled",),
}

_SPREAD: Final = ("figure", "pairs", "undefined", "least", "mean", "greatest")
_APART: Final = "by name next to nothing corresponds; --align looks for what does"
_OF_ALIGNED: Final = " (pairs of names; those to look at; literals of the reference covered)"


def document(table: DomainTable, detail: Detail) -> Document:
    """A table for each group of columns that has figures, remarks, the pairs that failed."""
    name = f"{count_of(len(table.rows), 'learned domain')} and their references"
    spread = _spread(table) if detail is Detail.FULL else ()
    return Document(name, (), [*spread, *_sections(table)])


def _spread(table: DomainTable) -> Iterator[Section]:
    """How the figures are spread over the pairs."""
    parts = []
    for group in Group:
        rows = list(_spread_rows(table, group))
        if rows:
            names = columns(*_SPREAD, numbers=range(1, len(_SPREAD)))
            parts.append(Section(group.value, [Table(names, rows)]))
    if parts:
        yield Section("How figures are spread", parts, anchor="spread")


def _spread_rows(table: DomainTable, group: Group) -> Iterator[list[str]]:
    """The figures of a group that are numbers, where some pair has one."""
    measured = [row for row in table.rows if row.figures is not None]
    for metric in metrics():
        for figure in metric.figures if metric.group is group else ():
            cells = [row.cell(figure.name) for row in measured]
            values = [
                value
                for value in cells
                if isinstance(value, int | float) and not isinstance(value, bool)
                if isfinite(value)
            ]
            if values and all(value is None or not isinstance(value, str) for value in cells):
                yield [figure.title, *_counted(values, sum(value is None for value in cells))]


def _counted(values: Sequence[float], n_undefined: int) -> Iterator[str]:
    yield str(len(values))
    yield str(n_undefined)
    least, greatest = min(values), max(values)
    # Sums of floats may end beside the values that they are of.
    mean = min(max(sum(values) / len(values), least), greatest)
    yield from (f"{value:.3f}" for value in (least, mean, greatest))


def _sections(table: DomainTable) -> Iterator[Section]:
    measured = [(row, row.figures) for row in table.rows if row.figures is not None]
    rows = [row for row, _ in measured]
    apart = [row.name for row, figures in measured if figures.names_apart]
    yield from _listed("Names apart", apart, _APART)
    yield from _tables(rows)
    yield from _alignments(rows)
    faulty = [
        f"{row.name}: {count_of(figures.n_errors, 'error')}, figures provisional"
        for row, figures in measured
        if figures.n_errors
    ]
    yield from _listed("Errors in the files", faulty)
    remarks = [f"{row.name}: {remark}" for row, figures in measured for remark in figures.remarks]
    yield from _listed("Remarks", remarks)
    yield from _listed("Not measured", [f"{r.name}: {r.error}" for r in table.rows if r.error])


def _listed(title: str, texts: Sequence[str], note: str = "") -> Iterator[Section]:
    if texts:
        yield Section(title, [List(items(texts))], note)


def headline(table: DomainTable) -> str:
    """How many pairs there are, how many are the same, and how many were not measured."""
    same = sum(row.figures is not None and row.figures.is_same for row in table.rows)
    failed = sum(row.figures is None for row in table.rows)
    rest = f"; {failed} not measured" if failed else ""
    return f"{count_of(len(table.rows), 'pair')}, {same} the same{rest}"


def _alignments(rows: Sequence[MeasuredPair]) -> Iterator[Section]:
    """What aligned figures rest on."""
    cells = [
        [
            row.name,
            str(alignment.n_pairs),
            str(alignment.n_uncertain),
            f"{alignment.n_covered}/{alignment.n_literals}",
        ]
        for row in rows
        if row.figures is not None and (alignment := row.figures.alignment) is not None
    ]
    if cells:
        names = columns("pair", "pairs", "uncertain", "covered", numbers=range(1, 4))
        title = (Piece("Aligned", Tone.TITLE), Piece(_OF_ALIGNED))
        yield Section(title, [Table(names, cells, indent=2)])


def _basis(rows: Sequence[MeasuredPair]) -> str:
    bases = {basis(row.figures.alignment) for row in rows if row.figures is not None}
    return " or ".join(sorted(bases))


def _tables(rows: Sequence[MeasuredPair]) -> Iterator[Section]:
    for group in Group:
        of_metrics = [_measured(metric, rows) for metric in metrics() if metric.group is group]
        figures = [figure for of_metric in of_metrics for figure in of_metric]
        if figures:
            is_of_differences = any(m.of_differences for m in metrics() if m.group is group)
            note = _basis(rows) if is_of_differences else ""
            legend = [(Piece(text, Tone.DIM),) for text in _LEGEND.get(group, ())]
            table = _table(rows, figures, list(map(len, of_metrics)))
            yield Section(group.value, [Paragraph(legend, indent=2), table], note)


def _measured(metric: Metric[Any, Any], rows: Sequence[MeasuredPair]) -> list[Figure[Any]]:
    """The figures that some pair has."""
    return [
        figure
        for figure in metric.figures
        if any(row.cell(figure.name) is not None for row in rows)
    ]


def _table(
    rows: Sequence[MeasuredPair], figures: Sequence[Figure[Any]], groups: Sequence[int]
) -> Table:
    cells = [[row.name, *(_shown(row.cell(figure.name)) for figure in figures)] for row in rows]
    names = ("pair", *(figure.title for figure in figures))
    return Table(columns(*names, numbers=range(1, len(names))), cells, groups, indent=2)


def _shown(value: Cell) -> str:
    return f"{value:.3f}" if isinstance(value, float) else shown(value)
