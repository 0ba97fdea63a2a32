"""The head of each text report on two files: their names, the verdict and the notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from plancore.diagnostic import Diagnostic, Severity
from plancore.report.lines import Line, Piece, Tone, line
from plancore.report.places import LineColumn, at_offset, place_piece, where
from plancore.rules.errors import errors_in
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import SourceText
from plancore.stop import NEVER, Checkpoint, staged
from plancore.syntax.nodes import Place


def names_line(learned: str, reference: str) -> Line:
    """The names of the files."""
    return line(
        Piece(learned, Tone.TITLE, learned), " vs. ", Piece(reference, Tone.TITLE, reference)
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
    """Errors, text that is not PDDL, definitions not compared. `checkpoint` may raise."""
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
