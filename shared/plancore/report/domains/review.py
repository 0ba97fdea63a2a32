"""Many pairs of domains with their figures, as plain data that travels between processes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, TypeAlias

from plancore.compare.alignment import Alignment, alignment_of, are_names_apart
from plancore.jsonable import Json
from plancore.metrics.base import Figure, Metric, plain
from plancore.metrics.registry import domains, literals
from plancore.report.domain.basis import basis_data
from plancore.report.evaluation.review import Evaluation

Cell: TypeAlias = str | bool | int | float | None


@dataclass(frozen=True, slots=True)
class PairFigures:
    """The figures of a pair: `summary` for JSON, `cells` by the name of their column."""

    is_same: bool
    summary: Json
    cells: dict[str, Cell]
    n_errors: int = 0
    """Errors in the two files, so that the figures are about what was left of them."""
    alignment: Alignment | None = None
    """What an aligned comparison rests on; None for one by name."""
    names_apart: bool = False
    """Whether by name next to nothing corresponds."""
    remarks: tuple[str, ...] = ()
    """What else there is to know of the figures, such as atoms of states that were passed over."""


@dataclass(frozen=True, slots=True)
class MeasuredPair:
    """A pair, its files, and its figures or why there are none."""

    name: str
    learned: str
    reference: str
    states: tuple[str, ...]
    figures: PairFigures | None
    error: str | None = None

    def cell(self, column: str) -> Cell:
        """A figure; None where it is undefined or was not measured."""
        return None if self.figures is None else self.figures.cells.get(column)


@dataclass(frozen=True, slots=True)
class DomainTable:
    """All pairs, in the order asked for."""

    kind: ClassVar[str] = "domains"

    rows: tuple[MeasuredPair, ...]

    @property
    def has_errors(self) -> bool:
        """Whether some file has errors."""
        return any(row.figures is not None and row.figures.n_errors for row in self.rows)

    @property
    def status(self) -> int:
        """0: all learned domains are their references; 1: some are not; 2: some have no figures."""
        if any(row.figures is None for row in self.rows):
            return 2
        return 0 if all(row.figures and row.figures.is_same for row in self.rows) else 1


def metrics() -> Iterator[Metric[Any, Any]]:
    """The metrics with figures, one for each field."""
    by_place = {metric.place: metric for metric in reversed((*literals.METRICS, *domains.METRICS))}
    return (metric for metric in reversed(by_place.values()) if metric.figures)


def columns() -> Iterator[Figure[Any]]:
    """The columns of the table."""
    return (figure for metric in metrics() for figure in metric.figures)


def figures_of(evaluation: Evaluation, remarks: Iterable[str] = ()) -> PairFigures:
    """The figures of one pair with `remarks` on them, without the lists of what differs."""
    review, remarks = evaluation.review, tuple(remarks)
    results = {
        metric.place: metric.to_summary(result)
        for metric, result in (*review.measured, *evaluation.measured)
    }
    n_errors = sum(note.is_error for note in review.notes)
    alignment, names_apart = alignment_of(review.diff), are_names_apart(review.diff)
    summary: Json = {
        "same": review.is_same,
        **basis_data(review.diff),
        "exact": review.diff.exact,
        "constructs": sorted(review.diff.constructs),
        "n_errors": n_errors,
        "remarks": [*remarks],
        "counts": asdict(review.counts) | {"reference": len(review.syntactic.actions)},
        **{metric.place: results.get(metric.place) for metric in metrics()},
    }
    cells = {name: plain(value) for name, value in evaluation.figures().items()}
    return PairFigures(review.is_same, summary, cells, n_errors, alignment, names_apart, remarks)


def sorted_by(rows: Sequence[MeasuredPair], name: str) -> list[MeasuredPair]:
    """Sorted by a column, from low to high, or with `-` before its name from high to low.

    What has no figure comes last. Raises ValueError for a name that no column has.
    """
    descending = name.startswith("-")
    column_name = name.removeprefix("-")
    if column_name == "pair":
        return sorted(rows, key=lambda row: row.name, reverse=descending)
    names = ["pair", *(column.name for column in columns())]
    if column_name not in names:
        raise ValueError(f"no column is called {column_name!r}; there are {', '.join(names)}")
    ranked = [row for row in rows if row.cell(column_name) is not None]
    ranked.sort(key=lambda row: _rank(row.cell(column_name)), reverse=descending)
    return ranked + [row for row in rows if row.cell(column_name) is None]


def _rank(cell: Cell) -> tuple[float, str]:
    return (0.0, cell) if isinstance(cell, str) else (float(cell or 0), "")
