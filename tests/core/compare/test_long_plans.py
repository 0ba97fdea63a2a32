"""Plans of 100,000 steps: read and compared as a whole; prints what that took.

`PLAN_MEMORY=1` measures the peak of memory as well, which takes ten times as long.
"""

from __future__ import annotations

import os
import random
import sys
import time
import tracemalloc

import pytest

from plancore.compare.plans import compare_plans
from plancore.notation.plans.reader import read_plan

STEPS = 100_000


@pytest.mark.viewer_behaviour(19, "0.3 to 1.4 s of CPU, 87 to 94 MiB")
@pytest.mark.long
@pytest.mark.parametrize("vocabulary", [50, 5_000, 1_000_000])
def test_long_plans(vocabulary: int, capsys: pytest.CaptureFixture[str]) -> None:
    dice = random.Random(vocabulary)
    lines = [f"(act-{dice.randrange(vocabulary)} one two)" for _ in range(STEPS)]
    edited = [line for line in lines if dice.random() > 0.1]
    texts = ["\n".join(part) for part in (lines, edited)]

    start = time.process_time()
    plans = [read_plan(text)[0] for text in texts]
    read = time.process_time()
    diff = compare_plans(*plans)
    compared = time.process_time()

    if "PLAN_MEMORY" in os.environ:
        tracemalloc.start()
    again = compare_plans(*[read_plan(text)[0] for text in texts])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    with capsys.disabled():
        sys.stdout.write(
            f"\n{STEPS:,} steps of {vocabulary:,} actions: two plans read in "
            f"{read - start:.2f} s, compared in {compared - read:.2f} s"
            + (f", peak {peak / 2**20:.0f} MiB" if peak else "")
        )
    assert diff.exact
    assert again.rows == diff.rows
    assert diff.counts.equal == diff.counts.reference == len(edited)
    assert diff.counts.learned == STEPS
