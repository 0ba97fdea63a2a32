"""The pairs of a name mapping, which the user can confirm or refuse."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from plancore.compare.domains import DomainDiff
from plancore.correspondence.pairs import PAIR_OF, NamePair, Pairs
from plancore.correspondence.stated.mapping import answered
from plancore.report.alignment.pair_table import changes_text, listed_matches
from plancore.report.domain.basis import basis_text
from plancore.report.lines import Line, Tone, line, visible
from plancore.report.marks import Mark

_STATES = {
    "confirmed": Mark(Tone.EXTRA, "✓"),
    "refused": Mark(Tone.MISSING, "✗"),
    "uncertain": Mark(Tone.CHANGED, "?"),
    "not matched": Mark(Tone.CHANGED, "?"),
    "found": Mark(Tone.PLAIN, " "),
}


class NamePairEntry(NamedTuple):
    """A pair with its evidence (`reasons`), and the state of the decision."""

    kind: str
    pair: NamePair
    text: str
    reasons: str
    state: str
    is_question: bool = False

    @property
    def mark(self) -> Mark:
        """The mark of the state."""
        return _STATES[self.state]


class NamePairs:
    """The pairs of a comparison; none if it is by name."""

    def __init__(self, diff: DomainDiff) -> None:
        self._diff = diff

    @property
    def heading(self) -> Line:
        """The number of pairs, and their coverage."""
        return line(basis_text(self._diff))

    def answered(self, decided: Pairs, entry: NamePairEntry, answer: str) -> Pairs | str:
        """The decisions after answering a pair with `yes`, `no` or `=NAME`, another name of the
        reference; or why the answer is invalid."""
        return answered(decided, entry.kind, entry.pair, answer, self._diff.reference)

    def changes_since(self, before: NamePairs, entry: NamePairEntry) -> str:
        """The changes of other pairs by an answer about a pair of `before`."""
        diff = self._diff
        found = before._diff.pairs, diff.pairs
        return changes_text(*found, entry.pair, diff.learned, diff.reference)

    @cached_property
    def _pairs(self) -> Sequence[NamePairEntry]:
        diff = self._diff
        return [
            NamePairEntry(
                each.kind,
                each.pair,
                f"{each.kind}  {each.names}",
                each.reasons,
                each.state,
                each.is_question,
            )
            for each in listed_matches(diff.pairs, diff.learned, diff.reference)
        ]

    def entries(self, decided: Pairs) -> Sequence[NamePairEntry]:
        """The pairs, uncertain ones first, then those that were refused."""
        refusals = [
            NamePairEntry(
                kind,
                PAIR_OF[kind](mine, yours),
                visible(f"{kind}  {mine} ⇐ {yours}"),
                "refused",
                "refused",
            )
            for kind, mine, yours in decided.refusals
        ]
        return [*self._pairs, *refusals]
