"""Elements of HTML and SVG, made so that no text in them can become markup.

    element ::= "<" name attribute* ">" child* "</" name ">"      void elements have no end

A library of templates would be a dependency of the core, for a page whose parts are all made by
functions; this is all that it would be used for.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final

from plancore.report.lines import visible

_VOID: Final = frozenset({"br", "col", "input", "link", "meta"})


class Html(str):
    """Markup. Only this module makes some from texts; whatever else is a `str` is escaped."""

    __slots__ = ()


NOTHING: Final = Html()


def text(value: str) -> Html:
    """A text as a reader sees it: nothing of it is markup, and nothing reorders or hides."""
    return value if isinstance(value, Html) else Html(escape(visible(value)))


def element(name: str, /, *children: str, **attributes: str | int | bool | None) -> Html:
    """`<name …>children</name>`. Children that are no `Html` are escaped, and so are attributes.

    `class_` stands for `class`, `_` for `-`; None and False leave an attribute out, True gives one
    without a value. Names of elements and attributes are never taken from a file.
    """
    written = "".join([_attribute(key, value) for key, value in attributes.items()])
    if name in _VOID:
        return Html(f"<{name}{written}>")
    content = "".join([text(child) for child in children])
    return Html(f"<{name}{written}>{content}</{name}>")


def joined(parts: Iterable[str], separator: str = "") -> Html:
    """The parts one after the other; those that are no `Html` are escaped."""
    return Html(text(separator).join(map(text, parts)))


def heading(content: str, scope: str, **attributes: str | None) -> Html:
    """The cell that names a row or a column. One without a word names nothing: a reader who hears
    the page would be told of a name that is empty."""
    if not content.strip():
        return element("td", **attributes)
    return element("th", content, scope=scope, **attributes)


def scrolling(content: Html, label: str) -> Html:
    """What may be wider than the window, and can be scrolled with keys. It is no landmark: a page
    has many, and some are called the same."""
    return element("div", content, class_="wide", tabindex=0, role="group", aria_label=label)


def folded(summary: str, *content: str, is_open: bool = False) -> Html:
    """What is shown when somebody asks for it."""
    return element("details", element("summary", summary), *content, open=is_open)


def left_out(number: int) -> Html:
    """How many things a page does not have; nothing where it has all."""
    text = f"{number:,} more not shown"
    return element("p", text, class_="left-out") if number > 0 else NOTHING


def _attribute(key: str, value: str | int | bool | None) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(visible(str(value)))}"'
