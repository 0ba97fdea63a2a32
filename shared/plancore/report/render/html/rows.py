"""Rows of sides next to each other as tables: the same rows as in the viewer and in text."""

from __future__ import annotations

from collections.abc import Callable

from plancore.report.document import SideBySide, row_anchor
from plancore.report.lines import Line, Tone
from plancore.report.marks import Mark
from plancore.report.places import LineColumn
from plancore.report.render.html.elements import NOTHING, Html, element, heading, joined
from plancore.report.render.html.inline import pddl, sign, spoken
from plancore.report.rows.row import BOTH, Cell, Role, ViewRow


def row_table(block: SideBySide) -> Html:
    """The rows below the names of their sides, in the order in which the files came to be."""
    rows, start, end, label, is_accepted = block
    sides = [f"{side.sign} {side.name}" for side in reversed(rows.sides)]
    names = [element("span", name, class_="unseen") for name in ("sign", "remark")]
    head = (element("th", name, scope="col") for name in (names[0], *sides, names[1]))
    body = (_row(rows.row(at), at, is_accepted) for at in range(start, end))
    return element(
        "table",
        element("caption", label, class_="unseen"),
        element("thead", element("tr", *head)),
        element("tbody", *body),
        class_="rows" if len(sides) == len(BOTH) else "rows of-three",
    )


def _row(row: ViewRow, index: int, is_accepted: Callable[[int], bool]) -> Html:
    if row.role is Role.BLANK:
        return NOTHING
    cells = zip(row.cells, row.places or (None,) * len(row.cells), strict=True)
    sides = [_side(cell, place) for cell, place in cells]
    differs = row.tone not in (Tone.SAME, Tone.PLAIN)
    recedes = differs and is_accepted(index)
    return element(
        "tr",
        heading(row.sign, "row", aria_label=spoken(Mark(row.tone, row.sign))),
        *reversed(sides),
        element("td", pddl(row.remark), class_="remark"),
        class_=f"{row.role} {row.tone}{' accepted' if recedes else ''}",
        id=row_anchor(index) if differs else None,
    )


def _side(cell: Cell | None, place: LineColumn | None) -> Html:
    if cell is None:
        return element("td", class_="gap", title=None if place is None else f"not in {place}")
    content = joined(map(_marked, cell.lines(Tone.PLAIN, Tone.CHANGED)), Html("<br>"))
    number = cell.number or ("" if place is None else str(place.line))
    gutter = element("i", number) if number else NOTHING
    own, tone = NOTHING, None
    if cell.own_mark is not None:
        # A side shows it instead of the sign and the tone of its row.
        own, tone = joined((sign(cell.own_mark), " ")), cell.own_mark.tone.value
    where = None if place is None else str(place)
    return element("td", gutter, own, content, class_=tone, title=where)


def _marked(line: Line) -> Html:
    """A line of a cell with the words marked that another side has otherwise."""
    return joined(
        element("mark", pddl(piece.text)) if piece.tone is Tone.CHANGED else pddl(piece.text)
        for piece in line
    )
