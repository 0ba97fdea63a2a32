"""Plans held against both domains: which plans does the learned one accept, and rightly?

- *reference plan acceptance*: of the plans valid in the reference, the share valid in the learned
  domain (plan recall);
- *non-plan rejection*: of the plans invalid in the reference, the share that the learned domain
  rejects as well.

Both in [0, 1], higher is better, undefined without such plans.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Final

from plancore.metrics.confusion import as_float
from plancore.model.domain import Domain
from plancore.model.problem import Problem
from plancore.notation.plans.reader import read_plan
from plancore.simulate.execute import execute
from plancore.simulate.task import Task
from plancore.simulate.trace import Verdict
from planeval.validate.cases import Case
from planfiles.command import complain
from planfiles.files import read_text
from planfiles.models import Tell, load_problem

_TELL: Final = partial(complain, "planeval")
_ACCEPTED: Final = frozenset((Verdict.VALID,))
# A plan with an action that a domain does not have is one that the domain rejects.
_REJECTED: Final = frozenset((Verdict.INVALID, Verdict.MALFORMED))


@dataclass(frozen=True, slots=True)
class PlanVerdicts:
    """One plan: what each domain says, and where the learned one stops."""

    name: str
    reference: Verdict
    learned: Verdict
    failing_step: int | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class PlanAcceptance:
    """The verdicts of all plans. Plans that either domain cannot decide are in neither ratio."""

    plans: tuple[PlanVerdicts, ...]

    @property
    def acceptance(self) -> Fraction | None:
        """Valid in both, of those valid in the reference."""
        return _share([p.learned is Verdict.VALID for p in self._decided(_ACCEPTED)])

    @property
    def rejection(self) -> Fraction | None:
        """Rejected by both, of those that the reference rejects."""
        return _share([p.learned in _REJECTED for p in self._decided(_REJECTED)])

    def _decided(self, verdicts: frozenset[Verdict]) -> list[PlanVerdicts]:
        return [
            p for p in self.plans if p.reference in verdicts and p.learned is not Verdict.UNDECIDED
        ]

    def to_dict(self) -> dict[str, object]:
        """Counts before ratios."""
        by = {v: sum(p.reference is v for p in self.plans) for v in Verdict}
        return {
            "plans": len(self.plans),
            "accepted_by_reference": sum(by[v] for v in _ACCEPTED),
            "rejected_by_reference": sum(by[v] for v in _REJECTED),
            "reference_plan_acceptance": as_float(self.acceptance),
            "nonplan_rejection": as_float(self.rejection),
            "verdicts": [
                {
                    "plan": p.name,
                    "reference": p.reference.value,
                    "learned": p.learned.value,
                    "failing_step": p.failing_step,
                    "reason": p.reason,
                }
                for p in self.plans
            ],
        }


def plan_acceptance(
    learned: Domain,
    reference: Domain,
    cases: Iterable[Case],
    tell: Tell = _TELL,
) -> PlanAcceptance:
    """Execute each plan on both domains; `tell` hears of syntax errors in problems.

    Raises Trouble for a file that cannot be read.
    """
    problems: dict[str, Problem] = {}
    found: list[PlanVerdicts] = []
    for case in cases:
        problem = problems.get(case.problem)
        if problem is None:
            problem = problems[case.problem] = load_problem(case.problem, tell)
        plan, _ = read_plan(read_text(case.plan))
        truth = execute(Task(reference, problem), plan)
        ours = execute(Task(learned, problem), plan)
        found.append(
            PlanVerdicts(case.name, truth.verdict, ours.verdict, ours.failing_step, ours.reason)
        )
    return PlanAcceptance(tuple(found))


def _share(verdicts: list[bool]) -> Fraction | None:
    return Fraction(sum(verdicts), len(verdicts)) if verdicts else None
