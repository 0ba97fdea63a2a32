"""Plans of 100,000 steps: read and compared as a whole; prints what that took.

`PLAN_MEMORY=1` measures the peak of memory as well, which takes ten times as long.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
import tracemalloc
from pathlib import Path

import pytest

from plancore.compare.plans import compare_plans
from plancore.notation.plans.reader import read_plan

STEPS = 100_000


_PEAK = """
import sys
from pathlib import Path
from plancore.compare.plans import compare_plans
from plancore.notation.plans.reader import read_plan
diff = compare_plans(*[read_plan(Path(name).read_text())[0] for name in sys.argv[1:]])
(peak,) = (line for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(diff.exact, diff.counts.equal, peak.split()[1])
"""
"""Prints whether the alignment is exact, how many steps are equal, and the most KiB it took."""


def steps(vocabulary: int) -> tuple[list[str], list[str]]:
    """The steps of a plan, and those of the same without every tenth or so."""
    dice = random.Random(vocabulary)
    lines = [f"(act-{dice.randrange(vocabulary)} one two)" for _ in range(STEPS)]
    return lines, [line for line in lines if dice.random() > 0.1]


@pytest.mark.viewer_behaviour(19, "the whole process takes 110 to 135 MiB")
@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("vocabulary", [50, 5_000, 100_000])
def test_long_plans_are_aligned_exactly_in_150_mebibytes(vocabulary: int, tmp_path: Path) -> None:
    files = []
    for name, lines in zip(("learned", "reference"), steps(vocabulary), strict=True):
        files.append(tmp_path / f"{name}.plan")
        files[-1].write_text("\n".join(lines))
    command = [sys.executable, "-c", _PEAK, *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=True)
    is_exact, n_equal, kibibytes = done.stdout.split()
    assert is_exact == "True"
    # All of the shorter plan is in the longer one: no alignment has more.
    assert int(n_equal) == len(steps(vocabulary)[1])
    assert int(kibibytes) < 150 * 1024


@pytest.mark.viewer_behaviour(19, "0.3 to 1.4 s of CPU, 87 to 94 MiB")
@pytest.mark.long
@pytest.mark.parametrize("vocabulary", [50, 5_000, 1_000_000])
def test_long_plans(vocabulary: int, capsys: pytest.CaptureFixture[str]) -> None:
    lines, edited = steps(vocabulary)
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
