"""Which missing step an extra one replaces, in gaps too large for the best pairing."""

from __future__ import annotations

import random

import pytest

from plancore.compare.replacements import StepPairing, similarity
from plancore.model.plan import GroundAction, Step

WINDOW = 8


def steps(dice: random.Random, count: int) -> list[Step]:
    def action() -> GroundAction:
        words = [dice.choice("ab"), *(dice.choice("xyz") for _ in range(dice.randrange(4)))]
        return GroundAction(tuple(words))

    def step() -> Step:
        if dice.random() < 0.2:
            return Step(tuple(action() for _ in range(dice.randrange(3))), concurrent=True)
        return Step((action(),))

    return [step() for _ in range(count)]


@pytest.mark.parametrize("seed", range(30))
def test_in_a_large_gap_a_step_is_replaced_by_the_likest_of_the_next_ones(seed: int) -> None:
    dice = random.Random(seed)
    left, right = steps(dice, 20), steps(dice, 20)
    expected = []
    at = 0
    for index, step in enumerate(left):
        scores = [similarity(step, other) for other in right[at : at + WINDOW]]
        if any(scores):
            at += scores.index(max(scores))
            expected.append((index, at))
            at += 1
    assert StepPairing(budget=0).pairs(list(enumerate(left)), list(enumerate(right))) == expected
