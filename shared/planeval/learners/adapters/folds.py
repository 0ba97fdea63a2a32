"""What the scripts that call learners of others share: the folds they are told, how they answer.

These scripts run in the environment of the learner, so they use the standard library and that
learner only. Each is called as `python SCRIPT WORDS… JOBS`, where JOBS is a JSON array with an
object for each fold: `domain`, `trajectories` and `problems` (files, in the same order), `output`,
`noise`, `seed`, `time` (seconds that it may take), `folder` (an empty one to work in). For each
fold they write the learned domain to `output`, and beside it `OUTPUT.json`: seconds on the clock
and of processor time that the learning itself took, or the reason why there is no domain. Each is
written when its fold is done, and whole or not at all: whoever ends a script that takes too long
keeps what is there.
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
    """Write a file; nobody sees a part of it."""
    with open(path + ".part", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".part", path)


# Why a learner has learned nothing, in words.

TIMEOUT = "timeout"
"""The class of a fold that a learner has taken too long for, by its own clock."""
_PACKAGES = f"{os.sep}site-packages{os.sep}"


class NotLearnedError(Exception):
    """There is no domain, and the message is all that is to be said of it. `outcome` is the class
    of that, where it is another one than a failure."""

    def __init__(self, message: str, outcome: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.outcome = outcome


def reason(error: BaseException) -> str:
    """What went wrong and where: in words where they are known, else as Python says it."""
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
"""Of OffLAM 1.0.1, which completes the states by what it has learned so far: its
`Trace.remove_predicates` removes from a table what need not be in it."""
