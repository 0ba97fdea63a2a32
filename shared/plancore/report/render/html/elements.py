"""Elements of HTML and SVG, escaped so that no text can become markup.

    element ::= "<" name attribute* ">" child* "</" name ">"      void elements have no end

A template library would be a dependency of the core, for pages that functions build anyway; these
few functions are all that is needed.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final

from plancore.report.lines import visible

_VOID: Final = frozenset({"br", "col", "input", "link", "meta"})


class Html(str):
    """Markup. Any other `str` is escaped."""

    __slots__ = ()


NOTHING: Final = Html()


def text(value: str) -> Html:
    """A text escaped for HTML, without characters that reorder or hide text."""
    return value if isinstance(value, Html) else Html(escape(visible(value)))


def element(name: str, /, *children: str, **attributes: str | int | bool | None) -> Html:
    """`<name …>children</name>`. Children that are not `Html` are escaped, and so are attributes.

    In names of attributes a final `_` is dropped (`class_`), and any other `_` becomes `-`. None
    and False omit an attribute, True gives one without a value. Names of elements and attributes
    never come from a file.
    """
    written = "".join([_attribute(key, value) for key, value in attributes.items()])
    if name in _VOID:
        return Html(f"<{name}{written}>")
    content = "".join([text(child) for child in children])
    return Html(f"<{name}{written}>{content}</{name}>")


def joined(parts: Iterable[str], separator: str = "") -> Html:
    """The parts joined by `separator`; those that are not `Html` are escaped."""
    return Html(text(separator).join(map(text, parts)))


def heading(content: str, scope: str, **attributes: str | None) -> Html:
    """The header cell of a row or column. An empty one is an ordinary cell, as a screen reader
    would announce an empty name."""
    if not content.strip():
        return element("td", **attributes)
    return element("th", content, scope=scope, **attributes)


def scrolling(content: Html, label: str) -> Html:
    """A region that scrolls, also with keys, if its content is wider than the window. It is not a
    landmark: a page has many, some with the same label."""
    return element("div", content, class_="wide", tabindex=0, role="group", aria_label=label)


def folded(summary: str, *content: str, is_open: bool = False) -> Html:
    """A fold that the reader can open."""
    return element("details", element("summary", summary), *content, open=is_open)


def left_out(number: int) -> Html:
    """A note on how many things a page leaves out; empty if none."""
    text = f"{number:,} more not shown"
    return element("p", text, class_="left-out") if number > 0 else NOTHING


def _attribute(key: str, value: str | int | bool | None) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(visible(str(value)))}"'
