"""Two problems and what differs between them: what all reports show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from plancore.compare.changes import Part
from plancore.compare.problems import (
    ProblemDiff,
    ProblemEquivalence,
    compare_problems,
    problem_equivalence,
)
from plancore.metrics.confusion import Confusion
from plancore.model.problem import Problem
from plancore.report.notes import Note, notes_on
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.stop import NEVER, Checkpoint

_MOST_FACTS = 5_000
"""Whether renaming objects would make two problems the same is not asked of larger ones."""


@dataclass(frozen=True, slots=True)
class ProblemReview:
    """A learned or generated problem beside its reference."""

    learned: FileSnapshot
    reference: FileSnapshot
    diff: ProblemDiff
    equivalence: ProblemEquivalence
    notes: tuple[Note, ...]

    @property
    def is_same(self) -> bool:
        """Whether nothing differs but the name of the problem."""
        return self.diff.is_same

    @property
    def has_errors(self) -> bool:
        """Whether a file has syntax errors, so that sameness cannot be vouched for."""
        return any(note.is_error for note in self.notes)

    @property
    def counts(self) -> Mapping[Part, Confusion]:
        """For each part the formulas on both sides, only here, and only in the reference."""
        return {
            part.part: Confusion(len(part.equal), len(part.extra), len(part.missing))
            for part in self.diff.parts
        }


def review_problems(
    learned: FileSnapshot,
    reference: FileSnapshot,
    name: str | None = None,
    *,
    checkpoint: Checkpoint = NEVER,
) -> ProblemReview:
    """Compare the first problem of each file, or the one called `name` where a file has it.

    A file without a problem counts as an empty one. `checkpoint` may raise to cancel.
    """
    ours, theirs = _chosen(learned, name), _chosen(reference, name)
    first, second = _problem(ours), _problem(theirs)
    diff = compare_problems(first, second)
    checkpoint()
    return ProblemReview(
        learned,
        reference,
        diff,
        _equivalence(diff),
        (*notes_on(learned, ours), *notes_on(reference, theirs)),
    )


def _equivalence(diff: ProblemDiff) -> ProblemEquivalence:
    if diff.is_same:
        return ProblemEquivalence(True, {})
    ours, theirs = diff.learned, diff.reference
    if len(ours.objects) != len(theirs.objects) or len(ours.init) != len(theirs.init):
        return ProblemEquivalence(False)
    if len(ours.init) > _MOST_FACTS:
        return ProblemEquivalence(None)
    return problem_equivalence(ours, theirs)


def _chosen(file: FileSnapshot, name: str | None) -> DefinitionSnapshot | None:
    problems = [each for each in file.definitions if each.kind == "problem"]
    named = [each for each in problems if name is not None and each.name == name.lower()]
    return next(iter(named or problems), None)


def _problem(definition: DefinitionSnapshot | None) -> Problem:
    return Problem("") if definition is None else definition.problem
