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
    """The pairs that are more than one name on both sides, in columns, and the arguments that one
    side leaves implicit; nothing where there are none."""
    rows = [row for row in _rows(diff) if not row.is_plain]
    cells: list[Sequence[Cell]] = [HEAD] if rows else []
    for title, of_kind in _by_kind(rows):
        cells.append(["", Piece(title, Tone.DIM)])
        cells += [row.cells for row in of_kind]
    yield from _section(rows, [*table(cells), *_implicit(diff)])


def pair_lines(diff: DomainDiff) -> Iterator[Line]:
    """All pairs, however narrow the page; nothing where every name stands for itself."""
    rows = list(_rows(diff))
    if not rows:
        return
    yield line(basis_text(diff))
    yield ()
    others = [row for row in rows if not row.is_plain]
    pairs: list[Line] = []
    for title, of_kind in _by_kind(others):
        pairs.append(line(Piece(f"  {title}", Tone.DIM)))
        pairs += [_line(row) for row in of_kind]
    yield from _section(others, [*pairs, *_implicit(diff)])
    same = [row for row in rows if row.is_plain]
    if same:
        yield ()
        yield line(Piece("The same on both sides", Tone.TITLE))
        for title, of_kind in _by_kind(same):
            names = ", ".join(row.learned for row in of_kind)
            yield line(Piece(f"  {title}  ", Tone.DIM), visible(names))


def _rows(diff: DomainDiff) -> Iterator[PairRow]:
    return pair_rows(diff.pairs, diff.learned, diff.reference)


def _by_kind(rows: Iterable[PairRow]) -> Iterator[tuple[str, Iterator[PairRow]]]:
    return groupby(rows, lambda row: row.title)


def _line(row: PairRow) -> Line:
    names = visible(f"{row.learned} ⇐ {row.reference}")
    return line(row.sign, f" {names}  {row.confidence:.2f}  ", row.reasons)


def _implicit(diff: DomainDiff) -> Iterator[Line]:
    return (line(f"  {argument}") for argument in implicit_arguments(diff.actions))


def _section(rows: Sequence[PairRow], lines: Sequence[Line]) -> Iterator[Line]:
    if lines:
        is_any_uncertain = any(row.is_uncertain for row in rows)
        remark = "  ? is for somebody to look at" if is_any_uncertain else ""
        yield line(Piece("What stands for what", Tone.TITLE), Piece(remark, Tone.DIM))
        yield from lines
