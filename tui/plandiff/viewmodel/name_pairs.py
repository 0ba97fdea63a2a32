"""Pairs of names for a person to confirm or refuse."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from plancore.compare.domains import DomainDiff
from plancore.correspondence.pairs import PAIR_OF, NamePair, Pairs, key_of, questions
from plancore.correspondence.search.reasons import STATED
from plancore.correspondence.stated.document import confirmed, refused
from plancore.report.alignment.pair_table import pair_rows
from plancore.report.domain.basis import basis_text
from plancore.report.lines import Line, Tone, line, visible
from plancore.report.marks import Mark

_STATES = {
    "confirmed": Mark(Tone.EXTRA, "✓"),
    "refused": Mark(Tone.MISSING, "✗"),
    "uncertain": Mark(Tone.CHANGED, "?"),
    "found": Mark(Tone.PLAIN, " "),
}


class NamePairEntry(NamedTuple):
    """A pair with what speaks for it, and whether it was decided."""

    kind: str
    pair: NamePair
    text: str
    reasons: str
    state: str

    @property
    def mark(self) -> Mark:
        """Its sign."""
        return _STATES[self.state]

    def confirmed_in(self, decided: Pairs) -> Pairs:
        """What is decided once it is confirmed."""
        return confirmed(decided, self.kind, self.pair)

    def refused_in(self, decided: Pairs) -> Pairs:
        """What is decided once it is refused."""
        return refused(decided, self.kind, self.pair.learned, self.pair.reference)


class NamePairs:
    """The pairs that a comparison rests on; none where it is by name."""

    def __init__(self, diff: DomainDiff) -> None:
        self._diff = diff

    @property
    def heading(self) -> Line:
        """How many there are, and how far they reach."""
        return line(basis_text(self._diff))

    @cached_property
    def _pairs(self) -> Sequence[NamePairEntry]:
        """Those first that are to be looked at: uncertain ones, in the order of `planeval align
        --ask`, then those of different names."""
        diff = self._diff
        asked = [(each.kind, key_of(each.pair)) for each in questions(diff.pairs)]
        ranks = {names: rank for rank, names in enumerate(asked)}
        rows = pair_rows(diff.pairs, diff.learned, diff.reference)
        entries = []
        for (kind, pair), row in zip(diff.pairs.named(), rows, strict=False):
            state = "uncertain" if row.is_uncertain else "found"
            state = "confirmed" if STATED in pair.evidence else state
            text = row.learned if row.is_plain else f"{row.learned} ⇐ {row.reference}"
            reasons = row.reasons.text or "same name"
            entry = NamePairEntry(kind, pair, visible(f"{kind}  {text}"), reasons, state)
            rank = ranks.get((kind, key_of(pair)), len(ranks))
            entries.append((not row.is_uncertain, rank, row.is_plain, entry))
        return [entry for *_, entry in sorted(entries, key=lambda ranked: ranked[:3])]

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
