"""What is judged: plans, each with its problem."""

from __future__ import annotations

from plancore.model.domain import Domain
from plancore.model.plan import Plan
from plancore.model.problem import Problem
from plancore.model.record import record


@record
class Case:
    """A plan with its problem, both in the words of the reference where there is one.

    `meant` says whether the plan is meant to be valid; None leaves that to the reference. `fault`
    says why the text of the plan could not be read whole: such a plan is not executed.
    """

    name: str
    plan: Plan
    problem: Problem
    meant: bool | None = None
    fault: str | None = None


def other_domain(problem: Problem, *domains: Domain) -> str | None:
    """That `problem` is for none of `domains`, by the name behind `:domain`; None where it is, or
    does not say. Planners compare the names, or do not: it is executed all the same."""
    name = problem.domain_name
    if not name or name in {domain.name for domain in domains}:
        return None
    return f"the problem is one of the domain `{name}`"
