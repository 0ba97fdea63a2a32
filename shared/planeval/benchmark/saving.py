"""What was learned, written to a folder that `planeval domains`, `planeval solve` and `plandiff`
read.

FOLDER/LEARNER-noiseP/DOMAIN/foldK/ has `learned.pddl`, `reference.pddl`, the trajectories kept
back, `test.trajectories/1 …`, the problems that these are of, `problems/NAME.pddl`, and
`codec.json` where the learner wrote one. So whatever was measured can be measured again.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from itertools import chain, count
from pathlib import Path
from typing import Final, NamedTuple

from plancore.notation.trajectories.writer import write_trajectory
from plancore.report.benchmark.review import Attempt, Benchmark
from planeval.benchmark.folds import Fold
from planeval.benchmark.run import Plan
from planeval.benchmark.task import Task, task_of
from planeval.suite.entry import Exercise
from planfiles.trouble import FileTrouble, Trouble, reason_of
from planfiles.writing import make_folder, write_text

_UNFIT: Final = re.compile(r"[^\w.+-]+")


class Saved(NamedTuple):
    """How many learned domains were written; and how many texts besides that are none."""

    learned: int
    unreadable: int


def refuse_full(folder: str) -> None:
    """Raises Trouble where something is in the folder already, before any work: what stands there
    may be of another run, and its problems and trajectories would be taken for those of this
    one."""
    try:
        with os.scandir(folder) as inside:
            is_full = any(inside)
    except FileNotFoundError:
        return
    except NotADirectoryError:
        raise Trouble(f"--save-learned: {folder} is not a folder") from None
    except OSError as error:
        raise FileTrouble("write", folder, reason_of(error)) from None
    if is_full:
        raise Trouble(
            f"--save-learned: there is something in {folder} already, perhaps of another run; "
            "name a new folder, or remove that one"
        )


def save_learned(folder: str, report: Benchmark, plan: Plan) -> Saved:
    """Write every learned domain with all that it was measured on, and what was written for one.
    Raises Trouble."""
    entries = {entry.name: entry for entry in plan.entries}
    written = [attempt for attempt in report.attempts if attempt.learned is not None]
    for attempt in written:
        task = task_of(entries[attempt.domain], plan.making)
        noise = f"-noise{attempt.noise:g}" if attempt.noise else ""
        parts = (attempt.learner + noise, attempt.domain, f"fold{attempt.fold}")
        fold = plan.splitting.of(len(task.trajectories), plan.making.seed)[attempt.fold - 1]
        _save(Path(folder, *map(_fit, parts)), attempt, task, fold)
    n_learned = sum(attempt.has_learned for attempt in written)
    return Saved(n_learned, len(written) - n_learned)


def _save(here: Path, attempt: Attempt, task: Task, fold: Fold) -> None:
    _write(here / "learned.pddl", attempt.learned or "")
    _write(here / "reference.pddl", task.reference.text)
    for number in fold.test:
        text = write_trajectory(task.trajectories[number])
        _write(here / "test.trajectories" / str(number + 1), text)
    for path, problem in _problem_files(task.held_out(fold)):
        _write(here / "problems" / path, problem)
    if attempt.codec is not None:
        _write(here / "codec.json", attempt.codec)


def _problem_files(exercises: Sequence[Exercise]) -> Iterator[tuple[Path, str]]:
    """Problems with the files that they are written to, each to one of its own."""
    taken: set[Path] = set()
    for exercise in exercises:
        whole = Path(*map(_fit, exercise.name.split("/")))
        names = (f"{whole.name}{again}.pddl" for again in chain([""], map("-{}".format, count(2))))
        path = next(path for name in names if (path := whole.with_name(name)) not in taken)
        taken.add(path)
        yield path, exercise.problem


def _fit(name: str) -> str:
    """A name that a file can have everywhere."""
    return _UNFIT.sub("_", name).lstrip(".") or "_"


def _write(path: Path, text: str) -> None:
    make_folder(path.parent)
    write_text(path, text)
