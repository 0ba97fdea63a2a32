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
    """What became of a difference in a review."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REPORTED = "reported"

    @property
    def words(self) -> str:
        """What it is called; `accepted`, as files have it, would be the opposite in tools that
        propose edits."""
        return "left as is" if self is ReviewState.ACCEPTED else self.value

    @property
    def next(self) -> ReviewState:
        """The state after it: open, accepted, reported, open."""
        states = list(ReviewState)
        return states[(states.index(self) + 1) % len(states)]


class ReviewMark(NamedTuple):
    """What a reviewer said of a difference."""

    state: ReviewState = ReviewState.OPEN
    note: str = ""

    @property
    def is_none(self) -> bool:
        """Whether nothing was said."""
        return self == _NO_MARK


_NO_MARK: Final = ReviewMark()

_MOST: Final = 2_000
"""A note is no longer than so many characters."""


class DifferenceName(NamedTuple):
    """What a difference is called, in the reference's words as far as there are some: it stays the
    same when the learned file is laid out otherwise, when its variables are called otherwise, and
    when other things in it change.

    `action` is empty for what is declared; `part` is a part of an action, `action`, `parameters`,
    or the section of a declaration; the texts are empty for a side that says nothing."""

    action: str
    part: str
    kind: str
    reference: str = ""
    learned: str = ""


def name_of(difference: Difference) -> DifferenceName:
    """What a difference is called."""
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
"""What was said, by what each difference is called."""


@dataclass(frozen=True)
class Reviewed:
    """The marks of a learned file beside the differences that it has now."""

    names: tuple[DifferenceName, ...]
    marks: ReviewMarks

    @classmethod
    def of(cls, differences: Iterable[Difference], marks: ReviewMarks) -> Reviewed:
        """The marks beside the differences of a comparison."""
        return cls(tuple(map(name_of, differences)), marks)

    def mark(self, name: DifferenceName | None) -> ReviewMark:
        """What was said of a difference."""
        return _NO_MARK if name is None else self.marks.get(name, _NO_MARK)

    def with_mark(self, name: DifferenceName, mark: ReviewMark) -> Reviewed:
        """With this said of a difference, in place of what was."""
        others = {key: value for key, value in self.marks.items() if key != name}
        return replace(self, marks=others if mark.is_none else {**others, name: mark})

    @lazy
    def gone(self) -> tuple[DifferenceName, ...]:
        """The differences that something was said of and that there are no more."""
        present = {*self.names}
        return tuple(name for name in self.marks if name not in present)

    @property
    def counts(self) -> Counter[ReviewState]:
        """How many of the differences are in each state."""
        return Counter(self.mark(name).state for name in self.names)

    @property
    def text(self) -> str:
        """`12 differences: 5 accepted, 2 reported, 5 open; 1 mark is for a deleted difference`;
        empty where nothing was said."""
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
    """`☑`, `⚑` or `✎`: the sign of what was said."""
    return _SIGNS[mark.state]


def mark_text(mark: ReviewMark) -> str:
    """`☑ accepted: a door is always open`; empty for no mark."""
    if mark.is_none:
        return ""
    said = "note" if mark.state is ReviewState.OPEN else mark.state.words
    return f"{_SIGNS[mark.state]} {': '.join(filter(None, (said, mark.note)))}"


def clean_note(text: str) -> str:
    """A note as it is kept: a line of bounded length, with nothing that a terminal would obey."""
    return visible(" ".join(text.split()))[:_MOST]


def _sides(action: ActionDiff, change: Change) -> tuple[str, str]:
    theirs = "" if change.reference is None else change.reference.text
    ours = change.learned
    return theirs, "" if ours is None else formula_text(ours.formula, action.to_reference)


def _signatures(action: ActionDiff) -> tuple[str, str]:
    """The types of the parameters, and the order of the learned ones."""
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
