"""What holds of every plan: renaming a model changes nothing, and translating back undoes it."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.correspondence.finding import find_pairs
from plancore.correspondence.pairs import Pairs, Side
from plancore.correspondence.stated.mapping_text import read_mapping
from plancore.model.domain import Domain
from plancore.model.formula import And, AtomicFormula
from plancore.model.plan import GroundAction, Plan, Step
from plancore.model.problem import Problem
from plancore.simulate.execute import execute
from plancore.simulate.successor import successor
from plancore.simulate.task import Task
from plancore.translate.execution import PlanToExecute, execute_translated
from plancore.translate.plans import translated_plan
from plancore.translate.problems import translated
from plancore.translate.translation import Translation
from support import kitchen
from support.examples import DELIVERY
from support.examples_tried import for_each_of_many
from support.kitchen import domain, problem
from support.renamed_domains import random_names, written_again

WORLDS = {
    "kitchen": (kitchen.REFERENCE, kitchen.REFERENCE_PROBLEM),
    "cooking": (kitchen.LEARNED, kitchen.LEARNED_PROBLEM),
    "delivery": tuple(
        (DELIVERY / name).read_text(encoding="utf-8") for name in ("reference.pddl", "p01.pddl")
    ),
}
SEEDS = st.integers(0, 10_000)


def walk(task: Task, random: Random, length: int = 6) -> tuple[Problem, Plan]:
    """Random steps that apply, and the problem whose goal is what holds after them."""
    state = frozenset(task.initial.facts)
    objects = sorted(task.objects.types)
    steps = []
    for _ in range(length):
        applicable = []
        for _ in range(60):
            action = random.choice(task.domain.actions)
            args = [random.choice(objects) for _ in action.parameters]
            after = successor(task, state, (action.name, *args))
            if after is not None:
                applicable.append(((action.name, *args), after))
        if not applicable:
            break
        key, state = random.choice(applicable)
        steps.append(Step((GroundAction(key),)))
    reached = random.sample(sorted(state), min(3, len(state)))
    goal = And(tuple(AtomicFormula(atom[0], atom[1:]) for atom in reached))
    given_problem = task.problem
    made = Problem(
        given_problem.name,
        given_problem.domain_name,
        objects=given_problem.objects,
        init=given_problem.init,
        goal=goal,
    )
    return made, Plan(tuple(steps))


@pytest.mark.parametrize("world", WORLDS)
@for_each_of_many
@given(seed=SEEDS)
def test_a_valid_plan_stays_valid_under_other_names(world: str, seed: int) -> None:
    random = Random(seed)
    reference = domain(WORLDS[world][0])
    again = written_again(
        reference, random_names(reference, random), random, permute_parameters=True
    )
    learned = domain(again)
    pairs = find_pairs(learned, reference)
    own, plan = walk(Task(reference, problem(WORLDS[world][1])), random)
    result = execute_translated(
        pairs, learned, reference, Side.REFERENCE, [PlanToExecute("p", plan, own, None)]
    )
    (executed,) = result.plans
    assert (result.n_valid, result.remarks) == (1, ())
    assert executed.stays_valid
    assert executed.choices == ()


def there_and_back(
    pairs: Pairs, learned: Domain, reference: Domain, side: Side
) -> tuple[Translation, Translation]:
    return Translation(pairs, learned, reference, side), Translation(
        pairs, learned, reference, side.other
    )


@given(seed=SEEDS)
def test_a_plan_that_leaves_nothing_out_comes_back_as_it_was(seed: int) -> None:
    # The learned kitchen says all that the reference says, and names the cook besides.
    ours, theirs = domain(kitchen.LEARNED), domain(kitchen.REFERENCE)
    pairs, _ = read_mapping(kitchen.MAPPING, ours, theirs)
    there, back = there_and_back(pairs, ours, theirs, Side.REFERENCE)
    own, plan = walk(Task(theirs, problem(kitchen.REFERENCE_PROBLEM)), Random(seed))
    other_task = Task(ours, translated(own, there).problem)
    made = translated_plan(plan, there, other_task)
    assert made.lack is None
    assert execute(other_task, made.plan).reaches_goal
    own_task = Task(theirs, translated(other_task.problem, back).problem)
    again = translated_plan(made.plan, back, own_task)
    assert [step.key for step in again.plan.steps] == [step.key for step in plan.steps]
    assert own_task.initial.facts == Task(theirs, own).initial.facts
    assert execute(own_task, again.plan).reaches_goal


@given(seed=SEEDS)
def test_nothing_is_claimed_that_execution_does_not_show(seed: int) -> None:
    """Random pairs: whatever they say, a plan that stays valid is valid for the simulator."""
    random = Random(seed)
    ours, theirs = domain(kitchen.LEARNED), domain(kitchen.REFERENCE)
    pairs, _ = read_mapping(kitchen.MAPPING, ours, theirs)
    kept = Pairs(
        actions=tuple(pair for pair in pairs.actions if random.random() < 0.8),
        predicates=tuple(pair for pair in pairs.predicates if random.random() < 0.8),
        types=tuple(pair for pair in pairs.types if random.random() < 0.8),
        type_predicates=pairs.type_predicates if random.random() < 0.8 else (),
    )
    side = random.choice(list(Side))
    world = "cooking" if side is Side.LEARNED else "kitchen"
    own, plan = walk(Task(domain(WORLDS[world][0]), problem(WORLDS[world][1])), random)
    (executed,) = execute_translated(
        kept, ours, theirs, side, [PlanToExecute("p", plan, own, None)]
    ).plans
    assert executed.other_trace is not None
    assert executed.translation is not None
    again = execute(executed.other_trace.task, executed.translation.plan)
    if executed.stays_valid:
        assert again.reaches_goal
        assert len(executed.translation.plan) == len(plan)
    else:
        assert executed.reason
        assert executed.stops_at is None or 1 <= executed.stops_at <= len(plan)
