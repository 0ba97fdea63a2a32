"""The pairs of a name mapping, which the user can confirm or refuse."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from plancore.compare.domains import DomainDiff
from plancore.correspondence.pairs import PAIR_OF, Pairs
from plancore.correspondence.stated.mapping import answered
from plancore.report.alignment.pair_table import ListedMatch, changes_text, listed_matches
from plancore.report.domain.words import basis_text
from plancore.report.lines import Line, Tone, line, visible
from plancore.report.marks import Mark

MARKS: Final = {
    "confirmed": Mark(Tone.EXTRA, "✓"),
    "refused": Mark(Tone.MISSING, "✗"),
    "uncertain": Mark(Tone.CHANGED, "?"),
    "not matched": Mark(Tone.CHANGED, "?"),
    "found": Mark(Tone.PLAIN, " "),
}
"""By the state of a match."""


class NamePairs:
    """The pairs of a comparison; none if it is by name."""

    def __init__(self, diff: DomainDiff) -> None:
        self._diff = diff

    @property
    def heading(self) -> Line:
        """The number of pairs, and their coverage."""
        return line(basis_text(self._diff))

    def answered(self, decided: Pairs, entry: ListedMatch, answer: str) -> Pairs | str:
        """The decisions after answering a pair with `yes`, `no` or `=NAME`, another name of the
        reference; or why the answer is invalid."""
        return answered(decided, entry.kind, entry.pair, answer, self._diff.reference)

    def changes_since(self, before: NamePairs, entry: ListedMatch) -> str:
        """The changes of other pairs by an answer about a pair of `before`."""
        diff = self._diff
        found = before._diff.pairs, diff.pairs
        return changes_text(*found, entry.pair, diff.learned, diff.reference)

    @cached_property
    def _pairs(self) -> Sequence[ListedMatch]:
        return listed_matches(self._diff.pairs, self._diff.learned, self._diff.reference)

    def entries(self, decided: Pairs) -> Sequence[ListedMatch]:
        """The pairs, uncertain ones first, then those that were refused."""
        said = "refused", "refused"
        refusals = [
            ListedMatch(kind, PAIR_OF[kind](mine, yours), visible(f"{mine} ⇐ {yours}"), *said)
            for kind, mine, yours in decided.refusals
        ]
        return [*self._pairs, *refusals]
