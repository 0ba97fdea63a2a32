"""Plans of a real domain modulo commuting steps, by what the simulator says steps touch."""

from __future__ import annotations

import random

import pytest

from plancore.compare.following import following_order, same_partial_order
from plancore.compare.plans import compare_plans
from plancore.model.plan import Plan
from plancore.simulate.execute import execute
from plancore.simulate.independence import Independence
from support.independence import are_independent
from support.parcels import DOMAIN, PLAN, PROBLEM, plan_side
from support.tasks import task_of


@pytest.mark.slow
@pytest.mark.viewer_behaviour(20)
def test_swapping_independent_steps_keeps_the_partial_order_and_breaking_a_link_does_not() -> None:
    task = task_of(DOMAIN, PROBLEM)
    independence = Independence(task)
    plan = plan_side("plan", PLAN).plan
    footprints = independence.footprints(plan)
    assert footprints is not None
    assert execute(task, plan).reaches_goal
    dice = random.Random(11)
    swapped = broken = 0
    for _ in range(300):
        steps = list(plan.steps)
        for _ in range(30):
            at = dice.randrange(len(steps) - 1)
            if are_independent(independence, steps[at], steps[at + 1]):
                steps[at : at + 2] = steps[at + 1], steps[at]
                swapped += 1
        other = Plan(tuple(steps))
        touched = independence.footprints(other)
        assert touched is not None
        assert same_partial_order(plan, other, footprints, touched)
        assert execute(task, other).reaches_goal
        order = following_order(plan, footprints, other)
        modulo = compare_plans(plan, other, learned_order=order)
        assert modulo.first_divergence is None

        at = dice.randrange(len(steps) - 1)
        if not are_independent(independence, steps[at], steps[at + 1]):
            steps[at : at + 2] = steps[at + 1], steps[at]
            wrong = Plan(tuple(steps))
            touched = independence.footprints(wrong)
            assert touched is not None
            assert not same_partial_order(plan, wrong, footprints, touched)
            broken += 1
    assert swapped > 1_000
    assert broken > 50
