"""The uses of declared predicates, functions and tasks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from plancore.lower.environment import Environment
from plancore.lower.resolution import Declared
from plancore.lower.section import Scope, Uses
from plancore.model.formula import Term
from plancore.syntax.nodes import Node


class Applied(NamedTuple):
    """A predicate, function or task applied to arguments, with place and scope."""

    declared: Declared
    arguments: Sequence[Term]
    node: Node | None
    scope: Scope


def applied_in(uses: Uses, environment: Environment) -> Iterator[Applied]:
    """The declared predicates, functions and tasks (or actions) that a form uses, in this order."""
    for use in uses.atoms:
        predicate = environment.predicates.get(use.atom.predicate)
        if predicate is not None:
            yield Applied(predicate, use.atom.args, use.atom.node, use.scope)
    for call in uses.functions:
        function = environment.functions.get(call.term.name)
        if function is not None:
            yield Applied(function, call.term.args, call.term.node, call.scope)
    for task, scope in uses.tasks:
        called = environment.tasks.get(task.name) or environment.actions.get(task.name)
        if called is not None:
            yield Applied(called, task.args, task.node, scope)
