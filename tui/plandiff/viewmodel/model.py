"""The base of view models: heading, list of parts, rows, and the panel about a row."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final, Generic, TypeVar

from plancore.phrases import count_of
from plancore.report.differences import files_of
from plancore.report.files import Note, short_name, short_names
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.marks import Mark
from plancore.report.review import Review
from plancore.report.rows.row import Rows
from plancore.report.rows.texts import TextRows

_MOST_NOTES: Final = 2

T = TypeVar("T")
R_co = TypeVar("R_co", bound=Review, covariant=True)


@dataclass(frozen=True, slots=True)
class SidePanel:
    """A panel next to the rows: the `lines` for a row, and the `whole` for a page."""

    lines: Callable[[int], Sequence[Line]]
    whole: Callable[[int], Sequence[Line]]


class Model(ABC):
    """The content of a screen. Features of only some models are in `offers`."""

    figures_follow: ClassVar[bool] = False
    """Whether scores are about the row at the cursor, and not about the whole files."""
    is_ready: ClassVar[bool] = True
    """Whether the files have been compared; if not, changes are unknown."""

    @property
    @abstractmethod
    def heading(self) -> Line:
        """The line at the top."""

    @property
    @abstractmethod
    def rows(self) -> Rows:
        """The rows of the structural view."""

    @property
    @abstractmethod
    def text_rows(self) -> Rows:
        """The rows of the text view."""

    @abstractmethod
    def panel(self, row: int, /) -> Sequence[Line]:
        """The details of a row, shown below the rows."""

    def brief(self, row: int, /) -> Sequence[Line]:
        """The details of a row to join in a single line, most important first."""
        return self.panel(row)[:1]

    def context(self, _row: int, /) -> str:
        """The context of a row, such as its action and part, if the row does not show it."""
        return ""

    def summary(self, _width: int, /) -> Line:
        """The summary, always visible, in up to `_width` columns; empty if there is none."""
        return ()

    @property
    def verdict(self) -> Sequence[Line]:
        """Lines below the heading, such as why plans fail."""
        return ()

    @property
    def failing_rows(self) -> Sequence[int]:
        """The rows with a failing step, ascending."""
        return ()

    @property
    def start(self) -> int | None:
        """The row to start at instead of the first change, if any."""
        return next(iter(self.failing_rows), None)

    def part_at(self, _row: int, /) -> str:
        """The name of the part that a row belongs to, unless the row shows it itself."""
        return ""

    @property
    def alarm(self) -> Sequence[Line]:
        """The errors of the files, without which the rest cannot be trusted."""
        return ()

    @property
    def note_lines(self) -> Sequence[Line]:
        """Notes on the files."""
        return ()

    @property
    def failures(self) -> Sequence[int] | None:
        """The failing rows, and the last if a goal is missed; None without executed plans."""
        return None

    def figures(self, _row: int, /) -> Sequence[Line]:
        """The scores of a row or the files, with formulas and counts."""
        return ()

    def with_figures(self, _has_figures: bool, /) -> Model:
        """The same with or without scores in the rows, if there are any."""
        return self

    @property
    def offers(self) -> Sequence[object]:
        """Features of only some models, which screens look up by type: lists, side panels, pairs of
        names, effects on plans. None is a placeholder for one that this review lacks."""
        return ()

    def find(self, kind: type[T]) -> T | None:
        """The first of `offers` of this type."""
        return next((offer for offer in self.offers if isinstance(offer, kind)), None)

    @property
    def side_panels(self) -> list[SidePanel]:
        """All side panels of `offers`."""
        return [offer for offer in self.offers if isinstance(offer, SidePanel)]


class ReviewModel(Model, Generic[R_co]):
    """The base of models of reviews."""

    def __init__(self, review: R_co) -> None:
        self.review = review

    @cached_property
    def text_rows(self) -> Rows:
        """The lines of all files."""
        return TextRows(*files_of(self.review))

    @property
    def notes(self) -> Sequence[Note]:
        """Notes on the files."""
        return self.review.notes

    @property
    def alarm(self) -> Sequence[Line]:
        """The first error of each file, and the number of its errors."""
        return [_alarm(errors) for errors in self._errors]

    @property
    def _errors(self) -> Sequence[Sequence[Note]]:
        errors: dict[str | None, list[Note]] = {}
        for note in self.notes:
            if note.is_error:
                file = None if note.where is None else note.where.file
                errors.setdefault(file, []).append(note)
        return [*errors.values()]

    @property
    def note_lines(self) -> Sequence[Line]:
        """The notes except the first error of each file, errors first, up to `_MOST_NOTES`."""
        told = {id(errors[0]) for errors in self._errors}
        notes = [note for note in self.notes if id(note) not in told]
        notes.sort(key=lambda note: not note.is_error)
        texts = [f"note  {visible(str(note))}" for note in notes]
        if len(texts) > _MOST_NOTES:
            more = len(texts) - _MOST_NOTES + 1
            n_errors = sum(note.is_error for note in notes[-more:])
            texts[-more:] = [f"note  {more} more notes, including {count_of(n_errors, 'error')}"]
        return [line(Piece(text, Tone.NOTE)) for text in texts]

    @property
    def _files(self) -> tuple[Piece, ...]:
        """The names of the files for the heading, in the order of the columns."""
        ours, theirs = short_names(self.review.learned.name, self.review.reference.name)
        return Piece(theirs, Tone.TITLE), Piece(" ▸ ", Tone.DIM), Piece(ours, Tone.TITLE)


def _alarm(errors: Sequence[Note]) -> Line:
    first = errors[0]
    more = "error" if len(errors) == 1 else count_of(len(errors), "error")
    at = first.where
    place = "" if at is None else f"{at._replace(file=short_name(at.file))}: "
    return line(Piece(visible(f"✗ {more}: {place}{first.message}"), Tone.FAILING))


def tallied(counts: Iterable[tuple[int, Mark]]) -> Iterator[Piece]:
    """The counts that are not 0, each with its mark."""
    return (Piece(f" {count} {mark.sign}", mark.tone) for count, mark in counts if count)
