"""Headings that fit: names give way before numbers do."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final, NamedTuple, TypeAlias

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
from plancore.report.places import LineColumn, place_piece, short_name, short_names
from plancore.report.rows.columns import fair_widths
from plancore.report.rows.folding import RowFold
from plancore.report.rows.row import ViewRow
from plandiff.viewmodel.model import Model

_LEAST: Final = 10
"""Names are not cut to fewer columns than this."""
_LOSS: Final = 20
"""Where names would lose more columns they have a line of their own."""


def fitted(heading: Line, width: int, *, max_lines: int = 2) -> list[Line]:
    """`heading` in `width` columns, its names, which are its titles, cut in the middle where they
    must be; where that is not enough in two lines, the names in the first, without what is dim, and
    the rest in as many as it takes."""
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
    # What would be cut goes up, as far as the names leave room for it; then what is dim is left
    # out, then the names give way.
    needed = min(line_width(tuple(names)), room)
    first, second, room = _raised(first, second, width, room, needed)
    if line_width(_from_left(second)) > width:
        second = tuple(piece for piece in second if piece.tone is not Tone.DIM)
        first, second, room = _raised(first, second, width, room, least)
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
    """What is wrong in at most so many lines; one thing goes on below, of several each has a line
    of its own. `…` stands for what has no room."""
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
    """Both lines and the room for names, after pieces of a second line that is too long, or goes on
    after a comma, have gone to the first, as long as the names keep what they need."""
    while second and (line_width(_from_left(second)) > width or _goes_on(second[0])):
        if room - line_width(second[:1]) < needed:
            break
        room -= line_width(second[:1])
        first, second = (*first, second[0]), second[1:]
    return first, second, room


def _goes_on(piece: Piece) -> bool:
    """Whether a piece is a part of a sentence that began before."""
    return piece.text.startswith(", ") and piece.text != ", "


def _from_left(pieces: Line) -> Line:
    """A line of its own: nothing stands before it that it would be apart from."""
    return (Piece(pieces[0].text.lstrip(" ,"), pieces[0].tone), *pieces[1:]) if pieces else ()


def _cut(line: Line, room: int) -> Line:
    """`line` with its names in `room` columns together, of which short ones take what they need."""
    names = [piece.text for piece in line if piece.tone is Tone.TITLE]
    widths = fair_widths(list(map(cell_width, names)), room, least=1)
    texts = iter(cut_apart(names, widths))
    return tuple(
        piece._replace(text=next(texts)) if piece.tone is Tone.TITLE else piece for piece in line
    )


def cut_apart(names: Sequence[str], widths: Sequence[int]) -> list[str]:
    """The names in so many columns each, cut in the middle; where that would make different names
    one, around what is different in them."""
    pairs = list(zip(names, widths, strict=True))
    cut = [cut_in_the_middle(name, width) for name, width in pairs]
    if len({*cut}) == len({*names}):
        return cut
    start, end = _n_alike(names), _n_alike([name[::-1] for name in names])
    return [_around(name, start, max(len(name) - end, start), width) for name, width in pairs]


def _n_alike(names: Sequence[str]) -> int:
    """How many characters all names begin with."""
    columns = zip(*names, strict=False)
    return sum(1 for _ in takewhile(lambda column: len({*column}) == 1, columns))


def _around(name: str, start: int, end: int, width: int) -> str:
    """What stands from `start` to `end` of a name, with as much around it as `width` columns hold,
    a little more of it in front."""
    if cell_width(name) <= width:
        return name
    spare = max(width - 2 - (end - start), 0)
    first = max(min(start - (spare + 1) // 2, len(name) - (width - 2)), 0)
    part = name[first : first + width - 2]
    # Wide characters take two columns.
    return cut_in_the_middle(f"…{part}…" if first else f"{part}…", width)


# The lines below the rows: what stands at the cursor, and the numbers behind it.

_Said: TypeAlias = tuple[str, LineColumn, str]
"""What stands before a place, the place, and how it is shown."""
_INDENT: Final = 4
"""Columns in front of what goes on below."""


def panel_lines(
    current: ViewRow | RowFold | None,
    fold_text: str,
    index: int,
    model: Model | None,
    width: int,
) -> Iterator[Line]:
    """The row or fold `current`, in so many columns, then what `model` says of row `index`; nothing
    without a model."""
    if isinstance(current, RowFold):
        yield line(Piece("fold  ", Tone.DIM), fold_text)
    elif current is not None:
        yield place_line(current, width, "" if model is None else model.context(index))
    if model is not None:
        yield from model.panel(index)


def brief_line(
    current: ViewRow | RowFold | None, fold_text: str, index: int, model: Model | None, width: int
) -> Line:
    """One line: what `model` says of the row or fold `current` first, as far as it fits, and its
    place, flush right: what it says itself is to be seen above."""
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


# Rows that next and previous go to: changes, or matches of a search.


class RowTargets(NamedTuple):
    """Rows, ascending, and what one of them is called."""

    rows: Sequence[int]
    what: str
    counted: Sequence[int]
    """The rows that count as one: of several that show one difference the first."""

    def beyond(self, row: int, direction: int) -> int | None:
        """The mark after `row`, or before it with a negative direction; None beyond the ends."""
        at = bisect_right(self.rows, row) if direction > 0 else bisect_left(self.rows, row) - 1
        return self.rows[at] if 0 <= at < len(self.rows) else None

    def from_here(self, row: int) -> int | None:
        """The first mark at or after `row`, going round; None if there are no marks."""
        if not self.rows:
            return None
        return self.rows[bisect_left(self.rows, row) % len(self.rows)]

    def position(self, row: int) -> str:
        """How many of those that count lie at or before `row`, of how many in all."""
        if not self.counted:
            return f"no {self.what}s"
        return f"{self.what} {bisect_right(self.counted, row)}/{len(self.counted)}"
