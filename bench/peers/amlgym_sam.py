"""Run AMLGym's SAM, with the Python of its environment: `python amlgym_sam.py JOBS`.

A job has the files `domain`, `trajectories` and `output`, and a working directory `folder`. If the
learner fails, nothing is written.
"""

import importlib
import json
import logging
import os
import sys
import traceback
import types

import amlgym


def sam() -> type:
    """The class SAM, without importing the other algorithms, which need torch."""
    package = types.ModuleType("amlgym.algorithms")
    package.__path__ = [os.path.join(os.path.dirname(amlgym.__file__), "algorithms")]
    sys.modules[package.__name__] = package
    found: type = importlib.import_module("amlgym.algorithms.SAM").SAM
    return found


def main() -> None:
    """Run the jobs one after another."""
    logging.disable(logging.CRITICAL)
    learner = sam()
    with open(sys.argv[1], encoding="utf-8") as file:
        jobs = json.load(file)
    for job in jobs:
        os.chdir(job["folder"])
        try:
            text = learner().learn(job["domain"], job["trajectories"])
        except Exception:
            traceback.print_exc()
            continue
        with open(job["output"], "w", encoding="utf-8") as file:
            file.write(text)


main()
