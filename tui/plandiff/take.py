"""What a difference asks for, taken from the reference into the learned file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from plancore.diagnostic import Fix
from plancore.ide.review.taking import Taking
from plancore.report.domain.review import DomainReview
from plancore.report.domain.subjects import Subject
from plancore.report.edit_diff import edit_lines
from plancore.report.lines import Line, Tone, visible_line
from plandiff.learned_file import LearnedFile, Written, read_learned
from planfiles.trouble import Trouble


class Take(NamedTuple):
    """An edit of the learned file that is offered."""

    learned: LearnedFile
    fix: Fix

    def changed_lines(self) -> Iterator[Line]:
        """The lines that go, with `-`, and those that come, with `+`."""
        for pieces in edit_lines("", self.learned.file.source, self.fix.edits):
            if pieces[0].tone in (Tone.MISSING, Tone.EXTRA):
                yield visible_line(pieces)

    def write(self) -> Written:
        """Write it, whole or not at all. Raises Trouble."""
        return self.learned.write(self.fix.edits)


def offer(review: DomainReview, subject: Subject, path: str) -> Take:
    """What takes over the reference's side of a difference into the learned file at `path`. Raises
    Trouble where there is nothing to take, or the file is not as it was compared."""
    learned = read_learned(review, path)
    if learned.file is not review.learned:
        raise Trouble(f"{path} was changed meanwhile: R reads it again")
    fix = subject.fix(Taking(review.learned, review.reference, review.diff))
    if fix is None:
        raise Trouble("the learned file cannot say this in a single step: e edits it")
    return Take(learned, fix)
