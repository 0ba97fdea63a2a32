"""Pairs of names for a person to confirm or refuse."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

from plancore.compare.domains import DomainDiff
from plancore.correspondence.pairs import PAIR_OF, NamePair, Pairs, key_of, questions
from plancore.correspondence.search.reasons import STATED
from plancore.correspondence.stated.mapping import answered
from plancore.report.alignment.pair_table import PairRow, changes_text, pair_rows
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


_FIRST = 10
"""So many questions stand before the pairs that are found; of the others, those that come before
one of an uncertain pair."""


class NamePairEntry(NamedTuple):
    """A pair with what speaks for it, and whether it was decided."""

    kind: str
    pair: NamePair
    text: str
    reasons: str
    state: str

    @property
    def is_question(self) -> bool:
        """Whether it is for a person to say whether it is right."""
        return self.state in ("uncertain", "not matched")

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
        """The questions of `planeval align --ask` in their order: uncertain pairs, and pairs that
        were not taken; then pairs of different names, the others, and the least likely
        questions."""
        asked = questions(self._diff.pairs)
        ranks = {(each.kind, *key_of(each.pair)): rank for rank, each in enumerate(asked)}
        not_taken: dict[str, Any] = {
            kind: tuple(q.pair for q in asked if q.kind == kind and not q.is_found)
            for kind in PAIR_OF
        }
        n_first = max([_FIRST, *(n for n, each in enumerate(asked, 1) if each.is_found)])
        ranked = []
        for pairs, has_partner in ((self._diff.pairs, True), (Pairs(**not_taken), False)):
            rows = pair_rows(pairs, self._diff.learned, self._diff.reference)
            for (kind, pair), row in zip(pairs.named(), rows, strict=False):
                state = "confirmed" if STATED in pair.evidence else "found"
                state = "uncertain" if row.is_uncertain else state
                entry = _entry(kind, pair, row, state if has_partner else "not matched")
                rank = ranks.get((kind, *key_of(pair)), len(ranks))
                is_first = row.is_uncertain if has_partner else rank < n_first
                is_last = not (has_partner or is_first)
                ranked.append((not is_first, is_last, rank, row.is_plain, entry))
        return [entry for *_, entry in sorted(ranked, key=lambda each: each[:4])]

    def entries(self, decided: Pairs) -> Sequence[NamePairEntry]:
        """The pairs, and those that were refused."""
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


def _entry(kind: str, pair: NamePair, row: PairRow, state: str) -> NamePairEntry:
    text = row.learned if row.is_plain else f"{row.learned} ⇐ {row.reference}"
    reasons = row.reasons.text or "same name"
    return NamePairEntry(kind, pair, visible(f"{kind}  {text}"), reasons, state)
