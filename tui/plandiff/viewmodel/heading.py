"""Headings that fit: names give way before numbers do."""

from __future__ import annotations

from plancore.report.lines import Line, Piece, Tone, cell_width, cut_in_the_middle, line_width
from plancore.report.rows.columns import fair_widths

_LEAST = 10
"""Names are not cut to fewer columns than this."""


def fitted(heading: Line, width: int, *, max_lines: int = 2) -> list[Line]:
    """`heading` in `width` columns, its names, which are its titles, cut in the middle where they
    must be; where that is not enough in two lines, the names in the first, without what is dim, or
    too long."""
    if line_width(heading) <= width:
        return [heading]
    names = [piece for piece in heading if piece.tone is Tone.TITLE]
    rest = line_width(heading) - line_width(tuple(names))
    least = _LEAST * len(names)
    if rest + least <= width or max_lines == 1:
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
    return [first, _from_left(second)]


def _raised(
    first: Line, second: Line, width: int, room: int, needed: int
) -> tuple[Line, Line, int]:
    """Both lines and the room for names, after pieces of a second line that is too long have gone
    to the first, as long as the names keep what they need."""
    while second and line_width(_from_left(second)) > width:
        if room - line_width(second[:1]) < needed:
            break
        room -= line_width(second[:1])
        first, second = (*first, second[0]), second[1:]
    return first, second, room


def _from_left(pieces: Line) -> Line:
    return (Piece(pieces[0].text.lstrip(), pieces[0].tone), *pieces[1:]) if pieces else ()


def _cut(line: Line, room: int) -> Line:
    """`line` with its names in `room` columns together, of which short ones take what they need."""
    names = [piece.text for piece in line if piece.tone is Tone.TITLE]
    widths = iter(fair_widths(list(map(cell_width, names)), room, least=1))
    return tuple(
        piece._replace(text=cut_in_the_middle(piece.text, next(widths)))
        if piece.tone is Tone.TITLE
        else piece
        for piece in line
    )
