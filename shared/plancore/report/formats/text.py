"""Reports as text for people."""

from __future__ import annotations

from collections.abc import Iterable

from plancore.report import lines
from plancore.report.lines import Line
from plancore.report.registry import Report, Style, explained, part


def render(report: Report, style: Style) -> str:
    """The lines of the report. Tables that can be are divided where they are wider than the style
    has it, or than 80 columns; other lines are broken at the style's width. Nothing is cut off."""
    made: Iterable[Line] = [*part(report, "text").lines(report), *explained(report, style)]
    if any(type(each) is not tuple and getattr(each, "together", ()) for each in made):
        # Most reports have no table that can be divided.
        from plancore.report.narrow import WIDTH, narrowed

        made = narrowed(made, style.width or WIDTH)
    return lines.render(made, colour=style.colour, width=style.width, link=style.link)
