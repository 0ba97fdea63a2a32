"""Problems: objects, initial state, goal."""

from __future__ import annotations

from dataclasses import field

from plancore.model.domain import Domain, TaskUse, UnparsedSection
from plancore.model.formula import TRUE, Expression, Formula, TypedName
from plancore.model.plan import Plan
from plancore.model.record import record
from plancore.syntax.nodes import Form, Node


@record
class PlanMetric:
    """`(:metric minimize …)`."""

    direction: str
    expression: Expression
    node: Node | None = field(default=None, compare=False, repr=False)


@record
class Problem:
    """A planning problem.

    `init` has `AtomicFormula` and `Not` facts, `Comparison` with `=` for initial values of numeric
    fluents, `At` for timed initial literals, and `Damaged` for the rest. `kept` has the parts that
    the other fields do not represent completely, including the task network.
    """

    name: str
    domain_name: str = ""
    requirements: tuple[str, ...] = ()
    objects: tuple[TypedName, ...] = ()
    init: tuple[Formula, ...] = ()
    goal: Formula = TRUE
    metric: PlanMetric | None = None
    constraints: Formula | None = None
    tasks: tuple[TaskUse, ...] = ()
    kept: tuple[UnparsedSection, ...] = ()
    name_node: Node | None = field(default=None, compare=False, repr=False)
    goal_node: Node | None = field(default=None, compare=False, repr=False)
    define: Form | None = field(default=None, compare=False, repr=False)

    @property
    def is_hierarchical(self) -> bool:
        """Whether a plan must decompose a task network, which may be empty."""
        return bool(self.tasks) or any(section.name == ":htn" for section in self.kept)


@record
class Case:
    """A plan with its problem, both in the words of the reference where there is one. `meant` says
    whether the plan is meant to be valid; None leaves that to the reference. `fault` says why the
    text of the plan could not be read whole: such a plan is not executed."""

    name: str
    plan: Plan
    problem: Problem
    meant: bool | None = None
    fault: str | None = None


def other_domain(problem: Problem, *domains: Domain) -> str | None:
    """A remark if `problem` names a domain other than `domains` after `:domain`, else None. Some
    planners compare the names, others do not; the problem is used all the same."""
    name = problem.domain_name
    if not name or name in {domain.name for domain in domains}:
        return None
    return f"the problem is one of the domain `{name}`"
