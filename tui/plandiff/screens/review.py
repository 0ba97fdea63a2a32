"""The screen of a review: list of actions, both sides, the numbers at the cursor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.message import Message

from plancore.report.lines import Line, Piece, Tone, line
from plancore.report.places import Where
from plancore.report.review import Review
from plancore.report.rows.row import Rows, ViewRow, place_near, row_like
from plandiff.screens.help import HelpScreen
from plandiff.screens.keys import KEYS, hint, listed_keys
from plandiff.screens.page import PageScreen
from plandiff.screens.rows import SPLIT_WIDTH, RowsScreen
from plandiff.viewmodel.consequences import PlanAt
from plandiff.viewmodel.marks import Marks, RankedMarks
from plandiff.viewmodel.model import Model
from plandiff.viewmodel.names import short_names
from plandiff.viewmodel.panel import panel_lines
from plandiff.widgets.action_list import ActionList, ActionPane, ListOrder
from plandiff.widgets.aligned_view import AlignedView
from plandiff.widgets.column_heads import ColumnHeads
from plandiff.widgets.line_list import LineList
from plandiff.widgets.lines import Lines
from plandiff.widgets.prompt import Prompt

MIN_WIDTH = 50
_WRITE = "write the report to: "
_NO_PLANS = "no plans were judged: name some with --plans"


class ReviewScreen(RowsScreen):
    """Shows a model. Keys act on the aligned rows, whichever widget has the focus.

    `labels` are the names of the learned file and of the reference; `start` is the row of an
    earlier review to start at. What takes more than the screen, such as another comparison, is
    asked for by a message.
    """

    AUTO_FOCUS = "#aligned"
    # Textual declares the two without ClassVar.
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-tiny"),
        (MIN_WIDTH, "-narrow"),
        (SPLIT_WIDTH, "-wide"),
    ]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (22, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key.keys, key.action, key.what, id=key.name) for key in KEYS),
        Binding("right_square_bracket", "bracket(1)", "]c next change", show=False),
        Binding("left_square_bracket", "bracket(-1)", "[c previous change", show=False),
        Binding("c", "after_bracket", "after ] or [", show=False),
        Binding("escape", "escape", "end the search", show=False),
    ]

    @dataclass
    class EditWanted(Message):
        """A file is to be edited, at `place` if that is known; sides count as in rows."""

        side: int
        place: Where | None

    @dataclass
    class AlignToggled(Message):
        """Domains are to be compared the other way, by name or aligned; the cursor is on `row`."""

        row: ViewRow | None

    class ModuloToggled(Message):
        """The plans are to be compared the other way: with or without the order of commuting."""

    @dataclass
    class ReportWanted(Message):
        """The report is to be written to a file."""

        file: str
        review: Review

    @dataclass
    class PlanWanted(Message):
        """The plan with this number of `plans` is to be opened at its step."""

        plans: Sequence[PlanAt]
        number: int

    class RepairWanted(Message):
        """The learned domain is to be repaired."""

    class CancelWanted(Message):
        """What is being worked out is not wanted any more."""

    def __init__(
        self, model: Model[Review], labels: tuple[str, str], start: ViewRow | None = None
    ) -> None:
        self.model = model
        self._is_text = False
        self.is_by_consequence = False
        """Whether what does most to plans comes first."""
        self._is_working = False
        self._start = start
        super().__init__(short_names(*labels))

    def compose(self) -> ComposeResult:
        """Heading, list and rows, panel, prompt, keys."""
        heading = Lines(id="heading")
        heading.show([self.model.heading])
        yield heading
        with Horizontal(id="body"):
            if self.model.outline is not None:
                yield ActionPane(self.model.outline, id="list")
            with Vertical(id="right"):
                yield ColumnHeads(id="columns")
                yield AlignedView(self.model.rows, id="aligned")
            if self.model.states is not None:
                with VerticalScroll(id="states", can_focus=False):
                    yield Lines(id="state")
        yield Lines(id="panel")
        yield Lines(id="summary")
        yield Prompt(id="prompt")
        with Horizontal(id="status"):
            yield Lines(self.hint, id="keys", markup=False)
            yield Lines(id="work")
            yield Lines(id="position")
        yield Lines(id="too-narrow")

    @property
    def hint(self) -> str:
        """The keys to name at the bottom."""
        has_plans = self.model.consequences is not None
        return hint(can_align=self.model.can_align, has_plans=has_plans)

    def show_model(self, model: Model[Review]) -> None:
        """Show the same review, of which more is known now, where one is."""
        self.model = model
        self.query_one("#heading", Lines).show([model.heading])
        self.show_summary()
        self.query_one("#keys", Lines).update(self.hint)
        for pane in self.query(ActionPane):
            if model.outline is not None:
                pane.show(model.outline)
        self.aligned.show_anew(self.rows)
        self.show_status()

    def show_work(self, text: str) -> None:
        """Say what is being worked out; nothing for an empty text."""
        self._is_working = bool(text)
        work = self.query_one("#work", Lines)
        work.show([line(Piece(text, Tone.CHANGED))])
        work.display = self._is_working

    @property
    def marks(self) -> Marks | RankedMarks:
        """The matches of a search; else the changes, in the order that is wanted."""
        consequences = self.model.consequences
        is_ranked = self.is_by_consequence and not self._matches and not self._is_text
        if consequences is None or not is_ranked:
            return super().marks
        return RankedMarks([*map(self.aligned.row_of_base, consequences.ranked)], "change")

    @property
    def rows(self) -> Rows:
        """What the files mean, or their lines."""
        return self.model.text_rows if self._is_text else self.model.rows

    def go_to_start(self) -> None:
        """The row asked for if it is there, else the first change."""
        at = None if self._start is None else row_like(self.rows, self._start)
        if at is None:
            super().go_to_start()
        else:
            self.aligned.go_to_base(at)

    @property
    def actions(self) -> ActionList | None:
        """The list of actions, where there is one."""
        return self.query_one_optional(ActionList)

    def on_resize(self, event: events.Resize) -> None:
        """One column when there is no room for two; a plain word when there is none at all."""
        self.query_one("#too-narrow", Lines).show(
            [
                line(f"{event.size.width} columns are too narrow for the review."),
                line(f"Make the window at least {MIN_WIDTH} columns wide,"),
                line("or use plandiff --format text."),
            ]
        )
        self.show_summary()
        self.show_rows()
        self.show_status()

    @on(LineList.CursorMoved)
    def follow(self, event: LineList.CursorMoved) -> None:
        """The list follows the rows, and the rows the list, whichever has the focus."""
        actions, outline, view = self.actions, self.model.outline, self.aligned
        if actions is not None and outline is not None and not self._is_text:
            if event.view is actions and actions.has_focus:
                view.go_to_base(outline.first_row(actions.entry))
            elif event.view is view and not actions.has_focus:
                actions.select(outline.entry_at(view.base_index))
        if event.view is view:
            self.show_status()

    def show_heads(self) -> None:
        """Name the columns and what the list is sorted by."""
        super().show_heads()
        for pane in self.query(ActionPane):
            pane.show_head()

    def show_summary(self) -> None:
        """What is always on the screen, however little room there is."""
        text = self.model.summary(self.size.width - 2)  # a blank at each end
        summary = self.query_one("#summary", Lines)
        summary.show([text])
        summary.display = bool(text)

    def show_status(self) -> None:
        """The row at the cursor, the numbers behind it, the states there."""
        view = self.aligned
        model = None if self._is_text else self.model
        lines = panel_lines(view.current, view.fold_text, view.base_index, model)
        self.query_one("#panel", Lines).show([*lines, *self.model.note_lines])
        if model is not None and model.states is not None:
            self.query_one("#state", Lines).show(model.states.lines(view.base_index))
        self.query_one("#position", Lines).show([self.position])

    @property
    def position(self) -> Line:
        """Which change is at the cursor, of how many."""
        return line(self.marks.position(self.aligned.first_line))

    def action_other_end(self) -> None:
        """Where a moved step stands on the other side."""
        moves = None if self._is_text else self.model.moves
        target = None if moves is None else moves.other_end(self.aligned.base_index)
        if target is None:
            self.notify("this has not moved", timeout=2)
        else:
            self.aligned.go_to_base(target)

    def action_divergence(self) -> None:
        """The first row that differs."""
        stops = self.rows.stops
        if stops:
            self.aligned.go_to_base(stops[0])
        else:
            self.notify("nothing differs", timeout=2)

    def action_failure(self) -> None:
        """The first step that fails; from one, the next one."""
        moves = None if self._is_text else self.model.moves
        failures = [] if moves is None else moves.failures
        if not failures:
            executed = self.model.states is not None
            self.notify("no step fails" if executed else "the plans were not executed", timeout=2)
            return
        later = (row for row in failures if row > self.aligned.base_index)
        self.aligned.go_to_base(next(later, failures[0]))

    # What is on the screen

    def action_text(self) -> None:
        """The lines of the files, or what they mean."""
        self._is_text = not self._is_text
        self.action_escape()
        self.show_rows()

    def action_enter(self) -> None:
        """From the list to the rows; there to a plan that the difference stops, or unfold."""
        view = self.aligned
        if view.has_focus:
            plans = self._plans_here()
            if plans:
                self.post_message(self.PlanWanted(plans, 0))
            else:
                view.toggle_fold()
        view.focus()

    def _plans_here(self) -> list[PlanAt]:
        consequences = self.model.consequences
        if consequences is None or self._is_text or not self.rows.count:
            return []
        return consequences.plans(self.aligned.base_index)

    def action_worst(self) -> None:
        """Sort the list by score."""
        self.sort(ListOrder.WORST_FIRST)

    def action_consequence(self) -> None:
        """Go through the differences by what they do to plans, or as in the file."""
        consequences = self.model.consequences
        if consequences is None:
            self.notify(_NO_PLANS, timeout=3)
            return
        self.sort(ListOrder.BY_CONSEQUENCE)
        if self.is_by_consequence and consequences.ranked and not self._is_text:
            self.aligned.go_to_base(consequences.ranked[0])

    def sort(self, order: ListOrder) -> None:
        """Sort the list so; if it is, as in the file."""
        actions = self.actions
        if actions is not None:
            actions.order = ListOrder.FILE if actions.order is order else order
            self.is_by_consequence = actions.order is ListOrder.BY_CONSEQUENCE
            self.show_heads()
            self.show_status()

    def action_escape(self) -> None:
        """End the search; without one, what is being worked out."""
        if self._is_working and not self._matches and not self.query_one(Prompt).is_open:
            self.post_message(self.CancelWanted())
        super().action_escape()

    def action_states(self) -> None:
        """Show or hide the states."""
        for panel in self.query("#states"):
            panel.display = not panel.display

    def action_help(self) -> None:
        """The page of keys."""
        self.app.push_screen(HelpScreen(listed_keys()))

    def action_pairs(self) -> None:
        """The page of what stands for what."""
        lines = self.model.pair_lines
        if lines:
            self.app.push_screen(PageScreen(lines))
        else:
            self.notify("by name: every name stands for itself", timeout=2)

    # What others do

    def action_repair(self) -> None:
        """Look for the smallest repair."""
        if self.model.consequences is None:
            self.notify(_NO_PLANS, timeout=3)
        else:
            self.post_message(self.RepairWanted())

    @property
    def row_here(self) -> ViewRow | None:
        """The row at the cursor; None where there are none."""
        return self.rows.row(self.aligned.base_index) if self.rows.count else None

    def action_align(self) -> None:
        """Compare by name what is aligned, and align what is compared by name."""
        if self.model.can_align:
            self.post_message(self.AlignToggled(self.row_here))
        else:
            self.notify("only domains are aligned", timeout=2)

    def action_modulo(self) -> None:
        """Align executed plans whatever the order of their independent steps."""
        if self.model.states is None:
            self.notify("the plans were not executed", timeout=2)
        else:
            self.post_message(self.ModuloToggled())

    def action_edit(self, side: str) -> None:
        """Open the editor at the row's place in one of the files."""
        number = [column.name for column in self.rows.sides].index(side)
        at = self.aligned.base_index
        place = place_near(self.rows, at, number) if self.rows.count else None
        self.post_message(self.EditWanted(number, place))

    def action_write(self) -> None:
        """Ask for a file name."""
        self.query_one(Prompt).ask(_WRITE, "review.txt")

    @on(Prompt.Answered)
    def write_to(self, event: Prompt.Answered) -> None:
        """Have the report written."""
        if event.text and event.question == _WRITE:
            self.post_message(self.ReportWanted(event.text, self.model.review))
