"""The names of the files above their columns."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import set_cell_size

from plancore.report.lines import line
from plandiff.widgets.aligned_view import AlignedView, column_widths
from plandiff.widgets.lines import Lines


class ColumnHeads(Lines):
    """One line: sign, side and name of each column."""

    def show_names(self, view: AlignedView, names: Sequence[str]) -> None:
        """The `names` of the sides of `view`, as its columns stand."""
        heads = []
        for column in view.columns:
            side = view.rows.sides[column]
            heads.append(f" {side.sign} {side.name}: {names[column]}")
        if not view.unified:
            widths = column_widths(max(view.line_width, 2 * len(heads)), len(heads))
            heads[:-1] = [
                f"{set_cell_size(head, width)}│"
                for head, width in zip(heads[:-1], widths, strict=False)
            ]
        self.show([line("".join(heads))])
