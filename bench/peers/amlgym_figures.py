"""AMLGym's scores of learned domains: run by the Python of its environment, `python
amlgym_figures.py JOBS`; prints a line of JSON for each job.

A job has the files `learned` and `reference`, and `samples`: the text of a problem with its
objects, and states as lists of atoms.
"""

import json
import os
import sys
import tempfile
import warnings
from contextlib import redirect_stdout
from typing import Any

from amlgym.metrics import predictive_power, syntactic_precision, syntactic_recall
from amlgym.modeling.UPEnv import UPEnv
from unified_planning.shortcuts import get_environment


def figures(job: dict[str, Any]) -> dict[str, Any]:
    """Syntactic precision and recall; predictive power over all samples together."""
    learned, reference = [], []
    for number, sample in enumerate(job["samples"]):
        path = os.path.abspath(f"problem{number}.pddl")
        with open(path, "w", encoding="utf-8") as file:
            file.write(sample["problem"])
        learned.append(UPEnv(job["learned"], path))
        reference.append(UPEnv(job["reference"], path))
    states = [sample["states"] for sample in job["samples"]]
    return {
        "precision": syntactic_precision(job["learned"], job["reference"]),
        "recall": syntactic_recall(job["learned"], job["reference"]),
        "predictive": predictive_power(learned, reference, states, show_progress=False),
    }


def main() -> None:
    """Run the jobs one after another; an error is the answer of its job."""
    warnings.simplefilter("ignore")
    get_environment().credits_stream = None
    with open(sys.argv[1], encoding="utf-8") as file:
        jobs = json.load(file)
    for job in jobs:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                with redirect_stdout(sys.stderr):
                    answer = figures(job)
            except Exception as error:
                answer = {"error": f"{type(error).__name__}: {error}"}
            os.chdir("/")
        print(json.dumps(answer, default=float), flush=True)


main()
