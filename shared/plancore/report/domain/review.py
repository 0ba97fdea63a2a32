"""Two domains, what differs between them, and every number about it: what all reports show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from plancore.compare.causes import Cause, common_causes
from plancore.compare.domains import (
    BY_NAME,
    ActionDiff,
    CompareOptions,
    DomainDiff,
    Status,
    compare_domains,
)
from plancore.metrics import action_similarity, syntactic
from plancore.metrics.action_similarity import ActionSimilarity
from plancore.metrics.base import Measurements, measure_all
from plancore.metrics.cases import DomainCase
from plancore.metrics.registry import literals
from plancore.metrics.syntactic import ActionSyntactic, Syntactic
from plancore.model.domain import Domain
from plancore.report.notes import Note, notes_on
from plancore.snapshot import DefinitionSnapshot, FileSnapshot


@dataclass(frozen=True, slots=True)
class ActionCounts:
    """How many actions there are of each kind."""

    same: int
    changed: int
    renamed: int
    missing: int
    extra: int


@dataclass(frozen=True, slots=True)
class DomainReview:
    """A learned domain beside its reference. The snapshots know their files' names."""

    kind: ClassVar[Literal["domain"]] = "domain"

    learned: FileSnapshot
    reference: FileSnapshot
    diff: DomainDiff
    measured: Measurements
    notes: tuple[Note, ...]
    counts_by_name: Mapping[str, ActionSyntactic]

    @property
    def similarity(self) -> ActionSimilarity:
        """The similarity of each action, and the means."""
        return self.measured.of(action_similarity.METRIC)

    @property
    def syntactic(self) -> Syntactic:
        """The counts and ratios over literals."""
        return self.measured.of(syntactic.METRIC)

    def counts_of(self, action: ActionDiff) -> ActionSyntactic | None:
        """The counts over an action's literals; None for an action that the reference lacks."""
        return None if action.reference is None else self.counts_by_name[action.name]

    @property
    def causes(self) -> tuple[Cause, ...]:
        """What many of the differences have in common."""
        return common_causes(self.diff)

    @property
    def is_same(self) -> bool:
        """Whether nothing differs, declarations included."""
        return self.diff.is_same

    @property
    def has_errors(self) -> bool:
        """Whether a file has errors, so that sameness cannot be vouched for."""
        return any(note.is_error for note in self.notes)

    @property
    def counts(self) -> ActionCounts:
        """The actions by kind; a renamed one counts as renamed only."""
        statuses = [action.status for action in self.diff.actions]
        same = sum(action.is_same for action in self.diff.actions)
        return ActionCounts(
            same,
            statuses.count(Status.MATCHED) - same,
            statuses.count(Status.RENAMED),
            statuses.count(Status.MISSING),
            statuses.count(Status.EXTRA),
        )


def review_domains(
    learned: FileSnapshot,
    reference: FileSnapshot,
    name: str | None = None,
    options: CompareOptions = BY_NAME,
) -> DomainReview:
    """Compare the first domain of each file, or the one called `name` where a file has it.

    A file without a domain counts as one without actions.
    """
    ours, theirs = learned.first("domain", name), reference.first("domain", name)
    diff = compare_domains(_domain(ours), _domain(theirs), options)
    measured = measure_all(literals.METRICS, DomainCase(diff=diff))
    return DomainReview(
        learned,
        reference,
        diff,
        measured,
        (*notes_on(learned, ours), *notes_on(reference, theirs)),
        {counts.action.name: counts for counts in measured.of(syntactic.METRIC).actions},
    )


def _domain(definition: DefinitionSnapshot | None) -> Domain:
    return Domain("") if definition is None else definition.domain
