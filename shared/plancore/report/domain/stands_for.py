"""What stands for what in two domains that are compared under pairs of names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from plancore.compare.domains import DomainDiff
from plancore.report.alignment.pair_table import HEAD, PairRow, pair_rows
from plancore.report.domain.basis import basis_text
from plancore.report.domain.implicit import implicit_arguments
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.table import Cell, table


def stands_for_lines(diff: DomainDiff) -> Iterator[Line]:
    """The pairs that are more than one name on both sides, and the arguments that one side leaves
    implicit; nothing where there are none."""
    yield from _lines(diff, [row for row in _rows(diff) if not row.is_plain])


def pair_lines(diff: DomainDiff) -> Iterator[Line]:
    """All pairs on a page of their own; nothing where every name stands for itself."""
    rows = list(_rows(diff))
    if not rows:
        return
    yield line(basis_text(diff))
    yield ()
    yield from _lines(diff, [row for row in rows if not row.is_plain])
    same = [row for row in rows if row.is_plain]
    if same:
        yield ()
        yield line(Piece("The same on both sides", Tone.TITLE))
        yield from table(
            [["", Piece(title, Tone.DIM), _names(of_kind)] for title, of_kind in _by_kind(same)]
        )


def _rows(diff: DomainDiff) -> Iterator[PairRow]:
    return pair_rows(diff.pairs, diff.learned, diff.reference)


def _by_kind(rows: Iterable[PairRow]) -> Iterator[tuple[str, Iterator[PairRow]]]:
    return groupby(rows, lambda row: row.title)


def _names(rows: Iterable[PairRow]) -> str:
    return visible(", ".join(row.learned for row in rows))


def _lines(diff: DomainDiff, rows: Sequence[PairRow]) -> Iterator[Line]:
    implicit = list(implicit_arguments(diff.actions))
    if not rows and not implicit:
        return
    is_any_uncertain = any(row.is_uncertain for row in rows)
    remark = "  ? is for somebody to look at" if is_any_uncertain else ""
    yield line(Piece("What stands for what", Tone.TITLE), Piece(remark, Tone.DIM))
    cells: list[Sequence[Cell]] = [HEAD] if rows else []
    for title, of_kind in _by_kind(rows):
        cells.append(["", Piece(title, Tone.DIM)])
        cells += [row.cells for row in of_kind]
    yield from table(cells)
    for argument in implicit:
        yield line(f"  {argument}")
