"""The arguments of `planeval align` turned into what is to be paired and executed."""

from __future__ import annotations

import argparse
from dataclasses import replace

from plancore.correspondence.pairs import Pairs
from plancore.report.alignment.review import Alignment, review_alignment
from plancore.stop import Checkpoint
from planfiles.mappings import load_mapping, save_mapping
from planfiles.models import Tell, domain_of, load_problem, read_file


def alignment_of(options: argparse.Namespace, tell: Tell, checkpoint: Checkpoint) -> Alignment:
    """Read the files that the options name, pair them, execute plans where there are some, and
    save the pairs where that is asked for.

    `tell` hears of what cannot be read of plans and problems. Raises Trouble.
    """
    learned, reference = read_file(options.learned), read_file(options.reference)
    ours, theirs = domain_of(learned), domain_of(reference)
    mapping = load_mapping(options.mapping, ours, theirs) if options.mapping else Pairs()
    problems = []
    if options.problem and options.reference_problem:
        both = options.problem, options.reference_problem
        mine, yours = (load_problem(path, tell) for path in both)
        problems.append((mine, yours))
    alignment = review_alignment(learned, reference, mapping, checkpoint, problems)
    has_one_problem = bool(options.problem) is not bool(options.reference_problem)
    if options.plans or options.reference_plans or has_one_problem:
        from planeval.domain.behaviour import carried_plans

        carried = carried_plans(alignment, options, tell, checkpoint)
        alignment = replace(alignment, carried=carried)
    if options.save_mapping:
        save_mapping(options.save_mapping, alignment.to_save)
    return alignment
