"""What stands for what in two domains that are compared under pairs of names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from plancore.compare.domains import DomainDiff
from plancore.report.alignment.pair_table import HEAD, PairRow, pair_rows
from plancore.report.document import Block, Cell, List, Section, Table, items
from plancore.report.domain.implicit import implicit_arguments
from plancore.report.lines import Piece, Tone


def stands_for_sections(diff: DomainDiff) -> Iterator[Section]:
    """The pairs that are more than one name on both sides, and the arguments that one side leaves
    implicit; nothing where there are none."""
    rows = [row for row in _rows(diff) if not row.is_plain]
    cells: list[Sequence[Cell]] = []
    for title, of_kind in _by_kind(rows):
        cells.append(["", Piece(title, Tone.DIM)])
        cells += [row.cells for row in of_kind]
    blocks: list[Block] = [Table(HEAD, cells)] if cells else []
    arguments = items(map(str, implicit_arguments(diff.actions)))
    blocks += [List(arguments)] if arguments else []
    if blocks:
        is_any_uncertain = any(row.is_uncertain for row in rows)
        note = "? is for somebody to look at" if is_any_uncertain else ""
        yield Section("What stands for what", blocks, (Piece(note, Tone.DIM),) if note else "")


def _rows(diff: DomainDiff) -> Iterator[PairRow]:
    return pair_rows(diff.pairs, diff.learned, diff.reference)


def _by_kind(rows: Iterable[PairRow]) -> Iterator[tuple[str, Iterator[PairRow]]]:
    return groupby(rows, lambda row: row.title)
