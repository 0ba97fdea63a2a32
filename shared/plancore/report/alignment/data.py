"""The JSON data of an alignment: a mapping file with additional members; and its pairs as CSV
rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from plancore.correspondence.pairs import Side
from plancore.correspondence.stated.document import FORMAT, VERSION, pairs_data
from plancore.report.alignment.document import AlignmentReview
from plancore.report.alignment.pair_table import pair_rows
from plancore.report.records import (
    ActionPairRecord,
    Count,
    DomainFileRecord,
    NamePairRecord,
    NoteRecord,
    Ordinal,
    Record,
    RefusalRecord,
    SymbolPairRecord,
    TypePredicateRecord,
    noted,
)
from plancore.report.registry import FormatVersion
from plancore.simulate.trace import Verdict

if TYPE_CHECKING:
    from plancore.translate.execution import PlanInBothModels, PlansInBothModels

DOCUMENT: Final = FormatVersion(FORMAT, VERSION)


class FilePairRecord(Record):
    learned: str
    reference: str


class EvidenceRecord(Record):
    """The problems and plans that are evidence for the mapping."""

    problems: list[FilePairRecord]
    plans: list[FilePairRecord]


class PairCountsRecord(Record):
    pairs: Count
    uncertain: Count


class CoveredRecord(Record):
    covered: Count
    of: Count


class CoverageByKindRecord(Record):
    actions: CoveredRecord
    predicates: CoveredRecord
    functions: CoveredRecord
    types: CoveredRecord
    constants: CoveredRecord


class NamesByKindRecord(Record):
    actions: list[str]
    predicates: list[str]
    functions: list[str]
    types: list[str]
    constants: list[str]


class WithoutCounterpartRecord(Record):
    learned: NamesByKindRecord
    reference: NamesByKindRecord


class ChoiceRecord(Record):
    step: Ordinal
    taken: str
    applicable: Count


class ExecutedPlanRecord(Record):
    plan: str
    steps: Count
    own_verdict: Verdict
    own_reason: str | None
    stays_valid: bool
    other_verdict: Verdict | None
    stops_at: Ordinal | None
    reason: str | None
    translated: list[str]
    choices: list[ChoiceRecord]


class ExecutedPlansRecord(Record):
    valid: Count
    stay_valid: Count
    remarks: list[str]
    plans: list[ExecutedPlanRecord]


class BehaviourRecord(Record):
    learned: ExecutedPlansRecord | None
    reference: ExecutedPlansRecord | None


class AlignmentRecord(Record):
    """A name mapping, in the lists of a mapping file, and the names without a match;
    `docs/reference/align.md` describes the fields."""

    learned: DomainFileRecord
    reference: DomainFileRecord
    notes: list[NoteRecord]
    evidence: EvidenceRecord
    counts: PairCountsRecord
    actions: list[ActionPairRecord]
    predicates: list[SymbolPairRecord]
    negated: list[SymbolPairRecord]
    functions: list[SymbolPairRecord]
    types: list[NamePairRecord]
    constants: list[NamePairRecord]
    types_as_predicates: list[TypePredicateRecord]
    refusals: list[RefusalRecord]
    covered: CoverageByKindRecord
    without_counterpart: WithoutCounterpartRecord
    behaviour: BehaviourRecord


def data(alignment: AlignmentReview) -> AlignmentRecord:
    """The record of an alignment."""
    coverage = alignment.coverage
    return AlignmentRecord.made_from(
        pairs_data(alignment.pairs),
        learned=DomainFileRecord(alignment.learned.name, alignment.ours.name),
        reference=DomainFileRecord(alignment.reference.name, alignment.theirs.name),
        notes=noted(alignment.notes),
        evidence=EvidenceRecord.made_from(
            {kind: [FilePairRecord(*pair) for pair in files] for kind, files in alignment.evidence}
        ),
        counts=PairCountsRecord(alignment.n_pairs, alignment.n_uncertain),
        covered=CoverageByKindRecord.made_from(
            {each.kind: CoveredRecord(each.n_covered, each.n_reference) for each in coverage}
        ),
        without_counterpart=WithoutCounterpartRecord(
            NamesByKindRecord.made_from({each.kind: list(each.learned) for each in coverage}),
            NamesByKindRecord.made_from({each.kind: list(each.reference) for each in coverage}),
        ),
        behaviour=BehaviourRecord(
            *(
                next((_carried(each) for each in alignment.carried if each.side is side), None)
                for side in Side
            )
        ),
    )


def rows(alignment: AlignmentReview) -> Iterator[Sequence[object]]:
    """A row for each pair, with the learned name's variables on both sides, as in text. `covers`
    marks an additional pair of a name."""
    yield "kind", "learned", "reference", "confidence", "uncertain", "covers", "evidence"
    for row in pair_rows(alignment.pairs, alignment.ours, alignment.theirs):
        flags = row.is_uncertain, row.is_one_to_many
        evidence = "; ".join(row.evidence)
        yield row.title, row.learned, row.reference, row.confidence, *flags, evidence


def _carried(carried: PlansInBothModels) -> ExecutedPlansRecord:
    plans = list(map(_plan, carried.plans))
    return ExecutedPlansRecord(carried.n_valid, carried.n_staying, list(carried.remarks), plans)


def _plan(plan: PlanInBothModels) -> ExecutedPlanRecord:
    steps = () if plan.translation is None else plan.translation.plan.steps
    return ExecutedPlanRecord.made_from(
        plan,
        plan=plan.name,
        steps=plan.n_steps,
        own_verdict=plan.own_trace.verdict,
        other_verdict=None if plan.other_trace is None else plan.other_trace.verdict,
        translated=[str(step) for step in steps],
        choices=[
            ChoiceRecord(choice.step, str(choice.action), choice.n_applicable)
            for choice in plan.choices
        ],
    )
