"""The review of two domains: actions with scores, and the numbers of each."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property

from plancore.compare.alignment import alignment_of
from plancore.metrics.support.counted import Counted
from plancore.report import marks
from plancore.report.domain.basis import basis, reach_text
from plancore.report.domain.review import DomainReview
from plancore.report.domain.rows import DomainRows
from plancore.report.domain.stands_for import pair_lines
from plancore.report.domain.text import action_summary
from plancore.report.domain.words import action_mark, action_title
from plancore.report.figures import decimal
from plancore.report.lines import Line, Piece, Tone, line
from plancore.report.passages import brief
from plancore.report.words import count_of
from plandiff.viewmodel.consequences import PlanConsequences
from plandiff.viewmodel.model import Entry, Outline, Pairs, ReviewModel, tallied


class DomainModel(ReviewModel[DomainReview]):
    """The review of two domains."""

    @cached_property
    def heading(self) -> Line:
        """Files, overall score, and how many actions are of each kind."""
        counts = self.review.counts
        kinds = (
            (counts.same, marks.SAME),
            (counts.changed, marks.CHANGED),
            (counts.renamed, marks.MOVED),
            (counts.missing, marks.MISSING),
            (counts.extra, marks.EXTRA),
        )
        alignment = alignment_of(self.review.diff)
        similarity = decimal(self.review.similarity.mean_over_reference.value)
        return line(
            *self._files,
            f"   similarity {similarity} {basis(alignment)}",
            "" if self.consequences is None else f"   {self.consequences.counts}",
            f"   {count_of(len(self.review.diff.actions), 'action')}:",
            *tallied(kinds),
            "   same" if self.review.is_same else "",
            "" if alignment is None else f"   {reach_text(alignment)}",
        )

    @cached_property
    def consequences(self) -> PlanConsequences | None:
        """Those of all differences."""
        report = self.review.blame
        return None if report is None else PlanConsequences(report.blame, self.rows)

    @property
    def offers(self) -> Sequence[object]:
        """The actions, if there are any, pairs of names, and what differences do to plans."""
        some = (self.outline, self.pairs, self.consequences)
        return [offer for offer in some if offer is not None]

    @cached_property
    def pairs(self) -> Pairs:
        """What the alignment rests on, all pairs included."""
        return Pairs(list(pair_lines(self.review.diff)))

    @cached_property
    def rows(self) -> DomainRows:
        """All actions."""
        return DomainRows(self.review)

    @cached_property
    def outline(self) -> Outline | None:
        """The actions."""
        return Outline(self.entries, self.rows.starts) if self.entries else None

    @cached_property
    def entries(self) -> Sequence[Entry]:
        """The actions, with how much of the precondition and of the effect is the same."""
        entries = [
            Entry(
                action_mark(row.action),
                action_title(row.action),
                bar(_share(row.precondition)) + bar(_share(row.effect)),
                decimal(row.value),
                float(row.value),
            )
            for row in self.review.similarity.actions
        ]
        count = len(self.review.diff.declarations)
        if count:
            entries.append(Entry(marks.CHANGED, "declarations", "", str(count), math.inf))
        if self.consequences is None:
            return entries
        return [self._told(number, entry) for number, entry in enumerate(entries)]

    def _told(self, number: int, entry: Entry) -> Entry:
        """An entry with what its differences do to plans."""
        is_action = number < len(self.review.diff.actions)
        return entry._replace(
            n_stopped=self.rows.n_stopped(number) if is_action else None,
            consequence_rank=self._consequence_ranks.get(number, len(self.rows.by_consequence)),
        )

    @cached_property
    def _consequence_ranks(self) -> dict[int, int]:
        """For each entry that differs, how early the first of its differences comes when those come
        first that do most to plans."""
        ranks: dict[int, int] = {}
        for rank, row in enumerate(self.rows.by_consequence):
            ranks.setdefault(self.rows.action_at(row), rank)
        return ranks

    def panel(self, row: int, /) -> Sequence[Line]:
        """The action at a row, then the whole domain."""
        if not self.entries:
            return [line("neither file has an action")]
        number = self.rows.action_at(row)
        told = () if self.consequences is None else self.consequences.lines(row)
        if number == len(self.review.diff.actions):
            return [*told, line("declarations are in no score"), *self._overall]
        return [*told, *action_summary(self.review, number), *self._overall]

    @cached_property
    def _overall(self) -> Sequence[Line]:
        return [line(Piece("domain  ", Tone.DIM), brief(self.review.measured))]


def bar(share: float | None) -> str:
    """A block from ▁ for 0 to █ for 1; a dot for nothing to measure."""
    return "·" if share is None else "▁▂▃▄▅▆▇█"[min(int(share * 7 + 0.5), 7)]


def _share(counted: Counted) -> float | None:
    """How much of a part both sides have, from 0 to 1."""
    whole = len(counted.tp) + len(counted.fp) + len(counted.fn)
    return len(counted.tp) / whole if whole else None
