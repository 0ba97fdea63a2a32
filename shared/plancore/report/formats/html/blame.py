"""What the differences of two domains do to plans, as a page."""

from __future__ import annotations

from plancore.report.blame.review import BlameReport
from plancore.report.formats.html.consequences import consequence_sections
from plancore.report.formats.html.elements import NOTHING, element, joined
from plancore.report.formats.html.sections import Page


def page(report: BlameReport) -> Page:
    """The page; without a reference it is about plans only."""
    learned = report.learned.name
    reference = "no reference" if report.reference is None else report.reference.name
    headline = joined(
        (element("b", learned), element("small", " blamed by "), element("b", reference))
    )
    errors = [element("li", error) for error in report.errors]
    summary = element("ul", *errors, class_="errors", aria_label="Errors") if errors else NOTHING
    return Page(
        f"{learned} blamed by {reference}", headline, summary, consequence_sections(report, {})
    )
