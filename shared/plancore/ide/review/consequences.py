"""Effects of the differences of a domain from its reference on the plans of a workspace."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from plancore.blame.attribution import attribute
from plancore.blame.report import Blame, StoppedPlan, StoppingFailure, with_consequences
from plancore.compare.difference import Difference
from plancore.compare.differences import single_differences
from plancore.compare.domains import CompareOptions, DomainDiff, compare_domains
from plancore.correspondence.pairs import Pairs
from plancore.diagnostic import Diagnostic, Related, Severity
from plancore.memo import lazy
from plancore.model.domain import Domain
from plancore.model.problem import Case
from plancore.notation.plans.reader import why_not_whole
from plancore.project import DomainLink, PlanInProblem, PlanSnapshot, ProblemLink
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText, Span
from plancore.stop import NEVER, Checkpoint

_EFFORT: Final = 100
"""Maximum number of sets of two and more differences that are tried for one failure."""


@dataclass(frozen=True)
class Asked:
    """The input: plans to judge under a domain and its reference, if it has one.

    `pairs` is the name mapping; if names differ, plans use the names of the reference. `n_more`
    further plans are not executed.
    """

    domain: DomainLink
    reference: Domain | None
    pairs: Pairs
    plans: tuple[PlanInProblem, ...]
    n_more: int = 0

    def is_of(self, domain: DomainLink) -> bool:
        """Whether `domain` has the same content."""
        return self.domain.definition.domain == domain.definition.domain

    def same_as(self, other: Asked) -> bool:
        """Whether the effects must be the same; plans and problems are compared by identity."""
        return (
            self.n_more == other.n_more
            and len(self.plans) == len(other.plans)
            and all(map(_is_same, self.plans, other.plans))
            and self.is_of(other.domain)
            and self.reference == other.reference
            and self.pairs == other.pairs
        )


def _is_same(one: PlanInProblem, other: PlanInProblem) -> bool:
    return one.plan is other.plan and one.problem.definition is other.problem.definition


@dataclass(frozen=True, eq=False)
class Consequences:
    """The effects, with the input that they were computed from."""

    asked: Asked
    blame: Blame

    def is_about(self, diff: DomainDiff) -> bool:
        """Whether the effects are those of the differences of `diff`."""
        known = self.blame.diff
        return known is not None and (diff.learned, diff.reference, diff.pairs) == (
            known.learned,
            known.reference,
            known.pairs,
        )

    @property
    def n_judged(self) -> int:
        """Number of plans that could be judged."""
        return self.blame.n_plans - len(self.blame.undecided)

    @lazy
    def sources(self) -> Mapping[str, SourceText]:
        """The texts of the plans, by file name."""
        return {plan.name: plan.source for plan, _ in self.asked.plans}

    def stopped(self, file: PlanSnapshot) -> StoppedPlan | None:
        """The rejection of a plan; None if it is not rejected, or has changed since."""
        stopped = self._stopped_by_name.get(file.name)
        is_same = stopped is not None and self.asked.plans[stopped.case].plan is file
        return stopped if is_same else None

    def of(self, differences: Iterable[Difference]) -> tuple[Difference, ...]:
        """The differences with their effects on the plans."""
        return with_consequences(differences, self.blame, are_first=bool(self.asked.n_more))

    def places(self, difference: Difference) -> list[Related]:
        """The failing steps of plans rejected by a difference, the ends of those accepted."""
        numbers = {single.number for single in difference.singles}
        places = [
            self._at(plan.case, plan.first.step, f"valid plan rejected: {plan.first.reason}")
            for plan in self.blame.stopped_by(numbers)
        ]
        for plan in self.blame.let_through_by(numbers):
            why = f"; in the reference: {plan.reason}" if plan.reason else ""
            places.append(self._at(plan.case, plan.step, f"invalid plan accepted{why}"))
        return places

    def _at(self, case: int, step: int | None, message: str) -> Related:
        file = self.asked.plans[case].plan
        return Related(step_span(file, step), message, file.name)

    @lazy
    def _stopped_by_name(self) -> Mapping[str, StoppedPlan]:
        return {stopped.plan: stopped for stopped in self.blame.stopped}


def consequences(
    asked: Asked, before: Consequences | None = None, checkpoint: Checkpoint = NEVER
) -> Consequences:
    """The effects of the differences, found by executing the plans with and without each.

    The results `before` are reused if the domains and plans are the same. Raises the exceptions of
    `checkpoint`.
    """
    learned = asked.domain.definition.domain
    models: Domain | DomainDiff = learned
    if asked.reference is not None:
        models = compare_domains(learned, asked.reference, CompareOptions(stated=asked.pairs))
    if before is not None and before.asked.same_as(asked):
        return Consequences(asked, _placed_anew(before.blame, models))
    cases = [case_of(plan, problem) for plan, problem in asked.plans]
    return Consequences(asked, attribute(models, cases, _EFFORT, checkpoint))


def case_of(plan: PlanSnapshot, problem: ProblemLink, meant: bool | None = None) -> Case:
    """A plan to judge; `meant` as in `Case`."""
    unread = why_not_whole(plan.findings)
    fault = None if unread is None else unread.message
    return Case(plan.name, plan.plan, problem.definition.problem, meant, fault)


def _placed_anew(blame: Blame, models: Domain | DomainDiff) -> Blame:
    """The same effects for texts with the same content but other places."""
    if isinstance(models, Domain):
        return replace(blame, learned=models)
    listed = single_differences(models)
    placed = (
        replace(known, difference=replace(difference, obstacle=known.difference.obstacle))
        for known, difference in zip(blame.consequences, listed, strict=True)
    )
    return replace(blame, learned=models.learned, diff=models, consequences=tuple(placed))


def step_span(file: PlanSnapshot, step: int | None) -> Span:
    """A step of a plan, counted from 1; the last step if `step` is None or out of range."""
    steps = file.plan.steps
    if not steps:
        return Span(0, 0)
    return steps[-1 if step is None or step > len(steps) else step - 1].span


# The differences to blame for the failure of a plan

_MOST_PLACES: Final = 3
"""Maximum number of differences with related places."""


def with_blame(
    found: Iterable[Diagnostic], file: PlanSnapshot, known: Consequences, domain: DomainLink | None
) -> list[Diagnostic]:
    """The diagnostics of a plan for `domain`; the one about its failure gets the differences to
    blame as related places, if plan and domain have not changed since."""
    stopped = known.stopped(file) if domain and known.asked.is_of(domain) else None
    places = list(_to_blame(known, stopped.first, domain.file)) if stopped and domain else []
    if stopped is None or not places:
        return list(found)
    return [
        replace(diagnostic, related=_joined(diagnostic.related, places))
        if tells_of(diagnostic, stopped.first, file)
        else diagnostic
        for diagnostic in found
    ]


def tells_of(found: Diagnostic, failure: StoppingFailure, file: PlanSnapshot) -> bool:
    """Whether a diagnostic of a plan is about this failure."""
    if failure.step is None:
        return found.code == "unreached-goal"
    start, end = step_span(file, failure.step)
    return found.severity is Severity.ERROR and start <= found.span.start < end


def _to_blame(
    known: Consequences, failure: StoppingFailure, file: FileSnapshot
) -> Iterator[Related]:
    """The places in the learned `file` of the differences to blame."""
    numbers = dict.fromkeys(number for to_blame in failure.sets for number in to_blame)
    for number in [*numbers][:_MOST_PLACES]:
        difference = known.blame.consequences[number].difference
        place = difference.learned_place
        if place is not None and file.tree.holds(place.form):
            is_enough = (number,) in failure.sets
            others = "" if is_enough else ", together with other differences"
            message = f"{difference.message}{others}"
            yield Related(file.span(place), message, file.name)


def _joined(related: Sequence[Related], places: Iterable[Related]) -> tuple[Related, ...]:
    """Both, merged to one message for each place."""
    joined = {(place.file, place.span): place for place in related}
    for place in places:
        known = joined.get((place.file, place.span))
        message = f"{known.message}; {place.message}" if known else place.message
        joined[place.file, place.span] = place._replace(message=message)
    return tuple(joined.values())
