"""An evaluation as a page: what it comes to, the review of the two domains, every further metric,
each action by what was measured of it, and what mends the plans."""

from __future__ import annotations

from collections.abc import Iterator

from plancore.report.document import Detail
from plancore.report.evaluation.headline import headline_rows
from plancore.report.evaluation.review import Evaluation
from plancore.report.formats.html import domain
from plancore.report.formats.html.action_map import map_section
from plancore.report.formats.html.blocks import block_html
from plancore.report.formats.html.elements import joined
from plancore.report.formats.html.sections import Page, Section
from plancore.report.formats.html.tables import table


def page(evaluation: Evaluation) -> Page:
    """The page."""
    page = domain.page(evaluation.review, evaluation.measured)
    rows = [(row.title, row.text) for row in headline_rows(evaluation)]
    headline = table(rows, label="what the evaluation comes to", is_prose=True)
    sections = list(page.sections)
    at = next((k for k, each in enumerate(sections) if each.anchor == "metrics"), len(sections))
    sections[at:at] = map_section(evaluation)
    return page._replace(
        summary=joined((page.summary, headline)),
        sections=[*sections, *_repair(evaluation), *_solving(evaluation)],
    )


def _repair(evaluation: Evaluation) -> Iterator[Section]:
    if evaluation.repair is not None:
        # Imported by who has plans.
        from plancore.report.repair.document import section

        title, blocks, *_ = section(evaluation.repair)
        content = joined(block_html(each, "repair") for each in blocks)
        yield Section("repair", str(title), content)


def _solving(evaluation: Evaluation) -> Iterator[Section]:
    if evaluation.solving is not None:
        # Imported by who has planners.
        from plancore.report.solve.document import section

        title, blocks, note, anchor = section(evaluation.solving, Detail.FULL)
        content = joined(block_html(each, "problems solved") for each in blocks)
        yield Section(anchor, str(title), content, str(note))
