"""The names of the files above their columns."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size

from plancore.report.lines import cut_in_the_middle, line
from plancore.report.rows.widths import column_widths
from plandiff.widgets.aligned_view import AlignedView, title_of
from plandiff.widgets.lines import Lines


class ColumnHeads(Lines):
    """One line: sign, side and name of each column."""

    _heads: tuple[AlignedView, Sequence[str]] | None = None

    def on_resize(self) -> None:
        """Stand above the columns that there are now."""
        if self._heads is not None:
            self.call_after_refresh(self.show_names, *self._heads)

    def show_names(self, view: AlignedView, names: Sequence[str]) -> None:
        """The `names` of the sides of `view`, as its columns stand."""
        self._heads = view, names
        widths = list(view.column_widths)
        if view.unified:
            widths = column_widths([1] * len(view.columns), widths[0])
        heads = []
        for column, width in zip(view.columns, widths, strict=True):
            title = title_of(view.rows.sides[column])
            name = cut_in_the_middle(names[column], width - cell_len(title))
            heads.append(set_cell_size(f"{title}{name}", width))
        rule = " " if view.unified else "│"
        self.show([line(f" {rule.join(heads)}")])
