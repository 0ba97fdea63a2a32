"""Counts of valid plans in a folder under a domain, as one line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from plancore.diagnostic import Severity
from plancore.directives import folder
from plancore.phrases import SIDES, count_of, some_of
from plancore.project import DomainLink, PlanInProblem, PlanSnapshot, ProblemLink, ProjectSnapshot
from plancore.report.review_lenses import FilePlace, Lens
from plancore.rules.plans.failing import failure_text, goal_text
from plancore.rules.plans.soundness import first_error
from plancore.simulate.runs import PlanRun, run_of
from plancore.simulate.trace import Verdict
from plancore.source import Span
from plancore.stop import NEVER, Checkpoint

if TYPE_CHECKING:
    from plancore.ide.review.consequences import Consequences

_MOST = 3


@dataclass(frozen=True)
class PlanTally:
    """The outcomes of some plans under one domain, by file name.

    `invalid` has the place at which each plan fails. A plan is `unknown` if the domain or its
    problem has errors, or the simulator cannot decide. `reasons` explains both.
    """

    valid: frozenset[str] = frozenset()
    invalid: Mapping[str, FilePlace] = field(default_factory=dict)
    unknown: frozenset[str] = frozenset()
    reasons: Mapping[str, str] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """The number of plans."""
        return len(self.valid) + len(self.invalid) + len(self.unknown)


@dataclass(frozen=True)
class FolderTally:
    """The outcomes of the plans of a folder under its domain and under the reference.

    `once_valid` are the plans known to have been valid under the domain, now or at an earlier
    tally.
    """

    own: PlanTally
    reference: PlanTally | None = None
    once_valid: frozenset[str] = frozenset()

    @property
    def broken(self) -> list[str]:
        """The plans that are no longer valid."""
        return sorted(self.own.invalid.keys() & self.once_valid)

    def after(self, before: FolderTally | None) -> FolderTally:
        """This tally with the knowledge of the one before."""
        once_valid = self.own.valid | (before.once_valid if before else frozenset())
        return replace(self, once_valid=once_valid)


def folder_tally(
    project: ProjectSnapshot, domain: DomainLink, checkpoint: Checkpoint = NEVER
) -> FolderTally:
    """Execute the plans next to `domain` whose problems are for a domain of that name."""
    plans = plans_beside(project, domain)
    reference = project.reference_of(domain)
    return FolderTally(
        tally(plans, domain, checkpoint), tally(plans, reference, checkpoint) if reference else None
    )


def plans_beside(project: ProjectSnapshot, domain: DomainLink) -> list[PlanInProblem]:
    """The plans in the folder of `domain` whose problems are for a domain of that name."""
    home = folder(domain.file.name)
    plans = []
    for name, file in sorted(project.files.items()):
        if isinstance(file, PlanSnapshot) and folder(name) == home:
            problem = project.problem_of(file)
            if problem is not None and problem.definition.domain_name == domain.definition.name:
                plans.append(PlanInProblem(file, problem))
    return plans


def tally(
    plans: Iterable[PlanInProblem], domain: DomainLink, checkpoint: Checkpoint = NEVER
) -> PlanTally:
    """Execute each plan in its problem under `domain`."""
    valid: set[str] = set()
    invalid: dict[str, FilePlace] = {}
    unknown: set[str] = set()
    reasons: dict[str, str] = {}
    for plan, problem in plans:
        checkpoint()
        obstacle = _obstacle(domain, problem)
        if obstacle is not None:
            unknown.add(plan.name)
            reasons[plan.name] = obstacle
            continue
        run = run_of(plan, domain, problem, checkpoint)
        if run.complete and run.trace.verdict is Verdict.VALID:
            valid.add(plan.name)
            continue
        reasons[plan.name] = _reason(plan, run)
        if run.complete and run.trace.verdict is Verdict.UNDECIDED:
            unknown.add(plan.name)
        else:
            invalid[plan.name] = _failing_place(plan, run)
    return PlanTally(frozenset(valid), invalid, frozenset(unknown), reasons)


def _obstacle(domain: DomainLink, problem: ProblemLink) -> str | None:
    """Why plans of the problem cannot be executed under the domain; None if they can."""
    error = first_error(domain, problem)
    if error is not None:
        return f"`{error.file.name.rpartition('/')[2]}` has errors: {error.diagnostic.message}"
    return None


def _reason(file: PlanSnapshot, run: PlanRun) -> str:
    """Why an executed plan is not known to be valid, in the words of its diagnostics."""
    trace = run.trace
    if trace.undecided is not None:
        return trace.undecided
    if trace.failure is not None:
        return failure_text(trace)
    if run.complete:
        return goal_text(trace)
    unread = (finding for finding in file.findings if finding.severity is Severity.ERROR)
    first = next(unread, None)
    step = f"step {min(len(trace.plan) + 1, len(file.plan.steps))}"
    return first.message if first else f"malformed {step}"


def tally_lens(
    domain: DomainLink, tallied: FolderTally, known: Consequences | None = None
) -> Lens | None:
    """A line above the domain's name, with the places where plans fail or, if none fails, all
    plans; None without plans.

    If more plans are `known` than those of the folder, all of them are counted, as in the messages
    on differences and repairs.
    """
    name = domain.definition.definition.name
    if name is None:
        return None
    if known is not None and known.blame.n_plans > tallied.own.count:
        failing = [*tallied.own.invalid.values()]
        seen = {place.file for place in failing}
        for stopped in known.blame.stopped:
            file, step = known.asked.plans[stopped.case].plan, stopped.first.step
            if file.name not in seen:
                failing.append(FilePlace(file.name, _span_of(file, step)))
        return Lens(domain.file.span(name.place), _title_of_all(known, tallied), tuple(failing))
    if not tallied.own.count:
        return None
    plans = sorted(tallied.own.valid | tallied.own.unknown)
    places = tuple(tallied.own.invalid.values()) or tuple(
        FilePlace(plan, Span(0, 0)) for plan in plans
    )
    return Lens(domain.file.span(name.place), tally_title(tallied), places)


def _title_of_all(known: Consequences, tallied: FolderTally) -> str:
    """`2 of 5 plans valid · 3 of 5 in the reference · …`, for all known plans."""
    blame = known.blame
    n_valid = blame.n_meant - len(blame.stopped) + len(blame.let_through)
    parts = [f"{n_valid} of {count_of(blame.n_plans, 'plan')} valid"]
    if blame.undecided:
        parts.append(f"{len(blame.undecided)} not known")
    if blame.diff is not None:
        parts.append(f"{blame.n_meant} of {blame.n_plans} in {SIDES.the_reference}")
    return " · ".join((*parts, *_broken(tallied)))


def _span_of(file: PlanSnapshot, step: int | None) -> Span:
    """The span of a step, from one, None for the last; empty if there is no such step."""
    steps = file.plan.steps
    index = len(steps) if step is None else step
    return steps[index - 1].span if 0 < index <= len(steps) else Span(0, 0)


def _broken(tallied: FolderTally) -> list[str]:
    """A text on the plans that are no longer valid."""
    if not tallied.broken:
        return []
    names = [name.rpartition("/")[2] for name in tallied.broken]
    return [f"no longer valid: {some_of(names, _MOST)}"]


def tally_title(tallied: FolderTally) -> str:
    """`2 of 3 plans valid · 1 of 3 in the reference · …`."""
    own, reference = tallied.own, tallied.reference
    plans = count_of(own.count, "plan")
    if len(own.unknown) == own.count:
        parts = [f"not known whether {plans} {'is' if own.count == 1 else 'are'} valid"]
    else:
        parts = [f"{len(own.valid)} of {plans} valid"]
        if own.unknown:
            parts.append(f"{len(own.unknown)} not known")
    if reference is not None and len(reference.unknown) < reference.count:
        parts.append(f"{len(reference.valid)} of {reference.count} in {SIDES.the_reference}")
    return " · ".join((*parts, *_broken(tallied)))


def _failing_place(file: PlanSnapshot, run: PlanRun) -> FilePlace:
    trace, steps = run.trace, file.plan.steps
    failure = trace.failure
    if failure is not None and failure.action is not None:
        return FilePlace(file.name, failure.action.span)
    # A malformed step follows the executed ones; a missed goal is shown at the end.
    index = len(steps) - 1 if run.complete else min(len(trace.plan), len(steps) - 1)
    return FilePlace(file.name, steps[index].span if steps else Span(0, 0))
