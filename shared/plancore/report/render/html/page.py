"""Reports as HTML pages, light or dark, for browsers, printers and screen readers.

A page is one file. Its policy allows no loading, and only the style and scripts of its own, by
their hashes. Scripts only add keys and a filter, and show the states of a plan.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pkgutil import get_data
from typing import Final, NamedTuple

from plancore.report import document
from plancore.report.document import Detail, Document, as_line
from plancore.report.excerpt import excerpt
from plancore.report.registry import Report, Style, document_of
from plancore.report.render.html.blocks import block_html, inline, plain
from plancore.report.render.html.elements import NOTHING, Html, element, folded, joined

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


def render(report: Report, _: Style) -> str:
    """The page."""
    page = page_of(document_of(report, Detail.FULL))
    return f"<!DOCTYPE html>\n{_document(page)}\n"


def _document(page: Page) -> Html:
    main = element(
        "main",
        element("h1", page.headline),
        page.summary,
        contents(page.sections) if len(page.sections) > 1 else NOTHING,
        *map(section, page.sections),
    )
    style, scripts = _file("style.css"), [_file("script.js")]
    if '<div class="walk">' in main:
        scripts.append(_file("walk.js"))
    known = " ".join(map(_hash, scripts))
    policy = (
        f"default-src 'none'; style-src {_hash(style)}; script-src {known}; "
        "base-uri 'none'; form-action 'none'"
    )
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="viewport", content="width=device-width"),
        element("title", page.title),
        element("style", Html(style)),
    )
    body = element("body", main, *(element("script", Html(script)) for script in scripts))
    return element("html", head, body, lang="en")


def _file(name: str) -> str:
    """A file next to this module, read by the module's loader."""
    content = get_data(__package__, name)
    assert content is not None, "packages from files and archives can be asked for data"
    return content.decode("utf-8")


def _hash(text: str) -> str:
    """The source expression for an inline style or script in a content security policy."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


# A report as an element to embed in another page: a cell of a notebook. The host page has its own
# colours, light or dark, and neither our style nor our script. So the report is headings and
# tables: the summary is open, sections are folded.


_CLASS: Final = re.compile(' class="([a-z -]*)"')
_ANCHOR: Final = re.compile(' (?:id|href|data-(?:file|line|column|difference))="[^"]*"')
_STYLES: Final = {
    "number": "text-align: right",
    "title": "font-weight: bold",
    "dim": "opacity: 0.7",
    "note": "font-style: italic",
    "failing": "font-weight: bold",
    "wide": "overflow-x: auto",
}
"""Inline styles for classes, as there is no style sheet. No colours: signs convey the same."""

_FLUSH: Final = re.compile("<t([hd])(?= scope|>)")


def fragment(report: Report) -> Html:
    """The report as a self-contained HTML element of bounded size."""
    beginning = excerpt(report)
    page = page_of(beginning.document)
    rest = element("p", element("em", "… truncated: only the beginning of the report is shown."))
    whole = element(
        "div",
        element("p", element("strong", page.headline)),
        page.summary,
        *map(_fold, page.sections),
        rest if beginning.is_cut else NOTHING,
    )
    return _without_classes(whole)


def _fold(part: Section) -> Html:
    return folded(element("span", part.title, remark_of(part)), part.content)


def _without_classes(markup: Html) -> Html:
    """Replace classes by inline styles. Quotes in texts are escaped, so no text can look like a
    class. Notebooks right-align table cells by default."""
    # Anchors of several reports in one notebook would clash.
    styled = _CLASS.sub(lambda match: _style(match[1]), _ANCHOR.sub("", markup))
    flush = _FLUSH.sub(r'<t\1 style="text-align: left"', styled)
    return Html(flush.replace("<pre>", '<pre style="overflow-x: auto">'))


def _style(classes: str) -> str:
    styles = [_STYLES[name] for name in classes.split() if name in _STYLES]
    return f' style="{"; ".join(styles)}"' if styles else ""
