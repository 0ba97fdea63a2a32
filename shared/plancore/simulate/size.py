"""The size of a planning instance, as far as it can be counted without solving it."""

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
    `n_initial_facts` are the atoms that are initially true, `n_initial_numbers` the initial values
    of fluents. `n_goal_facts` are the conjuncts of the goal. `n_ground_actions` are the well-typed
    ground actions, whether reachable or not. `n_fluent_predicates` are the predicates that an
    action, an axiom or a timed literal changes, `n_static_predicates` the others. `plan_length` is
    None if no plan is known.
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
    """Count an instance. Duplicate objects, constants, atoms and goals count once."""
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
