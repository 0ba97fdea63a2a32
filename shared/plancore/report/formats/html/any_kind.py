"""A report of any kind, laid out as the lines of its text say."""

from __future__ import annotations

from plancore.report.formats.blocks import blocks, parted, stands_out
from plancore.report.formats.html.elements import NOTHING, Html, joined
from plancore.report.formats.html.inline import block, inline
from plancore.report.formats.html.sections import Page, Section
from plancore.report.lines import Line, Tone, line
from plancore.report.registry import Report, part


def page(report: Report) -> Page:
    """A section for each block of lines with a heading; other blocks go with the one before."""
    lines = list(part(report, "text").lines(report))
    has_title = bool(lines) and any(piece.tone is Tone.TITLE for piece in lines[0])
    title = lines.pop(0) if has_title else line(report.kind.capitalize())
    summary: list[Html] = []
    sections: list[Section] = []
    for number, together in enumerate(blocks(lines)):
        heading, rest = parted(together)
        if heading is not None and stands_out(heading):
            name = _plain(heading)
            sections.append(Section(f"s{number}", name, block(rest, name)))
            continue
        content = block(together, report.kind)
        if sections:
            before = sections.pop()
            sections.append(before._replace(content=joined((before.content, content))))
        else:
            summary.append(content)
    return Page(_plain(title), inline(title), joined(summary) or NOTHING, sections)


def _plain(pieces: Line) -> str:
    return " ".join("".join(piece.text for piece in pieces).split())
