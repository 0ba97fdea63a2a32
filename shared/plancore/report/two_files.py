"""Two files of PDDL compared: what the reviews of domains and of problems have in common.

Files with syntax errors: besides what could be compared, the lines that differ.

What stands around an error is read as well as can be. Whoever does not trust that sees here what
the files say, letter by letter.
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
    """A learned file and its reference. The snapshots know their files' names."""

    learned: FileSnapshot
    reference: FileSnapshot
    notes: tuple[Note, ...]
    limits: tuple[Limit, ...] = field(default=(), kw_only=True)
    """Limits that the figures are to keep."""
    severities: Mapping[str, Severity | None] = field(default_factory=dict, kw_only=True)
    """The severities that the project sets for codes; None switches one off."""

    @property
    def has_errors(self) -> bool:
        """Whether a file has errors, so that sameness cannot be vouched for."""
        return any(note.is_error for note in self.notes)

    @property
    def files(self) -> tuple[FileSnapshot, FileSnapshot]:
        """Both."""
        return self.learned, self.reference

    @property
    def is_torn(self) -> bool:
        """Whether a file has syntax errors, so that what stands around them was guessed."""
        return any(file.tree.problems for file in self.files)

    def with_remarks(self, remarks: Iterable[str]) -> Self:
        """The same review with `remarks` on what it was made with among its notes."""
        return replace(self, notes=(*self.notes, *(Note(None, remark) for remark in remarks)))

    def with_errors(self, errors: Iterable[str]) -> Self:
        """The same review with what could not be read among its notes."""
        notes = (Note(None, error, is_error=True) for error in errors)
        return replace(self, notes=(*self.notes, *notes))

    def where(
        self, learned: Place | None, reference: Place | None
    ) -> tuple[LineColumn | None, LineColumn | None]:
        """Where a place of the learned file is, and one of the reference."""
        return where(self.learned, learned), where(self.reference, reference)

    def where_of(
        self, change: Change | DeclarationChange
    ) -> tuple[LineColumn | None, LineColumn | None]:
        """Where each file says what differs."""
        return self.where(change.learned_place, change.reference_place)


MOST: Final = 400
"""So many lines are listed; a rest is told of."""


def torn_sections(
    learned: SourceFile,
    reference: SourceFile,
    notes: Sequence[Note],
    *,
    is_torn: bool,
    most: int = MOST,
) -> Iterator[Section]:
    """The difference of the texts, at most so many lines; nothing where both were read in full, or
    one of the texts is empty."""
    if not is_torn or not learned.source.text or not reference.source.text:
        return
    # Most files can be read.
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
