"""What differences do to plans as findings tell it, from texts."""

from __future__ import annotations

from plancore.correspondence.pairs import NOTHING_STATED, Pairs
from plancore.ide.review.consequences import Asked
from plancore.project import (
    DomainLink,
    PlanInProblem,
    PlanSnapshot,
    ProblemLink,
)
from plancore.snapshot import FileSnapshot


def domain_link(text: str, name: str = "learned.pddl") -> DomainLink:
    """The domain that `text` holds."""
    file = FileSnapshot.of(text, name)
    definition = file.first("domain")
    assert definition is not None, text
    return DomainLink(file, definition)


def problem_link(text: str) -> ProblemLink:
    """The problem that `text` holds."""
    file = FileSnapshot.of(text, "p.pddl")
    definition = file.first("problem")
    assert definition is not None, text
    return ProblemLink(file, definition)


def asked(
    learned: str,
    reference: str | None,
    problem: str,
    *plans: str,
    n_more: int = 0,
    pairs: Pairs = NOTHING_STATED,
) -> Asked:
    """Plans `1.plan`, `2.plan` … given a step behind the other: `(a)(b c)`."""
    link = problem_link(problem)
    files = (
        PlanSnapshot(plan.replace(")(", ")\n("), f"{number}.plan")
        for number, plan in enumerate(plans, start=1)
    )
    return Asked(
        domain_link(learned),
        None if reference is None else domain_link(reference, "reference.pddl").definition.domain,
        pairs,
        tuple(PlanInProblem(file, link) for file in files),
        n_more,
    )
