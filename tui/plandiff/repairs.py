"""The smallest repair of the learned domain for the plans that were judged, and its writing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from plancore.blame.models import Models
from plancore.blame.undoing import Undoing
from plancore.compare.domains import DomainDiff
from plancore.diagnostic import Edit, apply_edits
from plancore.model.problem import Problem
from plancore.repair.result import RepairOptions
from plancore.repair.search import repaired
from plancore.repair.towards import edits_towards
from plancore.repair.written import text_edits
from plancore.report.repair.review import RepairReport
from plancore.simulate.cases import Case
from plancore.snapshot import FileSnapshot
from plancore.stop import Checkpoint, staged
from plandiff.consequences import Judged
from planfiles.files import FileState, read_exactly
from planfiles.trouble import Trouble
from planfiles.writing import write_text

_NO_WORDS = "the learned domain has no words for it, or several"


class Repairs(NamedTuple):
    """The smallest repairs of a file, and the state that the file was read in."""

    report: RepairReport
    path: str
    state: FileState

    def edits(self, number: int) -> tuple[Edit, ...]:
        """The edits of the text that one of the repairs asks for."""
        return text_edits(self.report.file, self.report.result.repairs[number].edits)

    def write(self, number: int) -> None:
        """Write one of the repairs into the file, whole or not at all. Raises Trouble."""
        text = apply_edits(self.report.file.text, self.edits(number))
        write_text(self.path, text, read_in=self.state)


def find_repairs(judged: Judged, path: str, checkpoint: Checkpoint) -> Repairs:
    """The smallest repairs of the learned domain, at `path`, those towards the reference first.

    Plans must be valid, or not, as they are meant to be. Raises Trouble where the file is not what
    was compared, and what `checkpoint` raises.
    """
    review = judged.review
    text, state = read_exactly(path)
    file = FileSnapshot.of(text, review.learned.name)
    if file.domain != review.diff.learned:
        raise Trouble(f"{path} does not begin with the domain that was compared")
    options = RepairOptions(towards=edits_towards(review.diff))
    checkpoint = staged("searching for the smallest repair", checkpoint)
    result = repaired(review.diff.learned, list(_cases(judged)), options, checkpoint)
    return Repairs(RepairReport(file, review.reference, result), path, state)


def _cases(judged: Judged) -> Iterator[Case]:
    """The plans that could be judged, as they are meant to be, in the learned domain's words."""
    in_words = _InWords(judged.review.diff)
    for case, meant in zip(judged.cases, judged.blame.meant, strict=True):
        if meant is not None:
            yield replace(in_words.case(case), meant=meant)


class _InWords:
    """Cases of the reference in the learned domain's words, each problem translated once."""

    def __init__(self, diff: DomainDiff) -> None:
        self._words = Models(diff.learned, Undoing(diff)).words
        self._translated: dict[int, tuple[Problem, str | None]] = {}

    def case(self, case: Case) -> Case:
        """A case in other words; at fault where it cannot be said in one way."""
        words = self._words
        if words is None:
            return case
        if id(case.problem) not in self._translated:
            self._translated[id(case.problem)] = words.problem(case.problem)
        problem, lack = self._translated[id(case.problem)]
        plan = words.fixed(case.plan)
        if plan is None or lack is not None:
            return replace(case, fault=lack or _NO_WORDS)
        return replace(case, plan=plan, problem=problem)
