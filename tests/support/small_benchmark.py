"""`planeval benchmark` on few and short trajectories, with learners that take no time."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any, Final

import support.tiny_learner
from planeval.cli import main
from support.command import run_command

TINY: Final = Path(support.tiny_learner.__file__)
"""A learner in all manners of learners."""
SMALL: Final = ("--trajectories", "4", "--length", "10", "--folds", "2", "--jobs", "1")


def command(manner: str) -> str:
    """A learner of a user, as the command line names it; it is called as its manner is."""
    python, script = shlex.quote(sys.executable), shlex.quote(str(TINY))
    return f"{manner}: {python} {script} {manner} {{domain}} {{trajectories}} {{output}}"


def benchmark(*arguments: str | Path) -> Any:
    """The JSON of a benchmark that runs to its end, without trouble."""
    done = run_command(main, "benchmark", *SMALL, "--format", "json", *arguments)
    assert all(line.startswith("planeval: written to ") for line in done.stderr.splitlines())
    assert done.returncode in (0, 1)
    return json.loads(done.stdout)


def values_of(report: Any, learner: str, noise: float, metric: str) -> list[float]:
    """The values of a figure in all folds where it is defined."""
    return [
        row["value"]
        for row in report["rows"]
        if (row["learner"], row["noise"], row["metric"]) == (learner, noise, metric)
        and row["value"] is not None
    ]
