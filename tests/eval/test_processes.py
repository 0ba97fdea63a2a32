"""Each command once as a process: what it starts with, prints and ends with."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "delivery"
MODELS = ("learned.pddl", "reference.pddl")


@pytest.mark.parametrize(
    ("arguments", "status", "printed"),
    [
        (("domain", *MODELS), 1, "pick-up"),
        (("domains", "."), 1, "delivery"),
        (("problem", "p01.pddl", "p01.pddl"), 0, "the same problem"),
        (("plans", "learned.plan", "reference.plan"), 0, "planning-lcs"),
        (("validate", "reference.pddl", "p01.pddl", "reference.plan"), 0, "valid"),
        (("nothing",), 2, ""),
    ],
)
def test_a_command_as_a_process(arguments: tuple[str, ...], status: int, printed: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "planeval", *arguments],
        capture_output=True, text=True, check=False, cwd=EXAMPLE,
    )  # fmt: skip
    assert done.returncode == status, done.stderr
    assert printed in done.stdout
    assert bool(done.stderr) == (status == 2)
