"""What the text of two plans costs: in proportion to their steps, however they differ."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from plancore.notation.plans.reader import read_plan
from plancore.report.plan.review import PlanSide, review_plans
from plancore.report.plan.steps import MOST
from plancore.report.registry import render
from plancore.source import SourceText
from support.cpu import takes_linear_time


def edited(steps: list[str]) -> list[str]:
    dice = random.Random(2)
    return [dice.choice(steps) if dice.random() < 0.1 else step for step in steps]


def permuted(steps: list[str]) -> list[str]:
    return random.Random(3).sample(steps, len(steps))


def exchanged(steps: list[str]) -> list[str]:
    half = len(steps) // 2
    return steps[half:] + steps[:half]


def other(steps: list[str]) -> list[str]:
    return [step.replace("go", "come") for step in steps]


@pytest.mark.slow
@pytest.mark.parametrize("change", [edited, permuted, exchanged, other])
def test_the_text_of_two_plans_takes_time_in_proportion_to_their_steps(
    change: Callable[[list[str]], list[str]],
) -> None:
    def compare(count: int) -> None:
        dice = random.Random(1)
        steps = [f"(go t{dice.randrange(100)} p{dice.randrange(1000)})" for _ in range(count)]
        texts = ["\n".join(plan) for plan in (change(steps), steps)]
        sides = [PlanSide("a.plan", SourceText(text), *read_plan(text)) for text in texts]
        assert 10 < render(review_plans(*sides)).count("\n") < MOST + 40

    assert takes_linear_time(compare, 500)
