"""Pairs of names for a person to confirm or refuse."""

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
    """A pair with what speaks for it, and whether it was decided."""

    kind: str
    pair: NamePair
    text: str
    reasons: str
    state: str
    is_question: bool = False

    @property
    def mark(self) -> Mark:
        """Its sign."""
        return _STATES[self.state]


class NamePairs:
    """The pairs that a comparison rests on; none where it is by name."""

    def __init__(self, diff: DomainDiff) -> None:
        self._diff = diff

    @property
    def heading(self) -> Line:
        """How many there are, and how far they reach."""
        return line(basis_text(self._diff))

    def answered(self, decided: Pairs, entry: NamePairEntry, answer: str) -> Pairs | str:
        """What is decided once a pair is answered with `yes`, `no` or another name of the
        reference; or why that is no answer."""
        return answered(decided, entry.kind, entry.pair, answer, self._diff.reference)

    def changes_since(self, before: NamePairs, entry: NamePairEntry) -> str:
        """What an answer about a pair of `before` has changed beside that pair."""
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
        """The pairs, first those that are to be looked at, and those that were refused."""
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
