"""The files of a report: positions for users and programs, two files compared, and the head of each
text report.

Positions are file, line and column, counted from one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, Self

from plancore.compare.changes import Part, name_place
from plancore.diagnostic import Diagnostic, Severity
from plancore.model.domain import Action
from plancore.phrases import SIDES
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import SourceText
from plancore.stop import NEVER, Checkpoint, staged
from plancore.syntax.nodes import Place

if TYPE_CHECKING:
    from plancore.compare.changes import Change
    from plancore.compare.declarations import DeclarationChange
    from plancore.report.limit import Limit


class LineColumn(NamedTuple):
    """A position in a file. `column` counts characters."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


def where(file: FileSnapshot, place: Place | None) -> LineColumn | None:
    """The position of `place` in `file`; None for None."""
    return None if place is None else at_offset(file.name, file.source, file.span(place).start)


def at_offset(name: str, source: SourceText, offset: int) -> LineColumn:
    """The position of `offset` in the text of the file called `name`."""
    line, column = source.position(offset)
    return LineColumn(name, line + 1, column + 1)


def action_places(file: FileSnapshot) -> dict[str, LineColumn]:
    """The positions of the action names in the first domain of a file."""
    definition = file.first("domain")
    domain = None if definition is None else definition.domain
    named = (
        ((action.name, where(file, name_place(action))) for action in domain.actions)
        if domain
        else ()
    )
    return {name: place for name, place in named if place is not None}


def line_places(learned: LineColumn | None, reference: LineColumn | None) -> Line:
    """`23:7, reference 19:3`: positions without names of files, which the report has."""
    return sided_places(("", learned), (f"{SIDES.reference} ", reference))


def sided_places(*sides: tuple[str, LineColumn | None]) -> Line:
    """The same for any number of sides, each a prefix and a position."""
    known = [place_piece(f"{side}{short(at)}", at) for side, at in sides if at is not None]
    gap = Piece(", ", Tone.DIM)
    return tuple(piece for entry in known for piece in (gap, entry))[1:]


def short(at: LineColumn) -> str:
    """`23:7`."""
    return f"{at.line}:{at.column}"


def place_piece(text: str, at: LineColumn | None, tone: Tone = Tone.DIM) -> Piece:
    """`text`, which a click opens at a position."""
    return Piece(visible(text), tone) if at is None else Piece(visible(text), tone, *at)


def part_place(action: Action | None, part: Part) -> Place | None:
    """The place of the part's value, or of the action's name if the part is absent."""
    if action is None:
        return None
    match part:
        case Part.PRECONDITION:
            node = action.precondition_node
        case Part.EFFECT:
            node = action.effect_node
        case Part.DURATION:
            node = None if action.duration is None else action.duration.node
    return name_place(action) if node is None else node.place


# The shortest names that tell files apart.


def short_names(*paths: str) -> tuple[str, ...]:
    """The shortest suffixes that tell paths apart; equal paths get their last component, and whole
    paths are used if no suffix suffices."""
    parts = [visible(path).split("/") for path in paths]
    if len({*paths}) == 1:
        return tuple(names[-1] for names in parts)
    for count in range(1, max(map(len, parts), default=0)):
        short = tuple("/".join(names[-count:]) for names in parts)
        if len({*short}) == len(short):
            return short
    return tuple(map(visible, paths))


def short_name(name: str, n_parts: int = 1) -> str:
    """The last `n_parts` components of a path."""
    return "/".join(visible(name).split("/")[-n_parts:])


class SourceFile(Protocol):
    """A compared file: a snapshot or a plan."""

    @property
    def name(self) -> str:
        """Its name in reports."""
        ...

    @property
    def source(self) -> SourceText:
        """Its text."""
        ...


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


# The head of each text report: the names of the files, the verdict and the notes.


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
