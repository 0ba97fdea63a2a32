"""Lines of a report as blocks: a heading, tables, and lines that are in none.

For formats that have headings and tables of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Final, TypeGuard

from plancore.report.lines import Line, Tone
from plancore.report.table import TableLine

IN_COLUMNS: Final = re.compile(r"^ |\S {3}", re.MULTILINE)
"""What only a fixed width shows as it is meant."""


def blocks(lines: Iterable[Line]) -> Iterator[Sequence[Line]]:
    """What stands between two empty lines."""
    for is_blank, together in groupby(lines, lambda line: not _text(line)):
        if not is_blank:
            yield list(together)


def parted(block: Sequence[Line]) -> tuple[Line | None, Sequence[Line]]:
    """The first line of a block, if all others stand below it, and the others."""
    first, *rest = block
    if rest and not _is_below(first) and all(map(_is_below, rest)):
        return first, rest
    return None, block


def stands_out(line: Line) -> bool:
    """Whether a first line is a heading, and not a sentence."""
    return any(piece.tone is not Tone.PLAIN for piece in line)


def runs(lines: Sequence[Line]) -> Iterator[Sequence[Line]]:
    """The rows of each table, and the lines before, between and after them."""
    start = 0
    for end, (before, line) in enumerate(pairwise(lines), 1):
        if line.is_first if isinstance(line, TableLine) else isinstance(before, TableLine):
            yield lines[start:end]
            start = end
    yield lines[start:]


def are_rows(run: Sequence[Line]) -> TypeGuard[Sequence[TableLine]]:
    """Whether a run is a table."""
    return isinstance(run[0], TableLine)


def has_names(rows: Sequence[TableLine]) -> bool:
    """Whether the first row of a table names its columns."""
    return all(piece.tone is Tone.DIM for cell in rows[0].cells for piece in cell)


def _is_below(line: Line) -> bool:
    return isinstance(line, TableLine) or _text(line).startswith(" ")


def _text(line: Line) -> str:
    return "".join(piece.text for piece in line).rstrip()
