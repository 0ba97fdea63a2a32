"""Reports as HTML pages, light or dark, for browsers, printers and screen readers.

A page is one file. Its policy allows no loading, and only the style and scripts of its own, by
their hashes. Scripts only add keys and a filter, and show the states of a plan.
"""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from pkgutil import get_data

from plancore.report.document import Detail
from plancore.report.registry import Report, Style, document_of
from plancore.report.render.html.elements import NOTHING, Html, element
from plancore.report.render.html.sections import Page, contents, page_of, section


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
