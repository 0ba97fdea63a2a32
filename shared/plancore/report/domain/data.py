"""The JSON data of a review of two domains."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, UnsetType, field

from plancore.compare.actions import ActionDiff, Presence
from plancore.compare.causes import CommonCauseKind
from plancore.compare.changes import Aspect, Change, ChangeKind, Part, name_place
from plancore.compare.declarations import DeclarationChange
from plancore.compare.parameters import ParameterChange
from plancore.correspondence.pairs import NOTHING_STATED, Side
from plancore.correspondence.stated.document import pairs_data
from plancore.formula.elements import Element
from plancore.jsonable import Json
from plancore.metrics.action_similarity import OneActionSimilarity
from plancore.metrics.support.confusion import as_float
from plancore.metrics.syntactic import CountedPart
from plancore.model.domain import Action
from plancore.model.formula import TypedName
from plancore.report.blame.data import ConsequencesRecord, consequences_data
from plancore.report.differences import entry_rows
from plancore.report.domain.review import DomainReview
from plancore.report.domain.words import basis_data, implicit_arguments
from plancore.report.files import TwoFiles, part_place
from plancore.report.limits import limits_data
from plancore.report.records import (
    ComponentF1Record,
    ConfusionRecord,
    Count,
    DomainFileRecord,
    Exact,
    MeanRecord,
    NoteRecord,
    PairsRecord,
    RatioMeansRecord,
    Record,
    Share,
    TextRecord,
    WhereRecord,
    in_file,
    noted,
)
from plancore.report.registry import PLANDIFF
from plancore.report.reviewed.document import ReviewedRecord, reviewed_record
from plancore.report.reviewed.marks import Reviewed
from plancore.snapshot import FileSnapshot

DOCUMENT: Final = PLANDIFF
rows = entry_rows
"""A row for each finding, in the order of the review."""


class LiteralsRecord(Record):
    """The literals counted as true positives, false positives and false negatives."""

    tp: list[str]
    fp: list[str]
    fn: list[str]


class CountedRecord(ConfusionRecord):
    literals: LiteralsRecord


class ExactMeanRecord(MeanRecord):
    exact: Exact | None


class SimilarityRecord(Record):
    exact: bool
    constructs: list[str]
    mean_over_reference: ExactMeanRecord
    mean_over_union: ExactMeanRecord


class SyntacticRecord(Record):
    exact: bool
    constructs: list[str]
    missing_actions: list[str]
    extra_actions: list[str]
    action_names: ConfusionRecord
    n_exact_matches: Count
    exact_match_rate: Share | None
    exact_match_rate_exact: Exact | None
    macro: dict[CountedPart, RatioMeansRecord]
    micro: dict[CountedPart, ConfusionRecord]


class ActionSimilarityRecord(Record):
    n_different: Count
    n_union: Count
    similarity: Share | None
    similarity_exact: Exact | None
    precondition: LiteralsRecord
    effect: LiteralsRecord


class ActionCountsRecord(Record):
    n_literals: Count
    pre: CountedRecord
    eff: CountedRecord
    pre_positive: CountedRecord = field(name="pre+")
    pre_negative: CountedRecord = field(name="pre-")
    add: CountedRecord
    delete: CountedRecord = field(name="del")
    all: CountedRecord


class DeclarationRecord(Record):
    """A different declaration; null for a side without it."""

    kind: ChangeKind
    section: str
    name: str
    learned: TextRecord | None
    reference: TextRecord | None


class ChangeRecord(Record):
    """A different formula; null for a side without it."""

    kind: ChangeKind
    part: Part
    aspect: Aspect | None
    learned: TextRecord | None
    reference: TextRecord | None


class LiteralChangeRecord(ChangeRecord):
    """A difference of an action. `learned_part` and `reference_part` are the places where a side
    without the literal would have it; `wanted` is the reference's literal in the learned action's
    names."""

    learned_part: WhereRecord | None
    reference_part: WhereRecord | None
    wanted: str | None


class ParameterRecord(Record):
    name: str
    types: list[str]
    where: WhereRecord | None


class ParameterChangeRecord(Record):
    kind: ChangeKind
    position: Count
    learned: ParameterRecord | None
    reference: ParameterRecord | None


class ReorderedRecord(Record):
    """The remaining differences under another order of parameters, if they are clearly fewer;
    `similarity` is the score in that order."""

    similarity: Share | None
    order: list[Count] | None
    same: bool
    text: str
    parameters: list[ParameterChangeRecord]
    changes: list[LiteralChangeRecord]


class ActionNameRecord(Record):
    name: str
    where: WhereRecord | None


class CoverRecord(Record):
    """An action of the other domain that covers this one in addition to its own `counterpart`."""

    name: str
    counterpart: str


class ActionRecord(Record):
    status: Presence
    same: bool
    exact: bool
    constructs: list[str]
    learned: ActionNameRecord | None
    reference: ActionNameRecord | None
    similarity: ActionSimilarityRecord
    syntactic: ActionCountsRecord | None
    learned_kind: str | None
    reference_kind: str | None
    order: list[Count] | None
    covered_by: list[CoverRecord]
    parameters: list[ParameterChangeRecord]
    changes: list[LiteralChangeRecord]
    reordered: ReorderedRecord | None


class CauseRecord(Record):
    """A common cause of two or more differences."""

    kind: CommonCauseKind
    text: str
    count: Annotated[int, Meta(ge=2)]
    actions: list[str]


class RenamedRecord(Record):
    kind: str
    learned: str
    reference: str


class ImplicitRecord(Record):
    """A parameter that is implicit in some actions of the domain on `side`."""

    side: Side
    parameter: str
    actions: list[str]


class AlignedRecord(Record):
    """The size of the name mapping: the number of `pairs`, and of `uncertain` ones; how many
    `literals` the reference has, and how many are `covered`."""

    pairs: Count
    uncertain: Count
    covered: Count
    literals: Count


class CountsByStatusRecord(Record):
    same: Count
    changed: Count
    renamed: Count
    missing: Count
    extra: Count


class InOrderRecord(Record):
    """The scores with parameters in the displayed order, if some actions are scored by position."""

    precision: Share | None
    recall: Share | None
    f1: Share | None
    similarity: Share | None


class DomainRecord(Record, kw_only=True, tag_field="kind", tag="domain"):
    """A comparison of two domains; `docs/reference/json.md` describes the fields."""

    learned: DomainFileRecord
    reference: DomainFileRecord
    same: bool
    basis: Literal["by name", "aligned"]
    names_apart: bool
    alignment: AlignedRecord | None
    limits: dict[str, float] | UnsetType = UNSET
    below: list[str] | UnsetType = UNSET
    notes: list[NoteRecord]
    counts: CountsByStatusRecord
    causes: list[CauseRecord]
    similarity: SimilarityRecord
    syntactic: SyntacticRecord
    component_f1: ComponentF1Record
    declarations: list[DeclarationRecord]
    renamed: list[RenamedRecord]
    pairs: PairsRecord | None
    implicit: list[ImplicitRecord]
    in_order: InOrderRecord | None
    equivalent: bool
    actions: dict[str, ActionRecord]
    blame: ConsequencesRecord | None
    reviewed: ReviewedRecord | None


def data(review: DomainReview) -> DomainRecord:
    """The record of a review."""
    diff, blame = review.diff, review.blame
    return DomainRecord.made_from(
        basis_data(diff)
        | limits_data(review)
        | {metric.place: metric.to_data(result) for metric, result in review.measured},
        learned=DomainFileRecord(review.learned.name, diff.learned.name),
        reference=DomainFileRecord(review.reference.name, diff.reference.name),
        same=review.is_same,
        notes=noted(review.notes),
        counts=CountsByStatusRecord.made_from(review.counts),
        causes=list(map(CauseRecord.made_from, review.causes)),
        declarations=[declaration_data(review, change) for change in diff.declarations],
        renamed=[RenamedRecord(*renaming) for renaming in diff.correspondence.renamings()],
        pairs=None
        if diff.pairs == NOTHING_STATED
        else PairsRecord.made_from(pairs_data(diff.pairs)),
        implicit=list(map(ImplicitRecord.made_from, implicit_arguments(diff.actions))),
        actions={row.action.name: _action(review, row) for row in review.similarity.actions},
        in_order=_in_order(review.in_order),
        equivalent=review.is_same or review.renaming is not None,
        blame=None if blame is None else consequences_data(blame),
        reviewed=said_of(review.reviewed),
    )


def _in_order(review: DomainReview | None) -> InOrderRecord | None:
    if review is None:
        return None
    pooled = review.syntactic.micro[CountedPart.ALL]
    return InOrderRecord(
        precision=as_float(pooled.precision),
        recall=as_float(pooled.recall),
        f1=as_float(pooled.f1),
        similarity=as_float(review.similarity.mean_over_reference.value),
    )


def said_of(reviewed: Reviewed | None) -> ReviewedRecord | None:
    """The record of review marks; None without any."""
    if reviewed is None or not reviewed.marks:
        return None
    return reviewed_record(reviewed)


def declaration_data(files: TwoFiles, change: DeclarationChange) -> DeclarationRecord:
    """The record of a changed declaration."""
    has_ours = change.kind is not ChangeKind.MISSING
    has_theirs = change.kind is not ChangeKind.EXTRA
    ours = in_file(files.learned, change.learned_place)
    theirs = in_file(files.reference, change.reference_place)
    return DeclarationRecord(
        kind=change.kind,
        section=change.what.value,
        name=change.name,
        learned=TextRecord(change.learned_text, ours) if has_ours else None,
        reference=TextRecord(change.reference_text, theirs) if has_theirs else None,
    )


def literal(file: FileSnapshot, element: Element | None) -> TextRecord | None:
    """The record of a formula in a file; None for None."""
    return None if element is None else TextRecord(element.text, in_file(file, element.place))


def _action(review: DomainReview, row: OneActionSimilarity) -> ActionRecord:
    action = row.action
    syntactic = review.counts_of(action)
    changes = [_change(review, action, change) for part in action.parts for change in part.changes]
    measured = {
        "similarity": _without_status(row.to_dict()),
        "syntactic": None if syntactic is None else _without_status(syntactic.to_dict()),
    }
    return ActionRecord.made_from(
        measured,
        status=action.status,
        same=action.is_same,
        exact=action.exact,
        constructs=sorted(action.constructs),
        learned=_named(review.learned, action.learned),
        reference=_named(review.reference, action.reference),
        learned_kind=None if action.learned is None else action.learned.kind.value,
        reference_kind=None if action.reference is None else action.reference.kind.value,
        order=None if action.order is None else list(action.order),
        covered_by=list(map(CoverRecord.made_from, action.one_to_many)),
        parameters=[_parameter(review, change) for change in action.parameters],
        changes=changes,
        reordered=None if action.reordered is None else _reordered(review, action.reordered),
    )


def _reordered(review: DomainReview, action: ActionDiff) -> ReorderedRecord:
    return ReorderedRecord(
        similarity=as_float(OneActionSimilarity(action).value),
        order=None if action.order is None else list(action.order),
        same=action.is_same_but_for_order,
        text=action.order_text,
        parameters=[_parameter(review, change) for change in action.parameters],
        changes=[_change(review, action, change) for change in action.changes],
    )


def _without_status(data: Json) -> Json:
    return {key: value for key, value in data.items() if key != "status"}


def _named(file: FileSnapshot, action: Action | None) -> ActionNameRecord | None:
    if action is None:
        return None
    return ActionNameRecord(action.name, in_file(file, name_place(action)))


def _parameter(review: DomainReview, change: ParameterChange) -> ParameterChangeRecord:
    return ParameterChangeRecord(
        kind=change.kind,
        position=change.position,
        learned=_typed(review.learned, change.learned),
        reference=_typed(review.reference, change.reference),
    )


def _typed(file: FileSnapshot, name: TypedName | None) -> ParameterRecord | None:
    if name is None:
        return None
    place = None if name.node is None else name.node.place
    return ParameterRecord(name.name, list(name.types), in_file(file, place))


def _change(review: DomainReview, action: ActionDiff, change: Change) -> LiteralChangeRecord:
    return LiteralChangeRecord(
        kind=change.kind,
        part=change.part,
        aspect=change.aspect,
        learned=literal(review.learned, change.learned),
        reference=literal(review.reference, change.reference),
        learned_part=in_file(review.learned, part_place(action.learned, change.part)),
        reference_part=in_file(review.reference, part_place(action.reference, change.part)),
        wanted=change.wanted,
    )
