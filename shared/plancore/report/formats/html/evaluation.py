"""An evaluation as a page: what it comes to, the review of the two domains, every further metric,
and what mends the plans."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from plancore.metrics.syntactic import ActionSyntactic, CountedPart
from plancore.report.domain.review import DomainReview
from plancore.report.evaluation.headline import headline_rows
from plancore.report.evaluation.review import Evaluation
from plancore.report.formats.html import domain
from plancore.report.formats.html.elements import joined
from plancore.report.formats.html.heat import heat_map
from plancore.report.formats.html.inline import block
from plancore.report.formats.html.sections import Page, Section
from plancore.report.formats.html.tables import left_out, scrolling, table

_MOST_MAPPED: Final = 60
_MAPPED: Final = "similarity; precision, recall, F1 of preconditions and effects"
_PARTS: Final = {CountedPart.PRE: "pre", CountedPart.EFF: "eff"}
_RATIOS: Final = {"precision": "P", "recall": "R", "f1": "F1"}


def page(evaluation: Evaluation) -> Page:
    """The page."""
    page = domain.page(evaluation.review, evaluation.measured)
    rows = [(row.title, row.text) for row in headline_rows(evaluation)]
    headline = table(rows, label="what the evaluation comes to", is_prose=True)
    return page._replace(
        summary=joined((page.summary, headline)),
        sections=[
            *page.sections,
            *_by_action(evaluation.review),
            *_repair(evaluation),
            *_solving(evaluation),
        ],
    )


def _by_action(review: DomainReview) -> Iterator[Section]:
    """Figures of the actions as a map, those that differ first."""
    ranked = sorted(review.similarity.actions, key=lambda row: row.value)
    rows = ranked[:_MOST_MAPPED]
    values: dict[tuple[str, str], float | None] = {}
    for row in rows:
        values[row.action.name, "sim"] = float(row.value)
        for column, share in _shares(review.counts_of(row.action)):
            values[row.action.name, column] = share
    if rows:
        columns = list(dict.fromkeys(column for _, column in values))
        names = [row.action.name for row in rows]
        drawn = scrolling(heat_map(_MAPPED, names, columns, values), _MAPPED)
        content = joined((drawn, left_out(len(ranked) - len(rows), "actions")))
        yield Section("by-action", "Figures by action", content, "those that differ most first")


def _shares(counts: ActionSyntactic | None) -> Iterator[tuple[str, float | None]]:
    if counts is None:  # of an action that the reference lacks
        return
    for part, title in _PARTS.items():
        for ratio, letters in _RATIOS.items():
            value: Fraction | None = getattr(counts.rows[part], ratio)
            yield f"{title} {letters}", None if value is None else float(value)


def _repair(evaluation: Evaluation) -> Iterator[Section]:
    if evaluation.repair is not None:
        # Imported by who has plans.
        from plancore.report.repair.text import passage

        _, *lines = passage(evaluation.repair)
        yield Section("repair", "What mends the plans", block(lines, "repair"))


def _solving(evaluation: Evaluation) -> Iterator[Section]:
    if evaluation.solving is not None:
        # Imported by who has planners.
        from plancore.report.formats.html.solve import plots_of
        from plancore.report.solve.text import headline_text, passage

        _, *lines = passage(evaluation.solving)
        said = headline_text(evaluation.solving)
        content = joined((plots_of(evaluation.solving), block(lines, "problems solved")))
        yield Section("solving", "Problems solved", content, said)
