"""Tables of figures and texts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from plancore.report.formats.html.elements import NOTHING, Html, element


def table(
    rows: Iterable[Sequence[str]],
    names: Sequence[str] = (),
    *,
    caption: str = "",
    numbers: Collection[int] = (),
    label: str = "",
    is_prose: bool = False,
) -> Html:
    """Rows whose first cell names them, under the `names` of their columns.

    Columns whose numbers, from 0, are in `numbers` are flush right. Lines are broken in cells of
    prose only; a table that is too wide scrolls by itself.
    """
    head = [heading(name, scope="col", class_=_flush(k, numbers)) for k, name in enumerate(names)]
    body = [_row(cells, numbers) for cells in rows]
    whole = element(
        "table",
        element("caption", caption) if caption else NOTHING,
        element("thead", element("tr", *head)) if head else NOTHING,
        element("tbody", *body),
        class_="figures prose" if is_prose else "figures",
    )
    return scrolling(whole, caption or label)


def heading(content: str, scope: str, **attributes: str | None) -> Html:
    """The cell that names a row or a column. One without a word names nothing: a reader who hears
    the page would be told of a name that is empty."""
    if not content.strip():
        return element("td", **attributes)
    return element("th", content, scope=scope, **attributes)


def scrolling(content: Html, label: str) -> Html:
    """What may be wider than the window, and can be scrolled with keys."""
    return element("div", content, class_="wide", tabindex=0, role="region", aria_label=label)


def folded(summary: str, *content: str, is_open: bool = False) -> Html:
    """What is shown when somebody asks for it."""
    return element("details", element("summary", summary), *content, open=is_open)


def left_out(number: int, what: str = "more") -> Html:
    """How many things a page does not have; nothing where it has all."""
    text = f"{number:,} {what} left out here"
    return element("p", text, class_="left-out") if number > 0 else NOTHING


def _flush(column: int, numbers: Collection[int]) -> str | None:
    return "number" if column in numbers else None


def _row(cells: Sequence[str], numbers: Collection[int]) -> Html:
    first, *others = cells
    return element(
        "tr",
        heading(first, scope="row"),
        *(element("td", cell, class_=_flush(k, numbers)) for k, cell in enumerate(others, 1)),
    )
