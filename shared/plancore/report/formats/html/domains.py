"""Many pairs of domains as a page: how each figure is spread over them, then the tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Final

from plancore.metrics.base import Group
from plancore.phrases import count_of
from plancore.report.domains.review import DomainTable, metrics
from plancore.report.domains.text import lines
from plancore.report.formats.html.any_kind import page_of
from plancore.report.formats.html.elements import joined
from plancore.report.formats.html.sections import Page, Section
from plancore.report.formats.html.tables import table
from plancore.report.lines import Piece, Tone, line

_HEAD: Final = ("figure", "pairs", "undefined", "least", "mean", "greatest")


def page(report: DomainTable) -> Page:
    """The page."""
    title = f"{count_of(len(report.rows), 'learned domain')} and their references"
    page = page_of([line(Piece(title, Tone.TITLE)), (), *lines(report)], report.kind)
    return page._replace(sections=[*_spread(report), *page.sections])


def _spread(report: DomainTable) -> Iterator[Section]:
    parts = []
    for group in Group:
        rows = list(_rows(report, group))
        if rows:
            parts.append(table(rows, _HEAD, numbers=range(1, len(_HEAD)), caption=group.value))
    if parts:
        yield Section("spread", "How figures are spread", joined(parts))


def _rows(report: DomainTable, group: Group) -> Iterator[tuple[str, ...]]:
    """The figures of a group that are numbers, where some pair has one."""
    measured = [row for row in report.rows if row.figures is not None]
    for metric in metrics():
        for figure in metric.figures if metric.group is group else ():
            cells = [row.cell(figure.name) for row in measured]
            values = [
                value
                for value in cells
                if isinstance(value, int | float) and not isinstance(value, bool)
                if isfinite(value)
            ]
            if values and all(value is None or not isinstance(value, str) for value in cells):
                yield (figure.title, *_counted(values, sum(value is None for value in cells)))


def _counted(values: Sequence[float], n_undefined: int) -> Iterator[str]:
    yield str(len(values))
    yield str(n_undefined)
    least, greatest = min(values), max(values)
    # Sums of floats may end beside the values that they are of.
    mean = min(max(sum(values) / len(values), least), greatest)
    yield from (f"{value:.3f}" for value in (least, mean, greatest))
