"""What was learned, written to a folder that `planeval domains` and `plandiff` read.

FOLDER/LEARNER-noiseP/DOMAIN/foldK/{learned.pddl, reference.pddl, test.trajectories/1 …}
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from plancore.notation.trajectories.writer import write_trajectory
from plancore.report.benchmark.review import Benchmark
from planeval.benchmark.run import Plan
from planeval.benchmark.task import task_of
from planfiles.trouble import FileTrouble, reason_of
from planfiles.writing import write_text

_UNFIT: Final = re.compile(r"[^\w.+-]+")


def save_learned(folder: str, report: Benchmark, plan: Plan) -> None:
    """Write every learned domain beside its reference and the trajectories that it was measured on.
    Raises FileTrouble."""
    entries = {entry.name: entry for entry in plan.entries}
    for attempt in report.attempts:
        if attempt.learned is None:
            continue
        task = task_of(entries[attempt.domain], plan.making)
        noise = f"-noise{attempt.noise:g}" if attempt.noise else ""
        parts = (attempt.learner + noise, attempt.domain, f"fold{attempt.fold + 1}")
        here = Path(folder, *(_UNFIT.sub("_", part).lstrip(".") or "_" for part in parts))
        test = plan.splitting.of(len(task.trajectories), plan.making.seed)[attempt.fold].test
        try:
            (here / "test.trajectories").mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileTrouble("write", str(here), reason_of(error)) from None
        write_text(here / "learned.pddl", attempt.learned)
        write_text(here / "reference.pddl", task.reference.text)
        for number in test:
            text = write_trajectory(task.trajectories[number])
            write_text(here / "test.trajectories" / str(number + 1), text)
