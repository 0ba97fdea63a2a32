"""Align two domains as the arguments of `planeval align` say, and execute plans in both."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from plancore.correspondence.pairs import Pairs, SharedTasks, Side
from plancore.report.alignment.document import AlignmentReview, review_alignment
from plancore.stop import Checkpoint
from planfiles.errors import UserError
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
    from plancore.translate.execution import PlansInBothModels, PlanToExecute

Plans: TypeAlias = "Mapping[Side, Sequence[PlanToExecute]]"


class _Files(NamedTuple):
    """The files of one side in the options."""

    domain: str
    problem: str | None
    plans: Sequence[str]


def evidence_of(options: argparse.Namespace, plans: Plans, tell: Tell) -> TaskEvidence:
    """The problems and `plans` given for both domains, or else the problems next to the domains.
    `tell` is called with syntax errors in problems. Raises UserError."""
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
    """Read the files in `options`, match the names, execute the plans if there are any, and save
    the mapping if requested. `tell` is called with errors in plans and problems. Raises
    UserError."""
    learned, reference = read_file(options.learned), read_file(options.reference)
    ours, theirs = domain_of(learned), domain_of(reference)
    mapping = load_mapping(options.mapping, ours, theirs) if options.mapping else Pairs()
    plans = _plans(options, tell)
    evidence = evidence_of(options, plans, tell)
    if options.ask:
        from planeval.domain.asking import ask

        mapping = ask(ours, theirs, mapping, checkpoint, evidence.tasks)
    alignment = review_alignment(learned, reference, mapping, checkpoint, evidence.tasks)
    alignment = replace(alignment, evidence=evidence.named).with_remarks(evidence.remarks)
    if plans:
        alignment = replace(alignment, carried=_executed(alignment, plans, checkpoint))
    if options.save_mapping:
        save_mapping(options.save_mapping, alignment.to_save)
    return alignment


def prompt_of(options: argparse.Namespace) -> str:
    """The prompt that asks a language model for the name mapping. Raises UserError."""
    from plancore.correspondence.stated.document import prompt_text

    learned, reference = read_file(options.learned), read_file(options.reference)
    domain_of(learned), domain_of(reference)
    return prompt_text(learned.source.text, reference.source.text)


def _plans(options: argparse.Namespace, tell: Tell) -> Plans:
    """The plans of each side, with the problems given for it."""
    files = {
        Side.LEARNED: _Files(options.learned, options.problem, options.plans),
        Side.REFERENCE: _Files(
            options.reference, options.reference_problem, options.reference_plans
        ),
    }
    has_plans = any(named.plans for named in files.values())
    if not has_plans and bool(options.problem) is not bool(options.reference_problem):
        raise UserError("problems need plans: --plans or --reference-plans")
    return {
        side: _to_execute(named, files[side.other], tell)
        for side, named in files.items()
        if named.plans
    }


def _to_execute(own: _Files, other: _Files, tell: Tell) -> list[PlanToExecute]:
    """The plans of one side with their problems; a missing problem is translated from the other."""
    # Imported late: most alignments have no plans, and the simulator is slow to import.
    from plancore.translate.execution import PlanToExecute
    from planeval.domain.states import readable_cases

    there = load_problem(other.problem, tell) if other.problem else None
    if there is not None and not own.problem:
        cases = readable_cases(own.plans, other.problem, tell).cases
        return [PlanToExecute(case.name, case.plan, None, there) for case in cases]
    cases = readable_cases(own.plans, own.problem, tell).cases
    return [PlanToExecute(case.name, case.plan, case.problem, there) for case in cases]


def _executed(
    alignment: AlignmentReview, plans: Plans, checkpoint: Checkpoint
) -> tuple[PlansInBothModels, ...]:
    """Execute the plans of each side in both domains."""
    from plancore.translate.execution import execute_translated

    ours, theirs = alignment.ours, alignment.theirs
    return tuple(
        execute_translated(alignment.pairs, ours, theirs, side, own, checkpoint)
        for side, own in plans.items()
        if own
    )
