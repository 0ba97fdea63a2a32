"""Reports as plain text."""

from __future__ import annotations

from plancore.report import lines
from plancore.report.document import WIDTH, document_lines
from plancore.report.registry import Report, Style, document_of


def render(report: Report, style: Style) -> str:
    """The lines of the report, wrapped at the style's width, nothing cut off. Wide tables are
    divided instead, where possible.

    Without a width lines are wrapped at `WIDTH`, but only between words, so that paths can be
    copied from a pipe or file. Diagnostics are then one line each, as compilers print them, for
    programs that read `file:line:column: severity: message [code]`.
    """
    narrow = None if report.kind == "findings" else WIDTH
    made = document_lines(document_of(report, style.detail), style.width)
    return lines.render(
        made,
        colour=style.colour,
        width=style.width or narrow,
        breaks_words=style.width is not None,
        link=style.link,
    )
