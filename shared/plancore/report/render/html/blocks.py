"""The blocks of a document and their lines as HTML, the same for all kinds of reports."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, repeat
from typing import Final

from plancore.jsonable import Json
from plancore.report import document as doc
from plancore.report import marks
from plancore.report.files import LineColumn
from plancore.report.lines import Line, Piece, Tone
from plancore.report.render.html.elements import (
    NOTHING,
    Html,
    element,
    folded,
    heading,
    joined,
    left_out,
    scrolling,
)
from plancore.report.rows.row import BOTH, Cell, Role, ViewRow

_SPOKEN: Final = {
    marks.SAME: "same",
    marks.ALIKE: "same under the name mapping",
    marks.CHANGED: "changed",
    marks.MOVED: "moved or renamed",
    marks.COMMUTES: "moved (commutes with the steps between)",
    marks.MISSING: "only in the reference",
    marks.EXTRA: "only in the learned file",
    marks.FAILING: "fails",
    marks.REPAIRED: "repaired",
    marks.BROKEN: "broken",
    marks.STILL_WRONG: "still wrong",
    marks.OTHERWISE_WRONG: "otherwise wrong",
    marks.FAILING_NOW: "fails",
    marks.FAULTY: "error",
    marks.Mark(Tone.SAME, "✓"): "holds",
}
_VARIABLE: Final = re.compile(r"(\(*\?[^\s()→]+\)*)")
_BARE: Final = (Tone.PLAIN, Tone.SAME)


def inline(line: Iterable[Piece]) -> Html:
    """The pieces of a line."""
    return joined(_piece(piece) for piece in line if piece.text)


def pddl(words: str) -> Html:
    """A formula. Variables are elements with the parentheses around them, as browsers would break
    lines after a `?`."""
    parts = enumerate(_VARIABLE.split(words))
    return joined(element("var", part) if number % 2 else part for number, part in parts)


def is_sign(piece: Piece) -> bool:
    """Whether a piece is just the sign of a mark."""
    return marks.Mark(piece.tone, piece.text) in _SPOKEN


def spoken(mark: marks.Mark) -> str | None:
    """The label of a mark's sign for screen readers."""
    return _SPOKEN.get(mark)


def sign(mark: marks.Mark) -> Html:
    """The sign of a mark, with its spoken label."""
    return element("b", mark.sign, class_="sign", role="img", aria_label=spoken(mark))


def _piece(piece: Piece) -> Html:
    if piece.is_code:
        written = element("code", pddl(piece.text))
    elif is_sign(piece):
        written = sign(marks.Mark(piece.tone, piece.text))
    else:
        written = pddl(piece.text)
    if piece.target:
        written = element("a", written, href=f"#{piece.target}")
    tone = None if piece.tone in _BARE else piece.tone.value
    if tone is None and not piece.anchor and not piece.file:
        return written
    return element("span", written, id=piece.anchor or None, class_=tone, **place(piece))


def place(at: Piece | LineColumn) -> dict[str, str | int]:
    """The attributes of an element for a place in a file. Editors make links of them; browsers show
    only a title."""
    if not at.file:
        return {}
    title = f"{at.file}:{at.line}:{at.column}"
    return {"title": title, "data_file": at.file, "data_line": at.line, "data_column": at.column}


_SHORT: Final = 10
"""So many letters stay on one line."""


def block_html(block: doc.Block, label: str, level: int = 3) -> Html:
    """A block; `label` describes its content, `level` is the level of its headings."""
    match block:
        case doc.Paragraph(lines):
            return joined(element("p", inline(line)) for line in lines)
        case doc.Errors(lines):
            errors = (element("li", inline(line)) for line in lines)
            return element("ul", *errors, class_="errors", aria_label="Errors")
        case doc.List(items):
            return _items(items)
        case doc.Table():
            return _table(block, label)
        case doc.Code(lines):
            return element("pre", joined(map(inline, lines), Html("\n")))
        case doc.KeyFigures(pairs):
            named = (
                element("div", element("dt", name), element("dd", text)) for name, text in pairs
            )
            return element("dl", *named, class_="tiles")
        case doc.Plots():
            # Imported late: most reports have no plots.
            from plancore.report.render.html.plots import plots_html

            return plots_html(block)
        case doc.SideBySide():
            return row_table(block)
        case doc.Walk(data):
            return _walk(data)
        case doc.Details(summary, blocks, is_open):
            content = (block_html(each, label, level) for each in blocks)
            inner = element("div", *content, class_="inner")
            return folded(inline(summary), inner, is_open=is_open)
        case doc.Section():
            return _subsection(block, label, level)


def _walk(data: Json) -> Html:
    """The element that the script fills, its data escaped so that it cannot end the element."""
    written = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    for letter in "<>&":
        written = written.replace(letter, f"\\u{ord(letter):04x}")
    without = element("noscript", element("p", "The states are shown by a script."))
    read = element("script", Html(written), type="application/json")
    return element("div", read, without, class_="walk")


def plain(line: Line) -> str:
    """The text of a line, with whitespace collapsed."""
    return " ".join("".join(piece.text for piece in line).split())


