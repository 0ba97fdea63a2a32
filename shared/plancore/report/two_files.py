"""Two files compared: the common parts of their reviews, and the head of each text report.

For files with syntax errors the lines that differ are also shown. Text around an error is read as
well as possible; the lines show what the files really contain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from plancore.diagnostic import Diagnostic, Severity
from plancore.report.document import Code, Section
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.places import LineColumn, at_offset, place_piece, where
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import SourceText
from plancore.stop import NEVER, Checkpoint, staged
from plancore.syntax.nodes import Place

if TYPE_CHECKING:
    from plancore.compare.changes import Change
    from plancore.compare.declarations import DeclarationChange
    from plancore.report.limit import Limit
    from plancore.report.places import SourceFile


@dataclass(frozen=True, slots=True)
class TwoFiles:
    """A learned file and its reference. The snapshots know their file names."""

    learned: FileSnapshot
    reference: FileSnapshot
    notes: tuple[Note, ...]
    limits: tuple[Limit, ...] = field(default=(), kw_only=True)
    """Minimum values of scores."""
    severities: Mapping[str, Severity | None] = field(default_factory=dict, kw_only=True)
    """The severities that the project sets, by code; None disables a code."""

    @property
    def has_errors(self) -> bool:
        """Whether a file has errors, so that the files cannot be called the same."""
        return any(note.is_error for note in self.notes)

    @property
    def files(self) -> tuple[FileSnapshot, FileSnapshot]:
        """The learned file and the reference."""
        return self.learned, self.reference

    @property
    def is_torn(self) -> bool:
        """Whether a file has syntax errors, so that text around them was guessed."""
        return any(file.tree.problems for file in self.files)

    def with_remarks(self, remarks: Iterable[str]) -> Self:
        """The review with notes on how it was made."""
        return replace(self, notes=(*self.notes, *(Note(None, remark) for remark in remarks)))

    def with_errors(self, errors: Iterable[str]) -> Self:
        """The review with `errors` as additional notes."""
        notes = (Note(None, error, is_error=True) for error in errors)
        return replace(self, notes=(*self.notes, *notes))

    def where(
        self, learned: Place | None, reference: Place | None
    ) -> tuple[LineColumn | None, LineColumn | None]:
        """The positions of a place in the learned file and of one in the reference."""
        return where(self.learned, learned), where(self.reference, reference)

    def where_of(
        self, change: Change | DeclarationChange
    ) -> tuple[LineColumn | None, LineColumn | None]:
        """The positions of a change in both files."""
        return self.where(change.learned_place, change.reference_place)


MOST: Final = 400
"""The maximum number of lines listed; the rest is counted."""


def torn_sections(
    learned: SourceFile,
    reference: SourceFile,
    notes: Sequence[Note],
    *,
    is_torn: bool,
    most: int = MOST,
) -> Iterator[Section]:
    """A line diff of at most `most` lines if a file has syntax errors; nothing if both were read in
    full or one is empty."""
    if not is_torn or not learned.source.text or not reference.source.text:
        return
    # Imported late: most files have no syntax errors.
    from plancore.report.line_diff import gaps, hunks

    where = next((note.where for note in notes if note.is_error), None)
    at = "" if where is None else f", {where}"
    old, new = _lines(reference.source), _lines(learned.source)
    made = [*hunks(old, new, gaps(old, new), lambda _: "")]
    rest = len(made) - most
    if rest > 0:
        made[most:] = [line(Piece(f"· {rest} more lines", Tone.DIM))]
    note = f"compared as text: a file cannot be read in full{at}"
    yield Section("Different lines", [Code(made, is_patch=True)], note)


def _lines(source: SourceText) -> list[str]:
    return [f"{visible(text.rstrip())}\n" for text in source.text.split("\n")]


# The head of each text report: the names of the files, the verdict and the notes.


def names_line(learned: str, reference: str) -> Line:
    """The names of the files."""
    return line(
        Piece(learned, Tone.TITLE, learned),
        " vs. ",
        Piece(reference, Tone.TITLE, reference),
    )


NONE_READ: Final = "no differences in what could be read"
"""The verdict on files with errors and no differences: they are not called the same."""


def doubt(notes: Iterable[Note]) -> str:
    """A caveat after the verdict on files with errors; empty without errors."""
    return " (partial: errors in the files)" if any(note.is_error for note in notes) else ""


def note_lines(notes: Sequence[Note]) -> Iterator[Line]:
    """A line for each note, errors first."""
    yield from error_lines(notes)
    yield from remark_lines(notes)


def error_lines(notes: Iterable[Note]) -> Iterator[Line]:
    """A line for each error."""
    for note in notes:
        if note.is_error:
            place = f"{note.where}: " if note.where else ""
            yield line(place_piece(f"error: {place}{note.message}", note.where, Tone.FAILING))


def remark_lines(notes: Iterable[Note]) -> Iterator[Line]:
    """A line for each note that is not an error."""
    for note in notes:
        if not note.is_error:
            yield line(place_piece(f"note: {note}", note.where, Tone.NOTE))


# Notes on the files, besides their differences.

_MOST = 5
"""The maximum number of findings listed for a file; another note counts the rest."""


class Note(NamedTuple):
    """A remark on a file. `is_error` means that the file may not have been read in full."""

    where: LineColumn | None
    message: str
    is_error: bool = False

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        return f"{place}{'error: ' if self.is_error else ''}{self.message}"


def notes_on(
    file: FileSnapshot, chosen: DefinitionSnapshot | None, checkpoint: Checkpoint = NEVER
) -> Iterator[Note]:
    """Errors, text that is not PDDL, and definitions that were not compared. `checkpoint` may
    raise."""
    # Imported late: plans do not need the rules, and importing them all is slow.
    from plancore.rules.check import errors_in

    errors = errors_in(file, checkpoint=staged("looking for errors", checkpoint))
    yield from notes_from(file.name, file.source, errors, "errors")
    prose = file.tree.prose
    if prose:
        count = f" ({len(prose)} places)" if len(prose) > 1 else ""
        yield Note(where(file, prose[0].place()), f"text that is not PDDL is ignored{count}")
    if chosen is None:
        return
    for other in file.definitions:
        if other is not chosen and other.kind == chosen.kind:
            at = where(file, definition_place(chosen))
            named = f"{other.kind} `{other.name}`" if other.name else f"unnamed {other.kind}"
            message = f"{named} is not compared, only the one in line {at.line if at else 1}"
            if other.name and other.name != chosen.name:
                message += f"; select it with --name {other.name}"
            yield Note(where(file, definition_place(other)), message)


def notes_from(
    name: str, source: SourceText, diagnostics: Sequence[Diagnostic], noun: str = "findings"
) -> Iterator[Note]:
    """The first findings in a file, and the number of the others."""
    for finding in diagnostics[:_MOST]:
        is_error = finding.severity is Severity.ERROR
        yield Note(at_offset(name, source, finding.span.start), finding.message, is_error)
    rest = diagnostics[_MOST:]
    if rest:
        is_error = any(finding.severity is Severity.ERROR for finding in rest)
        yield Note(None, f"{name}: {len(rest)} more {noun}", is_error)


def definition_place(definition: DefinitionSnapshot) -> Place | None:
    """The place of a definition's name, or of its first form if it has none."""
    if definition.definition.name is not None:
        return definition.definition.name.place
    first = next(definition.definition.forms(), None)
    return None if first is None else first.place()
