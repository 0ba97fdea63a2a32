"""Reports as text for people."""

from __future__ import annotations

from collections.abc import Iterable

from plancore.report import lines
from plancore.report.lines import Line
from plancore.report.registry import AS_LINES, Report, Style, document_of, explained, part


def render(report: Report, style: Style) -> str:
    """The lines of the report. Tables that can be are divided where they are wider than the style
    has it, or than 80 columns; other lines are broken at the style's width. Nothing is cut off."""
    made: Iterable[Line]
    if report.kind in AS_LINES:
        made = [*part(report, "text").lines(report), *explained(report, style)]
        if any(type(each) is not tuple and getattr(each, "together", ()) for each in made):
            # Most reports have no table that can be divided.
            from plancore.report.narrow import WIDTH, narrowed

            made = narrowed(made, style.width or WIDTH)
    else:
        from plancore.report.layout import WIDTH, document_lines

        made = document_lines(document_of(report, style.detail), style.width or WIDTH)
    return lines.render(made, colour=style.colour, width=style.width, link=style.link)
