"""Two PDDL files compared: the common parts of the reviews of domains and problems.

For files with syntax errors the lines that differ are also shown. Text around an error is read as
well as possible; the lines show what the files really contain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, Self

from plancore.compare.changes import Change
from plancore.compare.declarations import DeclarationChange
from plancore.diagnostic import Severity
from plancore.report.document import Code, Section
from plancore.report.heading import Note
from plancore.report.lines import Piece, Tone, line, visible
from plancore.report.places import LineColumn, where
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText
from plancore.syntax.nodes import Place

if TYPE_CHECKING:
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
