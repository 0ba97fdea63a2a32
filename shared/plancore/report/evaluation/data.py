"""An evaluation as plain data for JSON, and its figures as rows for CSV."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import UNSET, UnsetType

from plancore.report.domain import data as domain
from plancore.report.domain.data import DomainRecord
from plancore.report.evaluation.figure_rows import rows as rows
from plancore.report.evaluation.review import Evaluation
from plancore.report.records import (
    ConfusionRecord,
    Count,
    Ordinal,
    RatioMeansRecord,
    Record,
    Share,
)
from plancore.report.registry import Document
from plancore.report.repair import data as repair
from plancore.report.repair.data import RepairRecord
from plancore.report.solve import data as solve
from plancore.report.solve.data import SolveRecord
from plancore.simulate.trace import Verdict

DOCUMENT: Final = Document("planeval domain", 1)


class CorrespondenceRecord(Record):
    """Names of the learned domain with those of the reference, of the kinds that have any."""

    actions: dict[str, str] | UnsetType = UNSET
    predicates: dict[str, str] | UnsetType = UNSET
    functions: dict[str, str] | UnsetType = UNSET
    types: dict[str, str] | UnsetType = UNSET
    constants: dict[str, str] | UnsetType = UNSET
    parameters: dict[str, list[Count]] | UnsetType = UNSET


class ModelEditRecord(Record):
    operation: Literal["add", "delete", "change"]
    target: Literal["action", "predicate", "literal", "parameters", "signature", "declaration"]
    name: str
    part: str | None
    text: str | None


class DistanceFiguresRecord(Record):
    exact: bool
    edits: Count
    type_edits: Count
    other_edits: Count
    lower_bound: Count
    proved_optimal: bool


class DistanceRecord(DistanceFiguresRecord):
    constructs: list[str]
    correspondence: CorrespondenceRecord
    script: list[ModelEditRecord]


class EditDistanceRecord(Record):
    name_aligned: DistanceRecord
    optimal: DistanceRecord | None


class EquivalenceRecord(Record):
    """`holds` is null where that was not decided."""

    holds: bool | None
    correspondence: CorrespondenceRecord | None


class WitnessRecord(Record):
    """A state in which the two actions differ; objects by their types, `plan` leads there."""

    kind: Literal[
        "only the learned action applies",
        "only the reference's action applies",
        "the results differ",
    ]
    objects: dict[str, list[str]]
    state: list[str]
    arguments: list[str]
    differing: list[str]
    reachable: bool | None
    plan: list[str]


class MeaningRecord(Record):
    precondition: Literal["equivalent", "stricter", "looser", "incomparable", "undecided"]
    effects_agree: bool | None
    proved: bool
    constructs: list[str]
    witnesses: list[WitnessRecord]


class CodecLawsRecord(Record):
    states: Count
    state_errors: Count
    actions: Count
    action_errors: Count
    empty_encodings: Count
    atoms: Count
    atoms_lost: Count
    state_examples: list[list[str]]
    action_examples: list[list[str]]


class ActionPredictionsRecord(Record, kw_only=True):
    pairs: Count
    pairs_applicable_in_both: Count | UnsetType = UNSET
    applicability: ConfusionRecord
    effects: ConfusionRecord
    notes: list[str] | UnsetType = UNSET


class MeansOfPredictionsRecord(Record):
    applicability: RatioMeansRecord
    effects: RatioMeansRecord


class PooledPredictionsRecord(Record):
    applicability: ConfusionRecord
    effects: ConfusionRecord


class PredictiveRecord(Record):
    """`pairs` of a state and an action; the last two are there with a codec."""

    states: Count
    pairs: Count
    pairs_skipped_for_effects: Count
    exact: bool
    missing_actions: list[str]
    extra_actions: list[str]
    actions: dict[str, ActionPredictionsRecord]
    macro: MeansOfPredictionsRecord
    micro: PooledPredictionsRecord
    ambiguous_pairs: Count | UnsetType = UNSET
    codec_laws: CodecLawsRecord | UnsetType = UNSET


class InconsistencyRecord(Record):
    trajectory: Count
    step: Count
    action: str
    applicable: bool
    missing: list[str]
    unexpected: list[str]


class ConsistencyFiguresRecord(Record):
    transitions: Count
    applicable: Count
    consistent: Count
    undecided: Count
    unseen: Count
    value: Share | None


class TraceConsistencyRecord(ConsistencyFiguresRecord):
    first_inconsistencies: list[InconsistencyRecord]


class PlanVerdictsRecord(Record):
    plan: str
    reference: Verdict
    learned: Verdict
    failing_step: Ordinal | None
    reason: str | None


class PlanAcceptanceRecord(Record):
    plans: Count
    accepted_by_reference: Count
    rejected_by_reference: Count
    reference_plan_acceptance: Share | None
    nonplan_rejection: Share | None
    verdicts: list[PlanVerdictsRecord]


class AMLGymRatiosRecord(Record):
    precs_pos: Share | None
    precs_neg: Share | None
    eff_pos: Share | None
    eff_neg: Share | None
    mean: Share | None


class AMLGymRecord(Record):
    precision: AMLGymRatiosRecord
    recall: AMLGymRatiosRecord


class EvaluationRecord(DomainRecord, kw_only=True, tag_field="kind", tag="domain"):
    """The review, then each further measurement; null for one that was not made."""

    edit_distance: EditDistanceRecord | None
    strong_equivalence: EquivalenceRecord | None
    semantics: dict[str, MeaningRecord] | None
    predictive: PredictiveRecord | None
    trace_consistency: TraceConsistencyRecord | None
    plans: PlanAcceptanceRecord | None
    amlgym: AMLGymRecord | None
    repair: RepairRecord | None
    solving: SolveRecord | None


def data(evaluation: Evaluation) -> EvaluationRecord:
    """The record of an evaluation."""
    return EvaluationRecord.made_from(
        domain.data(evaluation.review),
        **evaluation.by_place(),
        repair=None if evaluation.repair is None else repair.data(evaluation.repair),
        solving=None if evaluation.solving is None else solve.data(evaluation.solving),
    )
