"""The JSON data of solved problems, and a CSV row for each attempt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from msgspec import UNSET, UnsetType, field

from plancore.jsonable import Json, fields_of
from plancore.metrics.attempts import Attempt, AttemptClass, Solving
from plancore.metrics.base import Measurements
from plancore.metrics.heuristic_equivalence import EquivalenceClass, HeuristicEquivalence
from plancore.metrics.support.confusion import as_float
from plancore.report.records import Amount, ConfusionRecord, Count, Ordinal, Record, Share
from plancore.report.registry import FormatVersion
from plancore.report.solve.review import SolveReport, figures_of
from plancore.simulate.trace import Verdict

DOCUMENT: Final = FormatVersion("planeval solve", 1)
_COLUMNS: Final = ("wall", "cpu", "memory", "length", "cost", "failing_step", "reason")


class JudgedRecord(Record):
    verdict: Verdict
    failing_step: Ordinal | None
    reason: str | None


class FurtherPlanRecord(Record):
    """A plan after the first one, from a planner that finds several."""

    plan: list[str]
    in_reference: JudgedRecord
    in_learned: JudgedRecord | None


class AttemptRecord(Record):
    """An attempt of one planner at one problem with one domain. `wall` and `cpu` are in seconds,
    `memory` is in bytes. `length` and `cost` are those of the plan in the reference."""

    problem: str
    planner: str
    attempt_class: AttemptClass = field(name="class")
    reason: str | None
    failing_step: Ordinal | None
    wall: Amount | None
    cpu: Amount | None
    memory: Count | None
    exit_code: int | None
    signal: Ordinal | None
    plan: list[str] | None
    length: Count | None
    own_plan: list[str] | None
    cost: float | None
    in_reference: JudgedRecord | None
    in_learned: JudgedRecord | None
    source: str | None
    output: str
    remark: str | None
    further: list[FurtherPlanRecord]


class SolvingRecord(AttemptRecord):
    with_reference: AttemptRecord | None


class PlannerRecord(Record):
    name: str
    version: str
    command: str


class EnforcedRecord(Record):
    """How limits were enforced; empty if no planner was run."""

    system: str | UnsetType = UNSET
    by: Literal["pid namespace", "subreaper", "processes seen"] | UnsetType = UNSET
    leaves_nothing: bool | UnsetType = UNSET
    keeper_may_die: bool | UnsetType = UNSET
    largest_file: bool | UnsetType = UNSET
    interval: Amount | UnsetType = UNSET


class SolveLimitsRecord(Record):
    """The limits of each attempt: `time` in seconds, `memory` in bytes."""

    time: Amount
    memory: Count | None
    enforced: EnforcedRecord


class SolveFiguresRecord(Record):
    n_attempts: Count
    n_solved: Count
    n_false_plan: Count
    n_undecided: Count
    n_unsolvable: Count
    n_timeout: Count
    n_memout: Count
    n_parse_error: Count
    n_planner_error: Count
    n_gave_up: Count
    n_no_result: Count
    solving_ratio: Share | None
    false_plans_ratio: Share | None
    unsolvable_ratio: Share | None
    timeout_ratio: Share | None
    parse_error_ratio: Share | None
    plan_precision: Share | None
    plan_recall: Share | None
    nonplan_rejection: Share | None
    domain_equivalence: Share | None
    domain_equivalence_class: str | None
    n_problems_errors: Count | None
    n_problems_no_plan: Count | None
    n_problems_new_plans_fail: Count | None
    n_problems_original_plans_fail: Count | None
    n_problems_undecided: Count | None
    unsolvability: ConfusionRecord | None
    unsolvable_precision: Share | None
    unsolvable_recall: Share | None
    n_times: Count
    n_below_both: Count
    cpu_ratio_median: Amount | None
    cpu_ratio_geomean: Amount | None
    par2_learned: Amount | None
    par2_reference: Amount | None
    n_not_made_learned: Count
    n_not_made_reference: Count
    n_costs: Count
    cost_ratio_geomean: Amount | None
    plan_quality: Share | None


class SolveRecord(Record):
    """The problems solved with a learned domain; `docs/reference/solve.md` describes the fields."""

    learned: str
    reference: str
    codec: str | None
    planners: list[PlannerRecord]
    limits: SolveLimitsRecord
    machine: dict[str, str | Count]
    metrics: SolveFiguresRecord
    by_planner: dict[str, SolveFiguresRecord]
    equivalence: dict[str, EquivalenceClass]
    problems: list[SolvingRecord]
    reference_plans: list[AttemptRecord]
    notes: list[str]
    errors: list[str]


def data(report: SolveReport) -> SolveRecord:
    """The record of problems solved."""
    enforced = EnforcedRecord.made_from(report.enforced)
    return SolveRecord.made_from(
        report,
        planners=list(map(PlannerRecord.made_from, report.planners)),
        limits=SolveLimitsRecord(report.time_limit, report.memory_limit, enforced),
        metrics=_figures(report.measured),
        by_planner={name: _figures(measured) for name, measured in report.by_planner},
        equivalence=_equivalence(report.measured),
        problems=[_solving(each) for each in report.solvings if each.learned is not None],
        reference_plans=[
            AttemptRecord.made_from(_members(each.reference))
            for each in report.solvings
            if each.learned is None and each.reference is not None
        ],
        errors=list(report.problems),
    )


def rows(report: SolveReport) -> Iterator[Sequence[object]]:
    """A row for each attempt; `model` is the domain it used."""
    yield "problem", "planner", "model", "class", *_COLUMNS, "valid_in_learned", "source", "remark"
    for solving in report.solvings:
        for model, attempt in (("learned", solving.learned), ("reference", solving.reference)):
            if attempt is not None:
                told = _members(attempt)
                accepted = None if attempt.in_learned is None else attempt.in_learned.verdict.value
                columns = (told[column] for column in _COLUMNS)
                which = attempt.problem, attempt.planner, model, attempt.attempt_class
                yield *which, *columns, accepted, attempt.source, attempt.remark


def _figures(measured: Measurements) -> SolveFiguresRecord:
    return SolveFiguresRecord.made_from(figures_of(measured))


def _equivalence(measured: Measurements) -> dict[str, EquivalenceClass]:
    """The equivalence class of each problem, by name."""
    found = (result for _, result in measured if isinstance(result, HeuristicEquivalence))
    return next((result.problems for result in found), {})


def _solving(solving: Solving) -> SolvingRecord:
    assert solving.learned is not None
    beside = solving.reference
    reference = None if beside is None else AttemptRecord.made_from(_members(beside))
    return SolvingRecord.made_from(_members(solving.learned), with_reference=reference)


def _members(attempt: Attempt) -> Json:
    return fields_of(attempt) | {
        "failing_step": attempt.in_reference and attempt.in_reference.failing_step,
        "length": None if attempt.plan is None else len(attempt.plan),
        "cost": as_float(attempt.cost),
    }
