"""The names of the files above their columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len, set_cell_size

from plancore.report.lines import cut_in_the_middle, line
from plancore.report.rows.columns import fair_widths
from plandiff.widgets.aligned_view import AlignedView, title_of
from plandiff.widgets.lines import Lines

_APART: Final = "  "
"""Between the names of files that share a column."""


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
        titles = [title_of(view.rows.sides[column]) for column in view.columns]
        if view.unified:
            # There are no columns to stand above: each is as wide as it is long.
            room = widths[0] - len(_APART) * (len(titles) - 1)
            whole = zip(titles, view.columns, strict=True)
            lengths = [cell_len(f"{title}{names[column]}") for title, column in whole]
            widths = fair_widths(lengths, room, least=1)
            widths[-1] += max(room - sum(widths), 0)
        heads = []
        for title, column, width in zip(titles, view.columns, widths, strict=True):
            name = cut_in_the_middle(names[column], width - cell_len(title))
            heads.append(set_cell_size(f"{title}{name}", width))
        rule = _APART if view.unified else "│"
        self.show([line(f" {rule.join(heads)}")])
