"""The JSON data of a blame report, and its differences as CSV rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from plancore.blame.report import Blame, Consequence, StoppedPlan, StoppingFailure
from plancore.compare.changes import ChangeKind
from plancore.report.blame.review import BlameReport
from plancore.report.records import (
    Count,
    DomainFileRecord,
    Ordinal,
    Record,
    TextRecord,
    WhereRecord,
    in_file,
)
from plancore.report.registry import FormatVersion
from plancore.snapshot import FileSnapshot
from plancore.syntax.nodes import Place

DOCUMENT: Final = FormatVersion("planeval blame", 1)

_COUNTS: Final = (
    "exercised",
    "stops_alone",
    "stops_together",
    "stops_later",
    "valid_without",
    "lets_through",
    "lets_through_together",
    "undecided",
)


class PlanCountsRecord(Record):
    """The number of plans by expected verdict and by verdict in the learned domain."""

    plans: Count
    meant_valid: Count
    as_meant: Count
    stopped: Count
    let_through: Count
    undecided: Count
    translated: bool
    untranslated: Count


class StepOfPlanRecord(Record):
    plan: str
    step: Ordinal | None


class ConsequenceRecord(Record):
    """A difference and the number of plans that it affects, by effect. `undone_with` has the
    indices of the differences that must be undone with it."""

    action: str | None
    part: str
    kind: ChangeKind
    literal: str
    learned: TextRecord | None
    reference: TextRecord | None
    wanted: str | None
    exercised: Count
    stops_alone: Count
    stops_together: Count
    stops_later: Count
    valid_without: Count
    lets_through: Count
    lets_through_together: Count
    undecided: Count
    first: StepOfPlanRecord | None
    proved: bool
    undone_with: list[Count]
    obstacle: str | None


class CoveredActionRecord(Record):
    action: str
    elements: Count
    plans: Count


class CoverageRecord(Record):
    elements: Count
    exercised: Count
    differences: Count
    differences_exercised: Count
    actions: list[CoveredActionRecord]


class FalseConditionRecord(Record):
    text: str
    literal: str | None
    where: WhereRecord | None
    cause: str
    step: Ordinal | None


class PlanFailureRecord(Record):
    """A failure of a plan. It disappears if the differences of one of the `sets` are undone; these
    are indices of `differences`, from 0."""

    step: Ordinal | None
    action: str | None
    time: float | None
    reason: str
    conditions: list[FalseConditionRecord]
    sets: list[list[Count]]
    smallest: bool


class StoppedPlanRecord(Record):
    """A rejected plan with its first failure and the later ones."""

    plan: str
    step: Ordinal | None
    action: str | None
    time: float | None
    reason: str
    conditions: list[FalseConditionRecord]
    sets: list[list[Count]]
    smallest: bool
    later: list[PlanFailureRecord]
    valid_in_the_end: bool
    remark: str | None


class PlanLetThroughRecord(Record):
    plan: str
    step: Ordinal | None
    reason: str | None
    sets: list[list[Count]]
    smallest: bool


class PlanNoteRecord(Record):
    plan: str
    text: str


class ConsequencesRecord(Record):
    """The effect of differences on plans, without the names of the files."""

    plans: PlanCountsRecord
    differences: list[ConsequenceRecord]
    coverage: CoverageRecord
    failures: list[StoppedPlanRecord]
    let_through: list[PlanLetThroughRecord]
    undecided: list[PlanNoteRecord]
    notes: list[PlanNoteRecord]
    errors: list[str]


class BlameRecord(Record, tag_field="kind", tag="blame"):
    """The effect of differences on plans; `docs/reference/blame.md` describes the fields."""

    learned: DomainFileRecord
    reference: DomainFileRecord | None
    plans: PlanCountsRecord
    differences: list[ConsequenceRecord]
    coverage: CoverageRecord
    failures: list[StoppedPlanRecord]
    let_through: list[PlanLetThroughRecord]
    undecided: list[PlanNoteRecord]
    notes: list[PlanNoteRecord]
    errors: list[str]


def data(report: BlameReport) -> BlameRecord:
    """The record of a report."""
    blame, reference = report.blame, None
    if report.reference is not None:
        name = "" if blame.diff is None else blame.diff.reference.name
        reference = DomainFileRecord(report.reference.name, name)
    return BlameRecord.made_from(
        consequences_data(report),
        learned=DomainFileRecord(report.learned.name, blame.learned.name),
        reference=reference,
    )


def consequences_data(report: BlameReport) -> ConsequencesRecord:
    """The same without the names of the files."""
    blame = report.blame
    return ConsequencesRecord(
        plans=_plans(blame),
        differences=[_difference(report, consequence) for consequence in blame.consequences],
        coverage=_coverage(blame),
        failures=[_stopped(report, plan) for plan in blame.stopped],
        let_through=[
            PlanLetThroughRecord.made_from(plan, smallest=plan.is_smallest)
            for plan in blame.let_through
        ],
        undecided=list(map(PlanNoteRecord.made_from, blame.undecided)),
        notes=list(map(PlanNoteRecord.made_from, blame.notes)),
        errors=list(report.errors),
    )


def rows(report: BlameReport) -> Iterator[Sequence[object]]:
    """A row for each difference, in descending order of effect."""
    columns = ("action", "part", "kind", "literal", "wanted", *_COUNTS)
    yield (*columns, "first_plan", "first_step", "proved")
    for consequence in report.blame.by_consequence():
        item = _difference(report, consequence)
        first = consequence.first
        place = (None, None) if first is None else (first.plan, first.step)
        yield (*(getattr(item, column) for column in columns), *place, item.proved)


def _plans(blame: Blame) -> PlanCountsRecord:
    return PlanCountsRecord(
        plans=blame.n_plans,
        meant_valid=blame.n_meant,
        as_meant=blame.n_agreeing,
        stopped=len(blame.stopped),
        let_through=len(blame.let_through),
        undecided=len(blame.undecided),
        translated=blame.is_translated,
        untranslated=blame.n_untranslated,
    )


def _difference(report: BlameReport, consequence: Consequence) -> ConsequenceRecord:
    difference = consequence.difference
    first = consequence.first
    return ConsequenceRecord(
        action=difference.action,
        part=difference.part,
        kind=ChangeKind(difference.kind),
        literal=difference.literal,
        learned=_side(report.learned, difference.learned, difference.learned_place),
        reference=_side(report.reference, difference.reference, difference.reference_place),
        wanted=difference.wanted,
        **{name: getattr(consequence, name) for name in _COUNTS},
        first=None if first is None else StepOfPlanRecord(first.plan, first.step),
        proved=consequence.is_proved,
        undone_with=list(difference.requires),
        obstacle=difference.obstacle,
    )


def _side(file: FileSnapshot | None, text: str | None, place: Place | None) -> TextRecord | None:
    return None if text is None or file is None else TextRecord(text, in_file(file, place))


def _coverage(blame: Blame) -> CoverageRecord:
    coverage = blame.coverage
    n_differences = len(blame.consequences)
    return CoverageRecord(
        elements=coverage.n_elements,
        exercised=coverage.n_exercised,
        differences=n_differences,
        differences_exercised=n_differences - len(blame.untested),
        actions=[
            CoveredActionRecord(action.action, action.n_elements, action.n_plans)
            for action in coverage.actions
        ],
    )


def _stopped(report: BlameReport, plan: StoppedPlan) -> StoppedPlanRecord:
    return StoppedPlanRecord.made_from(
        _failure(report, plan.first),
        plan=plan.plan,
        later=[_failure(report, failure) for failure in plan.failures[1:]],
        valid_in_the_end=plan.is_repaired,
        remark=plan.remark,
    )


def _failure(report: BlameReport, failure: StoppingFailure) -> PlanFailureRecord:
    return PlanFailureRecord.made_from(
        failure,
        action=None if failure.action is None else str(failure.action),
        conditions=[
            FalseConditionRecord.made_from(
                condition,
                literal=condition.written or None,
                where=in_file(report.learned, condition.place),
            )
            for condition in failure.conditions
        ],
        smallest=failure.is_smallest,
    )
