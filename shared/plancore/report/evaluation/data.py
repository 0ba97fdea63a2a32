"""The JSON data of an evaluation, and its scores as CSV rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from msgspec import UNSET, UnsetType

from plancore.metrics import predictive_power, syntactic
from plancore.metrics.plan_acceptance import PlanAcceptance
from plancore.metrics.support.predictions import PredictivePower
from plancore.metrics.syntactic import CountedPart, Syntactic
from plancore.report.domain import data as domain
from plancore.report.domain.data import DomainRecord
from plancore.report.evaluation.actions import (
    ScoreRow,
    action_rows,
    as_number,
    count_rows,
    power_in,
)
from plancore.report.evaluation.review import Evaluation
from plancore.report.records import (
    Amount,
    ConfusionRecord,
    Count,
    MeanRecord,
    Ordinal,
    RatioMeansRecord,
    Record,
    Share,
)
from plancore.report.registry import FormatVersion
from plancore.report.repair import data as repair
from plancore.report.repair.data import RepairRecord
from plancore.report.solve import data as solve
from plancore.report.solve.data import SolveRecord
from plancore.simulate.trace import Verdict

DOCUMENT: Final = FormatVersion("planeval domain", 1)


class CorrespondenceRecord(Record):
    """Learned names with those of the reference; unlisted names are the same. By the reference's
    action, `parameters` has the reference position of each learned parameter, from 0."""

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
    """Whether two domains are equivalent, and the renaming that shows it. `holds` is null if this
    was not decided."""

    holds: bool | None
    correspondence: CorrespondenceRecord | None


class WitnessRecord(Record):
    """A state in which two actions differ. `objects` are listed by type; `plan` reaches the state
    if it is `reachable`."""

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
    """The predictive power, counted over `pairs` of a state and an action. `ambiguous_pairs` and
    `codec_laws` are present with a codec."""

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


class ReconstructionErrorRecord(Record):
    """The sum and mean of the error over the reference's actions, and the error of each."""

    sum: Count
    n_defined: Count
    n_undefined: Count
    mean: Amount | None
    actions: dict[str, Count]


class TextSimilarityRecord(Record):
    executability: Share
    text_similarity: Share


class ExplorationWalksRecord(Record):
    in_learned: MeanRecord
    in_reference: MeanRecord
    harmonic_mean: Share | None


class EvaluationRecord(DomainRecord, kw_only=True, tag_field="kind", tag="domain"):
    """A comparison of two domains with all scores; `docs/reference/json.md` describes the fields.
    Scores that were not computed are null."""

    reconstruction_error: ReconstructionErrorRecord | None
    text_similarity: TextSimilarityRecord | None
    exploration_walks: ExplorationWalksRecord | None
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


# Each score as a row: of the two domains, then of each action.

_COLUMNS: Final = ("metric", "figure", "action", "value", "counts")
_FROM_COUNTS: Final = {
    figure.name
    for metric in (syntactic.METRIC, predictive_power.METRIC)
    for figure in metric.figures
    if not figure.in_tables and figure.name.endswith("_micro")
}
"""Listed with the other counts of their part, not with the scores."""


def rows(evaluation: Evaluation) -> Iterator[Sequence[object]]:
    """The column names, then the rows. `value` is a number, 1 or 0 for yes and no, None for
    undefined; `counts` is `7/8` for a ratio, or `5 of 6` defined values for a mean."""
    yield _COLUMNS
    solved = () if evaluation.solving is None else evaluation.solving.measured
    for metric, result in (*evaluation.review.measured, *evaluation.measured, *solved):
        values = {
            name: value for name, value in metric.values(result).items() if name not in _FROM_COUNTS
        }
        if isinstance(result, PlanAcceptance):
            # Not a column of the table of many domains, as few have plans.
            values = result.ratios()
        for figure, value in values.items():
            yield metric.name, figure, None, *as_number(value)
        if isinstance(result, Syntactic):
            for part in CountedPart:
                yield from count_rows(metric.name, f"{part.value}_{{}}_micro", result.micro[part])
        power = power_in(result)
        if power is not None:
            yield from _of_power(metric.name, power)
    yield from action_rows(evaluation)


def _of_power(metric: str, power: PredictivePower) -> Iterator[ScoreRow]:
    """F1, accuracy and counts of all actions."""
    for part in ("applicability", "effects"):
        for name in ("f1", "accuracy"):
            yield ScoreRow(
                metric, f"{part}_{name}_macro", None, *as_number(power.macro(part)[name])
            )
        micro = power.micro(part)
        yield ScoreRow(metric, f"{part}_f1_micro", None, *as_number(micro.counted("f1")))
        yield from count_rows(metric, f"{part}_{{}}_micro", micro)
