"""The parts of a page: a head, and sections that are listed at the top."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from plancore.report import document
from plancore.report.document import Document, as_line
from plancore.report.render.html.blocks import block_html, plain
from plancore.report.render.html.elements import NOTHING, Html, element, joined
from plancore.report.render.html.inline import inline

_NOT_IN_ANCHORS: Final = re.compile("[^a-z0-9]+")


class Section(NamedTuple):
    """A section of a page; `anchor` is unique in the page."""

    anchor: str
    title: str
    content: Html
    remark: str = ""


class Page(NamedTuple):
    """A report as a page. `title` is the plain text of `headline`."""

    title: str
    headline: Html
    summary: Html
    sections: Sequence[Section]


def page_of(report: Document) -> Page:
    """The page of a document."""
    summary: list[Html] = []
    sections: list[Section] = []
    for block in report.blocks:
        if isinstance(block, document.Section) and block.title:
            sections.append(_section(block, {each.anchor for each in sections}))
        elif sections:
            # A block without a title belongs to the section before it.
            last = sections.pop()
            content = joined((last.content, block_html(block, last.title)))
            sections.append(last._replace(content=content))
        else:
            summary.append(block_html(block, report.name))
    title = report.title or as_line(report.name)
    return Page(plain(title), inline(title), joined(summary), sections)


def section(part: Section) -> Html:
    """A section with its heading."""
    heading = element("h2", part.title, remark_of(part))
    return element("section", heading, part.content, id=part.anchor)


def remark_of(part: Section) -> Html:
    """The remark after the section's title."""
    # The blank is outside the element, as one with its own box would lose it.
    return joined((" ", element("small", part.remark))) if part.remark else NOTHING


def contents(parts: Iterable[Section]) -> Html:
    """The list of sections, as links."""
    items = (element("li", element("a", part.title, href=f"#{part.anchor}")) for part in parts)
    return element("nav", element("ul", *items), aria_label="Contents")


def _section(section: document.Section, taken: Iterable[str]) -> Section:
    title = plain(as_line(section.title))
    anchor = section.anchor or _anchor(title, taken)
    content = joined(block_html(block, title) for block in section.blocks)
    return Section(anchor, title, content, plain(as_line(section.note)))


def _anchor(title: str, taken: Iterable[str]) -> str:
    name = _NOT_IN_ANCHORS.sub("-", title.lower()).strip("-") or "section"
    known = {*taken}
    number = 1
    anchor = name
    while anchor in known:
        number += 1
        anchor = f"{name}-{number}"
    return anchor
