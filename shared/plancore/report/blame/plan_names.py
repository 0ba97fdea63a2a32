"""The plans of a report by names that are no longer than tells them apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from plancore.blame.report import Blame, Consequence
from plancore.report.blame.review import BlameReport
from plancore.report.file_names import short_names


def with_short_names(report: BlameReport) -> BlameReport:
    """The report for people: the folder that plans lie in would fill a line for each of them. Data
    keeps the names that were given."""
    blame = report.blame
    names = tuple(dict.fromkeys(_named(blame)))
    short = dict(zip(names, short_names(*names), strict=True))
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
