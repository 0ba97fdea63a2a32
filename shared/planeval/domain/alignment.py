"""The arguments of `planeval align` turned into what is to be paired and executed."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

from plancore.correspondence.pairs import Pairs, SharedTasks, Side
from plancore.report.alignment.document import AlignmentReview, review_alignment
from plancore.stop import Checkpoint
from planfiles.mappings import (
    NO_EVIDENCE,
    TaskEvidence,
    evidence_beside,
    load_mapping,
    same_tasks,
    save_mapping,
)
from planfiles.models import Tell, domain_of, load_problem, read_file

if TYPE_CHECKING:
    from plancore.model.problem import Problem
    from planeval.domain.behaviour import Plans


def evidence_of(options: argparse.Namespace, plans: Plans, tell: Tell) -> TaskEvidence:
    """Problems and `plans` that are named for both models, or else the problems beside them.

    `tell` hears of syntax errors in problems. Raises UserError.
    """
    if options.no_evidence:
        return NO_EVIDENCE
    if not (options.problem or options.reference_problem or any(plans.values())):
        return evidence_beside(options.learned, options.reference)
    ours, theirs = (plans.get(side, ()) for side in Side)
    tasks = same_tasks([plan.name for plan in ours], [plan.name for plan in theirs])
    both = [(ours[k], theirs[n]) for k, n in tasks]
    problems: list[tuple[Problem, Problem]] = []
    files: list[tuple[str, str]] = []
    if options.problem and options.reference_problem:
        files.append((options.problem, options.reference_problem))
        problems += [(load_problem(mine, tell), load_problem(yours, tell)) for mine, yours in files]
    return TaskEvidence(
        SharedTasks(tuple(problems), tuple((mine.plan, yours.plan) for mine, yours in both)),
        tuple(files),
        tuple((mine.name, yours.name) for mine, yours in both),
    )


def alignment_of(
    options: argparse.Namespace, tell: Tell, checkpoint: Checkpoint
) -> AlignmentReview:
    """Read the files that the options name, pair them, execute plans where there are some, and
    save the pairs where that is asked for.

    `tell` hears of what cannot be read of plans and problems. Raises UserError.
    """
    learned, reference = read_file(options.learned), read_file(options.reference)
    ours, theirs = domain_of(learned), domain_of(reference)
    mapping = load_mapping(options.mapping, ours, theirs) if options.mapping else Pairs()
    plans = _plans(options, tell)
    evidence = evidence_of(options, plans, tell)
    alignment = review_alignment(learned, reference, mapping, checkpoint, evidence.tasks)
    alignment = replace(alignment, evidence=evidence.named).with_remarks(evidence.remarks)
    if plans:
        from planeval.domain.behaviour import translated_plans

        executed = translated_plans(alignment, plans, checkpoint)
        alignment = replace(alignment, carried=executed)
    if options.save_mapping:
        save_mapping(options.save_mapping, alignment.to_save)
    return alignment


def _plans(options: argparse.Namespace, tell: Tell) -> Plans:
    has_one_problem = bool(options.problem) is not bool(options.reference_problem)
    if not (options.plans or options.reference_plans or has_one_problem):
        return {}
    # Imported late: most alignments have no plans, and the simulator takes a while to load.
    from planeval.domain.behaviour import plans_to_translate

    return plans_to_translate(options, tell)
