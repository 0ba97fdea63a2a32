"""Fit headings and details of rows into the width: names are cut before numbers."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final, NamedTuple, TypeAlias

from plancore.report.files import LineColumn, place_piece, short_name, short_names
from plancore.report.lines import (
    Line,
    Piece,
    Tone,
    cell_width,
    cut_in_the_middle,
    ending,
    folded,
    line,
    line_width,
)
from plancore.report.rows.columns import fair_widths
from plancore.report.rows.folding import RowFold
from plancore.report.rows.row import ViewRow
from plandiff.viewmodel.model import Model

_LEAST: Final = 10
"""The least columns of a cut name."""
_LOSS: Final = 20
"""If names would lose more columns, they get their own line."""


def fitted(heading: Line, width: int, *, max_lines: int = 2) -> list[Line]:
    """`heading` in lines of `width` columns. Names, which are its titles, are cut in the middle. If
    a single line is too short, the first line has the names and the others the rest, without dim
    pieces if these do not fit; there can be more than two if even that is too long."""
    if line_width(heading) <= width:
        return [heading]
    names = [piece for piece in heading if piece.tone is Tone.TITLE]
    rest = line_width(heading) - line_width(tuple(names))
    least = _LEAST * len(names)
    is_short = line_width(tuple(names)) + rest <= width + _LOSS
    if max_lines == 1 or (rest + least <= width and is_short):
        return [_cut(heading, max(width - rest, least))]
    last = max((at for at, piece in enumerate(heading) if piece.tone is Tone.TITLE), default=-1)
    first = heading[: last + 1]
    second = tuple(piece for piece in heading[last + 1 :] if piece.text)
    room = width - (line_width(first) - line_width(tuple(names)))
    # Pieces that do not fit move to the first line, as far as the names leave room; then dim pieces
    # are left out; then names are cut.
    needed = min(line_width(tuple(names)), room)
    first, second, room = _raised(first, second, width, room, needed)
    if line_width(_from_left(second)) > width:
        second = tuple(piece for piece in second if piece.tone is not Tone.DIM)
        first, second, room = _raised(first, second, width, room, least)
    if second and _goes_on(second[0]) and second[0].tone is Tone.DIM:
        second = second[1:]
    first = _cut(first, room)
    lines = [first]
    while second:
        end = len(second)
        while end > 1 and line_width(_from_left(second[:end])) > width:
            end -= 1
        lines.append(_from_left(second[:end]))
        second = second[end:]
    return lines


def alarming(said: Sequence[Line], width: int, most: int) -> list[Line]:
    """Messages in at most `most` lines: a single one is wrapped, of several each has one line. What
    does not fit is replaced by `…`."""
    if len(said) > 1:
        lines = [one if line_width(one) <= width else ending(one, width) for one in said[:most]]
        return lines if len(said) <= most else [*lines[:-1], ending(said[most - 1], width)]
    parts = [part for one in said for part in folded(one, width)]
    if len(parts) <= most:
        return parts
    return [*parts[: most - 1], ending((*parts[most - 1], *parts[most]), width)]


def _raised(
    first: Line, second: Line, width: int, room: int, needed: int
) -> tuple[Line, Line, int]:
    """Both lines after moving pieces up while the second is too long and names have room."""
    while second and (line_width(_from_left(second)) > width or _goes_on(second[0])):
        if room - line_width(second[:1]) < needed:
            break
        room -= line_width(second[:1])
        first, second = (*first, second[0]), second[1:]
    return first, second, room


def _goes_on(piece: Piece) -> bool:
    """Whether a piece continues a sentence."""
    return piece.text.startswith(", ") and piece.text != ", "


def _from_left(pieces: Line) -> Line:
    """The pieces as a new line, without separators at its start."""
    return (Piece(pieces[0].text.lstrip(" ,"), pieces[0].tone), *pieces[1:]) if pieces else ()


def _cut(line: Line, room: int) -> Line:
    """`line` with its names cut to `room` columns in all; short names are not cut."""
    names = [piece.text for piece in line if piece.tone is Tone.TITLE]
    widths = fair_widths(list(map(cell_width, names)), room, least=1)
    texts = iter(cut_apart(names, widths))
    return tuple(
        piece._replace(text=next(texts)) if piece.tone is Tone.TITLE else piece for piece in line
    )


def cut_apart(names: Sequence[str], widths: Sequence[int]) -> list[str]:
    """The names cut in the middle to `widths`; if different names would become equal, cut around
    their different parts instead."""
    pairs = list(zip(names, widths, strict=True))
    cut = [cut_in_the_middle(name, width) for name, width in pairs]
    if len({*cut}) == len({*names}):
        return cut
    start, end = _n_alike(names), _n_alike([name[::-1] for name in names])
    return [_around(name, start, max(len(name) - end, start), width) for name, width in pairs]


def _n_alike(names: Sequence[str]) -> int:
    """The length of the common prefix."""
    columns = zip(*names, strict=False)
    return sum(1 for _ in takewhile(lambda column: len({*column}) == 1, columns))


def _around(name: str, start: int, end: int, width: int) -> str:
    """The part from `start` to `end`, with as much context as fits into `width` columns."""
    if cell_width(name) <= width:
        return name
    spare = max(width - 2 - (end - start), 0)
    first = max(min(start - (spare + 1) // 2, len(name) - (width - 2)), 0)
    part = name[first : first + width - 2]
    # Wide characters take two columns.
    return cut_in_the_middle(f"…{part}…" if first else f"{part}…", width)


# The lines below the rows: details of the row at the cursor.

_Said: TypeAlias = tuple[str, LineColumn, str]
"""The text before a place, the place, and its text."""
_INDENT: Final = 4
"""The indent of wrapped lines, in columns."""


def panel_lines(
    current: ViewRow | RowFold | None, fold_text: str, index: int, model: Model | None, width: int
) -> Iterator[Line]:
    """The row or fold `current` in `width` columns, then the model's details of a row."""
    if isinstance(current, RowFold):
        yield line(Piece("fold  ", Tone.DIM), fold_text)
    elif current is not None:
        yield place_line(current, width, "" if model is None else model.context(index))
    if model is not None:
        yield from model.panel(index)


