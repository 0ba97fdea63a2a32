"""A review as the viewer shows it: heading, list of parts, rows, and the panel about one row."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.marks import Mark
from plancore.report.plan.rows import PlanRows
from plancore.report.review import Review
from plancore.report.rows.row import Rows
from plancore.report.rows.texts import TextRows
from plancore.report.words import count_of
from plandiff.viewmodel.consequences import PlanConsequences
from plandiff.viewmodel.names import short_names
from plandiff.viewmodel.state_lines import StatePanel

_MOST_NOTES: Final = 2

R_co = TypeVar("R_co", bound=Review, covariant=True)


class Entry(NamedTuple):
    """A line of the list: an action with its score and a bar for each part."""

    mark: Mark
    name: str
    bars: str
    score: str
    rank: float
    """What the list is sorted by where the worst come first: the score, exactly."""
    n_stopped: int | None = None
    """How many plans its differences stop; None where there are no plans."""
    consequence_rank: int = 0
    """Where it stands when what does most to plans comes first."""


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


class Model(ABC, Generic[R_co]):
    """The interface of all reviews; a part that only some have is None here."""

    def __init__(self, review: R_co) -> None:
        self.review = review

    @property
    @abstractmethod
    def heading(self) -> Line:
        """The line at the top."""

    @property
    @abstractmethod
    def rows(self) -> Rows:
        """The structural difference."""

    @abstractmethod
    def panel(self, row: int, /) -> Sequence[Line]:
        """The numbers at a row, with the counts behind them."""

    @cached_property
    def text_rows(self) -> Rows:
        """The lines of both files."""
        ours, theirs = self.review.learned, self.review.reference
        return TextRows(ours.source, theirs.source, ours.name, theirs.name)

    @property
    def outline(self) -> Outline | None:
        """The list of actions, if there are any."""
        return None

    @property
    def moves(self) -> PlanRows | None:
        """The rows, where some may have moved."""
        return None

    @property
    def states(self) -> StatePanel | None:
        """What is true at each row, for plans that were executed."""
        return None

    def summary(self, _width: int, /) -> Line:
        """The line that is always on the screen, in as many words as there is room for; nothing
        where there is none."""
        return ()

    @property
    def consequences(self) -> PlanConsequences | None:
        """What the differences do to plans, where there are some."""
        return None

    @property
    def can_align(self) -> bool:
        """Whether there are names that may stand for others."""
        return False

    @property
    def pair_lines(self) -> Sequence[Line]:
        """What stands for what, where that is not all by name."""
        return ()

    @property
    def note_lines(self) -> Sequence[Line]:
        """The notes on the two files, errors first; as many as there is room for."""
        notes = sorted(self.review.notes, key=lambda note: not note.is_error)
        texts = [f"note: {visible(str(note))}" for note in notes]
        if len(texts) > _MOST_NOTES:
            more = len(texts) - _MOST_NOTES + 1
            n_errors = sum(note.is_error for note in notes[-more:])
            texts[-more:] = [f"note: {more} more notes, {count_of(n_errors, 'error')} among them"]
        return [line(Piece(text, Tone.NOTE)) for text in texts]

    @property
    def _files(self) -> tuple[Piece, ...]:
        """The start of the heading."""
        ours, theirs = short_names(self.review.learned.name, self.review.reference.name)
        return Piece(ours, Tone.TITLE), Piece(" ▸ ", Tone.DIM), Piece(theirs, Tone.TITLE)


def tallied(counts: Iterable[tuple[int, Mark]]) -> Iterator[Piece]:
    """How many there are of each kind, with its mark; nothing of kinds that there are none of."""
    return (Piece(f" {count} {mark.sign}", mark.tone) for count, mark in counts if count)
