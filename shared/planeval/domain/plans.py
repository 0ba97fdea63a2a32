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

from plancore.metrics.confusion import as_float
from plancore.model.domain import Domain
from plancore.model.plan_reader import read_plan
from plancore.model.problem import Problem
from plancore.simulate.execute import execute
from plancore.simulate.task import Task
from plancore.simulate.trace import Verdict
from planeval.files import read_text
from planeval.models import load_problem
from planeval.validate.cases import Case


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
        return self._share(Verdict.VALID)

    @property
    def rejection(self) -> Fraction | None:
        """Invalid in both, of those invalid in the reference."""
        return self._share(Verdict.INVALID)

    def _share(self, verdict: Verdict) -> Fraction | None:
        decided = (Verdict.VALID, Verdict.INVALID)
        chosen = [p for p in self.plans if p.reference is verdict and p.learned in decided]
        if not chosen:
            return None
        return Fraction(sum(p.learned is verdict for p in chosen), len(chosen))

    def to_dict(self) -> dict[str, object]:
        """Counts before ratios."""
        by = {v: sum(p.reference is v for p in self.plans) for v in Verdict}
        return {
            "plans": len(self.plans),
            "valid_in_reference": by[Verdict.VALID],
            "invalid_in_reference": by[Verdict.INVALID],
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


def plan_acceptance(learned: Domain, reference: Domain, cases: Iterable[Case]) -> PlanAcceptance:
    """Execute each plan on both domains. Raises FileProblem for a file that cannot be read."""
    problems: dict[str, Problem] = {}
    found: list[PlanVerdicts] = []
    for case in cases:
        problem = problems.get(case.problem)
        if problem is None:
            problem = problems[case.problem] = load_problem(case.problem)
        plan, _ = read_plan(read_text(case.plan))
        truth = execute(Task(reference, problem), plan)
        ours = execute(Task(learned, problem), plan)
        found.append(
            PlanVerdicts(case.name, truth.verdict, ours.verdict, ours.failing_step, ours.reason)
        )
    return PlanAcceptance(tuple(found))
