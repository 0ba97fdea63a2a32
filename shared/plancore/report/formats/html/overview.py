"""An overview as a page: the table, and each figure of all files on one scale."""

from __future__ import annotations

from plancore.report.formats.html import any_kind
from plancore.report.formats.html.elements import element
from plancore.report.formats.html.sections import Page, Section
from plancore.report.formats.html.strips import Group, strips
from plancore.report.overview.review import Overview, number_of


def page(overview: Overview) -> Page:
    """The page."""
    whole = any_kind.page(overview)
    groups = [group for name in overview.names if (group := _group(overview, name)).values]
    # Shares and counts have nothing in common but that they are numbers.
    shares = [group for group in groups if _is_share(overview, group)]
    others = [group for group in groups if group not in shares]
    plots = (strips("from 0 to 1", shares), strips("counts, lengths, factors", others))
    if not any(plots):
        return whole
    spread = element("div", *plots, class_="plots")
    section = Section("spread", "How figures are spread", spread, "over the files")
    return whole._replace(sections=[*whole.sections, section])


def _is_share(overview: Overview, group: Group) -> bool:
    """Whether a figure can be a share: none of its values is more than 1, and not all are whole, as
    those of a count are written."""
    written = (overview.value(file, group.name) for file in overview.files)
    return max(group.values) <= 1 and any("." in value for value in written)


def _group(overview: Overview, name: str) -> Group:
    numbers = (number_of(overview.value(file, name)) for file in overview.files)
    return Group(name, [number for number in numbers if number is not None and number >= 0])
