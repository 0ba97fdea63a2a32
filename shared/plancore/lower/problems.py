"""Sections of a problem other than its lists of objects and facts."""

from __future__ import annotations

from plancore.lower.formulas import FormulaReader
from plancore.lower.section import SectionModel
from plancore.lower.uses import Use
from plancore.model.problem import Metric
from plancore.syntax.nodes import Atom, List


def goal(model: SectionModel, root: List) -> None:
    """`(:goal φ)`."""
    items = root.items
    if len(items) < 2:
        model.uses.report("missing-value", items[0].place, "the goal is missing")
        return
    for extra in items[2:]:
        model.uses.report(
            "stray-text", extra.place, "the goal is one formula; use `and` for several"
        )
    model.goal_node = items[1]
    model.goal = FormulaReader(model.uses, Use.GOAL).condition(items[1], {})


def constraints(model: SectionModel, root: List) -> None:
    """`(:constraints φ)` of a domain or a problem."""
    model.uses.feature(":constraints", root.items[0])
    if len(root.items) < 2:
        model.uses.report("missing-value", root.items[0].place, "the constraint is missing")
        return
    model.constraints = FormulaReader(model.uses).condition(root.items[1], {})


def metric(model: SectionModel, root: List) -> None:
    """`(:metric minimize (total-cost))`."""
    items = root.items
    direction = items[1] if len(items) > 1 else None
    if type(direction) is not Atom or direction.key not in ("minimize", "maximize"):
        model.uses.report(
            "malformed-section",
            (direction or items[0]).place,
            "expected `minimize` or `maximize` and an expression",
        )
        return
    if len(items) < 3:
        model.uses.report("missing-value", direction.place, "the expression is missing")
        return
    expression = FormulaReader(model.uses, Use.METRIC).expression(items[2], {})
    model.metric = Metric(direction.key, expression, root)
