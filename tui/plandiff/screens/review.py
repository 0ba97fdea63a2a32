"""The actions of keys on a review, regardless of the widget with the focus."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType

from plancore.report.lines import Tone
from plancore.report.rows.row import ViewRow
from plancore.stop import Checkpoint
from plandiff.screens.keys import REVIEW_KEYS, KeyBinding, bindings
from plandiff.screens.model import ModelScreen
from plandiff.screens.rows import SPLIT_WIDTH
from plandiff.screens.viewer import FRAME, PageScreen
from plandiff.viewmodel.differences import RowConsequences
from plandiff.viewmodel.models import make_ready, text_row_of
from plandiff.viewmodel.outline import Outlines
from plandiff.widgets.action_list import ActionList, ActionPane

_FIGURES_HEIGHT = 30
"""Lines of a screen with room for scores below the rows."""


class ReviewScreen(ModelScreen):
    """A screen of a model with the actions of all reviews."""

    KEYS: ClassVar[tuple[KeyBinding, ...]] = REVIEW_KEYS
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(REVIEW_KEYS),
        Binding("enter", "enter", "go to the rows, or expand", show=False),
        Binding("c", "after_bracket", "after ] or [", show=False),
        Binding("escape", "escape", "end the search", show=False),
    ]

    def action_failure(self) -> None:
        """Go to the next failing step, or from the last to the first."""
        failures = self.model.failures
        if not self.asks_of_meaning():
            return
        if not failures:
            self.say_none("no failing step" if failures is not None else self._not_executed)
            return
        view = self.aligned
        later = (row for row in failures if row > view.base_index)
        view.go_to_base(next(later, failures[0]))
        self._go_to_failing_side()
        if not self._is_at_failure:
            self.notify("no failing step: goal not reached", timeout=3)

    def go_to_start(self) -> None:
        """Go to the failing step, else the first change."""
        super().go_to_start()
        if self.model.start is not None:
            self._go_to_failing_side()

    def action_change(self, direction: int) -> None:
        """Go to the next or previous change or failing step; during a search, to a match."""
        super().action_change(direction)
        if self.aligned.base_index in self.model.failing_rows and not self._is_text:
            self._go_to_failing_side()

    def _go_to_failing_side(self) -> None:
        """In a single column, where sides are below each other, go to the failing side."""
        view = self.aligned
        if view.base_index not in self.model.failing_rows:
            return
        for _ in self.model.rows.sides[1:]:
            if not self._is_at_failure:
                view.cursor += 1

    @property
    def _is_at_failure(self) -> bool:
        """Whether the row at the cursor has a failing step."""
        row = self.aligned.current
        return isinstance(row, ViewRow) and row.tone is Tone.FAILING

    def action_text(self) -> None:
        """Toggle the text view, at the place of the cursor; back at the earlier row."""
        self.end_search()
        if self._is_text:
            self.show_sides(is_text=False, at=self._row_of_meaning)
            return
        at, model = self.aligned.base_index, self.model

        def line_there(checkpoint: Checkpoint) -> int:
            make_ready(model.text_rows, checkpoint)
            return text_row_of(model.rows, at, model.text_rows)

        def show(target: int) -> None:
            if self.model is model:
                self._row_of_meaning = self.aligned.base_index
                self.show_sides(is_text=True, at=target)
            else:
                self.action_text()  # the files were compared again meanwhile

        self.in_background("aligning lines", line_there, show)

    def show_sides(self, *, is_text: bool, at: int) -> None:
        """Show the text view or the structural view, at a row."""
        self._is_text = is_text
        self.show_keys()
        self.show_rows(at=at)
        self.show_status()

    def action_other(self) -> None:
        """Move the focus from the rows to the list, which is shown if it was hidden, or back."""
        actions = self.query_one(ActionList)
        to_list = self.aligned.has_focus and self.outline is not None
        self.set_class(to_list, "-listed")
        (actions if to_list else self.aligned).focus()
        if to_list:
            self.call_after_refresh(actions.focus)  # a hidden widget cannot have the focus

    def action_enter(self) -> None:
        """Go from the list to the rows; in the rows, toggle the fold."""
        view = self.aligned
        if view.has_focus:
            view.toggle_fold()
        else:
            self.action_other()

    def open_clicked(self) -> None:
        """Do what Enter does."""
        self.action_enter()

    def on_click(self, event: events.Click) -> None:
        """Change the order if the list's head was clicked."""
        if self.clicked(event).id == "list-head":
            self.action_order()

    def action_order(self) -> None:
        """Switch the list, and next and previous change, to the next order. The cursor stays if it
        is at a change other than the first, else it goes to the first of the new order."""
        outlines = self.model.find(Outlines)
        if not self.asks_of_meaning():
            return
        if outlines is None:
            self.notify("no changes to sort", timeout=2)
            return
        orders, here = outlines.orders, self.aligned.base_index
        stays = here in outlines.of(self._order_shown).rows[1:]
        at = orders.index(self._order_shown)
        others = (*orders[at + 1 :], *orders[: at + 1])
        self._order = next(order for order in others if outlines.of(order).entries)
        outline = outlines.of(self._order)
        self.query_one(ActionPane).show(outline)
        if outline.rows and not self._order.is_of_file:
            self.aligned.go_to_base(here if stays and here in outline.rows else outline.rows[0])
        self.show_status()

    def action_figures(self) -> None:
        """Toggle scores with formulas and counts. They are shown on a page, below the details of
        the row, if there is no room or they are the same for all rows."""
        if not self.asks_of_meaning():
            return
        has_room = self.size.height >= _FIGURES_HEIGHT and self.size.width >= SPLIT_WIDTH
        if not (has_room and self.model.figures_follow) and not self._has_figures:
            lines = [*self.model.figures(self.aligned.base_index)]
            told = self.row_lines(self.size.width - FRAME)
            lines = [*told, *self.model.note_lines, *([()] if lines else ()), *lines]
            if lines:
                self.app.push_screen(PageScreen(lines))
            else:
                self.say_none("no scores here")
            return
        self._has_figures = not self._has_figures
        self.set_class(self._has_figures, "-figures")
        self.model = self.model.with_figures(self._has_figures)
        self.show_rows()
        self.show_status()

    def action_states(self) -> None:
        """Toggle the states; on a short screen, show them on a page."""
        if not self.asks_of_meaning():
            return
        if self._is_short and self.model.side_panels:
            self.action_whole_states()
            return
        self._has_states = not self._has_states
        self._show_side_panels()
        self.show_status()

    def action_whole_states(self) -> None:
        """Show all facts that are true at the cursor on a page."""
        if not self.asks_of_meaning():
            return
        if self.model.side_panels:
            self.app.push_screen(PageScreen(self.whole_states))
        else:
            self.say_none(self._not_executed)

    @property
    def _not_executed(self) -> str:
        """The message if there are no states."""
        if self.model.find(RowConsequences) is not None:
            return "press Enter on a difference to open a plan"
        return "no plans executed (see --domain and --problem)"
