"""Many pairs of domains as a page: how each figure is spread over them, then the tables."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import Final

from plancore.metrics.base import Group
from plancore.phrases import count_of
from plancore.report.domains.review import DomainTable, metrics
from plancore.report.domains.text import lines
from plancore.report.formats.html.any_kind import page_of
from plancore.report.formats.html.elements import element, joined
from plancore.report.formats.html.sections import Page, Section
from plancore.report.formats.html.strips import Point, Strip, strips
from plancore.report.formats.html.tables import table
from plancore.report.lines import Piece, Tone, line

_REMARK: Final = (
    "A point for each pair. The long dashed line is the mean of the pairs that have the figure, "
    "the short ones are at its least and greatest value."
)
_HEAD: Final = ("figure", "pairs", "undefined", "least", "mean", "greatest")


def page(report: DomainTable) -> Page:
    """The page."""
    title = f"{count_of(len(report.rows), 'learned domain')} and their references"
    page = page_of([line(Piece(title, Tone.TITLE)), (), *lines(report)], report.kind)
    return page._replace(sections=[*_spread(report), *page.sections])


def _spread(report: DomainTable) -> Iterator[Section]:
    parts = []
    for group in Group:
        rows = list(_strips(report, group))
        if rows:
            cells = (_cells(row) for row in rows)
            plot = strips(group.value, rows, is_one_scale=False)
            numbers = table(cells, _HEAD, numbers=range(1, len(_HEAD)), label=group.value)
            parts.append(element("div", plot, numbers, class_="plots"))
    if parts:
        remark = element("p", element("small", _REMARK))
        yield Section("spread", "How figures are spread", joined((remark, *parts)))


def _strips(report: DomainTable, group: Group) -> Iterator[Strip]:
    """The figures of a group that are numbers, where some pair has one."""
    measured = [row for row in report.rows if row.figures is not None]
    for metric in metrics():
        for figure in metric.figures if metric.group is group else ():
            cells = [(row.name, row.cell(figure.name)) for row in measured]
            points = [
                Point(value, name)
                for name, value in cells
                if isinstance(value, int | float) and not isinstance(value, bool)
                if isfinite(value)
            ]
            if points and all(value is None or not isinstance(value, str) for _, value in cells):
                n_undefined = sum(value is None for _, value in cells)
                yield Strip(figure.name, figure.title, points, n_undefined)


def _cells(row: Strip) -> tuple[str, ...]:
    values = (f"{value:.3f}" for value in (row.least, row.mean, row.greatest))
    return (row.title, str(len(row.points)), str(row.n_undefined), *values)
