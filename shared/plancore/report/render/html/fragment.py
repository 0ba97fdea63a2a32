"""A report as an HTML element to embed in another page: a cell of a notebook.

The host page has its own colours, light or dark, and neither our style nor our script. So the
report is headings and tables: the summary is open, sections are folded.
"""

from __future__ import annotations

import re
from typing import Final

from plancore.report.excerpt import excerpt
from plancore.report.registry import Report
from plancore.report.render.html.elements import NOTHING, Html, element, folded
from plancore.report.render.html.sections import Section, page_of, remark_of

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
        *map(_section, page.sections),
        rest if beginning.is_cut else NOTHING,
    )
    return _without_classes(whole)


def _section(part: Section) -> Html:
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
