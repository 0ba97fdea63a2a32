"""A table of many pairs of domains as a document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from math import fsum, isfinite
from typing import Any, ClassVar, Final, TypeAlias

from plancore.compare.domains import Alignment, alignment_of, are_names_apart
from plancore.jsonable import Json
from plancore.metrics.base import Figure, Group, Metric, plain
from plancore.metrics.registry import domains, literals
from plancore.phrases import count_of
from plancore.report import document as doc
from plancore.report.domain.words import basis, basis_data
from plancore.report.evaluation.actions import ActionScores, scores_of_actions
from plancore.report.evaluation.review import Evaluation
from plancore.report.figures import shown
from plancore.report.lines import Piece, Tone, line
from plancore.spelling import hint

_LEGEND: Final = {
    Group.LITERALS: ("macro averages over the reference's actions; µ: over all literals pooled",),
    Group.MEANING: (
        "equivalent: under any names",
        "learned preconditions: = equivalent, < more restrictive, > less restrictive",
    ),
    Group.STATES: ("macro averages over the reference's actions; µ: over all pairs pooled",),
}

_SPREAD: Final = ("figure", "pairs", "undefined", "least", "mean", "greatest")
_APART: Final = "almost no names in common; --align matches names by structure"
_OF_ALIGNED: Final = " (matches; uncertain ones; literals of the reference covered)"


_FEWEST: Final = (
    *("actions", "exact_match_rate", "similarity", "pre_f1_macro", "eff_f1_macro"),
    *("edits", "strongly_equivalent"),
    *("applicability_precision_macro", "applicability_recall_macro", "trace_consistency"),
)
"""The columns of a text by default."""
_MEANS: Final = ("similarity", "pre_f1_macro", "eff_f1_macro")


def document(table: DomainTable, detail: doc.Detail) -> doc.Document:
    """The verdict, the means, and a table of the pairs that differ, the worst first, or with all
    scores a table of all pairs for each group of columns; then remarks, and the pairs that
    failed."""
    name = f"{count_of(len(table.rows), 'learned domain')} and their references"
    spread = _spread(table) if detail is doc.Detail.FULL else ()
    said = [line(headline(table)), *map(line, _mean_texts(table))]
    return doc.Document(name, (), [doc.Paragraph(said), *spread, *_sections(table, detail)])


def _mean_texts(table: DomainTable) -> Iterator[str]:
    """The means over the measured pairs; nothing if all pairs are identical."""
    measured = [row for row in table.rows if row.figures is not None]
    if all(row.figures and row.figures.is_same for row in table.rows):
        return
    titles = {figure.name: figure.title for figure in figure_columns()}
    n_failed = len(table.rows) - len(measured)
    said = []
    for name in _MEANS:
        values = [value for row in measured if isinstance(value := row.cell(name), float)]
        if values:
            whole, count = fsum(values), len(values)
            failed = f" ({whole / (count + n_failed):.3f} with {n_failed} as 0)" if n_failed else ""
            of = f" over {count}" if count < len(measured) else ""
            said.append(f"{titles[name]} {whole / count:.3f}{of}{failed}")
    if said:
        over = f"mean over {count_of(len(measured), 'measured pair')}, {_basis(measured)}"
        yield f"{over}: {', '.join(said)}"


def _spread(table: DomainTable) -> Iterator[doc.Section]:
    """The distribution of the scores over the pairs."""
    parts = []
    for group in Group:
        rows = list(_spread_rows(table, group))
        if rows:
            names = doc.columns(*_SPREAD, numbers=range(1, len(_SPREAD)))
            parts.append(doc.Section(group.value, [doc.Table(names, rows)]))
    if parts:
        yield doc.Section("Distribution of scores", parts, anchor="spread")


def _spread_rows(table: DomainTable, group: Group) -> Iterator[list[str]]:
    """The numeric scores of a group that at least one pair has."""
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
            if (
                figure.in_tables
                and values
                and all(value is None or not isinstance(value, str) for value in cells)
            ):
                yield [figure.title, *_counted(values, sum(value is None for value in cells))]


def _counted(values: Sequence[float], n_undefined: int) -> Iterator[str]:
    yield str(len(values))
    yield str(n_undefined)
    least, greatest = min(values), max(values)
    # Rounding may move the mean of floats out of their range.
    mean = min(max(sum(values) / len(values), least), greatest)
    yield from (f"{value:.3f}" for value in (least, mean, greatest))


def _sections(table: DomainTable, detail: doc.Detail) -> Iterator[doc.Section]:
    measured = [(row, row.figures) for row in table.rows if row.figures is not None]
    rows = [row for row, _ in measured]
    apart = [row.name for row, figures in measured if figures.names_apart]
    yield from _listed("Names apart", apart, _APART)
    yield from _tables(rows) if doc.Detail.METRICS in detail else _small_table(table)
    yield from _alignments(rows)
    faulty = [
        f"{row.name}: {count_of(figures.n_errors, 'error')}, scores partial"
        for row, figures in measured
        if figures.n_errors
    ]
    yield from _listed("Errors in the files", faulty)
    remarks = [f"{row.name}: {remark}" for row, figures in measured for remark in figures.remarks]
    yield from _listed("Remarks", remarks)
    yield from _listed("Not measured", [f"{r.name}: {r.error}" for r in table.rows if r.error])


def _listed(title: str, texts: Sequence[str], note: str = "") -> Iterator[doc.Section]:
    if texts:
        yield doc.Section(title, [doc.List(doc.items(texts))], note)


def headline(table: DomainTable) -> str:
    """The numbers of identical, different and unmeasured pairs."""
    measured = [row.figures for row in table.rows if row.figures is not None]
    n_same, n_failed = sum(each.is_same for each in measured), len(table.rows) - len(measured)
    counts = {"identical": n_same, "different": len(measured) - n_same, "not measured": n_failed}
    said = ", ".join(f"{count} {word}" for word, count in counts.items() if count)
    return f"{count_of(len(table.rows), 'pair')}: {said}" if said else "no pairs"


def _alignments(rows: Sequence[MeasuredPair]) -> Iterator[doc.Section]:
    """The alignments behind aligned scores."""
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
        names = doc.columns("pair", "matches", "uncertain", "covered", numbers=range(1, 4))
        title = (Piece("Aligned", Tone.TITLE), Piece(_OF_ALIGNED))
        yield doc.Section(title, [doc.Table(names, cells, indent=2)])


def _basis(rows: Sequence[MeasuredPair]) -> str:
    bases = {basis(row.figures.alignment) for row in rows if row.figures is not None}
    return " or ".join(sorted(bases))


def _small_table(table: DomainTable) -> Iterator[doc.Section]:
    """The pairs that differ, the worst first unless an order was given."""
    rows = [row for row in table.rows if row.figures is not None and not row.figures.is_same]
    if not table.is_sorted:
        rows = sorted_by(rows, "similarity")
    by_name = {figure.name: figure for metric in metrics() for figure in _measured(metric, rows)}
    figures = [by_name[name] for name in _FEWEST if name in by_name]
    if rows:
        yield doc.Section("", [_table(rows, figures, [len(figures)])])


def _tables(rows: Sequence[MeasuredPair]) -> Iterator[doc.Section]:
    for group in Group:
        of_metrics = [_measured(metric, rows) for metric in metrics() if metric.group is group]
        figures = [figure for of_metric in of_metrics for figure in of_metric]
        if figures:
            is_of_differences = any(m.of_differences for m in metrics() if m.group is group)
            note = _basis(rows) if is_of_differences else ""
            legend = [(Piece(text, Tone.DIM),) for text in _LEGEND.get(group, ())]
            table = _table(rows, figures, list(map(len, of_metrics)))
            yield doc.Section(group.value, [doc.Paragraph(legend, indent=2), table], note)


def _measured(metric: Metric[Any, Any], rows: Sequence[MeasuredPair]) -> list[Figure[Any]]:
    """The scores that at least one pair has."""
    return [
        figure
        for figure in metric.figures
        if figure.in_tables and any(row.cell(figure.name) is not None for row in rows)
    ]


def _table(
    rows: Sequence[MeasuredPair], figures: Sequence[Figure[Any]], groups: Sequence[int]
) -> doc.Table:
    cells = [[row.name, *(_shown(row.cell(figure.name)) for figure in figures)] for row in rows]
    names = ("pair", *(figure.title for figure in figures))
    return doc.Table(doc.columns(*names, numbers=range(1, len(names))), cells, groups, indent=2)


def _shown(value: Cell) -> str:
    return f"{value:.3f}" if isinstance(value, float) else shown(value)


# Many pairs of domains with their scores, as plain data that is sent between processes.

Cell: TypeAlias = str | bool | int | float | None


@dataclass(frozen=True, slots=True)
class PairFigures:
    """The figures of a pair: `summary` for JSON, `cells` by the name of their column, and those of
    each action by the names that JSON has for them."""

    is_same: bool
    summary: Json
    cells: dict[str, Cell]
    actions: ActionScores = field(default_factory=dict)
    n_errors: int = 0
    """Errors in the two files; with errors the scores cover only what could be read."""
    alignment: Alignment | None = None
    """The alignment of an aligned comparison; None for one by name."""
    names_apart: bool = False
    """Whether the domains have almost no names in common."""
    remarks: tuple[str, ...] = ()
    """Caveats on the scores, such as skipped atoms of states."""


@dataclass(frozen=True, slots=True)
class MeasuredPair:
    """A pair, its files, and its scores or an error."""

    name: str
    learned: str
    reference: str
    states: tuple[str, ...]
    figures: PairFigures | None
    error: str | None = None

    def cell(self, column: str) -> Cell:
        """A score; None if undefined or not measured."""
        return None if self.figures is None else self.figures.cells.get(column)


@dataclass(frozen=True, slots=True)
class DomainTable:
    """All pairs, in the order to show."""

    kind: ClassVar[str] = "domains"

    rows: tuple[MeasuredPair, ...]
    is_sorted: bool = False
    """Whether an order was given."""

    @property
    def has_errors(self) -> bool:
        """Whether any file has errors."""
        return any(row.figures is not None and row.figures.n_errors for row in self.rows)

    @property
    def status(self) -> int:
        """The exit status: 0 if all pairs are the same, 1 if not, 2 if some have no scores."""
        if any(row.figures is None for row in self.rows):
            return 2
        return 0 if all(row.figures and row.figures.is_same for row in self.rows) else 1


def metrics() -> Iterator[Metric[Any, Any]]:
    """The metrics with scores, one for each member of the JSON."""
    by_place = {metric.place: metric for metric in reversed((*literals.METRICS, *domains.METRICS))}
    return (metric for metric in reversed(by_place.values()) if metric.figures)


def figure_columns() -> Iterator[Figure[Any]]:
    """The columns of the table."""
    return (figure for metric in metrics() for figure in metric.figures)


def figures_of(evaluation: Evaluation, remarks: Iterable[str] = ()) -> PairFigures:
    """The scores of one pair with `remarks` on them, without lists of differences."""
    review, remarks = evaluation.review, tuple(remarks)
    results = {
        metric.place: metric.to_summary(result)
        for metric, result in (*review.measured, *evaluation.measured)
    }
    n_errors = sum(note.is_error for note in review.notes)
    alignment, names_apart = alignment_of(review.diff), are_names_apart(review.diff)
    actions = scores_of_actions(evaluation)
    summary: Json = {
        "same": review.is_same,
        **basis_data(review.diff),
        "exact": review.diff.exact,
        "constructs": sorted(review.diff.constructs),
        "n_errors": n_errors,
        "remarks": [*remarks],
        "counts": asdict(review.counts) | {"reference": len(review.syntactic.actions)},
        **{metric.place: results.get(metric.place) for metric in metrics()},
        "actions": actions,
    }
    cells = {name: plain(value) for name, value in evaluation.figures().items()}
    return PairFigures(
        review.is_same, summary, cells, actions, n_errors, alignment, names_apart, remarks
    )


def sorted_by(rows: Sequence[MeasuredPair], name: str) -> list[MeasuredPair]:
    """The rows in ascending order of a column, or descending with `-` before its name.

    Undefined values come last. Raises ValueError for an unknown column.
    """
    descending = name.startswith("-")
    column_name = name.removeprefix("-")
    if column_name == "pair":
        return sorted(rows, key=lambda row: row.name, reverse=descending)
    names = ["pair", *(column.name for column in figure_columns())]
    if column_name not in names:
        raise ValueError(f"unknown column `{column_name}`; {hint(column_name, names)}")
    ranked = [row for row in rows if row.cell(column_name) is not None]
    ranked.sort(key=lambda row: _rank(row.cell(column_name)), reverse=descending)
    return ranked + [row for row in rows if row.cell(column_name) is None]


def _rank(cell: Cell) -> tuple[float, str]:
    return (0.0, cell) if isinstance(cell, str) else (float(cell or 0), "")
