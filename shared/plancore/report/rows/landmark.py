"""Rows found again by what they are, after the files were compared anew."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple, Protocol, TypeAlias, runtime_checkable

from plancore.report.rows.row import Role, Rows, ViewRow

_FAR: Final = 20_000
"""So many rows before and behind are looked at; beyond, a row is not found again."""
_NEAR: Final = 1_000
"""So many rows above a row are looked through for its title."""

Texts: TypeAlias = tuple[str | None, ...]


class Landmark(NamedTuple):
    """What tells a row from others: what it has of each side, below which heading of which title.

    `row` is its number, and `below` how many rows it stands below its title.
    """

    role: Role
    texts: Texts
    heading: Texts
    title: Texts
    row: int
    below: int


@runtime_checkable
class Recognising(Protocol):
    """Rows that know better than by their texts which of them is a row of others."""

    def counterpart(self, others: Rows, index: int) -> int | None:
        """The row that is what row `index` of `others` is; None where that cannot be told."""
        ...


def found_again(rows: Rows, others: Rows, index: int) -> int:
    """The row that is what row `index` of `others` is, or what took its place."""
    known = rows.counterpart(others, index) if isinstance(rows, Recognising) else None
    if known is not None:
        return known
    mark = landmark(others, index)
    return 0 if mark is None else row_at(rows, mark)


def landmark(rows: Rows, index: int) -> Landmark | None:
    """What row `index` is; None where there are no rows."""
    if not rows.count:
        return None
    row = rows.row(index)
    heading: Texts = ()
    for at in range(index, max(index - _NEAR, -1), -1):
        above = rows.row(at)
        if above.role is Role.HEADING and not heading:
            heading = _texts(above)
        elif above.role is Role.TITLE:
            return Landmark(row.role, _texts(row), heading, _texts(above), index, index - at)
    return Landmark(row.role, _texts(row), heading, (), index, 0)


def row_at(rows: Rows, mark: Landmark) -> int:
    """The row that `mark` was made of, or what took its place.

    That is the nearest one with the same text on a side, the last side counting most, below the
    same heading and title there; else the one as far below the same title; else the one with the
    same number, or the last one.
    """
    for side in reversed(range(len(mark.texts))):
        at = _same_row(rows, mark, side)
        if at is not None:
            return at
    for side in reversed(range(len(mark.title))):
        for at in _outwards(mark.row - mark.below, rows.count):
            row = rows.row(at)
            if row.role is Role.TITLE and _is_like(_texts(row), mark.title, side):
                return _below(rows, at, mark.below)
    return min(mark.row, max(rows.count - 1, 0))


def _same_row(rows: Rows, mark: Landmark, side: int) -> int | None:
    for at in _outwards(mark.row, rows.count):
        row = rows.row(at)
        if row.role is not mark.role or not _is_like(_texts(row), mark.texts, side):
            continue
        other = landmark(rows, at)
        assert other is not None, "there is this row"
        above = (other.heading, mark.heading), (other.title, mark.title)
        if all(ours == theirs or _is_like(ours, theirs, side) for ours, theirs in above):
            return at
    return None


def _outwards(index: int, count: int) -> Iterator[int]:
    """Numbers of rows, the nearest to `index` first."""
    for distance in range(min(_FAR, max(index, count) + 1)):
        if index + distance < count:
            yield index + distance
        if distance and 0 <= index - distance < count:
            yield index - distance


def _below(rows: Rows, title: int, count: int) -> int:
    """So many rows below a title, but not beyond what stands below it."""
    at = title
    while at + 1 < rows.count and at - title < count:
        if rows.row(at + 1).role in (Role.TITLE, Role.BLANK):
            break
        at += 1
    return at


def _texts(row: ViewRow) -> Texts:
    """What a row has of each side; of a heading, that which does not change with what it heads."""
    texts = tuple(None if cell is None else cell.text for cell in row.cells)
    if row.role is not Role.HEADING:
        return texts
    return tuple(text and text.partition(" ")[0] for text in texts)


def _is_like(ours: Texts, theirs: Texts, side: int) -> bool:
    """Whether a side has the same text in both, and has one."""
    if not (side < len(ours) and side < len(theirs)):
        return False
    return ours[side] is not None and ours[side] == theirs[side]
