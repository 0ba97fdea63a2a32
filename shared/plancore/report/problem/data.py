"""The JSON data of a review of two problems."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import UNSET, UnsetType

from plancore.compare.problems import ProblemDiff
from plancore.model.problem import Problem
from plancore.report.differences import entry_rows
from plancore.report.domain.data import ChangeRecord, DeclarationRecord, declaration_data, literal
from plancore.report.limits import limits_data
from plancore.report.problem.review import ProblemReview, counts_of
from plancore.report.records import ConfusionRecord, NoteRecord, Record, noted
from plancore.report.registry import PLANDIFF
from plancore.snapshot import FileSnapshot

DOCUMENT: Final = PLANDIFF


class ProblemFileRecord(Record):
    file: str
    name: str
    domain: str


class CountsByPartRecord(Record):
    init: ConfusionRecord
    goal: ConfusionRecord
    metric: ConfusionRecord
    constraints: ConfusionRecord
    sections: ConfusionRecord


class ProblemRecord(Record, kw_only=True, tag_field="kind", tag="problem"):
    """A comparison of two problems; `docs/reference/json.md` describes the fields."""

    learned: ProblemFileRecord
    reference: ProblemFileRecord
    same: bool
    limits: dict[str, float] | UnsetType = UNSET
    below: list[str] | UnsetType = UNSET
    notes: list[NoteRecord]
    equivalent: bool | None
    same_but_for_objects: bool | None
    goals_agree: bool | None
    renamed: dict[str, dict[str, str]]
    renamed_objects: dict[str, str]
    counts: CountsByPartRecord
    counts_renamed: CountsByPartRecord | None
    objects: list[DeclarationRecord]
    changes: list[ChangeRecord]


def data(review: ProblemReview) -> ProblemRecord:
    """The record of a review."""
    diff, equivalence = review.diff, review.equivalence
    return ProblemRecord.made_from(
        limits_data(review),
        learned=_file(review.learned, diff.learned),
        reference=_file(review.reference, diff.reference),
        same=review.is_same,
        notes=noted(review.notes),
        equivalent=equivalence.holds,
        same_but_for_objects=equivalence.holds
        and review.names.is_identity
        and not review.goals_agree,
        goals_agree=review.goals_agree,
        renamed={kind: dict(names) for kind, names in review.renamings.items()},
        renamed_objects=dict(review.renamed),
        counts=_counts(review.by_name),
        counts_renamed=_counts(diff) if review.renamings else None,
        objects=[declaration_data(review, change) for change in diff.objects],
        changes=[
            ChangeRecord(
                kind=change.kind,
                part=change.part,
                aspect=change.aspect,
                learned=literal(review.learned, change.learned),
                reference=literal(review.reference, change.reference),
            )
            for part in diff.parts
            for change in part.changes
        ],
    )


def _counts(diff: ProblemDiff) -> CountsByPartRecord:
    return CountsByPartRecord.made_from(
        {part.value: counts.to_dict() for part, counts in counts_of(diff).items()}
    )


def rows(review: ProblemReview) -> Iterator[Sequence[object]]:
    """A row for each finding, in the order of the review."""
    return entry_rows(review)


def _file(file: FileSnapshot, problem: Problem) -> ProblemFileRecord:
    return ProblemFileRecord(file.name, problem.name, problem.domain_name)
