"""A blame report: the effects of differences on plans, with the compared files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from plancore.blame.report import Blame, Consequence
from plancore.compare.difference import Difference
from plancore.compare.differences import single_differences
from plancore.compare.domains import DomainDiff
from plancore.model.problem import Case
from plancore.report.files import short_names
from plancore.snapshot import FileSnapshot


@dataclass(frozen=True, slots=True)
class BlameReport:
    """The results, the compared files, and a line for each error.

    `reference` is None without a reference. `cases` are the plans, by their numbers in `blame`, if
    the report may have to execute them.
    """

    kind: ClassVar[str] = "blame"

    learned: FileSnapshot
    reference: FileSnapshot | None
    blame: Blame
    errors: tuple[str, ...] = ()
    cases: tuple[Case, ...] = ()
    is_found: bool = False
    """Whether the plans were found automatically, not given."""

    @property
    def status(self) -> int:
        """The exit status: 0 if all plans are as expected, 1 if not, 2 if some are undecided."""
        if self.errors or self.blame.undecided:
            return 2
        return 1 if self.blame.stopped or self.blame.let_through else 0


def of_comparison(blame: Blame, diff: DomainDiff) -> Blame:
    """`blame` for `diff`, which must have the same differences; their places may have moved by an
    edit without effect on meaning."""
    now = single_differences(diff)

    def moved(found: Difference) -> Difference:
        return replace(now[found.number], obstacle=found.obstacle)

    consequences = tuple(
        replace(each, difference=moved(each.difference)) for each in blame.consequences
    )
    return replace(blame, learned=diff.learned, diff=diff, consequences=consequences)


# The plans of a report by their shortest unique names.


def with_short_names(report: BlameReport) -> BlameReport:
    """The report with short names of plans, for texts: directories would fill each line. Data keeps
    the names as given."""
    names = tuple(dict.fromkeys(_named(report.blame)))
    return with_names(report, dict(zip(names, short_names(*names), strict=True)).__getitem__)


def with_names(report: BlameReport, called: Callable[[str], str]) -> BlameReport:
    """The report with plans renamed by `called`."""
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
    """The consequence with the short name of its first plan."""
    first = consequence.first
    if first is None:
        return consequence
    return replace(consequence, first=replace(first, plan=short[first.plan]))
