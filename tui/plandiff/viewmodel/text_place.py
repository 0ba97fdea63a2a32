"""From a row of what the files mean to the lines where it stands."""

from __future__ import annotations

from plancore.report.rows.row import Rows, place_near


def text_row_of(rows: Rows, index: int, texts: Rows) -> int:
    """The row of `texts` with the line where row `index` of `rows` stands: on the side that has it,
    the last side counting most; the first row where no line is known."""
    if not rows.count:
        return 0
    cells = rows.row(index).cells
    sides = sorted(
        range(len(rows.sides)),
        key=lambda side: (side < len(cells) and cells[side] is not None, side),
    )
    for side in reversed(sides):
        place = place_near(rows, index, side)
        if place is None:
            continue
        for at in range(texts.count):
            where = texts.row(at).places[side]
            if where is not None and where.line == place.line:
                return at
    return 0
