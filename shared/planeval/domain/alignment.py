"""The arguments of `planeval align` turned into what is to be paired and executed."""

from __future__ import annotations

import argparse
from dataclasses import replace

from plancore.correspondence.pairs import Pairs
from plancore.report.alignment.review import AlignmentReview, review_alignment
from plancore.stop import Checkpoint
from planeval.domain.evidence import Plans, evidence_of
from planfiles.mappings import load_mapping, save_mapping
from planfiles.models import Tell, domain_of, read_file


def alignment_of(
    options: argparse.Namespace, tell: Tell, checkpoint: Checkpoint
) -> AlignmentReview:
    """Read the files that the options name, pair them, execute plans where there are some, and
    save the pairs where that is asked for.

    `tell` hears of what cannot be read of plans and problems. Raises Trouble.
    """
    learned, reference = read_file(options.learned), read_file(options.reference)
    ours, theirs = domain_of(learned), domain_of(reference)
    mapping = load_mapping(options.mapping, ours, theirs) if options.mapping else Pairs()
    plans = _plans(options, tell)
    evidence = evidence_of(options, plans, tell)
    alignment = review_alignment(learned, reference, mapping, checkpoint, evidence.tasks)
    alignment = replace(alignment, evidence=evidence.named).with_remarks(evidence.remarks)
    if plans:
        from planeval.domain.behaviour import carried_plans

        carried = carried_plans(alignment, plans, checkpoint)
        alignment = replace(alignment, carried=carried)
    if options.save_mapping:
        save_mapping(options.save_mapping, alignment.to_save)
    return alignment


def _plans(options: argparse.Namespace, tell: Tell) -> Plans:
    has_one_problem = bool(options.problem) is not bool(options.reference_problem)
    if not (options.plans or options.reference_plans or has_one_problem):
        return {}
    # Imported late: most alignments have no plans, and the simulator takes a while to load.
    from planeval.domain.behaviour import plans_to_carry

    return plans_to_carry(options, tell)
