"""The beginning of a report, for places with limited space."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple, TypeVar

from plancore.report import document as doc
from plancore.report.document import cell_line
from plancore.report.lines import Line
from plancore.report.registry import Report, document_of

T = TypeVar("T")

MOST_LINES: Final = 400
MOST_CHARACTERS: Final = 100_000
"""Needed as well as `MOST_LINES`: names can be of any length, and a table is as wide as its
longest."""


class Excerpt(NamedTuple):
    """The first blocks of a report, and whether it was truncated."""

    document: doc.Document
    is_cut: bool


def excerpt(report: Report) -> Excerpt:
    """At most `MOST_LINES` lines before wrapping, with at most `MOST_CHARACTERS` in total. Blocks
    beyond that are not even computed."""
    whole = document_of(report)
    room = _Room(MOST_LINES - bool(whole.title))
    blocks = list(room.cut(whole.blocks))
    return Excerpt(whole._replace(blocks=blocks), room.is_full)


class _Room:
    """The remaining space; once it `is_full`, no more blocks are taken."""

    def __init__(self, lines: int) -> None:
        self.is_full = False
        self._lines = lines
        self._characters = MOST_CHARACTERS

    def cut(self, blocks: Iterable[doc.Block]) -> Iterator[doc.Block]:
        """The blocks that fit; the last one may be truncated."""
        for block in blocks:
            if self.is_full:
                return
            yield self._cut(block)

    def _cut(self, block: doc.Block) -> doc.Block:
        match block:
            case doc.Paragraph(lines) | doc.Errors(lines) | doc.Code(lines):
                return block._replace(lines=self._taken(lines, _width))
            case doc.List(items):
                return block._replace(items=self._taken(items, _size))
            case doc.Table(_, rows):
                return block._replace(rows=self._taken(rows, _row_width))
            case doc.Section(title, blocks):
                self._lines -= 1 + bool(title)
                # The number of lines left out is unknown, as those blocks are not computed.
                return block._replace(blocks=list(self.cut(blocks)), more="")
            case _:
                return block

    def _taken(self, entries: Iterable[T], size: Callable[[T], int]) -> list[T]:
        taken: list[T] = []
        for entry in entries:
            self._lines -= 1
            self._characters -= size(entry)
            if self._lines < 0 or self._characters < 0:
                self.is_full = True
                break
            taken.append(entry)
        return taken


def _width(line: Line) -> int:
    return sum(len(piece.text) for piece in line)


def _size(item: doc.ListItem) -> int:
    return _width(item.line) + sum(map(_size, item.items))


def _row_width(row: Iterable[doc.Cell]) -> int:
    return sum(_width(cell_line(cell)) for cell in row)
