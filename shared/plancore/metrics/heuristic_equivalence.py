"""Heuristic domain equivalence: whether the plans of each domain are valid in the other.

**Input**: attempts to solve problems with the learned domain and with the reference, each with one
plan or, from a top-k planner such as `kstar`, with several.

**Formula**: every problem is in the first of these classes that applies:

- *errors*: the learned domain or the problem has errors.
- *no_plan*: there is a plan of the reference, and none of the learned domain.
- *new_plans_fail*: a plan of the learned domain is not valid in the reference.
- *original_plans_fail*: a plan of the reference is not valid in the learned domain.
- *undecided*: a domain was not asked, a planner came to a limit without any plan in either domain,
  or a plan could not be decided.
- *equivalent*: all plans are valid in both, or both domains are proved to have none.

*domain_equivalence* is the share of equivalent problems among those that are decided: with 3
equivalent problems of 4 it is 3/4. *domain_equivalence_class* is the first class of any problem;
the domains are heuristically equivalent if that is *equivalent*. *n_problems_…* counts the problems
of a class.

**Range**: [0, 1], higher is better.

**Edge cases**: undefined if no problem is decided. The plans of all planners count together.

**Source**: Oswald et al. (2024), Large language models as planning domain generators, ICAPS, who
take the 100 best plans of each problem by K*. They call the classes syntax and semantic error,
NoPlan, NPApp, OPApp and equivalent.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from plancore.metrics.attempts import Attempt, AttemptClass, PlanCheck, SolvingSet
from plancore.metrics.base import Figure, Metric
from plancore.metrics.support.confusion import Ratio
from plancore.simulate.trace import Verdict


class EquivalenceClass(StrEnum):
    """How the plans of a problem compare: the first class that applies."""

    ERRORS = "errors"
    NO_PLAN = "no_plan"
    NEW_PLANS_FAIL = "new_plans_fail"
    ORIGINAL_PLANS_FAIL = "original_plans_fail"
    UNDECIDED = "undecided"
    EQUIVALENT = "equivalent"


@dataclass(frozen=True, slots=True)
class HeuristicEquivalence:
    """The class of each problem, by name."""

    problems: dict[str, EquivalenceClass]

    @property
    def share(self) -> Ratio:
        """The share of equivalent problems among the decided ones."""
        n_decided = len(self.problems) - self.count(EquivalenceClass.UNDECIDED)
        return Ratio.of(self.count(EquivalenceClass.EQUIVALENT), n_decided)

    @property
    def first(self) -> EquivalenceClass | None:
        """The first class, in their order, that any problem has; None without problems."""
        return next((each for each in EquivalenceClass if each in self.problems.values()), None)

    def count(self, kind: EquivalenceClass) -> int:
        """The number of problems in a class."""
        return sum(each is kind for each in self.problems.values())


def measure(case: SolvingSet) -> HeuristicEquivalence:
    """The class of each problem; no problems if there are no attempts with one of the domains."""
    if not case.learned or not case.reference:
        return HeuristicEquivalence({})
    both: dict[str, tuple[list[Attempt], list[Attempt]]] = {}
    for side, attempts in enumerate((case.learned, case.reference)):
        for attempt in attempts:
            both.setdefault(attempt.problem, ([], []))[side].append(attempt)
    return HeuristicEquivalence({problem: _class_of(*each) for problem, each in both.items()})


def _class_of(learned: Sequence[Attempt], reference: Sequence[Attempt]) -> EquivalenceClass:
    if any(attempt.attempt_class is AttemptClass.PARSE_ERROR for attempt in learned):
        return EquivalenceClass.ERRORS
    new = [check for attempt in learned for check in _checks(attempt, in_reference=True)]
    original = [
        check
        for attempt in reference
        for check, own in zip(
            _checks(attempt, in_reference=False), _checks(attempt, in_reference=True), strict=True
        )
        # A plan that is invalid in its own domain says nothing about the other domain.
        if own is not None and own.verdict is Verdict.VALID
    ]
    if learned and original and not new:
        return EquivalenceClass.NO_PLAN
    if any(check is not None and _fails(check) for check in new):
        return EquivalenceClass.NEW_PLANS_FAIL
    if any(check is not None and _fails(check) for check in original):
        return EquivalenceClass.ORIGINAL_PLANS_FAIL
    if new and original and all(map(_is_valid, (*new, *original))):
        return EquivalenceClass.EQUIVALENT
    if not new and not original and _is_proved(learned) and _is_proved(reference):
        return EquivalenceClass.EQUIVALENT
    return EquivalenceClass.UNDECIDED


def _checks(attempt: Attempt, *, in_reference: bool) -> Iterator[PlanCheck | None]:
    """The verdicts of a domain on all plans of an attempt."""
    if attempt.plan is not None:
        yield attempt.in_reference if in_reference else attempt.in_learned
    for each in attempt.further:
        yield each.in_reference if in_reference else each.in_learned


def _fails(check: PlanCheck) -> bool:
    return check.verdict not in (Verdict.VALID, Verdict.UNDECIDED)


def _is_valid(check: PlanCheck | None) -> bool:
    return check is not None and check.verdict is Verdict.VALID


def _is_proved(attempts: Sequence[Attempt]) -> bool:
    return any(attempt.attempt_class is AttemptClass.UNSOLVABLE for attempt in attempts)


def _counted(kind: EquivalenceClass, title: str) -> Figure[HeuristicEquivalence]:
    return Figure(f"n_problems_{kind.value}", title, lambda found: found.count(kind))


METRIC: Final = Metric(
    "heuristic-equivalence",
    __doc__,
    measure,
    (
        Figure[HeuristicEquivalence](
            "domain_equivalence", "equivalent problems", lambda found: found.share
        ),
        Figure[HeuristicEquivalence](
            "domain_equivalence_class",
            "equivalence",
            lambda found: None if found.first is None else found.first.value.replace("_", " "),
        ),
        _counted(EquivalenceClass.ERRORS, "with errors"),
        _counted(EquivalenceClass.NO_PLAN, "without a plan"),
        _counted(EquivalenceClass.NEW_PLANS_FAIL, "new plans fail"),
        _counted(EquivalenceClass.ORIGINAL_PLANS_FAIL, "ref. plans fail"),
        _counted(EquivalenceClass.UNDECIDED, "not decided"),
    ),
)
