"""The screen of a model: the list of its parts, its rows, and details of a row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.geometry import Region
from textual.strip import Strip

from plancore.report.files import short_names
from plancore.report.lines import Line, Piece, Tone, line
from plancore.report.rows.landmark import found_again
from plancore.report.rows.row import Rows
from plandiff.screens.keys import hint
from plandiff.screens.rows import SPLIT_WIDTH, RowsScreen
from plandiff.viewmodel.differences import RowConsequences
from plandiff.viewmodel.heading import RowTargets, alarming, brief_line, fitted, panel_lines
from plandiff.viewmodel.model import Model
from plandiff.viewmodel.name_pairs import NamePairs
from plandiff.viewmodel.outline import Order, Outline, Outlines
from plandiff.widgets.action_list import ActionList, ActionPane
from plandiff.widgets.aligned_view import AlignedView, ColumnHeads
from plandiff.widgets.lines import Lines, Panel, StatePane
from plandiff.widgets.minimap import WIDTH as MINIMAP
from plandiff.widgets.minimap import Minimap
from plandiff.widgets.prompt import KeyBar, Prompt


class _Bare:
    """A container without a background: the screen's is enough, and painting both takes a tenth of
    the time of a page."""

    def render_lines(self, _crop: Region) -> list[Strip]:
        """Paint nothing."""
        return []


class BareHorizontal(_Bare, Horizontal):
    """Widgets next to each other."""


class BareVertical(_Bare, Vertical):
    """Widgets below each other."""


MIN_WIDTH = 50
TALL = 22
ROOMY = 120
"""Columns of a screen that shows the list by default."""
BROAD = 170
"""Columns of a screen with room for list, three sides and states next to each other."""
HIGH = 34
"""Lines of a screen with room for list, rows and states below each other."""
_TINY = 12
"""Screens with fewer lines have a heading of a single line."""


class RowPlace(NamedTuple):
    """A row of a comparison, which may be an earlier one."""

    rows: Rows
    row: int


class ModelScreen(RowsScreen):
    """Shows a model, which can be replaced.

    `labels` are the names of the sides of its rows: learned file, reference.
    """

    AUTO_FOCUS = "#aligned"
    # Textual declares both without ClassVar.
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-tiny"),
        (MIN_WIDTH, "-narrow"),
        (SPLIT_WIDTH, "-wide"),
        (ROOMY, "-roomy"),
        (BROAD, "-broad"),
    ]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (TALL, "-tall"), (HIGH, "-high")]  # noqa: RUF012

    def __init__(self, model: Model, labels: tuple[str, ...]) -> None:
        self.model = model
        self._is_text = False
        self._row_of_meaning = 0
        """The row at the cursor before the text view was shown."""
        self._has_states = True
        self._order: Order | None = None
        """The order that the user chose."""
        self._has_figures = False
        self._is_judged = False
        """Whether the effects of differences on plans have been known."""
        super().__init__(short_names(*labels))

    def compose(self) -> ComposeResult:
        """Heading, list and rows, panel, prompt, keys."""
        yield Lines(id="alarm")
        yield Lines(id="heading")
        with BareHorizontal(id="body"):
            yield ActionPane(id="list")
            with BareVertical(id="right"):
                yield ColumnHeads(id="columns")
                with BareHorizontal():
                    view = AlignedView(self.model.rows, id="aligned")
                    yield view
                    yield Minimap(view, id="minimap")
            yield StatePane(id="states")
        yield Panel(id="panel")
        yield Lines(id="summary")
        yield Prompt(id="prompt")
        with Horizontal(id="status"):
            yield KeyBar(id="keys")
            yield Lines(id="work")
            yield Lines(id="position")
        yield Lines(id="too-narrow")

    def on_mount(self) -> None:
        """Show the model."""
        self.watch(self.aligned, "cursor", self.follow_rows, init=False)
        self.watch(self.aligned, "scroll_y", self.show_part, init=False)
        self.watch(self.query_one(ActionList), "cursor", self.follow_list, init=False)
        self._show_parts()

    def show_model(self, model: Model) -> None:
        """Replace the model, and keep cursor, folds, search and order. Go to the start if there
        were no rows; also if the cursor is at the start, and the new model begins with another
        order, or is the first with effects on plans."""
        had_rows, order = self.model.rows.count > 0, self._order_shown
        is_at_start = self.aligned.base_index == self._start
        if order is not Order.FILE:
            self._order = order  # keep it, even if no plan fails any more
        self.model = model.with_figures(True) if self._has_figures else model
        self._show_parts()
        self.show_rows(stay=had_rows)
        begins_otherwise = self._order is None and self._order_shown is not order
        if not self._is_judged and self.model.find(RowConsequences) is not None:
            self._is_judged = begins_otherwise = True
        if not had_rows or (is_at_start and begins_otherwise):
            self.go_to_start()
        self.show_status()

    def _show_parts(self) -> None:
        """Show heading, summary, keys, list and side panels."""
        self.show_heading()
        self.show_summary()
        self.show_keys()
        outline = self.outline
        pane = self.query_one(ActionPane)
        # A class, because the style sheet also hides it for other reasons.
        pane.set_class(outline is None, "-off")
        if outline is not None:
            pane.show(outline)
        self._show_side_panels()

    def show_heading(self) -> None:
        """Show errors of the files, their names, the result, and why plans fail."""
        width = self.size.width - 2  # a blank at each end
        is_tiny = self.size.height < _TINY
        lines = fitted(self.model.heading, width, max_lines=1 if is_tiny else 2)
        if not is_tiny:
            lines += alarming(self.model.verdict, width, most=2)
        self.query_one("#heading", Lines).show(lines)
        alarm = self.query_one("#alarm", Lines)
        alarm.show(alarming(self.alarm, width, most=2 if self._is_short else 3))
        alarm.display = bool(self.alarm)

    @property
    def alarm(self) -> Sequence[Line]:
        """The errors of the files, shown above the heading."""
        return self.model.alarm

    def _show_side_panels(self) -> None:
        has_states = self._has_states and bool(self.model.side_panels)
        self.query_one("#states").set_class(not has_states, "-off")
        self.set_class(has_states, "-with-states")

    def show_keys(self) -> None:
        """List the keys that have an effect on this model."""
        self.query_one(KeyBar).show(self.hint)

    @property
    def hint(self) -> tuple[str, ...]:
        """The keys to list at the bottom."""
        return hint(
            can_align=self.model.find(NamePairs) is not None,
            has_plans=self.model.find(RowConsequences) is not None,
            has_orders=self.model.find(Outlines) is not None,
            has_failures=bool(self.model.failures),
            is_text=self._is_text,
        )

    def asks_of_meaning(self) -> bool:
        """Whether the structural view is shown and ready; if not, notifies the user."""
        if self._is_text:
            self.notify("not available in text view; press t to leave it", timeout=3)
        elif not self.model.is_ready:
            self.say_none("")
        return self.model.is_ready and not self._is_text

    @property
    def outline(self) -> Outline | None:
        """The list in the current order, if there is one."""
        outlines = self.model.find(Outlines)
        return None if outlines is None else outlines.of(self._order_shown)

    @property
    def _order_shown(self) -> Order:
        """The order that the user chose, else the first; file order if that has no entries."""
        outlines = self.model.find(Outlines)
        if outlines is None:
            return self._order or Order.FILE
        order = self._order if self._order in outlines.orders else None
        order = order or outlines.first
        return order if outlines.of(order).entries else Order.FILE

    @property
    def _start(self) -> int | None:
        """The row to start at."""
        return next(iter(self.marks.rows), None) if self.model.start is None else self.model.start

    @property
    def changes(self) -> RowTargets:
        """The rows that differ, and those with a failing step."""
        changes, failures = super().changes, self.model.failing_rows
        if self._is_text or not failures:
            return changes
        rows, counted = (sorted({*some, *failures}) for some in (changes.rows, changes.counted))
        return RowTargets(rows, changes.what, counted)

    def go_to_start(self) -> None:
        """Go to the model's start, else the first change in the order of the list."""
        if self._start is not None:
            self.aligned.begin_at_base(self._start)

    @property
    def marks(self) -> RowTargets | Outline:
        """The matches of a search; else the changes, in the order of the list."""
        outline = self.outline
        if outline is None or outline.order.is_of_file or self._matches or self._is_text:
            return super().marks
        return outline

    @property
    def rows(self) -> Rows:
        """The rows of the structural or of the text view."""
        return self.model.text_rows if self._is_text else self.model.rows

    @property
    def actions(self) -> ActionList | None:
        """The list of actions, if it is displayed."""
        pane = self.query_one(ActionPane)
        return pane.query_one(ActionList) if pane.display else None

    @property
    def _is_short(self) -> bool:
        """Whether the screen has few lines."""
        return self.size.height < TALL

    def on_resize(self, event: events.Resize) -> None:
        """Choose one or two columns, or show a message if the window is too narrow."""
        self.show_width(event.size.width, MIN_WIDTH, "the review")
        self.show_heading()
        self.show_summary()
        self.show_rows()
        self.show_status()
        # The style sheet limits the panel by the new size only after the layout.
        self.call_after_refresh(self.show_status)

    @on(AlignedView.Shown)
    def follow_other_rows(self) -> None:
        """Update everything that depends on the shown rows, even if the cursor has not moved."""
        self.follow_rows()
        self.show_part()
        self.query_one(Minimap).follow()

    def show_part(self) -> None:
        """Show the part that the top row belongs to, if its title is above the window."""
        view, model, heads = self.aligned, self.model, self.query_one_optional(ColumnHeads)
        if heads is None or view.rows is not self.rows:
            return  # the rows of another model are about to be shown
        is_known = view.line_count > 0 and not self._is_text
        heads.show_part(model.part_at(view.bases_of(view.top[0])[0]) if is_known else "")

    def follow_rows(self) -> None:
        """Update details of the row at the cursor, and the list unless it has the focus."""
        view, actions, outline = self.aligned, self.actions, self.outline
        if view.rows is not self.rows:
            return  # the rows of another model are about to be shown
        if actions and outline and not (actions.has_focus or self._is_text):
            entry = outline.entry_of(view.base_index)
            if entry is not None:
                actions.select(entry)
        self.show_status()

    @property
    def place(self) -> RowPlace:
        """The place of the cursor in the structural view."""
        at = self._row_of_meaning if self._is_text else self.aligned.base_index
        return RowPlace(self.model.rows, at)

    def go_to_place(self, place: RowPlace) -> None:
        """Go to the row that corresponds to one of an earlier comparison."""
        if self.model.rows.count and place.rows.count:
            row = found_again(self.model.rows, place.rows, place.row)
            if self._is_text:
                self._row_of_meaning = row
            else:
                self.go_to_row(row)

    def go_to_row(self, row: int) -> None:
        """Go to a row, also in the list even if that has the focus."""
        self.aligned.go_to_base(row)
        actions, outline = self.actions, self.outline
        entry = None if outline is None else outline.entry_of(row)
        if actions is not None and entry is not None:
            actions.select(entry)

    def follow_list(self) -> None:
        """Go to the entry at the list's cursor, if the list has the focus."""
        actions = self.actions
        if actions and self.outline and actions.has_focus and not self._is_text:
            self.aligned.go_to_base(actions.entry.start)

    @on(Minimap.Clicked)
    def go_where_clicked(self, event: Minimap.Clicked) -> None:
        """Go to a change, or to the line of an equal row without unfolding it."""
        view = self.aligned
        if event.is_change:
            view.go_to_base(event.row)
        else:
            view.go_to_line_of(event.row)
        view.focus()

    def show_rows(self, *, stay: bool = True, at: int | None = None) -> None:
        """Show `rows`, also in the minimap."""
        super().show_rows(stay=stay, at=at)
        self.query_one(Minimap).show_rows()
        is_beside = self.size.width >= SPLIT_WIDTH
        self.query_one(StatePane).leave(self.aligned.desired_width + MINIMAP, is_beside=is_beside)

    def show_summary(self) -> None:
        """Show the summary, which is always visible."""
        text = self.model.summary(self.size.width - 2)  # a blank at each end
        summary = self.query_one("#summary", Lines)
        summary.show([text])
        summary.display = bool(text)

    def show_status(self) -> None:
        """Show details of the row at the cursor, its scores and states."""
        panel = self.query_one_optional("#panel", Lines)
        if panel is None:
            return  # the screen was left before this was called
        model = None if self._is_text else self.model
        width = self.size.width - 2  # a blank at each end
        if self._has_figures:
            lines = self.row_lines(width)
            lines += () if model is None else model.figures(self.aligned.base_index)
            panel.show([*lines, *self.model.note_lines])
        else:
            panel.show([self._brief_line(width)])
        panel.display = self._has_figures or not self.query_one("#summary").display
        if model is not None and not self.query_one("#states").has_class("-off"):
            self.query_one(StatePane).show(self.states)
        self.query_one("#position", Lines).show([self.position])

    def row_lines(self, width: int) -> list[Line]:
        """The details of the row at the cursor, in `width` columns."""
        view, model = self.aligned, None if self._is_text else self.model
        return [*panel_lines(view.current, view.fold_text, view.base_index, model, width)]

    def _brief_line(self, width: int) -> Line:
        """The most important detail of the row at the cursor, and its place."""
        view, model = self.aligned, None if self._is_text else self.model
        return brief_line(view.current, view.fold_text, view.base_index, model, width)

    @property
    def states(self) -> list[Line]:
        """The lines of the side panels for the row at the cursor."""
        at = self.aligned.base_index
        return [said for panel in self.model.side_panels for said in panel.lines(at)]

    @property
    def whole_states(self) -> list[Line]:
        """The same in full, for a page."""
        at = self.aligned.base_index
        return [said for panel in self.model.side_panels for said in panel.whole(at)]

    def show_work(self, text: str) -> None:
        """Show the progress of background work; hidden for an empty text."""
        work = self.query_one("#work", Lines)
        work.show([line(Piece(text, Tone.CHANGED))])
        work.display = bool(text)

    @property
    def position(self) -> Line:
        """The number of the change at the cursor, and of all; empty until they are known."""
        if not self.model.is_ready:
            return ()
        return line(self.marks.position(self.aligned.base_index))

    def say_none(self, words: str) -> None:
        """Show these words, or that the result is not known yet."""
        super().say_none(words if self.model.is_ready else "still comparing")
