"""Find a row again after the files were compared again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple, Protocol, TypeAlias, runtime_checkable

from plancore.report.rows.row import Role, Rows, ViewRow

_FAR: Final = 20_000
"""The maximum distance, in rows, of the search in either direction."""
_NEAR: Final = 1_000
"""The maximum number of rows above a row in which its title is searched."""

Texts: TypeAlias = tuple[str | None, ...]


class Landmark(NamedTuple):
    """The features that identify a row: its text on each side, and its heading and title.

    `row` is its index, and `below` its distance from its title.
    """

    role: Role
    texts: Texts
    heading: Texts
    title: Texts
    row: int
    below: int


@runtime_checkable
class Recognising(Protocol):
    """Rows that can match rows of an older view by more than their texts."""

    def counterpart(self, others: Rows, index: int) -> int | None:
        """The row that corresponds to row `index` of `others`; None if unknown."""
        ...


def found_again(rows: Rows, others: Rows, index: int) -> int:
    """The row that corresponds to row `index` of `others`, or that took its place."""
    known = rows.counterpart(others, index) if isinstance(rows, Recognising) else None
    if known is not None:
        return known
    mark = landmark(others, index)
    return 0 if mark is None else row_at(rows, mark)


def landmark(rows: Rows, index: int) -> Landmark | None:
    """The landmark of row `index`; None if there are no rows."""
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
    """The row that `mark` was made of, or the one that took its place.

    That is the nearest row with the same text on a side, preferring later sides, and with the same
    heading and title there; else the row at the same distance below the same title; else the row
    with the same index, or the last one.
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
    """Row indices by distance from `index`, the nearest first."""
    for distance in range(min(_FAR, max(index, count) + 1)):
        if index + distance < count:
            yield index + distance
        if distance and 0 <= index - distance < count:
            yield index - distance


def _below(rows: Rows, title: int, count: int) -> int:
    """The row `count` rows below a title, or the last row of its part."""
    at = title
    while at + 1 < rows.count and at - title < count:
        if rows.row(at + 1).role in (Role.TITLE, Role.BLANK):
            break
        at += 1
    return at


def _texts(row: ViewRow) -> Texts:
    """The texts of a row; of a heading the first word, which does not depend on its content."""
    texts = tuple(None if cell is None else cell.text for cell in row.cells)
    if row.role is not Role.HEADING:
        return texts
    return tuple(text and text.partition(" ")[0] for text in texts)


def _is_like(ours: Texts, theirs: Texts, side: int) -> bool:
    """Whether a side has text in both, and the same."""
    if not (side < len(ours) and side < len(theirs)):
        return False
    return ours[side] is not None and ours[side] == theirs[side]
