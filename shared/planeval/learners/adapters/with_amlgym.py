"""Run a learner of AMLGym: `python with_amlgym.py ALGORITHM JOBS`."""

import sys
from typing import Any

import folds
import numpy
import torch
from amlgym.algorithms import get_algorithm


def learn(job: dict[str, Any]) -> str:
    """Learn the domain of a fold. Seeds are set because ROSAME starts from random weights. NOLAM
    gets the rate of noise, as in its paper; its default is none."""
    torch.manual_seed(job["seed"])
    numpy.random.seed(job["seed"])
    torch.set_num_threads(1)
    name = sys.argv[1]
    algorithm = get_algorithm(name, noise=job["noise"]) if name == "NOLAM" else get_algorithm(name)
    return str(algorithm.learn(job["domain"], job["trajectories"]))


folds.each(learn)
