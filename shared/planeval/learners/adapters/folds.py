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

import failures


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
        except failures.NotLearnedError as error:
            answer = {"error": error.message}
            if error.outcome:
                answer["class"] = error.outcome
        except (Exception, SystemExit) as error:  # macq's LOCM exits where its hypotheses clash
            traceback.print_exc()
            answer = {"error": failures.reason(error)}
        written(job["output"] + ".json", json.dumps(answer))


def written(path: str, text: str) -> None:
    """Write a file; nobody sees a part of it."""
    with open(path + ".part", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".part", path)
