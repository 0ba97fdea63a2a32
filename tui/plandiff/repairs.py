"""The smallest repair of the learned domain for the plans that were judged, and its writing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from plancore.blame.translated import in_learned_vocabulary
from plancore.diagnostic import Edit
from plancore.repair.preference import edits_towards
from plancore.repair.result import RepairOptions
from plancore.repair.search import repaired
from plancore.repair.written import text_edits
from plancore.report.repair.review import RepairReport
from plancore.simulate.cases import Case
from plancore.stop import Checkpoint, staged
from plandiff.consequences import Judged
from plandiff.learned_file import LearnedFile, Written, read_learned


class Repairs(NamedTuple):
    """The smallest repairs of a file."""

    report: RepairReport
    learned: LearnedFile

    @property
    def path(self) -> str:
        """The file that is repaired."""
        return self.learned.path

    def edits(self, number: int) -> tuple[Edit, ...]:
        """The edits of the text that one of the repairs asks for."""
        return text_edits(self.report.file, self.report.result.repairs[number].edits)

    def write(self, number: int) -> Written:
        """Write one of the repairs into the file, whole or not at all. Raises Trouble."""
        return self.learned.write(self.edits(number))


def find_repairs(judged: Judged, path: str, checkpoint: Checkpoint) -> Repairs:
    """The smallest repairs of the learned domain, at `path`, those towards the reference first.

    Plans must be valid, or not, as they are meant to be. Raises Trouble where the file is not what
    was compared, and what `checkpoint` raises.
    """
    review = judged.review
    learned = read_learned(review, path)
    options = RepairOptions(towards=edits_towards(review.diff))
    checkpoint = staged("searching for the smallest repair", checkpoint)
    cases = list(in_learned_vocabulary(review.diff, _cases(judged)))
    result = repaired(review.diff.learned, cases, options, checkpoint)
    return Repairs(RepairReport(learned.file, review.reference, result), learned)


def _cases(judged: Judged) -> Iterator[Case]:
    """The plans that could be judged, each with what it is meant to be."""
    for case, meant in zip(judged.cases, judged.blame.meant, strict=True):
        if meant is not None:
            yield replace(case, meant=meant)
