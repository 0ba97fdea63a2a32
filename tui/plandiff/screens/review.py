"""The screen of a review: list of actions, both sides, the numbers at the cursor."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, Static

from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.rows.folding import Fold
from plancore.report.rows.row import place_near
from plandiff.screens.help import HelpScreen
from plandiff.viewmodel.models import Model, place_lines, short_names
from plandiff.widgets.action_list import ActionList
from plandiff.widgets.aligned_view import AlignedView, column_width
from plandiff.widgets.line_list import LineList
from plandiff.widgets.lines import content_of

if TYPE_CHECKING:
    from plandiff.app import PlandiffApp

MIN_WIDTH = 50
_SPLIT_WIDTH = 100

KEYS: tuple[tuple[str, str, str, str], ...] = (
    # Keys, action, what it does, identifier to bind it anew.
    ("n", "change(1)", "next change, or next match of a search", "diff.next"),
    ("N,p", "change(-1)", "previous change, or previous match", "diff.previous"),
    ("tab", "app.focus_next", "between the list and the rows", "view.other"),
    ("slash", "search", "search; Esc ends it", "view.search"),
    ("z", "fold", "fold or unfold equal rows at the cursor", "view.fold"),
    ("Z", "fold_all", "fold or unfold all", "view.fold-all"),
    ("s", "split", "one column or two", "view.split"),
    ("t", "text", "the difference of the texts, or of the meaning", "view.text"),
    ("x", "swap", "swap the sides", "view.swap"),
    ("w", "worst", "worst actions first, or as in the file", "list.sort"),
    ("o", "other_end", "the other end of a moved block", "diff.other-end"),
    ("m", "modulo", "with or without the order of steps that commute", "plan.modulo"),
    ("f", "failure", "the step that fails, of executed plans", "plan.failure"),
    ("v", "states", "the states beside executed plans, or not", "plan.states"),
    ("e", "edit('learned')", "edit the learned file here", "file.edit"),
    ("E", "edit('reference')", "edit the reference here", "file.edit-reference"),
    ("y", "copy", "copy the row", "row.copy"),
    ("Y", "write", "write the report to a file", "file.write"),
    ("question_mark", "help", "this page", "help.open"),
    ("q", "app.leave", "quit", "app.leave"),
)

_HINT = "n/N change  / search  z fold  s split  t text  e edit  ? help  q quit"


class ReviewScreen(Screen[None]):
    """Shows a model. Keys act on the aligned rows, whichever widget has the focus."""

    AUTO_FOCUS = "#aligned"
    # Textual declares the two without ClassVar.
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-tiny"),
        (MIN_WIDTH, "-narrow"),
        (_SPLIT_WIDTH, "-wide"),
    ]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (22, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(keys, action, what, id=name) for keys, action, what, name in KEYS),
        Binding("right_square_bracket", "bracket(1)", "]c next change", show=False),
        Binding("left_square_bracket", "bracket(-1)", "[c previous change", show=False),
        Binding("c", "after_bracket", "after ] or [", show=False),
        Binding("enter", "enter", "from the list to its rows", show=False),
        Binding("escape", "escape", "end the search", show=False),
    ]

    def __init__(self, model: Model) -> None:
        self.model = model
        self._wants_split: bool | None = None
        self._is_text = False
        self._matches: list[int] = []
        self._bracket = 0
        self._prompt_is_search = True
        super().__init__()

    def compose(self) -> ComposeResult:
        """Heading, list and rows, panel, prompt, keys."""
        yield Static(content_of([self.model.heading]), id="heading")
        with Horizontal(id="body"):
            if self.model.outline is not None:
                with Vertical(id="list"):
                    yield Static("  action", id="list-head")
                    yield ActionList(self.model.outline, id="actions")
            with Vertical(id="right"):
                yield Static(id="columns")
                yield AlignedView(self.model.rows, id="aligned")
            if self.model.states is not None:
                with VerticalScroll(id="states", can_focus=False):
                    yield Static(id="state")
        yield Static(id="panel")
        yield Input(id="prompt", compact=True)
        with Horizontal(id="status"):
            yield Static(id="keys")
            yield Static(id="position")
        yield Static(id="too-narrow")

    def on_mount(self) -> None:
        """Start at the first change."""
        stops = self.aligned.stops
        self.aligned.go_to(stops[0] if stops else 0)

    @property
    def aligned(self) -> AlignedView:
        """The rows."""
        return self.query_one(AlignedView)

    @property
    def actions(self) -> ActionList | None:
        """The list of actions, where there is one."""
        found = self.query(ActionList)
        return found.first() if found else None

    def keys(self) -> list[tuple[str, str]]:
        """Every key with what it does."""
        shown = {"slash": "/", "question_mark": "?"}
        listed = [
            (" ".join(shown.get(key, key) for key in keys.split(",")), what)
            for keys, _, what, _ in KEYS
        ]
        return [
            *listed[:2],
            ("]c [c", "next and previous change"),
            ("j k ↓ ↑", "line down, line up"),
            ("g G", "first and last line"),
            ("h l ← →", "long lines sideways"),
            *listed[2:],
            ("ctrl+p", "command palette, with the themes"),
        ]

    # Size

    def on_resize(self, event: events.Resize) -> None:
        """One column when there is no room for two; a plain word when there is none at all."""
        width = event.size.width
        self.query_one("#too-narrow", Static).update(
            content_of(
                [
                    line(f"{width} columns are too narrow for the review."),
                    line(f"Make the window at least {MIN_WIDTH} columns wide,"),
                    line("or use plandiff --format text."),
                ]
            )
        )
        self._show_rows()
        self._show_status()

    @property
    def is_split(self) -> bool:
        """Whether there are two columns: as asked for, else where there is room."""
        if self._wants_split is not None:
            return self._wants_split
        return self.size.width >= _SPLIT_WIDTH

    def _show_rows(self) -> None:
        rows = self.model.text_rows if self._is_text else self.model.rows
        view = self.aligned
        unified = not self.is_split
        if view.rows is not rows:
            view.show(rows, unified=unified)
            stops = view.stops
            view.go_to(stops[0] if stops else 0)
        elif view.unified != unified:
            view.show(rows, unified=unified, at=view.base_index)
        self.call_after_refresh(self._show_columns)

    def _show_list_head(self) -> None:
        actions = self.actions
        if actions is not None:
            order = "worst first" if actions.worst_first else "file order"
            text = f"  actions, {order}"
            fill = " " * max(actions.line_width - len(text) - 11, 1)
            self.query_one("#list-head", Static).update(Content(f"{text}{fill}p/e  score"))

    def _show_columns(self) -> None:
        learned, reference = short_names(self._app.label("learned"), self._app.label("reference"))
        names = [f" - reference: {reference}", f" + learned: {learned}"]
        if self.aligned.swapped:
            names.reverse()
        if self.is_split:
            left = max(column_width(self.aligned.line_width), 1)
            names = [f"{names[0][: left - 1].ljust(left)}│", names[1]]
        self.query_one("#columns", Static).update(content_of([line("".join(names))]))
        self._show_list_head()

    # The cursor

    @on(LineList.CursorMoved)
    def follow(self, event: LineList.CursorMoved) -> None:
        """The list follows the rows, and the rows the list, whichever has the focus."""
        actions = self.actions
        outline = self.model.outline
        view = self.aligned
        if actions is not None and outline is not None and not self._is_text:
            if event.view is actions and actions.has_focus:
                view.go_to_base(outline.first_row(actions.entry))
            elif event.view is view and not actions.has_focus:
                actions.select(outline.entry_at(view.base_index))
        if event.view is view:
            self._show_status()

    def _show_status(self) -> None:
        view = self.aligned
        current = view.current
        lines: list[Line] = []
        if isinstance(current, Fold):
            lines.append(line(Piece("fold  ", Tone.DIM), view.fold_text))
        elif current is not None:
            lines += place_lines(current)
        if not self._is_text:
            lines += self.model.panel(view.base_index)
        if self.model.states is not None and not self._is_text:
            found = self.model.states.lines(view.base_index)
            self.query_one("#state", Static).update(content_of(found))
        lines += [line(Piece(f"note: {visible(str(n))}", Tone.NOTE)) for n in self._notes]
        self.query_one("#panel", Static).update(content_of(lines))
        self.query_one("#keys", Static).update(
            content_of(
                [line("n/N change  / search  z fold  s split  t text  e edit  ? help  q quit")]
            )
        )
        self.query_one("#position", Static).update(content_of([line(self._position())]))

    @property
    def _notes(self) -> tuple[object, ...]:
        return self.model.review.notes[:2]

    def _position(self) -> str:
        row = self.aligned.row_index
        marks, what = (self._matches, "match") if self._matches else (self.aligned.stops, "change")
        if not marks:
            return f"no {what}s"
        return f"{what} {bisect_right(marks, row)}/{len(marks)}"

    # Keys

    def action_change(self, direction: int) -> None:
        """The next or previous change; with a search, match."""
        self._go_among(self._matches or self.aligned.stops, direction)

    def action_bracket(self, direction: int) -> None:
        """Wait for the `c` of `]c` and `[c`."""
        self._bracket = direction

    def action_after_bracket(self) -> None:
        """The next or previous change if a bracket came before."""
        if self._bracket:
            self._go_among(self.aligned.stops, self._bracket)
        self._bracket = 0

    def action_enter(self) -> None:
        """From the list to the rows, or unfold."""
        view = self.aligned
        if view.has_focus:
            view.toggle_fold()
        view.focus()

    def action_escape(self) -> None:
        """End the search."""
        self._matches = []
        self.aligned.search("")
        self._close_prompt()

    def action_search(self) -> None:
        """Ask for a text."""
        self._ask("search: ", is_search=True)

    def action_fold(self) -> None:
        """Fold or unfold at the cursor."""
        if not self.aligned.toggle_fold():
            self.notify("nothing to fold here", timeout=2)
        self._show_status()

    def action_fold_all(self) -> None:
        """Fold or unfold everything."""
        self.aligned.toggle_all_folds()
        self._show_status()

    def action_split(self) -> None:
        """Two columns or one, whatever the width."""
        self._wants_split = not self.is_split
        self._show_rows()

    def action_text(self) -> None:
        """The lines of the files, or what they mean."""
        self._is_text = not self._is_text
        self.action_escape()
        self._show_rows()
        self._show_status()

    def action_swap(self) -> None:
        """The learned file on the other side."""
        self.aligned.swapped = not self.aligned.swapped
        self._show_columns()

    def action_worst(self) -> None:
        """Sort the list."""
        actions = self.actions
        if actions is not None:
            actions.worst_first = not actions.worst_first
            self._show_list_head()

    def action_other_end(self) -> None:
        """Where a moved step stands on the other side."""
        moves = self.model.moves
        other = None if moves is None or self._is_text else moves.other_end(self.aligned.base_index)
        if other is None:
            self.notify("this has not moved", timeout=2)
        else:
            self.aligned.go_to_base(other)

    def action_modulo(self) -> None:
        """Align executed plans whatever the order of their independent steps."""
        if self.model.states is None:
            self.notify("the plans were not executed", timeout=2)
        else:
            self._app.toggle_modulo()

    def action_failure(self) -> None:
        """The failing step of the learned plan; from there, that of the reference."""
        states = self.model.states
        failures = [] if states is None or self._is_text else states.failures()
        if not failures:
            self.notify("no step fails" if states else "the plans were not executed", timeout=2)
            return
        here = self.aligned.base_index
        self.aligned.go_to_base(failures[-1] if here == failures[0] else failures[0])

    def action_states(self) -> None:
        """Show or hide the states."""
        for panel in self.query("#states"):
            panel.display = not panel.display

    def action_edit(self, side: str) -> None:
        """Open the editor at the row's place in one of the files."""
        view = self.aligned
        rows = self.model.text_rows if self._is_text else self.model.rows
        place = place_near(rows, view.base_index, learned=side == "learned") if rows.count else None
        self._app.edit(side, place)

    def action_copy(self) -> None:
        """Put the row on the clipboard of the terminal."""
        current = self.aligned.current
        if current is None:
            return
        text = self.aligned.fold_text if isinstance(current, Fold) else current.text
        self.app.copy_to_clipboard(text)
        self.notify("copied", timeout=2)

    def action_write(self) -> None:
        """Ask for a file name."""
        self._ask("write the report to: ", is_search=False)

    def action_help(self) -> None:
        """The page of keys."""
        self.app.push_screen(HelpScreen(self.keys()))

    # The prompt

    def _ask(self, question: str, *, is_search: bool) -> None:
        self._prompt_is_search = is_search
        prompt = self.query_one("#prompt", Input)
        prompt.placeholder = question
        prompt.value = "" if is_search else "review.txt"
        prompt.add_class("-open")
        prompt.focus()

    def _close_prompt(self) -> None:
        prompt = self.query_one("#prompt", Input)
        if prompt.has_class("-open"):
            prompt.remove_class("-open")
            self.aligned.focus()
        self._show_status()

    @on(Input.Submitted, "#prompt")
    def answer(self, event: Input.Submitted) -> None:
        """Search, or write the report."""
        event.stop()
        self._close_prompt()
        if not event.value:
            return
        if not self._prompt_is_search:
            self._app.write_report(event.value)
            return
        self._matches = self.aligned.search(event.value)
        if self._matches:
            row = self.aligned.row_index
            at = bisect_left(self._matches, row)
            self.aligned.go_to(self._matches[at % len(self._matches)])
        else:
            self.aligned.search("")
            self.notify(f"no match: {visible(event.value)}", timeout=3, markup=False)
        self._show_status()

    def _go_among(self, marks: list[int], direction: int) -> None:
        if not marks:
            self.notify("no changes", timeout=2)
            return
        row = self.aligned.row_index
        at = bisect_right(marks, row) if direction > 0 else bisect_left(marks, row) - 1
        if not 0 <= at < len(marks):
            self.notify("that was the last one" if direction > 0 else "that was the first one")
            return
        self.aligned.go_to(marks[at])

    @property
    def _app(self) -> PlandiffApp:
        return cast("PlandiffApp", self.app)
