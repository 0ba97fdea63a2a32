"""The lines below the rows: what stands at the cursor, and the numbers behind it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from plancore.report.file_names import short_names
from plancore.report.lines import (
    Line,
    Piece,
    Tone,
    cell_width,
    cut_in_the_middle,
    ending,
    line,
    line_width,
)
from plancore.report.places import Where, place_piece
from plancore.report.rows.columns import fair_widths
from plancore.report.rows.folding import RowFold
from plancore.report.rows.row import ViewRow
from plandiff.viewmodel.model import Model

_Said: TypeAlias = tuple[str, Where, str]
"""What stands before a place, the place, and how it is shown."""
_INDENT: Final = 4
"""Columns in front of what goes on below."""
_LEAST: Final = 10
"""Names are not cut to fewer columns than this."""


def panel_lines(
    current: ViewRow | RowFold | None,
    fold_text: str,
    index: int,
    model: Model | None,
    width: int,
    *,
    is_brief: bool = False,
) -> Iterator[Line]:
    """The row or fold `current`, in so many columns, then what `model` says of row `index`; nothing
    without a model. Where it is to be brief the row takes a single line, without its remark: it is
    to be seen above, and what follows is not."""
    if isinstance(current, RowFold):
        yield line(Piece("fold  ", Tone.DIM), fold_text)
    elif current is not None:
        context = "" if model is None else model.context(index)
        row = current._replace(remark="") if is_brief else current
        told = place_line(row, width, context)
        is_cut = is_brief and line_width(told) > width
        yield ending(told, width) if is_cut else told
    if model is not None:
        yield from model.panel(index)


def place_line(row: ViewRow, width: int | None = None, context: str = "") -> Line:
    """A row in full, behind its `context` in the file, with its places: first where it is, then
    where it is not. The heading has the folders of the files, unless nothing less tells them apart.
    Where all places do not fit into a
    line of `width` columns, names are cut in the middle: the numbers are what one goes by."""
    sides = list(zip(row.cells, row.places, strict=False))
    places = [("", place) for cell, place in sides if cell is not None and place is not None]
    if not row.is_stacked:
        places += [("not in ", at) for cell, at in sides if cell is None and at is not None]
    files = list(dict.fromkeys(at.file for at in row.places if at is not None))
    names = dict(zip(files, short_names(*files), strict=True)) if files else {}
    said = [
        (f"{', ' if number else '  '}{before}", place, str(place._replace(file=names[place.file])))
        for number, (before, place) in enumerate(dict.fromkeys(places))
    ]
    text = f"{row.sign} {row.text}" if row.sign else row.text
    of = f"{context}  " if context else ""
    pieces = [Piece(f"row  {of}", Tone.DIM), Piece(text, row.tone)]
    for before, place, shown in said if width is None else _fitting(said, width - _INDENT):
        pieces += Piece(before, Tone.DIM), place_piece(shown, place)
    return tuple(pieces)


def _fitting(said: Sequence[_Said], width: int) -> Iterator[_Said]:
    """The places, the longest names among them cut where that is needed for all to stand in
    `width`."""
    starts = [shown.rindex(f":{place.line}:{place.column}") for _, place, shown in said]
    names = [shown[:start] for (_, _, shown), start in zip(said, starts, strict=True)]
    lengths = list(map(cell_width, names))
    beside = sum(cell_width(before) + cell_width(shown) for before, _, shown in said) - sum(lengths)
    widths = fair_widths(lengths, width - beside, _LEAST)
    for (before, place, shown), start, room in zip(said, starts, widths, strict=True):
        yield before, place, f"{cut_in_the_middle(shown[:start], room)}{shown[start:]}"
