"""Plans of very many steps: every part of the work says how far it is, and can be ended."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

import pytest

from plancore.report.plan.review import PlanReview, review_plans
from plancore.report.plan.rows import PlanRows
from plancore.stop import Checkpoint, StoppedError
from support.parcels import plan_side

N_STEPS = 12_000
_BETWEEN = 4_096
"""At most so many steps from one look to the next."""


def review(checkpoint: Checkpoint) -> PlanReview:
    """Two long plans of which every fifth step differs, laid out."""
    reference = [f"go t{at % 60} p{at * 7 % 900}" for at in range(N_STEPS)]
    learned = [step if at % 5 else f"stay k{at}" for at, step in enumerate(reference)]
    of = review_plans(
        plan_side("learned", learned), plan_side("reference", reference), checkpoint=checkpoint
    )
    PlanRows(of).prepare(checkpoint)
    return of


def test_all_of_it_says_how_far_it_is() -> None:
    told: dict[str, list[int]] = defaultdict(list)

    def hear(done: int = 0, stage: str = "", /) -> None:
        told[stage].append(done)

    review(hear)
    stages = "aligning the steps", "rows of aligned steps", "differences counted"
    for stage in (*stages, "laying out the rows"):
        dones = told[stage]
        assert max(dones) > N_STEPS - 2 * _BETWEEN, stage
        assert max(b - a for a, b in pairwise(dones)) <= 2 * _BETWEEN, stage
    assert len(told["measuring the plans"]) > 3


@pytest.mark.slow
@pytest.mark.viewer_behaviour(26, "the rows of two long plans are laid out")
def test_each_look_can_end_it() -> None:
    looks = 0

    def count(*_: object) -> None:
        nonlocal looks
        looks += 1

    review(count)
    n_looks = looks
    assert n_looks > 40
    for last in range(1, n_looks, n_looks // 8):
        left = last

        def end(*_: object) -> None:
            nonlocal left
            left -= 1
            if not left:
                raise StoppedError

        with pytest.raises(StoppedError):
            review(end)


@pytest.mark.slow
def test_rows_whose_layout_was_ended_are_laid_out_later() -> None:
    of = review(lambda *_: None)
    rows = PlanRows(of)

    def end(*_: object) -> None:
        raise StoppedError

    with pytest.raises(StoppedError):
        rows.prepare(end)
    assert rows.stops == PlanRows(of).stops
    assert rows.overview.lines(9) == PlanRows(of).overview.lines(9)
