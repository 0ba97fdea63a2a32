"""A learned domain beside its reference as a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final

from plancore.compare.alignment import alignment_of
from plancore.compare.causes import CommonCause
from plancore.compare.changes import Change
from plancore.compare.parameters import ParameterChange
from plancore.metrics.syntactic import CountedPart
from plancore.phrases import count_of
from plancore.report.document import as_line
from plancore.report.domain.basis import basis
from plancore.report.domain.document import verdict_text
from plancore.report.domain.review import DomainReview
from plancore.report.domain.words import MARKS, change_text, parameter_text
from plancore.report.figures import counts_text, ratio_with_counts, shown
from plancore.report.formats.html.actions import actions_section
from plancore.report.formats.html.basis import basis_line
from plancore.report.formats.html.blocks import block_html, plain
from plancore.report.formats.html.elements import NOTHING, Html, element, joined
from plancore.report.formats.html.explained import explained_sections
from plancore.report.formats.html.figures import Measured, metrics_section, tiles
from plancore.report.formats.html.inline import pddl
from plancore.report.formats.html.marks import signed
from plancore.report.formats.html.reviewed import further_sections
from plancore.report.formats.html.sections import (
    Page,
    Section,
    compared,
    error_list,
    limits_line,
    notes_section,
    review_line,
    verdict,
)
from plancore.report.formats.html.sides import Sides
from plancore.report.formats.html.tables import folded, left_out, table

_MOST_NAMES: Final = 6
"""So many actions of a common cause are named."""
_MOST_INSTANCES: Final = 200
"""So many of its differences are listed."""


def page(review: DomainReview, further: Measured = ()) -> Page:
    """The page; `further` is what was measured besides."""
    title, headline = compared(review.learned.name, review.reference.name)
    sides = Sides(review)
    links = {action.name: sides.link(k) for k, action in enumerate(review.diff.actions)}
    sections = (
        actions_section(review, sides.link),
        _causes(review, links),
        further_sections(review.blame, review.reviewed, links),
        sides.section(),
        _plans(review),
        _stands_for(review),
        metrics_section(chain(review.measured, further), basis(alignment_of(review.diff))),
        notes_section(review.notes),
    )
    return Page(title, headline, _summary(review), list(chain.from_iterable(sections)))


def _plans(review: DomainReview) -> Iterator[Section]:
    """The states of plans that go wrong."""
    if review.blame is not None:
        # Imported by who has plans.
        from plancore.report.blame.explained import sections

        yield from explained_sections(sections(review.blame))


def _summary(review: DomainReview) -> Html:
    """Errors, the verdict, and the figures that everybody looks for."""
    pooled = review.syntactic.micro[CountedPart.ALL]
    figures = [
        ("F1", ratio_with_counts(pooled, "f1")),
        ("precision", ratio_with_counts(pooled, "precision")),
        ("recall", ratio_with_counts(pooled, "recall")),
        ("similarity", shown(review.similarity.mean_over_reference)),
        ("literals", counts_text(pooled)),
    ]
    names = ", ".join(sorted(review.diff.constructs))
    as_written = f"compared as written, not taken apart: {names}"
    return joined(
        (
            error_list(review.notes),
            verdict(verdict_text(review), is_doubtful=review.is_same and review.has_errors),
            limits_line(review),
            basis_line(review.diff),
            review_line(review.reviewed),
            NOTHING if review.diff.exact else element("p", as_written),
            tiles(figures),
        )
    )


def _causes(review: DomainReview, links: Mapping[str, Html]) -> Iterator[Section]:
    """What several differences have in common, and which they are."""
    parts = [_cause(cause, links) for cause in review.causes]
    if parts:
        yield Section("causes", "Common causes", joined(parts), "differences grouped by cause")


def _cause(cause: CommonCause, links: Mapping[str, Html]) -> Html:
    shown = ", ".join(cause.actions[:_MOST_NAMES])
    rest = ", …" if len(cause.actions) > _MOST_NAMES else ""
    items = [
        element("li", links[action], *_instance(change))
        for action, change in cause.instances[:_MOST_INSTANCES]
    ]
    return folded(
        f"{count_of(cause.count, 'difference')}: {cause.text} ({shown}{rest})",
        element("ul", *items),
        left_out(len(cause.instances) - _MOST_INSTANCES),
    )


def _instance(change: Change | ParameterChange) -> tuple[str, Html]:
    """The part that a difference is in, and what differs."""
    if isinstance(change, Change):
        return f", {change.part.value}: ", signed(MARKS[change.kind], pddl(change_text(change)))
    return ": ", signed(MARKS[change.kind], pddl(parameter_text(change)))


def _stands_for(review: DomainReview) -> Iterator[Section]:
    """What stands for what: the pairs, or by name the names that are known to be others."""
    title = "What stands for what"
    if alignment_of(review.diff) is None:
        rows = list(review.diff.correspondence.renamings())
        if rows:
            content = table(rows, ("kind", "learned", "reference"), label=title)
            yield Section("mapping", title, content)
        return
    # The table of pairs is imported by who has some.
    from plancore.report.domain.stands_for import stands_for_sections

    for _, blocks, note, _ in stands_for_sections(review.diff):
        content = joined(block_html(block, title) for block in blocks)
        yield Section("mapping", title, content, plain(as_line(note)))
