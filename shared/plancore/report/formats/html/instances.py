"""The instances of domains as a page: the table of domains, and how each count is spread."""

from __future__ import annotations

from collections.abc import Iterator

from plancore.report.formats.html import any_kind
from plancore.report.formats.html.elements import element
from plancore.report.formats.html.sections import Page, Section
from plancore.report.formats.html.strips import Strip, strips
from plancore.report.instances.review import InstanceTable
from plancore.report.instances.text import SHOWN


def page(instances: InstanceTable) -> Page:
    """The page."""
    whole = any_kind.page(instances)
    plots = [strips(title, _rows(instances, count)) for count, title in SHOWN.items()]
    spread = element("div", *plots, class_="plots")
    remark = "a dot for each instance, a line at the mean"
    return whole._replace(
        sections=[*whole.sections, Section("spread", "How counts are spread", spread, remark)]
    )


def _rows(instances: InstanceTable, count: str) -> Iterator[Strip]:
    for domain in instances.domains:
        names = (instance.name for instance in domain.counted)
        yield Strip.of(domain.name, zip(names, domain.values(count), strict=True))
