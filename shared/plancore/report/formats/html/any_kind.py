"""A report of any kind, laid out as the lines of its text say."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from plancore.report.formats.blocks import blocks, parted, stands_out
from plancore.report.formats.html.elements import Html, joined
from plancore.report.formats.html.inline import block, inline
from plancore.report.formats.html.sections import Page, Section
from plancore.report.lines import Line, Tone, line
from plancore.report.registry import Report, part


def page(report: Report) -> Page:
    """The page."""
    return page_of(part(report, "text").lines(report), report.kind)


def page_of(lines: Iterable[Line], kind: str) -> Page:
    """A section for each block of lines with a heading; other blocks go with the one before."""
    together = list(blocks(lines))
    title = line(kind.capitalize())
    if together and parted(together[0])[0] is None and _is_title(together[0][0]):
        title, *together[0] = together[0]
    summary: list[Html] = []
    sections: list[Section] = []
    for number, content_lines in enumerate(filter(None, together)):
        heading, rest = parted(content_lines)
        if heading is not None and stands_out(heading):
            name, remark = _named(heading)
            sections.append(Section(f"s{number}", name, block(rest, name), remark))
            continue
        content = block(content_lines, kind)
        if sections:
            before = sections.pop()
            sections.append(before._replace(content=joined((before.content, content))))
        else:
            summary.append(content)
    return Page(_plain(title), inline(title), joined(summary), sections)


def _is_title(pieces: Line) -> bool:
    return any(piece.tone is Tone.TITLE for piece in pieces)


def _named(heading: Line) -> tuple[str, str]:
    """What a heading is called, and what it says besides."""
    named = tuple(takewhile(lambda piece: piece.tone is not Tone.PLAIN, heading))
    return _plain(named), _plain(heading[len(named) :])


def _plain(pieces: Line) -> str:
    return " ".join("".join(piece.text for piece in pieces).split())
