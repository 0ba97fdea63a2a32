"""Whether a parenthesis more, or less, mends a text."""

from __future__ import annotations

from collections import Counter
from typing import Final

from plancore.model.finding import PlaceEdit
from plancore.source import Span
from plancore.syntax.reader import reread
from plancore.syntax.tree import SyntaxTree

MOST: Final = 20
"""How many fixes of one file are tried out; each try reads a part of the file again."""


def mends(tree: SyntaxTree, edit: PlaceEdit) -> bool:
    """Whether `edit` leaves fewer problems with parentheses, and none that was not there."""
    start, end = tree.span(edit.place)
    after = reread(tree, Span(start, end), edit.text)
    before_counts = Counter(problem.message for problem in tree.problems)
    after_counts = Counter(problem.message for problem in after.problems)
    return after_counts.total() < before_counts.total() and not after_counts - before_counts
