"""The protocol of adapter scripts: read the folds, learn each, write the results.

These scripts run in the environment of the learner, so they use the standard library and that
learner only. Each is called as `python SCRIPT WORDS… JOBS`, where JOBS is the file of a JSON array
with an object for each fold: `domain`, `trajectories` and `problems` (files, in the same order),
`output`, `noise`, `seed`, `time` (the limit in seconds), `folder` (an empty working directory). For
each fold they write the learned domain to `output`, and next to it `OUTPUT.json`: seconds of
wall-clock and CPU time that the learning itself took, or the reason why there is no domain. Both
are written when the fold is done, and atomically: results of finished folds survive if the script
is killed at its time limit.
"""

import json
import os
import random
import sys
import time
import traceback
from collections.abc import Callable
from typing import Any


def each(learn: Callable[[dict[str, Any]], str]) -> None:
    """Call `learn` for every fold."""
    with open(sys.argv[-1], encoding="utf-8") as file:
        jobs = json.load(file)
    for job in jobs:
        os.chdir(job["folder"])
        random.seed(job["seed"])
        clock, cpu = time.perf_counter(), time.process_time()
        answer: dict[str, float | str]
        try:
            text = learn(job)
            answer = {"wall": time.perf_counter() - clock, "cpu": time.process_time() - cpu}
            written(job["output"], text)
        except NotLearnedError as error:
            answer = {"error": error.message}
            if error.outcome:
                answer["class"] = error.outcome
        except (Exception, SystemExit) as error:  # macq's LOCM exits where its hypotheses clash
            traceback.print_exc()
            answer = {"error": reason(error)}
        written(job["output"] + ".json", json.dumps(answer))


def written(path: str, text: str) -> None:
    """Write a file atomically."""
    with open(path + ".part", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".part", path)


# The reasons why there is no domain.

TIMEOUT = "timeout"
"""The class of a fold in which the learner itself noticed its time limit."""
_PACKAGES = f"{os.sep}site-packages{os.sep}"


class NotLearnedError(Exception):
    """No domain: the message is the whole reason, `outcome` its class if it is not a failure."""

    def __init__(self, message: str, outcome: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.outcome = outcome


def reason(error: BaseException) -> str:
    """The error and its place, after an explanation if it is a known one."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    path = where.filename.rpartition(_PACKAGES)[2]
    place = path if path != where.filename else os.path.basename(path)
    says = f"{type(error).__name__}: {error} ({place.replace(os.sep, '/')}:{where.lineno})"
    if isinstance(error, KeyError) and where.name == "remove_predicates":
        return f"{_CONTRADICTORY.format(predicate=error.args[0])}: {says}"
    return says


_CONTRADICTORY = (
    "OffLAM takes an atom of `{predicate}` for both true and false in one state, so it drops the "
    "predicate, and its program breaks down at a state without such an atom"
)
"""OffLAM 1.0.1 completes states by what it has learned so far; its `Trace.remove_predicates`
removes keys from a dictionary that need not be in it."""
