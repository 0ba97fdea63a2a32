"""The arguments of `planeval domain` turned into what is to be measured."""

from __future__ import annotations

import argparse
from functools import partial

from plancore.compare.correspondence import SAME_NAMES
from plancore.metrics.coded_power import Ambiguity
from plancore.vectors.sample import StateSample
from planeval.domain.codecs import load_codec, load_mapping, renaming_of
from planeval.domain.evaluation import Request
from planeval.domain.states import (
    load_trajectories,
    sample_of_walks,
    samples_of_trajectories,
)
from planeval.validate.cases import Case, find_cases
from planfiles.command import complain
from planfiles.models import domain_of, load_problem, read_file
from planfiles.trouble import Trouble

_tell = partial(complain, "planeval")


def request_of(options: argparse.Namespace) -> Request:
    """Read the files that the options name. Raises Trouble."""
    # What is wrong with the domains is in the review of them.
    learned, reference = read_file(options.learned), read_file(options.reference)
    ours, theirs = domain_of(learned), domain_of(reference)
    mapping = load_mapping(options.mapping) if options.mapping else SAME_NAMES
    codec = load_codec(options.codec, ours, theirs, mapping) if options.codec else None
    if codec is None and not mapping.is_identity:
        codec = renaming_of(mapping)
    problem = load_problem(options.problem, _tell) if options.problem else None
    trajectories = load_trajectories(options.states)
    samples: list[StateSample] = samples_of_trajectories(trajectories, theirs)
    if options.walks:
        if problem is None:
            raise Trouble("--walks needs --problem")
        walks = sample_of_walks(theirs, problem, options.walks, options.walk_length, options.seed)
        samples.append(walks)
    return Request(
        learned,
        reference,
        options.align,
        mapping,
        codec,
        Ambiguity(options.ambiguity),
        problem,
        samples,
        trajectories,
        _cases(options),
        options.optimal,
    )


def _cases(options: argparse.Namespace) -> list[Case]:
    if not options.plans:
        return []
    if options.problem:
        batch = find_cases([options.reference, options.problem, *options.plans])
    else:
        batch = find_cases(options.plans)
    for problem in batch.problems:
        raise Trouble(problem)
    return batch.cases
