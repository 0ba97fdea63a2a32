"""What the last change of a learned problem or plan did, as a page.

First what it broke, what it left wrong, what it repaired, as the text says it. Then the three files
side by side, in the order in which they came to be, and the figures of both times.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plancore.report.document import Block, Detail
from plancore.report.formats.html.blocks import block_html, page_of
from plancore.report.formats.html.elements import element, joined
from plancore.report.formats.html.explained import explained_sections
from plancore.report.formats.html.rows import by_part
from plancore.report.formats.html.sections import Page, Section
from plancore.report.marks import FAILING_NOW
from plancore.report.threeway.document import change_sections, document, figure_table, heading
from plancore.report.threeway.explained import sections as explained_of
from plancore.report.threeway.review import ChangeReview
from plancore.report.threeway.rows import ThreeWayRows
from plancore.report.threeway.words import SPOKEN, change_text


def page(review: ChangeReview) -> Page:
    """The page."""
    blocks: list[Block] = [heading(review), *change_sections(review)]
    said = page_of(document(review, Detail.DEFAULT)._replace(blocks=blocks))
    content = by_part(ThreeWayRows(review), SPOKEN | {FAILING_NOW.sign: "fails"})
    sides = Section("side-by-side", "Side by side", content, "before, the reference, learned")
    title = "Figures before and now"
    figures = Section("figures", title, block_html(figure_table(review), title))
    explained = explained_sections(explained_of(review))
    parts = [*_change(review, said.sections), sides, *explained, figures]
    return said._replace(sections=parts)


def _change(review: ChangeReview, parts: Sequence[Section]) -> Iterator[Section]:
    """What became of the items of each part, as for domains; nothing where nothing was wrong."""
    if parts:
        listed = (joined((element("h3", part.title), part.content)) for part in parts)
        yield Section("change", "What the change did", joined(listed), change_text(review))
