"""Edit the learned file of a review: write and undo edits, apply the reference's side of a
difference, and find minimum repairs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from plancore.blame.translated import in_learned_vocabulary
from plancore.compare.difference import Difference
from plancore.conflict_markers import conflicts
from plancore.diagnostic import Edit, Fix, apply_edits
from plancore.ide.review.fixes import Fixes
from plancore.model.problem import Case
from plancore.repair.preference import edits_towards
from plancore.repair.result import RepairOptions, text_edits
from plancore.repair.search import repaired
from plancore.report.domain.review import DomainReview
from plancore.report.line_diff import edit_lines
from plancore.report.lines import Line, Tone, visible_line
from plancore.report.repair.document import RepairReport
from plancore.snapshot import FileSnapshot
from plancore.stop import Checkpoint, staged
from planfiles.errors import UserError
from planfiles.files import FileState, read_exactly
from planfiles.reviews import JudgedReview
from planfiles.writing import write_text

_BYTE_ORDER_MARK: Final = "\ufeff"


class WrittenEdits(NamedTuple):
    """Edits that were written: the text of the file before and after."""

    path: str
    before: str
    after: str

    def undo(self) -> None:
        """Restore the text from before. Raises UserError if the file has changed since."""
        text, state = read_exactly(self.path)
        if text != self.after:
            raise UserError(f"{self.path} has changed since; nothing was undone")
        write_text(self.path, self.before, read_in=state)


class LearnedFile(NamedTuple):
    """A file as it was read. It can be edited once."""

    path: str
    file: FileSnapshot
    start: str
    """The byte order mark, if the file begins with one; it is not part of `file`."""
    state: FileState

    def write(self, edits: tuple[Edit, ...]) -> WrittenEdits:
        """Write the edits, completely or not at all. Raises UserError, also if the file has changed
        since it was read."""
        before, after = self.file.text, apply_edits(self.file.text, edits)
        write_text(self.path, self.start + after, read_in=self.state)
        return WrittenEdits(self.path, self.start + before, self.start + after)


def read_learned(review: DomainReview, path: str) -> LearnedFile:
    """Read the learned file of a review. Raises UserError if its domain is not the compared one, or
    it has merge conflicts."""
    text, state = read_exactly(path)
    if conflicts(text):
        raise UserError(f"{path} has merge conflicts; resolve them first")
    body = text.removeprefix(_BYTE_ORDER_MARK)
    file = review.learned
    if body != file.text:
        # Only comments or layout may have changed.
        file = FileSnapshot.of(body, file.name)
    if file.domain != review.diff.learned:
        raise UserError(f"{path} does not start with the compared domain")
    return LearnedFile(path, file, text[: len(text) - len(body)], state)


class Take(NamedTuple):
    """An edit of the learned file that is offered to the user."""

    learned: LearnedFile
    fix: Fix

    def changed_lines(self) -> Iterator[Line]:
        """The removed lines, with `-`, and the added ones, with `+`."""
        for pieces in edit_lines("", self.learned.file.source, self.fix.edits):
            if pieces[0].tone in (Tone.MISSING, Tone.EXTRA):
                yield visible_line(pieces)

    def write(self) -> WrittenEdits:
        """Write the edit, completely or not at all. Raises UserError."""
        return self.learned.write(self.fix.edits)


def offer(review: DomainReview, differences: Sequence[Difference], path: str) -> Take:
    """The edit that applies the reference's side of differences to the learned file at `path`.
    Raises UserError if there is none, or the file has changed since it was compared."""
    learned = read_learned(review, path)
    if learned.file is not review.learned:
        raise UserError(f"{path} has changed on disk; press R to reload")
    fixes = Fixes(review.learned, review.reference, review.diff)
    is_one = len(differences) == 1
    fix = fixes.of(differences[0]) if is_one else fixes.of_several(differences)
    if fix is None:
        which = "this difference" if is_one else "these differences"
        raise UserError(f"no automatic edit for {which}; press e to edit the file")
    return Take(learned, fix)


class FileRepairs(NamedTuple):
    """The minimum repairs of a file."""

    report: RepairReport
    learned: LearnedFile

    @property
    def path(self) -> str:
        """The path of the file to repair."""
        return self.learned.path

    def edits(self, number: int) -> tuple[Edit, ...]:
        """The text edits of a repair."""
        return text_edits(self.report.file, self.report.result.repairs[number].edits)

    def write(self, number: int) -> WrittenEdits:
        """Write a repair to the file, completely or not at all. Raises UserError."""
        return self.learned.write(self.edits(number))


def find_repairs(judged: JudgedReview, path: str, checkpoint: Checkpoint) -> FileRepairs:
    """The minimum repairs of the learned domain, at `path`, those towards the reference first.

    After a repair, all plans except those left out have the expected result. Raises UserError if
    the file is not the compared one, and what `checkpoint` raises.
    """
    review = judged.review
    learned = read_learned(review, path)
    options = RepairOptions(towards=edits_towards(review.diff))
    checkpoint = staged("searching for a minimum repair", checkpoint)
    cases = list(in_learned_vocabulary(review.diff, _cases(judged)))
    result = repaired(review.diff.learned, cases, options, checkpoint)
    return FileRepairs(RepairReport(learned.file, review.reference, result), learned)


def _cases(judged: JudgedReview) -> Iterator[Case]:
    """The plans that could be judged, each with its expected result."""
    for case, meant in zip(judged.cases, judged.blame.meant, strict=True):
        if meant is not None:
            yield replace(case, meant=meant)
