"""Plans to execute, each with its problem."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plancore.diagnostic import Severity
from plancore.metrics.cases import PlanCase
from plancore.notation.plans.reader import read_plan
from plancore.source import SourceText
from planfiles.cases import Batch, find_cases
from planfiles.files import read_argument
from planfiles.models import Tell, load_problem
from planfiles.trouble import Trouble


def plan_cases(
    domain: str, problem: str | None, plans: Sequence[str], tell: Tell
) -> list[PlanCase]:
    """The plans that arguments name: for `problem`, or else a folder or list of cases.

    `tell` hears of syntax errors in problems, and of plans that cannot be read, which are left
    out. Raises Trouble for files that cannot be.
    """
    if not plans:
        return []
    batch = find_cases([domain, problem, *plans] if problem else plans)
    for trouble in batch.problems:
        raise Trouble(trouble)
    return list(_read(batch, tell))


def _read(batch: Batch, tell: Tell) -> Iterator[PlanCase]:
    """The plans of a batch with their problems, each of which is read once."""
    paths = dict.fromkeys(case.problem for case in batch.cases)
    problems = {path: load_problem(path, tell) for path in paths}
    for case in batch.cases:
        text = read_argument(case.plan)
        plan, findings = read_plan(text)
        faults = [finding for finding in findings if finding.severity is Severity.ERROR]
        if faults:
            where = SourceText(text).label(faults[0].span.start)
            tell(f"{case.name}:{where}: {faults[0].message}")
        else:
            yield PlanCase(case.name, problems[case.problem], plan)
