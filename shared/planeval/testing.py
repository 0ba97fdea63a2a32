"""Run the test cases of manifests: execute their plans, and have planners solve their problems."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from plancore.metrics.attempts import AttemptClass
from plancore.model.plan import DEFAULT_TOLERANCES, Tolerances
from plancore.notation.plans.reader import read_plan
from plancore.report.cases.document import CaseOutcome, CaseReason, CaseResult
from plancore.simulate.trace import Verdict
from plancore.source import SourceText
from plancore.stop import NEVER, Checkpoint
from planeval.planners.description import Ready
from planeval.solving.unit import solve_alone
from planeval.validate import Runner, ValidationSettings
from planfiles.bounded.limits import Limits
from planfiles.cases import GivenPlan
from planfiles.errors import UserError
from planfiles.files import read_text
from planfiles.manifests import PlanningCase
from planfiles.models import read_file

_FAILS: Final = (Verdict.INVALID, Verdict.MALFORMED)


class Means(NamedTuple):
    """What cases are run with. `planner` is called when a case needs one; it may raise
    UserError."""

    planner: Callable[[], Ready]
    limits: Limits
    tolerances: Tolerances = DEFAULT_TOLERANCES


def run_cases(
    cases: Sequence[PlanningCase], means: Means, checkpoint: Checkpoint = NEVER
) -> Iterator[CaseResult]:
    """The result of each case, in order. Raises what `checkpoint` raises."""
    settings = ValidationSettings(
        trace=False, has_states=False, tolerances=means.tolerances, like_val=False
    )
    runner = Runner(settings)
    for case in cases:
        checkpoint()
        yield _run(case, runner, means, checkpoint)


_Said = tuple[CaseOutcome, CaseReason]


def _run(case: PlanningCase, runner: Runner, means: Means, checkpoint: Checkpoint) -> CaseResult:
    said: list[_Said] = []
    if case.skips is not None:
        said = [(CaseOutcome.SKIPPED, CaseReason(case.skips))]
    elif case.fault is not None:
        said = [(CaseOutcome.UNDECIDED, CaseReason(case.fault))]
    else:
        for plans, is_valid in ((case.valid, True), (case.invalid, False)):
            for plan in plans:
                checkpoint()
                said += _of_plan(case, plan, runner, is_valid=is_valid)
        if case.is_solvable is not None:
            said += _of_planner(case, means, checkpoint, is_solvable=case.is_solvable)
    outcomes = [outcome for outcome, _ in said]
    order = (CaseOutcome.FAILED, CaseOutcome.UNDECIDED, CaseOutcome.SKIPPED)
    outcome = next((each for each in order if each in outcomes), CaseOutcome.PASSED)
    reasons = tuple(reason for _, reason in said)
    return CaseResult(case.manifest, case.line, case.label, outcome, reasons)


def _of_plan(case: PlanningCase, plan: str, runner: Runner, *, is_valid: bool) -> Iterator[_Said]:
    """Why a plan is not as expected, if it is not."""
    judged = runner.validate(GivenPlan(case.domain, case.problem, plan, plan))
    outcome = judged.outcome
    if outcome is None or outcome.verdict is Verdict.UNDECIDED:
        reason = next(iter(judged.problems), None) or (outcome and outcome.reason) or ""
        yield CaseOutcome.UNDECIDED, CaseReason(reason, None if outcome is None else plan)
    elif is_valid and outcome.verdict in _FAILS:
        step = outcome.failing_step
        at = "" if step is None else f" at step {step}"
        message = f"{outcome.verdict}{at}: {outcome.reason or ''}"
        yield CaseOutcome.FAILED, CaseReason(message, plan, *_place(plan, step))
    elif not is_valid and judged.problems:
        # It may fail only because a damaged part of the domain was left out.
        reason = f"only {outcome.verdict} if this error changes nothing: {judged.problems[0]}"
        yield CaseOutcome.UNDECIDED, CaseReason(reason, plan)
    elif not is_valid and outcome.verdict is Verdict.VALID:
        yield CaseOutcome.FAILED, CaseReason("valid, but expected to be invalid", plan)


def _place(plan: str, step: int | None) -> tuple[int | None, int | None]:
    """The line and column, from 1, of a step in a file."""
    try:
        text = read_text(plan)
    except UserError:  # it was deleted meanwhile
        return None, None
    steps = read_plan(text)[0].steps
    if step is None or step > len(steps):
        return None, None
    line, column = SourceText(text).position(steps[step - 1].at)
    return line + 1, column + 1


def _of_planner(
    case: PlanningCase, means: Means, checkpoint: Checkpoint, *, is_solvable: bool
) -> Iterator[_Said]:
    """Why a problem is not solved as expected, if it is not."""
    try:
        domain, problem = read_file(case.domain), read_file(case.problem)
        solution = solve_alone(domain, problem, means.planner(), means.limits, checkpoint)
    except UserError as error:
        yield CaseOutcome.UNDECIDED, CaseReason(error.message)
        return
    found = solution.attempt.attempt_class
    expected = AttemptClass.SOLVED if is_solvable else AttemptClass.UNSOLVABLE
    opposite = AttemptClass.UNSOLVABLE if is_solvable else AttemptClass.SOLVED
    words = solution.in_words()
    if found is opposite:
        said = words if is_solvable else f"expected no plan, found one: {words}"
        yield CaseOutcome.FAILED, CaseReason(said, case.problem)
    elif found is not expected:
        yield CaseOutcome.UNDECIDED, CaseReason(words, case.problem)
