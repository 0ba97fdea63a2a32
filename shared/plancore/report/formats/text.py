"""Reports as text for people."""

from __future__ import annotations

from plancore.report import lines
from plancore.report.registry import Report, Style, part


def render(report: Report, style: Style) -> str:
    """The lines of the report. Longer ones are broken at the style's width; nothing is cut off."""
    made = part(report, "text").lines(report)
    return lines.render(made, colour=style.colour, width=style.width, link=style.link)
