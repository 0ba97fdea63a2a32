"""How large an instance of a task is: what can be counted without solving it."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Final

from plancore.model.domain import Domain
from plancore.model.formula import AtomicFormula, Comparison, conjuncts
from plancore.model.plan import Plan
from plancore.model.problem import Problem
from plancore.simulate.task import Task


@dataclass(frozen=True, slots=True)
class InstanceSize:
    """The counts of one instance.

    `n_objects` are those that the problem declares, `n_constants` those of the domain;
    `n_initial_facts` are the atoms that are true at first, `n_initial_numbers` the numbers stated.
    `n_goal_facts` are the members of the conjunction that the goal is. `n_ground_actions` are the
    actions with objects of the right types for their parameters, whether or not they can ever
    happen; `n_fluent_predicates` the predicates that some action or time changes,
    `n_static_predicates` the others. `plan_length` is None where no plan is known.
    """

    n_objects: int
    n_constants: int
    n_initial_facts: int
    n_initial_numbers: int
    n_goal_facts: int
    n_ground_actions: int
    n_fluent_predicates: int
    n_static_predicates: int
    plan_length: int | None


COUNTS: Final = tuple(InstanceSize.__dataclass_fields__)
"""The names of the counts, in order."""


def size_of(domain: Domain, problem: Problem, plan: Plan | None = None) -> InstanceSize:
    """Count. An object, fact or part of the goal that stands there twice counts once."""
    task = Task(domain, problem)
    facts = [fact for fact in problem.init if isinstance(fact, AtomicFormula)]
    declared = {predicate.name for predicate in domain.predicates}
    declared |= {axiom.predicate for axiom in domain.axioms}
    fluent = declared & (task.changing | task.axioms.predicates)
    return InstanceSize(
        len({entry.name for entry in problem.objects}),
        len({entry.name for entry in domain.constants}),
        len(set(facts)),
        sum(isinstance(fact, Comparison) for fact in problem.init),
        len(set(conjuncts(problem.goal))),
        sum(
            prod(len(task.objects.of(parameter.types)) for parameter in action.parameters)
            for action in domain.actions
        ),
        len(fluent),
        len(declared - fluent),
        None if plan is None else len(plan),
    )
