"""A page of HTML as a parser sees it: which elements there are, and what texts they hold."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Final, NamedTuple

VOID: Final = {"br", "meta"}
_IN_LINES: Final = {"mark", "var"}
_BETWEEN: Final = "\x00"
"""No page has it."""
_UNSEEN: Final = {"style", "script", "title", "desc"}
ELEMENTS: Final = {
    *("html", "head", "meta", "title", "style", "body", "main", "script", "noscript"),
    *("h1", "h2", "h3", "h4", "nav", "section", "div", "p", "pre", "ul", "li", "dl", "dt", "dd"),
    *("table", "caption", "thead", "tbody", "tr", "th", "td", "details", "summary"),
    *("a", "b", "i", "small", "span", "code", "var", "mark", "br"),
    *("svg", "desc", "g", "rect", "line", "circle", "path", "text"),
}
ATTRIBUTES: Final = {
    *("lang", "charset", "http-equiv", "content", "name", "id", "class", "href", "scope", "open"),
    *("title", "role", "aria-label", "aria-hidden", "tabindex"),
    *("viewbox", "width", "height", "x", "y", "x1", "y1", "x2", "y2", "rx", "cx", "cy", "r"),
    *("d", "text-anchor", "fill-opacity"),
    *("data-course", "data-solved", "data-given", "data-problem", "data-seconds"),
    *("data-name", "data-x", "data-y"),
    *("data-row", "data-column", "data-value"),
    *("data-file", "data-difference", "data-line", "data-from", "data-to", "type"),
}


class Element(NamedTuple):
    """An element with its attributes."""

    name: str
    attributes: dict[str, str | None]


class Page(HTMLParser):
    """Elements in the order of the text, and the texts that are seen.

    Raises AssertionError where an element ends that did not begin.
    """

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self._seen: list[str] = []
        self.headings: list[tuple[int, str]] = []
        self._open: list[str] = []
        self.feed(page)
        self.close()
        assert self._open == [], self._open

    @property
    def texts(self) -> list[str]:
        """What is seen: a text for each element that is no part of a line."""
        return [text for text in "".join(self._seen).split(_BETWEEN) if text]

    @property
    def text(self) -> str:
        """All that is seen, in one line."""
        return " ".join(" ".join(self.texts).split())

    @property
    def names(self) -> set[str]:
        """The names of the elements."""
        return {element.name for element in self.elements}

    @property
    def attributes(self) -> set[str]:
        """The names of the attributes."""
        return {name for element in self.elements for name in element.attributes}

    def values(self, attribute: str) -> list[str]:
        """The values of an attribute."""
        values = (element.attributes.get(attribute) for element in self.elements)
        return [value for value in values if value is not None]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), attrs
        self.elements.append(Element(tag, dict(attrs)))
        self._part(tag)
        if tag not in VOID:
            self._open.append(tag)
        if tag in ("h1", "h2", "h3", "h4"):
            self.headings.append((int(tag[1]), ""))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag
        self._part(tag)

    def _part(self, tag: str) -> None:
        if tag not in _IN_LINES:
            self._seen.append(_BETWEEN)

    def handle_data(self, data: str) -> None:
        if _UNSEEN.isdisjoint(self._open):
            self._seen.append(data)
        if self.headings and {"h1", "h2", "h3", "h4"} & {*self._open}:
            level, said = self.headings[-1]
            self.headings[-1] = (level, said + data)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data}")

    def unknown_decl(self, data: str) -> None:
        raise AssertionError(f"a declaration: {data}")
