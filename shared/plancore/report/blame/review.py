"""Differences and what they do to plans, with the files that they stand in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from plancore.blame.report import Blame, Consequence
from plancore.compare.difference import Difference
from plancore.compare.differences import single_differences
from plancore.compare.domains import DomainDiff
from plancore.model.problem import Case
from plancore.report.places import short_names
from plancore.snapshot import FileSnapshot


@dataclass(frozen=True, slots=True)
class BlameReport:
    """What was found out, the files of the domains, and one line for each thing that went wrong.

    `reference` is None where there is none. `cases` are the plans, by the numbers that `blame` has
    of them, where somebody may ask to see one executed.
    """

    kind: ClassVar[str] = "blame"

    learned: FileSnapshot
    reference: FileSnapshot | None
    blame: Blame
    errors: tuple[str, ...] = ()
    cases: tuple[Case, ...] = ()
    is_found: bool = False
    """Whether nobody named the plans."""

    @property
    def status(self) -> int:
        """0: all plans are as they are meant to be; 1: some are not; 2: some were not judged."""
        if self.errors or self.blame.undecided:
            return 2
        return 1 if self.blame.stopped or self.blame.let_through else 0


def of_comparison(blame: Blame, diff: DomainDiff) -> Blame:
    """The same of `diff`, which finds the differences that were looked into; they may stand in
    other places, after an edit that changed no meaning."""
    now = single_differences(diff)

    def moved(found: Difference) -> Difference:
        return replace(now[found.number], obstacle=found.obstacle)

    consequences = tuple(
        replace(each, difference=moved(each.difference)) for each in blame.consequences
    )
    return replace(blame, learned=diff.learned, diff=diff, consequences=consequences)


# The plans of a report by names that are no longer than tells them apart.


def with_short_names(report: BlameReport) -> BlameReport:
    """The report for people: the folder that plans lie in would fill a line for each of them. Data
    keeps the names that were given."""
    names = tuple(dict.fromkeys(_named(report.blame)))
    return with_names(report, dict(zip(names, short_names(*names), strict=True)).__getitem__)


def with_names(report: BlameReport, called: Callable[[str], str]) -> BlameReport:
    """The report with the names by which plans are `called`."""
    blame = report.blame
    short = {name: called(name) for name in _named(blame)}
    consequences = tuple(_renamed(consequence, short) for consequence in blame.consequences)
    blame = replace(
        blame,
        consequences=consequences,
        stopped=tuple(replace(plan, plan=short[plan.plan]) for plan in blame.stopped),
        let_through=tuple(replace(plan, plan=short[plan.plan]) for plan in blame.let_through),
        undecided=tuple(replace(note, plan=short[note.plan]) for note in blame.undecided),
        notes=tuple(replace(note, plan=short[note.plan]) for note in blame.notes),
    )
    return replace(report, blame=blame)


def _named(blame: Blame) -> Iterator[str]:
    for plans in (blame.stopped, blame.let_through, blame.undecided, blame.notes):
        yield from (plan.plan for plan in plans)


def _renamed(consequence: Consequence, short: Mapping[str, str]) -> Consequence:
    """With the short name of the first plan that it stops."""
    first = consequence.first
    if first is None:
        return consequence
    return replace(consequence, first=replace(first, plan=short[first.plan]))
