"""Read plans from files, each with its problem."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from plancore.diagnostic import Diagnostic, Severity
from plancore.model.plan import Plan
from plancore.model.problem import Case, Problem
from plancore.notation.plans.reader import read_plan, why_not_whole
from plancore.source import SourceText
from plancore.stop import NEVER, Checkpoint
from planfiles.cases import GivenPlans, find_plans
from planfiles.errors import UserError
from planfiles.files import read_argument, read_text
from planfiles.models import Tell, load_problem


def read_cases(
    paths: Sequence[str],
    problem: str | None,
    meant: bool | None,
    tell: Tell,
    checkpoint: Checkpoint = NEVER,
) -> Iterator[Case]:
    """The plans that arguments of a command name; `meant` as in `Case`. `tell` is called with
    errors of files and of problems. Raises what `checkpoint` raises."""
    if paths:
        yield from read_batch(find_plans(paths, problem), meant, tell, checkpoint)


def read_batch(
    batch: GivenPlans, meant: bool | None, tell: Tell, checkpoint: Checkpoint = NEVER
) -> Iterator[Case]:
    """The plans of a batch, in order; `meant` and `tell` as in `read_cases`."""
    for trouble in batch.problems:
        tell(trouble)
    problems: dict[str, Problem | None] = {}
    for case in batch.cases:
        if case.problem not in problems:
            problems[case.problem] = _problem(case.problem, tell, checkpoint)
        known = problems[case.problem]
        text = _text(case.plan, tell)
        if known is not None and text is not None:
            plan, findings = read_plan(text, checkpoint)
            yield Case(case.name, plan, known, meant, why_unread(text, findings))


def read_whole_plan(path: str) -> Plan:
    """The plan in a file. Raises UserError unless the file is exactly one plan."""
    text = read_text(path)
    plan, findings = read_plan(text)
    fault = why_unread(text, findings)
    if fault is not None:
        raise UserError(f"{path}:{'' if fault[0].isdigit() else ' '}{fault}")
    return plan


def _problem(path: str, tell: Tell, checkpoint: Checkpoint) -> Problem | None:
    try:
        return load_problem(path, tell, checkpoint=checkpoint)
    except UserError as error:
        tell(error.message)
        return None


def _text(path: str, tell: Tell) -> str | None:
    try:
        return read_argument(path)
    except UserError as error:
        tell(error.message)
        return None


def why_unread(text: str, findings: Iterable[Diagnostic]) -> str | None:
    """Why a plan cannot be read whole, with the line if it is an error; None if it can."""
    unread = why_not_whole(findings)
    if unread is None:
        return None
    if unread.severity is not Severity.ERROR:
        return unread.message
    return f"{SourceText(text).label(unread.span.start)}: {unread.message}"
