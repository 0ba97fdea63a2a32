"""The blocks of a document as HTML: one way for all kinds of reports."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from plancore.report.document import (
    MOST_ROWS,
    Block,
    Code,
    Details,
    Document,
    Errors,
    Facts,
    Item,
    List,
    Paragraph,
    Plots,
    Section,
    SideBySide,
    Table,
    as_line,
)
from plancore.report.formats.html.elements import NOTHING, Html, element, joined
from plancore.report.formats.html.figures import tiles
from plancore.report.formats.html.inline import inline, is_sign
from plancore.report.formats.html.sections import Page
from plancore.report.formats.html.sections import Section as PageSection
from plancore.report.formats.html.tables import folded, heading, left_out, scrolling
from plancore.report.layout import cell_line
from plancore.report.lines import Line

_NOT_IN_ANCHORS: Final = re.compile("[^a-z0-9]+")


def page_of(document: Document) -> Page:
    """The page of a document."""
    summary: list[Html] = []
    sections: list[PageSection] = []
    for block in document.blocks:
        if isinstance(block, Section) and block.title:
            sections.append(_section(block, {each.anchor for each in sections}))
        elif sections:
            # What has no title belongs to what stands before it.
            last = sections.pop()
            content = joined((last.content, block_html(block, last.title)))
            sections.append(last._replace(content=content))
        else:
            summary.append(block_html(block, document.name))
    title = document.title or as_line(document.name)
    return Page(plain(title), inline(title), joined(summary), sections)


def block_html(block: Block, label: str, level: int = 3) -> Html:
    """A block; `label` says what it is about, `level` is that of the headings in it."""
    match block:
        case Paragraph(lines):
            return joined(element("p", inline(line)) for line in lines)
        case Errors(lines):
            errors = (element("li", inline(line)) for line in lines)
            return element("ul", *errors, class_="errors", aria_label="Errors")
        case List(items):
            return _items(items)
        case Table():
            return _table(block, label)
        case Code(lines):
            return element("pre", joined(map(inline, lines), Html("\n")))
        case Facts(pairs):
            return tiles(pairs)
        case Plots():
            return _plots(block)
        case SideBySide():
            # Most reports have none.
            from plancore.report.formats.html.row_table import row_table

            return row_table(block)
        case Details(summary, blocks, is_open):
            content = (block_html(each, label, level) for each in blocks)
            inner = element("div", *content, class_="inner")
            return folded(inline(summary), inner, is_open=is_open)
        case Section():
            return _subsection(block, label, level)


def plain(line: Line) -> str:
    """The words of a line, with one blank between them."""
    return " ".join("".join(piece.text for piece in line).split())


def _section(section: Section, taken: Iterable[str]) -> PageSection:
    title = plain(as_line(section.title))
    anchor = section.anchor or _anchor(title, taken)
    content = joined(block_html(block, title) for block in section.blocks)
    return PageSection(anchor, title, content, plain(as_line(section.note)))


def _anchor(title: str, taken: Iterable[str]) -> str:
    name = _NOT_IN_ANCHORS.sub("-", title.lower()).strip("-") or "section"
    known = {*taken}
    number = 1
    anchor = name
    while anchor in known:
        number += 1
        anchor = f"{name}-{number}"
    return anchor


def _subsection(section: Section, label: str, level: int) -> Html:
    if not section.title:
        return joined(block_html(block, label, level) for block in section.blocks)
    title = as_line(section.title)
    note = as_line(section.note)
    remark = element("small", " ", inline(note)) if note else NOTHING
    named = plain(title)
    content = (block_html(block, named, min(level + 1, 6)) for block in section.blocks)
    heading = element(f"h{level}", inline(title), remark, id=section.anchor or None)
    return joined((heading, *content))


def _items(items: Sequence[Item]) -> Html:
    entries = (
        element("li", inline(item.line), _items(item.items) if item.items else NOTHING)
        for item in items[:MOST_ROWS]
    )
    return joined((element("ul", *entries), left_out(len(items) - MOST_ROWS)))


def _plots(block: Plots) -> Html:
    # Most reports have no plots.
    from plancore.report.formats.html.drawn import drawn
    from plancore.report.formats.html.plots import key_of_colours

    key = key_of_colours(block.key) if block.key else NOTHING
    said = filter(None, (element("small", block.note) if block.note else NOTHING, key))
    parts = (element("p", each) for each in said)
    return joined((element("div", *map(drawn, block.plots), class_="plots"), *parts))


def _table(table: Table, label: str) -> Html:
    """A table without the columns that are empty in each row; lines are broken in cells of tables
    that have no numbers."""
    names = [column.title for column in table.columns]
    rows = [[cell_line(cell) for cell in row] for row in table.rows[:MOST_ROWS]]
    rows = [row + [()] * (len(names) - len(row)) for row in rows]
    shown = [k for k, name in enumerate(names) if name or any(row[k] for row in rows)]
    classes = ["number" if column.is_number else None for column in table.columns]
    head = [heading(names[k], "col", class_=classes[k]) for k in shown]
    body = (
        element("tr", *_cells([row[k] for k in shown], [classes[k] for k in shown])) for row in rows
    )
    whole = element(
        "table",
        element("thead", element("tr", *head)) if any(names) else NOTHING,
        element("tbody", *body),
        class_="figures" if any(classes) else "figures prose",
    )
    return joined((scrolling(whole, label), left_out(len(table.rows) - MOST_ROWS)))


def _cells(cells: Sequence[Line], classes: Sequence[str | None]) -> Iterator[Html]:
    """The first cell that has some content besides a sign names the row."""
    is_named = False
    for cell, class_ in zip(cells, classes, strict=True):
        content = Html(inline(cell).strip())
        if content and not is_named and not all(map(is_sign, cell)):
            yield heading(content, "row", class_=class_)
            is_named = True
        else:
            yield element("td", content, class_=class_)
