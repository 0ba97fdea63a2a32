"""What one review shows: heading, list of actions, rows, and the panel about the cursor's row."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple, Protocol

from plancore.metrics.counted import Counted
from plancore.metrics.syntactic import Row
from plancore.report.domain.review import DomainReview
from plancore.report.domain.rows import DomainRows
from plancore.report.domain.text import action_summary
from plancore.report.domain.words import action_sign, action_title, action_tone
from plancore.report.figures import decimal, ratio_with_counts, with_fraction
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.plan.review import PlanReview
from plancore.report.plan.rows import PlanRows
from plancore.report.plan.text import numbers, verdict_text
from plancore.report.problem.review import ProblemReview
from plancore.report.problem.rows import ProblemRows
from plancore.report.problem.text import count_rows
from plancore.report.problem.text import verdict_text as verdict_of_problems
from plancore.report.review import Review
from plancore.report.rows.row import Rows, ViewRow
from plancore.report.rows.texts import TextRows
from plancore.report.table import table
from plandiff.viewmodel.state_lines import StatePanel


class Entry(NamedTuple):
    """A line of the list: an action with its score and a bar for each part."""

    sign: str
    tone: Tone
    name: str
    bars: str
    score: str
    rank: float
    """What the list is sorted by: the score, exactly."""


class Outline(Protocol):
    """A list of the parts of a review, beside its rows."""

    @property
    def entries(self) -> Sequence[Entry]:
        """The parts; at least one."""
        ...

    def entry_at(self, row: int) -> int:
        """The entry that a row belongs to."""
        ...

    def first_row(self, entry: int) -> int:
        """The row where an entry starts."""
        ...


class Model(Protocol):
    """A review as the viewer shows it."""

    @property
    def review(self) -> Review:
        """What is shown."""
        ...

    @property
    def heading(self) -> Line:
        """The line at the top."""
        ...

    @property
    def rows(self) -> Rows:
        """The structural difference."""
        ...

    @property
    def text_rows(self) -> Rows:
        """The textual difference."""
        ...

    @property
    def outline(self) -> Outline | None:
        """The list of actions, if there are any."""
        ...

    @property
    def moves(self) -> PlanRows | None:
        """The rows, where some may have moved."""
        ...

    @property
    def states(self) -> StatePanel | None:
        """What is true at each row, for plans that were executed."""
        ...

    def panel(self, row: int, /) -> Sequence[Line]:
        """The numbers at a row, with the counts behind them."""
        ...


class DomainModel:
    """The review of two domains."""

    def __init__(self, review: DomainReview) -> None:
        self.review = review

    @cached_property
    def heading(self) -> Line:
        """Files, overall score, and how many actions are of each kind."""
        counts = self.review.counts
        kinds = (
            (counts.same, "=", Tone.SAME),
            (counts.changed, "~", Tone.CHANGED),
            (counts.renamed, "»", Tone.MOVED),
            (counts.missing, "-", Tone.MISSING),
            (counts.extra, "+", Tone.EXTRA),
        )
        total = len(self.review.diff.actions)
        return line(
            *_files(self.review.learned.name, self.review.reference.name),
            f"   similarity {decimal(self.review.similarity.mean_over_reference.value)}",
            f"   {total} action{'' if total == 1 else 's'}:",
            *(Piece(f" {count} {sign}", tone) for count, sign, tone in kinds if count),
            "   same" if self.review.is_same else "",
        )

    @cached_property
    def rows(self) -> DomainRows:
        """All actions."""
        return DomainRows(self.review)

    @cached_property
    def text_rows(self) -> Rows:
        """The lines of both files."""
        ours, theirs = self.review.learned, self.review.reference
        return TextRows(ours.source, theirs.source, ours.name, theirs.name)

    @property
    def outline(self) -> Outline | None:
        """The actions."""
        return self if self.entries else None

    @property
    def moves(self) -> PlanRows | None:
        """Nothing moves in a domain."""
        return None

    @property
    def states(self) -> StatePanel | None:
        """None."""
        return None

    @cached_property
    def entries(self) -> Sequence[Entry]:
        """The actions, with how much of the precondition and of the effect is the same."""
        entries = [
            Entry(
                action_sign(row.action),
                action_tone(row.action),
                action_title(row.action),
                bar(_share(row.precondition)) + bar(_share(row.effect)),
                decimal(row.value),
                float(row.value),
            )
            for row in self.review.similarity.actions
        ]
        count = len(self.review.diff.declarations)
        if count:
            entries.append(Entry("~", Tone.CHANGED, "declarations", "", str(count), math.inf))
        return entries

    def entry_at(self, row: int) -> int:
        """The number of the action at a row."""
        return self.rows.action_at(row)

    def first_row(self, entry: int) -> int:
        """The title of an action."""
        return self.rows.starts[entry]

    def panel(self, row: int, /) -> Sequence[Line]:
        """The action at a row, then the whole domain."""
        if not self.entries:
            return [line("neither file has an action")]
        number = self.entry_at(row)
        if number == len(self.review.diff.actions):
            return [line("declarations are in no score"), *self._overall]
        return [*action_summary(self.review, number), *self._overall]

    @cached_property
    def _overall(self) -> Sequence[Line]:
        similarity = self.review.similarity.mean_over_reference
        micro = self.review.syntactic.micro
        parts = [
            f"{name} P {ratio_with_counts(micro[row], 'precision')}"
            f" R {ratio_with_counts(micro[row], 'recall')}"
            for name, row in (("pre", Row.PRE), ("eff", Row.EFF))
        ]
        text = f"mean of {similarity.n_defined}: {with_fraction(similarity.value)}"
        return [line(Piece("domain  ", Tone.DIM), f"similarity, {text}   {'   '.join(parts)}")]


class PlanModel:
    """The comparison of two plans."""

    def __init__(self, review: PlanReview) -> None:
        self.review = review

    @cached_property
    def heading(self) -> Line:
        """Files, overall score, and how many steps are of each kind."""
        counts = self.review.diff.counts
        kinds = (
            (counts.equal, "=", Tone.SAME),
            (counts.changed, "~", Tone.CHANGED),
            (counts.moved, "»", Tone.MOVED),
            (counts.removed, "-", Tone.MISSING),
            (counts.added, "+", Tone.EXTRA),
        )
        return line(
            *_files(self.review.learned.name, self.review.reference.name),
            f"   LCS {decimal(self.review.lcs.value)}",
            "   modulo commuting" if self.review.modulo else "",
            f"   {counts.right} steps, {counts.left} in the reference:",
            *(Piece(f" {count} {sign}", tone) for count, sign, tone in kinds if count),
        )

    @cached_property
    def rows(self) -> PlanRows:
        """The aligned steps."""
        return PlanRows(self.review)

    @cached_property
    def text_rows(self) -> Rows:
        """The lines of both files."""
        ours, theirs = self.review.learned, self.review.reference
        return TextRows(ours.source, theirs.source, ours.name, theirs.name)

    @property
    def outline(self) -> Outline | None:
        """None: the rows are the list."""
        return None

    @property
    def moves(self) -> PlanRows | None:
        """The aligned steps."""
        return self.rows

    @cached_property
    def states(self) -> StatePanel | None:
        """States and outcomes, if a domain and a problem are known."""
        execution = self.review.execution
        return None if execution is None else StatePanel(self.review, execution)

    def panel(self, _row: int, /) -> Sequence[Line]:
        """The numbers of the whole comparison."""
        return self._numbers

    @cached_property
    def _numbers(self) -> Sequence[Line]:
        found = numbers(self.review)
        half = (len(found) + 1) // 2
        rows = [
            [cell for name, value in pair for cell in (Piece(name, Tone.DIM), value)]
            for pair in zip(found[:half], found[half:], strict=False)
        ]
        return [
            line(Piece("verdict  ", Tone.DIM), verdict_text(self.review)),
            *table(rows, gap=3),
        ]


class ProblemModel:
    """The comparison of two problems."""

    def __init__(self, review: ProblemReview) -> None:
        self.review = review

    @cached_property
    def heading(self) -> Line:
        """Files, and the strongest thing that can be said."""
        files = _files(self.review.learned.name, self.review.reference.name)
        return line(*files, f"   {verdict_of_problems(self.review)}")

    @cached_property
    def rows(self) -> ProblemRows:
        """All parts."""
        return ProblemRows(self.review)

    @cached_property
    def text_rows(self) -> Rows:
        """The lines of both files."""
        ours, theirs = self.review.learned, self.review.reference
        return TextRows(ours.source, theirs.source, ours.name, theirs.name)

    @property
    def outline(self) -> Outline | None:
        """None: the parts are few."""
        return None

    @property
    def moves(self) -> PlanRows | None:
        """Nothing moves in a problem."""
        return None

    @property
    def states(self) -> StatePanel | None:
        """None."""
        return None

    def panel(self, _row: int, /) -> Sequence[Line]:
        """The counts of each part."""
        return self._counts

    @cached_property
    def _counts(self) -> Sequence[Line]:
        return table(count_rows(self.review))


def model_of(review: Review) -> Model:
    """The model for a review of any kind."""
    match review:
        case DomainReview():
            return DomainModel(review)
        case ProblemReview():
            return ProblemModel(review)
        case PlanReview():
            return PlanModel(review)


def place_lines(row: ViewRow) -> Sequence[Line]:
    """The row at the cursor in full, with its places."""
    sides = ((row.learned, row.learned_place), (row.reference, row.reference_place))
    present = [str(place) for cell, place in sides if cell is not None and place is not None]
    absent = [f"not in {place}" for cell, place in sides if cell is None and place is not None]
    if row.is_half:
        absent.clear()
    places = visible(", ".join((*present, *absent)))
    text = f"{row.sign} {row.text}" if row.sign else row.text
    return [
        line(
            Piece("row  ", Tone.DIM),
            Piece(text, row.tone),
            Piece(f"  {places}", Tone.DIM),
        )
    ]


def bar(share: float | None) -> str:
    """A block from ▁ for 0 to █ for 1; a dot for nothing to measure."""
    return "·" if share is None else "▁▂▃▄▅▆▇█"[min(int(share * 7 + 0.5), 7)]


def _share(counted: Counted) -> float | None:
    """How much of a part both sides have, from 0 to 1."""
    whole = len(counted.tp) + len(counted.fp) + len(counted.fn)
    return len(counted.tp) / whole if whole else None


def short_names(one: str, other: str) -> tuple[str, str]:
    """The ends of two paths that tell them apart; the whole names if nothing less does."""
    parts = visible(one).split("/"), visible(other).split("/")
    for count in range(1, max(map(len, parts))):
        short = ["/".join(names[-count:]) for names in parts]
        if short[0] != short[1]:
            return short[0], short[1]
    return visible(one), visible(other)


def _files(learned: str, reference: str) -> tuple[Piece, ...]:
    ours, theirs = short_names(learned, reference)
    return Piece(ours, Tone.TITLE), Piece(" ▸ ", Tone.DIM), Piece(theirs, Tone.TITLE)
