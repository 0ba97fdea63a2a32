"""What the text of two plans costs: in proportion to their steps, however they differ."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from plancore.compare.plans import PlanDiff, RowKind, compare_plans
from plancore.notation.plans.reader import read_plan
from plancore.report.plan.review import PlanSide, review_plans
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


@pytest.mark.parametrize("change", [edited, permuted, exchanged, other])
def test_the_text_of_two_plans_takes_time_in_proportion_to_their_steps(
    change: Callable[[list[str]], list[str]],
) -> None:
    def compare(count: int) -> None:
        dice = random.Random(1)
        steps = [f"(go t{dice.randrange(100)} p{dice.randrange(1000)})" for _ in range(count)]
        texts = ["\n".join(plan) for plan in (change(steps), steps)]
        sides = [PlanSide("a.plan", SourceText(text), *read_plan(text)) for text in texts]
        assert render(review_plans(*sides)).count("\n") > count // 4

    assert takes_linear_time(compare, 500)


def test_the_other_ends_of_a_long_block_that_moved_are_known_at_once() -> None:
    def exchange(count: int) -> PlanDiff:
        steps = [f"(go p{place})\n" for place in range(count)]
        return compare_plans(*(read_plan("".join(text))[0] for text in (exchanged(steps), steps)))

    def ends(diff: PlanDiff) -> None:
        again = replace(diff)  # without what it has kept
        moved = [row for row in again.rows if row.kind is RowKind.MOVED]
        assert len(moved) == len(again.learned)
        assert None not in [again.other_end(row) for row in moved]

    diffs = {count: exchange(count) for count in (1_000, 8_000)}
    assert takes_linear_time(lambda count: ends(diffs[count]), 1_000)
