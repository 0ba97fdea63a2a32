"""An overview as a page: the table, and each figure of all files on a line."""

from __future__ import annotations

from plancore.report.formats.html import any_kind
from plancore.report.formats.html.elements import element
from plancore.report.formats.html.sections import Page, Section
from plancore.report.formats.html.strips import Point, Strip, strips
from plancore.report.overview.review import Overview, number_of
from plancore.report.runs.results import UNDEFINED


def page(overview: Overview) -> Page:
    """The page."""
    whole = any_kind.page(overview)
    rows = [row for name in overview.names if (row := _row(overview, name)).points]
    # Shares and counts have nothing in common but that they are numbers.
    shares = [row for row in rows if _is_share(overview, row)]
    others = [row for row in rows if row not in shares]
    plots = (
        strips("from 0 to 1", shares),
        strips("counts, lengths, factors", others, is_one_scale=False),
    )
    if not any(plots):
        return whole
    spread = element("div", *plots, class_="plots")
    section = Section("spread", "How figures are spread", spread, "over the files")
    return whole._replace(sections=[*whole.sections, section])


def _is_share(overview: Overview, row: Strip) -> bool:
    """Whether a figure can be a share: none of its values is more than 1, and not all are whole, as
    those of a count are written."""
    written = (overview.value(file, row.name) for file in overview.files)
    return row.greatest <= 1 and any("." in value for value in written)


def _row(overview: Overview, name: str) -> Strip:
    """The values that are numbers, and none negative; texts and lists are no figures."""
    values = {file: overview.value(file, name) for file in overview.files}
    points = [
        Point(float(number), file)
        for file, value in values.items()
        if (number := number_of(value)) is not None and number >= 0
    ]
    return Strip(name, name, points, sum(value == UNDEFINED for value in values.values()))
