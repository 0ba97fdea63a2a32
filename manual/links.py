"""Check the links of a site: missing pages, files and anchors, and resources that a browser would
load from other hosts."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

_LOADED: Final = frozenset(("audio", "embed", "iframe", "img", "link", "script", "source", "video"))
_LEADS_ON: Final = frozenset(("canonical", "next", "prev", "alternate"))
"""Values of `rel` of links that a browser does not load."""


class _Page(HTMLParser):
    """The anchors of a page, and its links, as pairs of a tag and a target."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[tuple[str, str]] = []
        self.feed(text)

    def has(self, fragment: str) -> bool:
        """Whether the page has the anchor `fragment`."""
        return unquote(fragment) in self.anchors

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the anchors and links of an element."""
        given = {name: value for name, value in attrs if value}
        self.anchors.update(given[name] for name in ("id", "name") if name in given)
        kind = "a" if given.get("rel") in _LEADS_ON else tag
        self.links += ((kind, given[name]) for name in ("href", "src") if name in given)


def faults(site: Path) -> list[str]:
    """A message for each broken link in the pages below `site`, and for each resource loaded from
    another host."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(site.rglob("*.html"))}
    pages = {path: _Page(text) for path, text in texts.items()}
    return [
        f"{path.relative_to(site)}: {fault}"
        for path, page in pages.items()
        for fault in _faults_of(path, page, pages, site)
    ]


def _faults_of(path: Path, page: _Page, pages: dict[Path, _Page], site: Path) -> Iterator[str]:
    for tag, link in page.links:
        parts = urlsplit(link)
        if parts.scheme in ("data", "javascript", "mailto"):
            continue
        if parts.scheme or parts.netloc:
            if tag in _LOADED:
                yield f"loads {link} from another host"
            continue
        base = site if parts.path.startswith("/") else path.parent
        target = (base / unquote(parts.path).lstrip("/")).resolve() if parts.path else path
        if target.is_dir():
            target /= "index.html"
        if not target.is_file():
            yield f"nothing at {link}"
        elif parts.fragment and target in pages and not pages[target].has(parts.fragment):
            yield f"no anchor {link}"