def brief_line(
    current: ViewRow | RowFold | None, fold_text: str, index: int, model: Model | None, width: int
) -> Line:
    """One line about the row or fold `current`: the model's most important details that fit, and
    the place, right-aligned. The row itself is visible above."""
    if isinstance(current, RowFold):
        return line(f"{fold_text}: z to expand")
    places = () if current is None else filter(None, current.places)
    place = next(iter(places), None)
    at = "" if place is None else f"  {short_name(place.file)}:{place.line}"
    room, parts = width - cell_width(at), () if model is None else model.brief(index)
    told: Line = ()
    for part in parts:
        longer = (*told, Piece(" · "), *part) if told else part
        if told and line_width(longer) > room:
            break
        told = longer if line_width(longer) <= room else ending(longer, room)
    fill = " " * (room - line_width(told))
    return (*told, Piece(fill), *(() if place is None else (place_piece(at, place),)))


def place_line(row: ViewRow, width: int | None = None, context: str = "") -> Line:
    """A row in full, after its `context` in the file, with its places: first where it is, then
    where it is missing. Files are named without folders if that is unique. If the places do not fit
    into `width` columns, names are cut in the middle, but not line and column numbers."""
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
    """The places with their names cut, longest first, so that all fit into `width`."""
    starts = [shown.rindex(f":{place.line}:{place.column}") for _, place, shown in said]
    names = [shown[:start] for (_, _, shown), start in zip(said, starts, strict=True)]
    lengths = list(map(cell_width, names))
    beside = sum(cell_width(before) + cell_width(shown) for before, _, shown in said) - sum(lengths)
    widths = fair_widths(lengths, width - beside, _LEAST)
    for (before, place, shown), start, room in zip(said, starts, widths, strict=True):
        yield before, place, f"{cut_in_the_middle(shown[:start], room)}{shown[start:]}"


# The rows that next and previous go to: changes, or matches of a search.


class RowTargets(NamedTuple):
    """Ascending rows, and the noun for one of them."""

    rows: Sequence[int]
    what: str
    counted: Sequence[int]
    """The rows that are counted: the first of several with the same difference."""

    def beyond(self, row: int, direction: int) -> int | None:
        """The target after `row`, or before it with a negative direction, if any."""
        at = bisect_right(self.rows, row) if direction > 0 else bisect_left(self.rows, row) - 1
        return self.rows[at] if 0 <= at < len(self.rows) else None

    def from_here(self, row: int) -> int | None:
        """The first target at or after `row`, else the first of all; None if there are none."""
        if not self.rows:
            return None
        return self.rows[bisect_left(self.rows, row) % len(self.rows)]

    def position(self, row: int) -> str:
        """`change 3/7`: the number of counted targets up to `row`, and of all."""
        if not self.counted:
            return f"no {self.what}s"
        return f"{self.what} {bisect_right(self.counted, row)}/{len(self.counted)}"
