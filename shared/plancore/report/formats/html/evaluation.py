"""An evaluation as a page: what it comes to, the review of the two domains, every further metric,
each action by what was measured of it, and what mends the plans."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from plancore.report.evaluation.headline import headline_rows
from plancore.report.evaluation.review import Evaluation
from plancore.report.formats.html import domain
from plancore.report.formats.html.action_map import map_section
from plancore.report.formats.html.elements import Html, joined
from plancore.report.formats.html.inline import block
from plancore.report.formats.html.sections import Page, Section
from plancore.report.formats.html.tables import left_out, table
from plancore.report.lines import Line

_MOST_LINES: Final = 2_000
"""So many lines of what mends plans, and of what planners made of problems, are on a page."""


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
        from plancore.report.repair.text import passage

        _, *lines = passage(evaluation.repair)
        yield Section("repair", "What mends the plans", _listed(lines, "repair"))


def _solving(evaluation: Evaluation) -> Iterator[Section]:
    if evaluation.solving is not None:
        # Imported by who has planners.
        from plancore.report.formats.html.solve import plots_of
        from plancore.report.solve.text import headline, passage

        _, *lines = passage(evaluation.solving)
        said = headline(evaluation.solving)
        content = joined((plots_of(evaluation.solving), _listed(lines, "problems solved")))
        yield Section("solving", "Problems solved", content, said)


def _listed(lines: Sequence[Line], label: str) -> Html:
    rest = left_out(len(lines) - _MOST_LINES, "more lines")
    return joined((block(lines[:_MOST_LINES], label), rest))
