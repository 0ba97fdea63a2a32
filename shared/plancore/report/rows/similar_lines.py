"""Lines that became one another: which of two runs of lines, and which words of them differ."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from plancore.align.sequences import align, heaviest_pairs
from plancore.report.rows.row import Cell, Marks

_TOKENS: Final = re.compile(r"[^\s()]+|[()]")
_LEAST: Final = 0.5
"""Lines less alike than this did not become one another."""
_MOST_PAIRS: Final = 10_000
"""So many pairs of lines of two runs are looked at; lines of longer runs stay unpaired."""
_MOST_WORDS: Final = 2_000
"""Of longer lines no words are marked."""


def similar_pairs(ours: Sequence[str], theirs: Sequence[str]) -> list[tuple[int, int]]:
    """The pairs of lines that are alike, ascending on both sides, as like in all as may be.

    How alike two lines are is Dice's coefficient of their words, each counted as often as it is
    there: from 0 for none in common to 1.
    """
    if len(ours) * len(theirs) > _MOST_PAIRS:
        return []
    return heaviest_pairs(_likeness(list(map(_words, ours)), list(map(_words, theirs))))


def differ_in_blanks_only(one: str, other: str) -> bool:
    """Whether two lines have the same words and parentheses."""
    return _TOKENS.findall(one) == _TOKENS.findall(other)


def with_words_marked(one: Cell, other: Cell) -> tuple[Cell, Cell]:
    """Both cells with the words and parentheses marked that are not in the other one, in order."""
    spans = [[match.span() for match in _TOKENS.finditer(cell.text)] for cell in (one, other)]
    if max(map(len, spans)) > _MOST_WORDS:
        return one, other
    words = [
        [cell.text[slice(*span)] for span in own]
        for cell, own in zip((one, other), spans, strict=True)
    ]
    pairs = list(align(words[0], words[1]).pairs())
    kept = {i for i, _ in pairs}, {j for _, j in pairs}
    marks: list[Marks] = [
        tuple(span for at, span in enumerate(own) if at not in same)
        for own, same in zip(spans, kept, strict=True)
    ]
    return one._replace(marks=marks[0]), other._replace(marks=marks[1])


def _words(text: str) -> Counter[str]:
    return Counter(word for word in _TOKENS.findall(text) if word not in "()")


def _likeness(ours: Sequence[Counter[str]], theirs: Sequence[Counter[str]]) -> list[list[float]]:
    """How alike each two lines are; 0 for those that are too little so."""
    table = []
    for one in ours:
        row = []
        for other in theirs:
            whole = one.total() + other.total()
            alike = 2 * (one & other).total() / whole if whole else 0.0
            row.append(alike if alike >= _LEAST else 0.0)
        table.append(row)
    return table
