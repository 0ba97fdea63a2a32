"""The beginning of a report, for a place where all of it would be too much."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Final, NamedTuple

from plancore.report.layout import document_lines
from plancore.report.lines import Line
from plancore.report.registry import AS_LINES, Report, document_of, part

MOST_LINES: Final = 400
MOST_CHARACTERS: Final = 100_000
"""Names in a file can be of any length, and a table is as wide as the longest."""


class Excerpt(NamedTuple):
    """The first lines of a report's text, and whether there are more."""

    lines: list[Line]
    is_cut: bool


def _lines(report: Report) -> Iterable[Line]:
    if report.kind not in AS_LINES:
        return document_lines(document_of(report))
    lines: Iterable[Line] = part(report, "text").lines(report)
    return lines


def excerpt(report: Report) -> Excerpt:
    """At most `MOST_LINES` lines of at most `MOST_CHARACTERS` together. What comes behind them is
    not even worked out."""
    lines = iter(_lines(report))
    taken: list[Line] = []
    n_characters = 0
    for line in islice(lines, MOST_LINES):
        n_characters += sum(len(piece.text) for piece in line)
        if n_characters > MOST_CHARACTERS:
            return Excerpt(taken, True)
        taken.append(line)
    return Excerpt(taken, next(lines, None) is not None)
