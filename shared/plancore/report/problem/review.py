"""Two problems and what differs between them: what all reports show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from plancore.compare.changes import Part
from plancore.compare.problems import (
    ProblemDiff,
    ProblemEquivalence,
    compare_problems,
    problem_equivalence,
    stated_facts,
)
from plancore.correspondence.names import SAME_NAMES, Correspondence
from plancore.correspondence.objects import match_objects
from plancore.formula.elements import Element
from plancore.metrics.support.confusion import Confusion
from plancore.model.problem import Problem
from plancore.report.heading import Note, notes_on
from plancore.report.places import where
from plancore.report.two_files import TwoFiles
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.stop import NEVER, Checkpoint

_MOST_FACTS = 5_000
"""Whether renaming objects would make two problems the same is not asked of larger ones."""
_MOST_DENIALS = 3


@dataclass(frozen=True, slots=True)
class ProblemReview(TwoFiles):
    """A learned or generated problem beside its reference."""

    kind: ClassVar[Literal["problem"]] = "problem"

    diff: ProblemDiff
    """The differences under the names of `renamed`."""
    equivalence: ProblemEquivalence
    renamed: Mapping[str, str]
    """Learned objects to those of the reference that they stand for under another name."""
    by_name: ProblemDiff
    """The differences where each name stands for itself, or as a mapping says."""

    @property
    def is_same(self) -> bool:
        """Whether nothing differs except the name of the problem."""
        return self.by_name.is_same

    @property
    def counts(self) -> Mapping[Part, Confusion]:
        """For each part the formulas on both sides, only here, and only in the reference."""
        return counts_of(self.diff)


def counts_of(diff: ProblemDiff) -> Mapping[Part, Confusion]:
    """For each part the formulas that both problems have, or one of them."""
    return {
        part.part: Confusion(part.n_equal, len(part.extra), len(part.missing))
        for part in diff.parts
    }


def review_problems(
    learned: FileSnapshot,
    reference: FileSnapshot,
    name: str | None = None,
    *,
    mapping: Correspondence = SAME_NAMES,
    checkpoint: Checkpoint = NEVER,
) -> ProblemReview:
    """Compare the first problem of each file, or the one called `name` where a file has it.

    A file without a problem counts as an empty one. `mapping` has learned names and those of the
    reference that they stand for; without one, objects with other names are matched by their facts.
    `checkpoint` may raise to cancel.
    """
    ours, theirs = learned.first("problem", name), reference.first("problem", name)
    first, second = _problem(ours), _problem(theirs)
    diff = by_name = compare_problems(first, second, mapping)
    checkpoint()
    equivalence = _equivalence(diff)
    renamed = equivalence.objects or {}
    if not equivalence.holds and mapping.is_identity:
        renamed = match_objects(first, second, checkpoint).constants
    if renamed:
        diff = compare_problems(first, second, Correspondence(constants=renamed))
    return ProblemReview(
        learned,
        reference,
        (
            *notes_on(learned, ours),
            *_denials(learned, diff.denied.extra),
            *notes_on(reference, theirs),
            *_denials(reference, diff.denied.missing),
        ),
        diff,
        equivalence,
        renamed,
        by_name,
    )


def _denials(file: FileSnapshot, denied: tuple[Element, ...]) -> Iterator[Note]:
    """What one file says is false in `:init` and the other does not mention."""
    for element in denied[:_MOST_DENIALS]:
        text = f"{element.text} in :init has no effect: facts that are not listed are false"
        yield Note(where(file, element.place), text)
    if len(denied) > _MOST_DENIALS:
        more = len(denied) - _MOST_DENIALS
        yield Note(None, f"{file.name}: {more} more facts in :init that are false anyway")


def _equivalence(diff: ProblemDiff) -> ProblemEquivalence:
    if diff.is_same:
        return ProblemEquivalence(True, {})
    ours, theirs = diff.learned, diff.reference
    if len(ours.objects) != len(theirs.objects):
        return ProblemEquivalence(False)
    if len(stated_facts(ours.init)[0]) != len(stated_facts(theirs.init)[0]):
        return ProblemEquivalence(False)
    if len(ours.init) > _MOST_FACTS:
        return ProblemEquivalence(None)
    return problem_equivalence(ours, theirs)


def _problem(definition: DefinitionSnapshot | None) -> Problem:
    return Problem("") if definition is None else definition.problem
