"""Compare sets of plans: with references, or all pairs of a set."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from plancore.diagnostic import Severity
from plancore.metrics.support.plan_batches import (
    StepSplitting,
    plan_matrices,
    score_pairs,
    similarities,
)
from plancore.model.plan import Plan
from plancore.notation.plans.reader import read_plan
from plancore.report.plans.document import PlanFile, PlanSetReview, Scores
from plancore.simulate.execute import execute
from plancore.simulate.task import Task
from plancore.simulate.trace import Trace
from plancore.source import SourceText
from planfiles.command import Progress
from planfiles.errors import UserError
from planfiles.files import read_argument
from planfiles.folders import is_plan_name, plans_in
from planfiles.models import load_domain, load_problem, read_file


@dataclass(slots=True)
class PlanSet:
    """The plans that could be read, an error message for each that could not (`problems`), and the
    files in folders that are not plans (`no_plans`)."""

    files: list[PlanFile] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    no_plans: list[str] = field(default_factory=list)

    @property
    def plans(self) -> list[Plan]:
        """The plans."""
        return [file.plan for file in self.files]


def read_plans(
    paths: Sequence[str],
    splitting: StepSplitting = StepSplitting.PLAN,
    progress: Progress | None = None,
) -> PlanSet:
    """The plans in files, and in all plan files below folders.

    A plan with a syntax error is a problem and left out: scores without the step would be wrong.
    With GAICo's splitting any text is accepted.
    """
    plan_set = PlanSet()
    files: list[str] = []
    for path in paths:
        others: list[str] = []
        try:
            inside = plans_in(path, others.append)
        except UserError as problem:
            if splitting is StepSplitting.PLAN or not others:
                plan_set.problems.append(problem.message)
            inside = []
        if splitting is StepSplitting.PLAN:
            plan_set.no_plans += others
        elif not any(is_plan_name(os.path.basename(file)) for file in inside):
            inside = sorted((*inside, *others))
        files += inside
    progress = progress or Progress()
    progress.begin("reading", len(files))
    for file in files:
        try:
            text = read_argument(file)
        except UserError as problem:
            plan_set.problems.append(problem.message)
        else:
            plan, findings = read_plan(text)
            errors = [finding for finding in findings if finding.severity is Severity.ERROR]
            if errors and splitting is StepSplitting.PLAN:
                where = SourceText(text).label(errors[0].span.start)
                plan_set.problems.append(f"{file}:{where}: {errors[0].message}")
            else:
                plan_set.files.append(PlanFile(file, text, plan))
        progress.advance()
    return plan_set


def measure_set(
    plan_set: PlanSet, models: tuple[str, str] | None, progress: Progress | None = None
) -> PlanSetReview:
    """Measure all pairs of plans. With `models`, a domain and a problem, plans are also executed.
    Raises UserError."""
    progress = progress or Progress()
    traces: list[Trace] | None = None
    if models is not None:
        tell = plan_set.problems.append
        domain = read_file(models[0])
        task = Task(
            load_domain(models[0], tell, domain), load_problem(models[1], tell, domain=domain)
        )
        progress.begin("executing", len(plan_set.plans))
        traces = []
        for plan in plan_set.plans:
            traces.append(execute(task, plan))
            progress.advance()
    count = len(plan_set.plans)
    progress.begin("measuring pairs", count * (count + 1) // 2)
    return PlanSetReview(
        tuple(plan_set.files),
        tuple(plan_set.problems),
        None if traces is None else tuple(trace.verdict for trace in traces),
        plan_matrices(plan_set.plans, traces, lambda *_: progress.advance()),
    )


def measure_pairs(
    plan_set: PlanSet,
    references: PlanSet,
    metrics: Sequence[str],
    thresholds: Mapping[str, Fraction],
    splitting: StepSplitting,
    progress: Progress | None = None,
) -> PlanSetReview:
    """Measure each plan against the reference at the same position, or the only reference. Raises
    UserError."""
    available = similarities(splitting)
    for name in metrics:
        if name not in available:
            raise UserError(f"unknown similarity {name!r}; expected one of {', '.join(available)}")
    problems = (*plan_set.problems, *references.problems)
    if problems:
        return PlanSetReview(tuple(plan_set.files), problems)
    files, reference_files = plan_set.files, references.files
    if len(reference_files) == 1:
        reference_files = reference_files * len(files)
    if len(reference_files) != len(files):
        raise UserError(f"{len(files)} plans, but {len(reference_files)} references")
    plans, reference_plans = (
        [file.text if splitting is StepSplitting.GAICO else file.plan for file in measured]
        for measured in (files, reference_files)
    )
    progress = progress or Progress()
    progress.begin("measuring pairs", len(plans) * len(metrics))
    scores = score_pairs(
        plans,
        reference_plans,
        metrics=metrics,
        thresholds=thresholds,
        splitting=splitting,
        checkpoint=lambda *_: progress.advance(),
    )
    scored = Scores(tuple(file.name for file in reference_files), splitting, scores)
    return PlanSetReview(tuple(files), (), scores=scored)
