"""Plan acceptance: which valid and invalid plans a learned domain accepts.

**Input**: a learned domain, its reference, and plans with their problems.

**Formula**: *reference plan acceptance* (plan recall): of the plans valid in the reference, the
share valid in the learned domain. *Non-plan rejection*: of the plans that the reference rejects,
the share that the learned domain also rejects. A domain rejects a plan with an unknown action. With
a codec, initial state, goal and actions are encoded for the learned domain; if an action has
several encodings, the first applicable one is used.

**Range**: [0, 1], higher is better.

**Edge cases**: undefined without such plans. Plans that are undecided in either domain are in
neither ratio.

**Source**: precision and recall of a model by the plans that it accepts; this project's definition.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from plancore.codec.plans import UnencodableError, encoded
from plancore.metrics.base import DomainCase, Metric, Need, Passage, PlanCase, Value
from plancore.metrics.plan_recall import ACCEPTED, REJECTED, agreement
from plancore.metrics.support.confusion import Ratio, as_float
from plancore.simulate.atoms import UndecidedError
from plancore.simulate.execute import execute
from plancore.simulate.task import Task
from plancore.simulate.trace import Trace, Verdict


@dataclass(frozen=True, slots=True)
class PlanVerdicts:
    """The verdicts of both domains on a plan, and the failing step in the learned one."""

    name: str
    reference: Verdict
    learned: Verdict
    failing_step: int | None
    reason: str | None

    def to_dict(self) -> dict[str, object]:
        """For JSON."""
        return {
            "plan": self.name,
            "reference": self.reference.value,
            "learned": self.learned.value,
            "failing_step": self.failing_step,
            "reason": self.reason,
        }


@dataclass(frozen=True, slots=True)
class PlanAcceptance:
    """The verdicts of all plans. Plans that either domain cannot decide are in neither ratio."""

    plans: tuple[PlanVerdicts, ...]

    @property
    def acceptance(self) -> Ratio:
        """The share of plans valid in both among those valid in the reference."""
        return self._agreement(ACCEPTED)

    @property
    def rejection(self) -> Ratio:
        """The share of plans rejected by both among those that the reference rejects."""
        return self._agreement(REJECTED)

    def _agreement(self, verdicts: frozenset[Verdict]) -> Ratio:
        return agreement(((plan.learned, plan.reference) for plan in self.plans), verdicts)

    def ratios(self) -> dict[str, Value]:
        """Both ratios by name."""
        return {
            "reference_plan_acceptance": self.acceptance,
            "nonplan_rejection": self.rejection,
        }

    def to_dict(self) -> dict[str, object]:
        """Counts before ratios."""
        return {
            "plans": len(self.plans),
            "accepted_by_reference": sum(plan.reference in ACCEPTED for plan in self.plans),
            "rejected_by_reference": sum(plan.reference in REJECTED for plan in self.plans),
            "reference_plan_acceptance": as_float(self.acceptance.value),
            "nonplan_rejection": as_float(self.rejection.value),
            "verdicts": [plan.to_dict() for plan in self.plans],
        }


def plan_acceptance(case: DomainCase) -> PlanAcceptance:
    """Execute each plan of `case` in both domains."""
    return PlanAcceptance(tuple(_verdicts(case, plan) for plan in case.plans))


def _verdicts(case: DomainCase, plan: PlanCase) -> PlanVerdicts:
    truth = execute(Task(case.reference, plan.problem), plan.plan)
    try:
        ours = _in_learned(case, plan)
    except UndecidedError as problem:
        return PlanVerdicts(plan.name, truth.verdict, Verdict.UNDECIDED, None, problem.reason)
    except UnencodableError as problem:
        return PlanVerdicts(plan.name, truth.verdict, Verdict.MALFORMED, None, str(problem))
    return PlanVerdicts(plan.name, truth.verdict, ours.verdict, ours.failing_step, ours.reason)


def _in_learned(case: DomainCase, plan: PlanCase) -> Trace:
    if case.codec is None:
        return execute(Task(case.learned, plan.problem), plan.plan)
    sides = case.learned, case.reference
    return execute(*encoded(*sides, plan.problem, plan.plan, case.codec))


def _passages(result: PlanAcceptance) -> Iterator[Passage]:
    yield Passage(
        "Plan acceptance",
        (
            ("valid plans accepted", result.acceptance),
            ("invalid plans rejected", result.rejection),
        ),
        remarks=[_in_words(plan) for plan in result.plans if plan.learned is not plan.reference],
    )


def _headline(result: PlanAcceptance) -> Iterator[tuple[str, Value]]:
    yield "valid plans accepted", result.acceptance
    yield "invalid plans rejected", result.rejection


def _in_words(plan: PlanVerdicts) -> str:
    where = f" at step {plan.failing_step}" if plan.failing_step else ""
    reason = f": {plan.reason}" if plan.reason else ""
    return (
        f"{plan.name}: {plan.reference.value} in the reference domain, "
        f"{plan.learned.value} in the learned domain{where}{reason}"
    )


METRIC: Final = Metric(
    "plan-acceptance",
    __doc__,
    plan_acceptance,
    (),
    frozenset((Need.PLAN_CASES,)),
    field="plans",
    data=PlanAcceptance.to_dict,
    passages=_passages,
    headline=_headline,
)
