"""What stands for what in two domains that are compared under pairs of names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from plancore.compare.domains import DomainDiff
from plancore.report.alignment.pair_table import HEAD, PairRow, pair_rows
from plancore.report.domain.implicit import implicit_arguments
from plancore.report.layout import cell_line
from plancore.report.lines import Line, Piece, Tone, line
from plancore.report.table import Cell, head, table


def stands_for_lines(diff: DomainDiff) -> Iterator[Line]:
    """The pairs that are more than one name on both sides, in columns, and the arguments that one
    side leaves implicit; nothing where there are none."""
    rows = [row for row in _rows(diff) if not row.is_plain]
    cells: list[Sequence[Cell]] = [head(*(title for title, _ in HEAD))] if rows else []
    for title, of_kind in _by_kind(rows):
        cells.append(["", Piece(title, Tone.DIM)])
        cells += [list(map(cell_line, row.cells)) for row in of_kind]
    yield from _section(rows, [*table(cells), *_implicit(diff)])


def _rows(diff: DomainDiff) -> Iterator[PairRow]:
    return pair_rows(diff.pairs, diff.learned, diff.reference)


def _by_kind(rows: Iterable[PairRow]) -> Iterator[tuple[str, Iterator[PairRow]]]:
    return groupby(rows, lambda row: row.title)


def _implicit(diff: DomainDiff) -> Iterator[Line]:
    return (line(f"  {argument}") for argument in implicit_arguments(diff.actions))


def _section(rows: Sequence[PairRow], lines: Sequence[Line]) -> Iterator[Line]:
    if lines:
        is_any_uncertain = any(row.is_uncertain for row in rows)
        remark = "  ? is for somebody to look at" if is_any_uncertain else ""
        yield line(Piece("What stands for what", Tone.TITLE), Piece(remark, Tone.DIM))
        yield from lines
