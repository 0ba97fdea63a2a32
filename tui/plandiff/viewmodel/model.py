"""A review as the viewer shows it: heading, list of parts, rows, and the panel about one row."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final, Generic, TypeVar

from plancore.phrases import count_of
from plancore.report.differences import files_of
from plancore.report.heading import Note
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.marks import Mark
from plancore.report.places import short_name, short_names
from plancore.report.review import Review
from plancore.report.rows.row import Rows
from plancore.report.rows.texts import TextRows

_MOST_NOTES: Final = 2

T = TypeVar("T")
R_co = TypeVar("R_co", bound=Review, covariant=True)


@dataclass(frozen=True, slots=True)
class SidePanel:
    """Lines beside the rows: `lines` tells what there is to say of a row, by its number, `whole`
    what there is to say on a page."""

    lines: Callable[[int], Sequence[Line]]
    whole: Callable[[int], Sequence[Line]]


class Model(ABC):
    """What a screen shows. What only some have stands in `offers`."""

    figures_follow: ClassVar[bool] = False
    """Whether figures are about the row at the cursor, and not about all of the files."""
    is_ready: ClassVar[bool] = True
    """Whether anything was compared: without that there is nothing to be said of changes."""

    @property
    @abstractmethod
    def heading(self) -> Line:
        """The line at the top."""

    @property
    @abstractmethod
    def rows(self) -> Rows:
        """The structural difference."""

    @property
    @abstractmethod
    def text_rows(self) -> Rows:
        """The lines of the files."""

    @abstractmethod
    def panel(self, row: int, /) -> Sequence[Line]:
        """What there is to say of a row, below the rows."""

    def brief(self, row: int, /) -> Sequence[Line]:
        """What there is to say of a row in a single line, the most important first."""
        return self.panel(row)[:1]

    def context(self, _row: int, /) -> str:
        """What a row is in, such as an action and a part of it, where the row does not say."""
        return ""

    def summary(self, _width: int, /) -> Line:
        """The line that is always on the screen, in as many words as there is room for; nothing
        where there is none."""
        return ()

    @property
    def verdict(self) -> Sequence[Line]:
        """Why plans fail, below the heading; nothing where none does."""
        return ()

    @property
    def failing_rows(self) -> Sequence[int]:
        """The rows with a step that fails, ascending."""
        return ()

    @property
    def start(self) -> int | None:
        """The row that matters more than the first change; None where none does."""
        return next(iter(self.failing_rows), None)

    def part_at(self, _row: int, /) -> str:
        """What the part of the rows is called that a row is in, unless the row says so itself."""
        return ""

    @property
    def alarm(self) -> Sequence[Line]:
        """What is wrong with each of the files, which must be known before anything else is
        believed; nothing where nothing is."""
        return ()

    @property
    def note_lines(self) -> Sequence[Line]:
        """What there is to say of the files."""
        return ()

    @property
    def failures(self) -> Sequence[int] | None:
        """The failing rows, and the last one where a goal is missed; None where nothing was
        executed."""
        return None

    def figures(self, _row: int, /) -> Sequence[Line]:
        """The figures behind a row or the files, with their formulas and what they count."""
        return ()

    def with_figures(self, _has_figures: bool, /) -> Model:
        """The same with figures in the rows, as far as there are any, or without."""
        return self

    @property
    def offers(self) -> Sequence[object]:
        """What only some have, for screens that know what to do with it: an outline, side panels,
        pairs of names, what differences do to plans. None stands for what this review lacks."""
        return ()

    def find(self, kind: type[T]) -> T | None:
        """The first of `offers` of that kind."""
        return next((offer for offer in self.offers if isinstance(offer, kind)), None)

    @property
    def side_panels(self) -> list[SidePanel]:
        """All of `offers` that belong beside the rows."""
        return [offer for offer in self.offers if isinstance(offer, SidePanel)]


class ReviewModel(Model, Generic[R_co]):
    """What all reviews have."""

    def __init__(self, review: R_co) -> None:
        self.review = review

    @cached_property
    def text_rows(self) -> Rows:
        """The lines of all files."""
        return TextRows(*files_of(self.review))

    @property
    def notes(self) -> Sequence[Note]:
        """What there is to say of the files."""
        return self.review.notes

    @property
    def alarm(self) -> Sequence[Line]:
        """The first error of each file, and how many it has."""
        return [_alarm(errors) for errors in self._errors]

    @property
    def _errors(self) -> Sequence[Sequence[Note]]:
        """The errors of each file that has any."""
        errors: dict[str | None, list[Note]] = {}
        for note in self.notes:
            if note.is_error:
                file = None if note.where is None else note.where.file
                errors.setdefault(file, []).append(note)
        return [*errors.values()]

    @property
    def note_lines(self) -> Sequence[Line]:
        """The notes besides the first error of each file, errors first; as many as there is room
        for."""
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
        """The start of the heading, in the order of the columns."""
        ours, theirs = short_names(self.review.learned.name, self.review.reference.name)
        return Piece(theirs, Tone.TITLE), Piece(" ▸ ", Tone.DIM), Piece(ours, Tone.TITLE)


def _alarm(errors: Sequence[Note]) -> Line:
    first = errors[0]
    more = "error" if len(errors) == 1 else count_of(len(errors), "error")
    at = first.where
    place = "" if at is None else f"{at._replace(file=short_name(at.file))}: "
    return line(Piece(visible(f"✗ {more}: {place}{first.message}"), Tone.FAILING))


def tallied(counts: Iterable[tuple[int, Mark]]) -> Iterator[Piece]:
    """How many there are of each kind, with its mark; nothing of kinds that there are none of."""
    return (Piece(f" {count} {mark.sign}", mark.tone) for count, mark in counts if count)
