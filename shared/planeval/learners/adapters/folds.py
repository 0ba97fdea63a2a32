"""What the scripts that call learners of others share: the folds they are told, how they answer.

These scripts run in the environment of the learner, so they use the standard library and that
learner only. Each is called as `python SCRIPT WORDS… JOBS`, where JOBS is a JSON array with an
object for each fold: `domain`, `trajectories` and `problems` (files, in the same order), `output`,
`noise`, `seed`, `folder` (an empty one to work in). For each fold they write the learned domain to
`output`, and beside it `OUTPUT.json`: seconds on the clock and of processor time that the learning
itself took, or the reason why there is no domain.
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
            with open(job["output"], "w", encoding="utf-8") as file:
                file.write(text)
        except (Exception, SystemExit) as error:  # macq's LOCM exits where its hypotheses clash
            traceback.print_exc()
            answer = {"error": failures.reason(error)}
        with open(job["output"] + ".json", "w", encoding="utf-8") as file:
            json.dump(answer, file)
