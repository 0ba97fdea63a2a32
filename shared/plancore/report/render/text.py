"""Reports as text for people."""

from __future__ import annotations

from typing import Final

from plancore.report import lines
from plancore.report.layout import document_lines
from plancore.report.registry import Report, Style, document_of

_FOLDED: Final = ("domain", "evaluation")
"""The kinds whose text is kept to `PIPED` columns where the style has no width."""
PIPED: Final = 100


def render(report: Report, style: Style) -> str:
    """The lines of the report, broken at the style's width; tables that can be are divided instead.
    Nothing is cut off."""
    width = style.width or (PIPED if report.kind in _FOLDED else None)
    made = document_lines(document_of(report, style.detail), width)
    return lines.render(made, colour=style.colour, width=width, link=style.link)
