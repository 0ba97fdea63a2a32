"""Review marks: a difference is accepted or reported, and may have a note."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from plancore.compare.actions import ActionDiff
from plancore.compare.changes import PARAMETERS, Change, ChangeKind
from plancore.compare.difference import RENAMED, Difference
from plancore.formula.printing import formula_text, type_text
from plancore.memo import lazy
from plancore.phrases import count_of
from plancore.report.lines import visible


class ReviewState(StrEnum):
    """The state of a difference in a review."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REPORTED = "reported"

    @property
    def words(self) -> str:
        """Its name in texts. `accepted`, as stored, would mean the opposite in tools that propose
        edits."""
        return "left as is" if self is ReviewState.ACCEPTED else self.value

    @property
    def next(self) -> ReviewState:
        """The next state in the cycle open, accepted, reported."""
        states = list(ReviewState)
        return states[(states.index(self) + 1) % len(states)]


class ReviewMark(NamedTuple):
    """The mark of a reviewer on a difference."""

    state: ReviewState = ReviewState.OPEN
    note: str = ""

    @property
    def is_none(self) -> bool:
        """Whether there is no mark."""
        return self == _NO_MARK


_NO_MARK: Final = ReviewMark()

_MOST: Final = 2_000
"""The maximum length of a note, in characters."""


class DifferenceName(NamedTuple):
    """The stable identifier of a difference.

    It uses the reference's names where possible, so it survives reformatting and renamed variables
    in the learned file, and changes elsewhere in it. `action` is empty for declarations; `part` is
    a part of an action, `action`, `parameters`, or the section of a declaration; the texts are
    empty for a side without any.
    """

    action: str
    part: str
    kind: str
    reference: str = ""
    learned: str = ""


def name_of(difference: Difference) -> DifferenceName:
    """The identifier of a difference."""
    change, action = difference.change, difference.diff
    part, kind = difference.part, str(difference.kind)
    if action is None or difference.kind == RENAMED:
        return DifferenceName("", part, kind, difference.reference or "", difference.learned or "")
    if isinstance(change, Change):
        return DifferenceName(action.name, part, kind, *_sides(action, change))
    if part == PARAMETERS:
        return DifferenceName(action.name, part, ChangeKind.CHANGED, *_signatures(action))
    return DifferenceName(action.name, part, kind)


ReviewMarks: TypeAlias = Mapping[DifferenceName, ReviewMark]
"""Marks by the identifiers of their differences."""


@dataclass(frozen=True)
class Reviewed:
    """The marks of a learned file with its current differences."""

    names: tuple[DifferenceName, ...]
    marks: ReviewMarks

    @classmethod
    def of(cls, differences: Iterable[Difference], marks: ReviewMarks) -> Reviewed:
        """The marks with the differences of a comparison."""
        return cls(tuple(map(name_of, differences)), marks)

    def mark(self, name: DifferenceName | None) -> ReviewMark:
        """The mark on a difference."""
        return _NO_MARK if name is None else self.marks.get(name, _NO_MARK)

    def with_mark(self, name: DifferenceName, mark: ReviewMark) -> Reviewed:
        """With the mark on a difference replaced."""
        others = {key: value for key, value in self.marks.items() if key != name}
        return replace(self, marks=others if mark.is_none else {**others, name: mark})

    @lazy
    def gone(self) -> tuple[DifferenceName, ...]:
        """The marked differences that no longer exist."""
        present = {*self.names}
        return tuple(name for name in self.marks if name not in present)

    @property
    def counts(self) -> Counter[ReviewState]:
        """The number of current differences by state."""
        return Counter(self.mark(name).state for name in self.names)

    @property
    def text(self) -> str:
        """`12 differences: 5 left as is, 2 reported, 5 open; 1 mark is for a deleted difference`;
        empty without marks."""
        if not self.marks:
            return ""
        counts = self.counts
        order = (ReviewState.ACCEPTED, ReviewState.REPORTED, ReviewState.OPEN)
        states = ", ".join(f"{counts[state]} {state.words}" for state in order if counts[state])
        text = f"{count_of(len(self.names), 'difference')}{': ' if states else ''}{states}"
        if not self.gone:
            return text
        is_of = (
            "is for a deleted difference" if len(self.gone) == 1 else "are for deleted differences"
        )
        return f"{text}; {count_of(len(self.gone), 'mark')} {is_of}"

    def is_accepted(self, name: DifferenceName) -> bool:
        """Whether a difference was accepted."""
        return self.mark(name).state is ReviewState.ACCEPTED

    def accepts(self, difference: Difference | None) -> bool:
        """Whether there is a difference, and it was accepted."""
        return difference is not None and self.is_accepted(name_of(difference))

    def is_done(self, name: DifferenceName | None) -> bool:
        """Whether a difference was accepted or reported."""
        return self.mark(name).state is not ReviewState.OPEN


_SIGNS: Final = {ReviewState.ACCEPTED: "☑", ReviewState.REPORTED: "⚑", ReviewState.OPEN: "✎"}


def state_text(mark: ReviewMark) -> str:
    """The sign of a mark: `☑`, `⚑` or `✎`."""
    return _SIGNS[mark.state]


def mark_text(mark: ReviewMark) -> str:
    """`☑ left as is: a door is always open`; empty without a mark."""
    if mark.is_none:
        return ""
    said = "note" if mark.state is ReviewState.OPEN else mark.state.words
    return f"{_SIGNS[mark.state]} {': '.join(filter(None, (said, mark.note)))}"


def clean_note(text: str) -> str:
    """A note as stored: one line of bounded length, without control characters."""
    return visible(" ".join(text.split()))[:_MOST]


def _sides(action: ActionDiff, change: Change) -> tuple[str, str]:
    theirs = "" if change.reference is None else change.reference.text
    ours = change.learned
    return theirs, "" if ours is None else formula_text(ours.formula, action.to_reference)


def _signatures(action: ActionDiff) -> tuple[str, str]:
    """The types of both actions' parameters, numbered by their positions in the reference."""
    learned, reference = action.learned, action.reference
    assert learned is not None, "an action on both sides"
    assert reference is not None, "an action on both sides"
    naming, order = action.to_reference, action.order or range(len(learned.parameters))
    ours = [
        f"{n}: {type_text(naming.type_names(p.types))}"
        for n, p in zip(order, learned.parameters, strict=True)
    ]
    theirs = [f"{n}: {type_text(p.types)}" for n, p in enumerate(reference.parameters)]
    return (
        f"{reference.kind.value} {', '.join(theirs)}",
        f"{learned.kind.value} {', '.join(ours)}",
    )
