"""A problem: objects, initial state, goal."""

from __future__ import annotations

from dataclasses import field

from plancore.model.domain import TaskUse, UnparsedSection
from plancore.model.formula import TRUE, Expression, Formula, TypedName
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

    `init` holds `AtomicFormula` and `Not` facts, `Comparison` with `=` for the initial value of a
    numeric fluent, `At` for timed initial literals, and `Damaged` for the rest. `kept` is what the
    other fields do not have in full, the task network among it.
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
