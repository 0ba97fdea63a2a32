"""What the last change of a learned problem or plan did, as a page.

First what it broke, what it left wrong, what it repaired, with the figures of both times, as the
text says it. Then the three files side by side, in the order in which they came to be.
"""

from __future__ import annotations

from plancore.report.change.review import ChangeReview
from plancore.report.change.rows import ChangeRows
from plancore.report.formats.html.any_kind import page as page_of_text
from plancore.report.formats.html.rows import by_part
from plancore.report.formats.html.sections import Page, Section
from plancore.report.threeway.words import SPOKEN


def page(review: ChangeReview) -> Page:
    """The page."""
    said = page_of_text(review)
    content = by_part(ChangeRows(review), SPOKEN)
    sides = Section("side-by-side", "Side by side", content, "before, the reference, learned")
    return said._replace(sections=[*said.sections, sides])
