"""The plans that the options of `planeval align` name, executed in both domains."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from plancore.correspondence.pairs import Side
from plancore.report.alignment.document import AlignmentReview
from plancore.stop import Checkpoint
from plancore.translate.execution import PlansInBothModels, PlanToExecute, execute_translated
from planeval.domain.states import readable_cases
from planfiles.errors import UserError
from planfiles.models import Tell, load_problem

Plans: TypeAlias = Mapping[Side, Sequence[PlanToExecute]]


class _Files(NamedTuple):
    """What the options name of one side."""

    domain: str
    problem: str | None
    plans: Sequence[str]


def plans_to_translate(options: argparse.Namespace, tell: Tell) -> Plans:
    """The plans that the options name of each side, with what problems there are.

    `tell` hears of what cannot be read of plans and problems. Raises UserError.
    """
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
        side: _to_translate(named, files[side.other], tell) if named.plans else []
        for side, named in files.items()
    }


def translated_plans(
    alignment: AlignmentReview, plans: Plans, checkpoint: Checkpoint
) -> tuple[PlansInBothModels, ...]:
    """The plans of each side that has some, executed in both domains."""
    ours, theirs = alignment.ours, alignment.theirs
    return tuple(
        execute_translated(alignment.pairs, ours, theirs, side, own, checkpoint)
        for side, own in plans.items()
        if own
    )


def _to_translate(own: _Files, other: _Files, tell: Tell) -> list[PlanToExecute]:
    """The plans of one side with the problems that are known; the other ones are translated."""
    there = load_problem(other.problem, tell) if other.problem else None
    if there is not None and not own.problem:
        cases = readable_cases(own.plans, other.problem, tell).cases
        return [PlanToExecute(case.name, case.plan, None, there) for case in cases]
    cases = readable_cases(own.plans, own.problem, tell).cases
    return [PlanToExecute(case.name, case.plan, case.problem, there) for case in cases]
