"""The tasks that the options of `planeval align` name, as evidence of what stands for what."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from plancore.correspondence.evidence.tasks import Tasks
from plancore.correspondence.pairs import Side
from planfiles.models import Tell, load_problem
from planfiles.tasks import NO_EVIDENCE, Evidence, evidence_beside, same_tasks

if TYPE_CHECKING:
    from plancore.model.problem import Problem
    from plancore.translate.execution import PlanToExecute

Plans: TypeAlias = "Mapping[Side, Sequence[PlanToExecute]]"


def evidence_of(options: argparse.Namespace, plans: Plans, tell: Tell) -> Evidence:
    """Problems and `plans` that are named for both models, or else the problems beside them.

    `tell` hears of syntax errors in problems. Raises Trouble.
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
    return Evidence(
        Tasks(tuple(problems), tuple((mine.plan, yours.plan) for mine, yours in both)),
        tuple(files),
        tuple((mine.name, yours.name) for mine, yours in both),
    )
