"""The lines below the rows: what stands at the cursor, and the numbers behind it."""

from __future__ import annotations

from collections.abc import Iterator

from plancore.report.lines import Line, Piece, Tone, line
from plancore.report.places import place_piece
from plancore.report.rows.folding import RowFold
from plancore.report.rows.row import ViewRow
from plandiff.viewmodel.model import Model
from plandiff.viewmodel.names import short_names


def panel_lines(
    current: ViewRow | RowFold | None, fold_text: str, index: int, model: Model | None
) -> Iterator[Line]:
    """The row or fold `current`, then what `model` says of row `index`; nothing without a model."""
    if isinstance(current, RowFold):
        yield line(Piece("fold  ", Tone.DIM), fold_text)
    elif current is not None:
        yield place_line(current)
    if model is not None:
        yield from model.panel(index)


def place_line(row: ViewRow) -> Line:
    """A row in full, with its places: first where it is, then where it is not. The heading has the
    folders of the files, unless nothing less tells them apart."""
    sides = list(zip(row.cells, row.places, strict=False))
    places = [("", place) for cell, place in sides if cell is not None and place is not None]
    if not row.is_stacked:
        places += [("not in ", at) for cell, at in sides if cell is None and at is not None]
    files = list(dict.fromkeys(at.file for at in row.places if at is not None))
    names = dict(zip(files, short_names(*files), strict=True)) if files else {}
    text = f"{row.sign} {row.text}" if row.sign else row.text
    pieces = [Piece("row  ", Tone.DIM), Piece(text, row.tone)]
    for number, (before, place) in enumerate(dict.fromkeys(places)):
        pieces.append(Piece(f"{', ' if number else '  '}{before}", Tone.DIM))
        shown = place._replace(file=names[place.file])
        pieces.append(place_piece(str(shown), place))
    return tuple(pieces)
