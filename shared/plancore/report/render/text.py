"""Reports as text for people."""

from __future__ import annotations

from plancore.report import lines
from plancore.report.layout import document_lines
from plancore.report.registry import Report, Style, document_of


def render(report: Report, style: Style) -> str:
    """The lines of the report. Tables that can be are divided where they are wider than the style
    has it, or than 80 columns; other lines are broken at the style's width. Nothing is cut off."""
    made = document_lines(document_of(report, style.detail), style.width)
    return lines.render(made, colour=style.colour, width=style.width, link=style.link)
