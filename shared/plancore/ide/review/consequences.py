"""What the differences of a domain from its reference do to the plans of a workspace."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from typing import Final

from plancore.blame.attribution import attribute
from plancore.blame.differences import Difference
from plancore.blame.listing import list_differences
from plancore.blame.report import Blame, StoppedPlan
from plancore.compare.changes import ACTION, Change
from plancore.compare.declarations import DeclarationChange
from plancore.compare.domains import CompareOptions, DomainDiff, compare_domains
from plancore.correspondence.pairs import Pairs
from plancore.ide.review.difference_keys import (
    Key,
    of_action,
    of_change,
    of_declaration,
    of_parameters,
)
from plancore.memo import lazy
from plancore.model.domain import Domain
from plancore.notation.plans.reader import why_not_whole
from plancore.project import DomainLink, PlanInProblem, PlanSnapshot, ProblemLink
from plancore.simulate.cases import Case
from plancore.source import SourceText
from plancore.stop import NEVER, Checkpoint

_EFFORT: Final = 100
"""How many sets of two and more differences are tried for one failure."""

Numbers = Set[int]
"""Numbers of differences."""


@dataclass(frozen=True)
class Asked:
    """Plans that are judged under a domain and its reference, if it has one.

    Names stand for one another by `pairs`. Where these are other names, the plans are in the words
    of the reference. `n_more` plans are not looked at.
    """

    domain: DomainLink
    reference: Domain | None
    pairs: Pairs
    plans: tuple[PlanInProblem, ...]
    n_more: int = 0

    def is_of(self, domain: DomainLink) -> bool:
        """Whether `domain` says what this one says."""
        return self.domain.definition.domain == domain.definition.domain

    def same_as(self, other: Asked) -> bool:
        """Whether what differences do must be the same; plans and problems are the same objects."""
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
    """What was found out, with what was asked."""

    asked: Asked
    blame: Blame

    def is_about(self, diff: DomainDiff) -> bool:
        """Whether the differences of `diff` are those that were looked into."""
        known = self.blame.diff
        return known is not None and (diff.learned, diff.reference, diff.pairs) == (
            known.learned,
            known.reference,
            known.pairs,
        )

    @property
    def n_judged(self) -> int:
        """How many plans could be judged."""
        return self.blame.n_plans - len(self.blame.undecided)

    @lazy
    def sources(self) -> Mapping[str, SourceText]:
        """The texts of the plans by the names of their files."""
        return {plan.name: plan.source for plan, _ in self.asked.plans}

    def stopped(self, file: PlanSnapshot) -> StoppedPlan | None:
        """What stops a plan; None where nothing does, or it was another text then."""
        stopped = self._stopped_by_name.get(file.name)
        is_same = stopped is not None and self.asked.plans[stopped.case].plan is file
        return stopped if is_same else None

    def numbers(self, keys: Iterable[Key]) -> Numbers:
        """The differences that are called so."""
        return frozenset[int]().union(*(self._by_key.get(key, ()) for key in keys))

    @lazy
    def _by_key(self) -> Mapping[Key, Numbers]:
        numbers: dict[Key, set[int]] = {}
        for consequence in self.blame.consequences:
            difference = consequence.difference
            for key in _keys(difference):
                numbers.setdefault(key, set()).add(difference.number)
        return numbers

    @lazy
    def _stopped_by_name(self) -> Mapping[str, StoppedPlan]:
        return {stopped.plan: stopped for stopped in self.blame.stopped}


def consequences(
    asked: Asked, before: Consequences | None = None, checkpoint: Checkpoint = NEVER
) -> Consequences:
    """What the differences do, found out by executing the plans with and without each.

    What was found out `before` counts where the domains say the same and the plans are the same.
    Raises what `checkpoint` raises.
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
    """A plan to be judged; `meant` as there."""
    unread = why_not_whole(plan.findings)
    fault = None if unread is None else unread.message
    return Case(plan.name, plan.plan, problem.definition.problem, meant, fault)


def _placed_anew(blame: Blame, models: Domain | DomainDiff) -> Blame:
    """The same of a text that says the same, elsewhere."""
    if isinstance(models, Domain):
        return replace(blame, learned=models)
    listed = list_differences(models)
    placed = (
        replace(known, difference=replace(difference, obstacle=known.difference.obstacle))
        for known, difference in zip(blame.consequences, listed, strict=True)
    )
    return replace(blame, learned=models.learned, diff=models, consequences=tuple(placed))


def _keys(difference: Difference) -> Iterator[Key]:
    """What a difference is called, alone and with others."""
    action, change = difference.diff, difference.change
    if isinstance(change, DeclarationChange):
        yield of_declaration(change)
    elif action is not None and isinstance(change, Change):
        yield of_change(action, change)
    elif action is not None:
        yield of_action(action) if difference.part == ACTION else of_parameters(action)