def _subsection(section: doc.Section, label: str, level: int) -> Html:
    if not section.title:
        return joined(block_html(block, label, level) for block in section.blocks)
    title = doc.as_line(section.title)
    note = doc.as_line(section.note)
    remark = element("small", " ", inline(note)) if note else NOTHING
    named = plain(title)
    content = (block_html(block, named, min(level + 1, 6)) for block in section.blocks)
    head = element(f"h{level}", inline(title), remark, id=section.anchor or None)
    return joined((head, *content))


def _items(items: Sequence[doc.ListItem]) -> Html:
    entries = (
        element("li", inline(item.line), _items(item.items) if item.items else NOTHING)
        for item in items[: doc.MOST_ROWS]
    )
    return joined((element("ul", *entries), left_out(len(items) - doc.MOST_ROWS)))


def _table(table: doc.Table, label: str) -> Html:
    """A table without empty columns. Lines are broken only in tables without numbers."""
    shown, rows = doc.filled(table, doc.MOST_ROWS)
    classes = ["number" if column.is_number else None for column in shown]
    heads = zip(shown, classes, strict=True)
    head = [heading(column.title, "col", class_=class_) for column, class_ in heads]
    acts = chain(table.differences, repeat(None))
    body = (
        element(
            "tr",
            *_cells(row, classes),
            class_="accepted" if about is not None and about.is_accepted else None,
            data_difference=None if about is None else about.name,
        )
        for row, about in zip(rows, acts, strict=False)
    )
    whole = element(
        "table",
        element("thead", element("tr", *head)) if any(c.title for c in shown) else NOTHING,
        element("tbody", *body),
        class_="scores" if any(column.is_number for column in table.columns) else "scores prose",
    )
    return joined((scrolling(whole, label), left_out(len(table.rows) - doc.MOST_ROWS)))


def _cells(cells: Sequence[Line], classes: Sequence[str | None]) -> Iterator[Html]:
    """The first cell that has some content besides a sign names the row. Where lines are broken,
    they are not in a few words."""
    is_named, is_prose = False, not any(classes)
    for cell, class_of in zip(cells, classes, strict=True):
        is_short = is_prose and 0 < len(plain(cell)) <= _SHORT
        class_ = "short" if is_short else class_of
        content = Html(inline(cell).strip())
        if content and not is_named and not all(map(is_sign, cell)):
            yield heading(content, "row", class_=class_)
            is_named = True
        else:
            yield element("td", content, class_=class_)


def row_table(block: doc.SideBySide) -> Html:
    """The rows under the titles of their sides, from left to right: before, reference, learned."""
    rows, start, end, label, is_accepted, name_of = block
    sides = [side.title for side in reversed(rows.sides)]
    names = [element("span", name, class_="unseen") for name in ("sign", "remark")]
    head = (element("th", name, scope="col") for name in (names[0], *sides, names[1]))
    body = (_row(rows.row(at), at, is_accepted, name_of) for at in range(start, end))
    return element(
        "table",
        element("caption", label, class_="unseen"),
        element("thead", element("tr", *head)),
        element("tbody", *body),
        class_="rows" if len(sides) == len(BOTH) else "rows of-three",
    )


def _row(
    row: ViewRow, index: int, is_accepted: Callable[[int], bool], name_of: Callable[[int], str]
) -> Html:
    if row.role is Role.BLANK:
        return NOTHING
    cells = zip(row.cells, row.places or (None,) * len(row.cells), strict=True)
    sides = [_side(cell, place) for cell, place in cells]
    differs = row.tone not in (Tone.SAME, Tone.PLAIN)
    recedes = differs and is_accepted(index)
    return element(
        "tr",
        heading(row.sign, "row", aria_label=spoken(marks.Mark(row.tone, row.sign))),
        *reversed(sides),
        element("td", pddl(row.remark), class_="remark"),
        class_=f"{row.role} {row.tone}{' accepted' if recedes else ''}",
        id=doc.row_anchor(index) if differs else None,
        data_difference=(name_of(index) or None) if differs else None,
    )


def _side(cell: Cell | None, at: LineColumn | None) -> Html:
    if cell is None:
        return element("td", class_="gap", title=None if at is None else f"not in {at}")
    content = joined(map(_marked, cell.lines(Tone.PLAIN, Tone.CHANGED)), Html("<br>"))
    number = cell.number or ("" if at is None else str(at.line))
    gutter = element("i", number) if number else NOTHING
    own, tone = NOTHING, None
    if cell.own_mark is not None:
        # The side's own mark replaces the sign and tone of its row.
        own, tone = joined((sign(cell.own_mark), " ")), cell.own_mark.tone.value
    where = {} if at is None else place(at)
    return element("td", gutter, own, content, class_=tone, **where)


def _marked(line: Line) -> Html:
    """A line of a cell, with the words highlighted that differ from another side."""
    return joined(
        element("mark", pddl(piece.text)) if piece.tone is Tone.CHANGED else pddl(piece.text)
        for piece in line
    )
