"""The arguments of `planeval domain` turned into what is to be measured."""

from __future__ import annotations

import argparse
from typing import Final, NamedTuple

from plancore.codec.renaming import RenamingCodec
from plancore.metrics.cases import Ambiguity, DomainCase, PlanCase
from plancore.report.domain.review import review_domains
from plancore.report.evaluation.review import Evaluation, evaluate
from plancore.stop import Checkpoint
from planeval.consequences.judging import judged, mended
from planeval.domain.codecs import load_codec
from planeval.domain.given_states import load_states
from planeval.domain.plans import readable_cases
from planeval.domain.states import passed_over, sample_of_walks
from planfiles.cases import ProblemOf, not_said
from planfiles.extras import to_get
from planfiles.mappings import MappingFiles, compare_options
from planfiles.models import Tell, domain_of, load_problem, read_file
from planfiles.tasks import NO_EVIDENCE, evidence_beside
from planfiles.trouble import Trouble

_NOT_EXECUTED: Final = (
    "states and plans are not measured: the pairs of names are more than a renaming; "
    "planeval align executes plans under them"
)


class Measured(NamedTuple):
    """What a domain comes to; `n_left_out` plans are not in it, as they could not be read."""

    evaluation: Evaluation
    n_left_out: int


def evaluation_of(
    options: argparse.Namespace,
    checkpoint: Checkpoint,
    tell: Tell,
    problem_of: ProblemOf = not_said,
) -> Measured:
    """Read the files that the options name and measure. Raises Trouble.

    `checkpoint` gets the name of the stage and how far it is, and may end it. `tell` hears of the
    syntax errors of problems, and why plans are left out. `problem_of` is asked first which problem
    a plan is for.
    """
    # What is wrong with the domains is in the review of them.
    learned, reference = read_file(options.learned), read_file(options.reference)
    ours, theirs = domain_of(learned), domain_of(reference)
    files = MappingFiles(options.mapping, options.save_mapping)
    evidence = NO_EVIDENCE
    if (options.align or options.save_mapping) and not options.no_evidence:
        evidence = evidence_beside(options.learned, options.reference)
    compared, remarks = compare_options(
        ours, theirs, files, options.align, checkpoint, evidence.tasks
    )
    remarks = (*remarks, *evidence.remarks)
    problem = load_problem(options.problem, tell) if options.problem else None
    trajectories, samples = load_states(options.states, options.problems, theirs, tell)
    remarks = (*remarks, *passed_over(samples, theirs))
    if options.walks:
        if problem is None:
            raise Trouble("--walks needs --problem")
        walks = sample_of_walks(theirs, problem, options.walks, options.walk_length, options.seed)
        samples.append(walks)
    review = review_domains(learned, reference, options=compared).with_remarks(remarks)
    names = review.diff.correspondence
    codec = load_codec(options.codec, ours, theirs, names) if options.codec else None
    if codec is None and not names.is_identity:
        codec = RenamingCodec(names)
    if codec is not None and codec.name == "identity":
        codec = None
    cases, n_left_out, notes = readable_cases(options.plans, options.problem, tell, problem_of)
    review = review.with_remarks(notes)
    plans = [PlanCase(case.name, case.problem, case.plan) for case in cases]
    if not names.is_renaming and not options.codec and (samples or trajectories or plans):
        review = review.with_remarks([_NOT_EXECUTED])
        samples, trajectories, plans = [], [], []
    case = DomainCase(
        diff=review.diff,
        problem=problem,
        codec=codec,
        ambiguity=Ambiguity(options.ambiguity),
        samples=samples,
        trajectories=trajectories,
        plans=plans,
        time_limit=options.optimal,
        like_amlgym=options.amlgym,
        checkpoint=checkpoint,
    )
    repair = None
    if cases and not options.no_blame and options.codec is None:
        review = judged(review, cases, checkpoint)
        repair = mended(review, cases, checkpoint)
    try:
        return Measured(evaluate(review, case, repair), n_left_out)
    except ImportError:
        raise Trouble(f"predictive power needs numpy: {to_get('eval')}") from None
