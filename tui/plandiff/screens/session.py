"""The screen of a session: shows its answers, sends requests, and edits the learned file."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.timer import Timer

from plancore.report.files import short_name
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.plan.review import PlanReview
from plancore.report.plan.summary import order_kept_text
from plancore.report.repair.document import repair_text
from plancore.report.review import Review
from plancore.report.threeway.review import ChangeReview
from plandiff.learned_file import FileRepairs, WrittenEdits
from plandiff.options import status
from plandiff.screens.edits import RepairScreen
from plandiff.screens.keys import REVIEW_KEYS, KeyBinding
from plandiff.screens.model import RowPlace
from plandiff.screens.name_pairs import NamePairsScreen
from plandiff.screens.review import ReviewScreen
from plandiff.session.session import (
    PERIOD,
    Compared,
    Failed,
    FoundRepairs,
    PlanOpened,
    PlansJudged,
    ReadFailed,
    Reply,
    Session,
    Watch,
    WorkProgress,
    stamps_of,
)
from plandiff.viewmodel.differences import PlanAt, RowConsequences
from plandiff.viewmodel.model import ReviewModel
from plandiff.viewmodel.models import WaitingModel
from plandiff.viewmodel.name_pairs import NamePairs
from plandiff.viewmodel.outline import Order
from plandiff.viewmodel.plan_model import JudgedPlanModel
from plandiff.widgets.prompt import Prompt
from planfiles.command import Exit
from planfiles.errors import UserError

_NO_PLANS = "no plans executed; use --plans"


class SessionScreen(ReviewScreen):
    """Shows the answers of a session, sends requests, and writes edits to the learned file."""

    @dataclass
    class Answered(Message):
        """An answer of the session."""

        telling: Reply

    def __init__(self, session: Session) -> None:
        self.session = session
        self._watching: Timer | None = None
        self._written: list[tuple[WrittenEdits, RowPlace]] = []
        """The edits written to the learned file, to undo, each with the cursor's place then."""
        self._return_to: RowPlace | None = None
        """The place to go to after the next comparison."""
        self._is_asked = False
        """Whether the user was told of unsaved pairs."""
        self._gone = ""
        """A watched file that was deleted."""
        self._unread = ""
        """Why the files could not be read and compared again; empty if they could."""
        self._begins_anew = False
        """Whether to go to the first change by plans when the plans have been judged."""
        super().__init__(session.model or WaitingModel(*session.labels), session.labels)

    def on_mount(self) -> None:
        """Start the comparison, after the first paint."""
        self.session.listen(lambda telling: self.post_message(self.Answered(telling)))
        if self.session.model is None:
            self.call_after_refresh(self.session.compare)
        if self.session.options.watch:
            self.action_watch()

    def on_unmount(self) -> None:
        """Cancel the work of the session."""
        self.session.cancel()

    @property
    def exit_status(self) -> int:
        """The exit status that text mode would have."""
        review = self.session.review
        return Exit.INTERRUPTED if review is None else status(review, self.session.options)

    # Answers

    @on(Answered)
    def hear(self, event: Answered) -> None:
        """Show an answer."""
        before, before_options = self.session.inputs, self.session.options
        match self.session.receive(event.telling):
            case WorkProgress(text):
                self._show_work(text)
            case Failed(message):
                self._fail(message)
            case ReadFailed(message):
                self._show_work("")
                self._fail(message)
                if self.session.review is not None:
                    self._unread = message
                    self.show_heading()
            case Compared(model, inputs, options):
                if inputs is not before:
                    self._unread = ""
                self._show(model)
                if options.modulo_commuting and not before_options.modulo_commuting:
                    self._say_order_is_kept(model.review)
            case PlansJudged(model, _):
                self._show(model)
            case PlanOpened() as opened:
                self._open(opened)
            case FoundRepairs(repairs):
                self._offer(repairs)

    def _show(self, model: ReviewModel[Review]) -> None:
        # Repeated collections of a large model would make scrolling stutter.
        gc.freeze()
        self.show_model(model)
        if self._return_to is not None:
            self.go_to_place(self._return_to)
            self._return_to = None
        elif self._begins_anew and self._order_shown is Order.PLANS:
            self.go_to_start()
            self._begins_anew = False
        above, pairs = self.app.screen, model.find(NamePairs)
        if isinstance(above, NamePairsScreen) and pairs is not None:
            above.show(pairs)

    def _fail(self, message: str) -> None:
        """Close the screen with the message; if there is a review, only show the message."""
        self._return_to, self._begins_anew = None, False
        if self.session.review is not None:
            self.say(message, is_error=True)
            return
        while self.app.screen is not self:
            self.app.pop_screen()
        self.dismiss(message)

    def _open(self, opened: PlanOpened) -> None:
        """Show a plan, in place of the one shown."""
        model = JudgedPlanModel(opened.review, opened.judged.blame, opened.plans, opened.number)
        open_other = partial(self.session.open_plan, opened.judged, opened.plans)
        screen = JudgedPlanScreen(model, self.session.labels, open_other, self._cancel)
        if isinstance(self.app.screen, JudgedPlanScreen):
            self.app.switch_screen(screen)
        else:
            self.app.push_screen(screen)

    def _show_work(self, text: str) -> None:
        """Show the progress, on this screen and that of a plan above it."""
        self.show_work(text)
        above = self.app.screen
        if isinstance(above, JudgedPlanScreen):
            above.call_later(above.show_work, text)  # it may not be composed yet

    def _cancel(self) -> None:
        self.session.cancel()
        self._show_work("")

    # Requests

    def action_escape(self) -> None:
        """End the search; else cancel the work; else go back to a screen below."""
        if self._matches or self.is_at_work or self.query_one(Prompt).is_open:
            super().action_escape()
        elif self.session.is_working:
            self._cancel()
            if self.session.review is None:
                self.show_model(WaitingModel(*self.session.labels, is_stopped=True))
            self.notify("stopped", timeout=2)
        elif not self.is_first:
            self.action_leave()

    def action_enter(self) -> None:
        """From the list to the rows; there open an affected plan, else toggle the fold."""
        plans = self._plans_here() if self.aligned.has_focus else ()
        if plans and self.session.judged is not None:
            self.session.open_plan(self.session.judged, plans, 0)
        else:
            super().action_enter()

    def _plans_here(self) -> Sequence[PlanAt]:
        consequences = self.model.find(RowConsequences)
        if consequences is None or self._is_text or not self.rows.count:
            return ()
        return consequences.plans(self.aligned.base_index)

    def action_pairs(self) -> None:
        """Open the name mapping, to confirm or refuse matches."""
        pairs, session = self.model.find(NamePairs), self.session
        if pairs is not None and pairs.entries(session.decided):
            self._is_asked = False
            screen = NamePairsScreen(
                pairs, session.decided, session.decide, self._save_pairs, session.mapping_file
            )
            self.app.push_screen(screen)
        else:
            self.notify("all names are matched by name", timeout=2)

    def _save_pairs(self, file: str) -> None:
        try:
            self.session.save_pairs(file)
        except UserError as error:
            self.say(error.message, is_error=True)
        else:
            self.say(f"written to {file}")

    def action_leave(self) -> None:
        """Go back or quit; with unsaved decisions on pairs, at the second time."""
        if self.session.has_unsaved_pairs and not self._is_asked:
            self._is_asked = True
            self.notify("name mapping not saved: A, then s to save; q to discard", timeout=5)
        else:
            super().action_leave()

    def action_align(self) -> None:
        """Toggle matching of names by structure."""
        if not self.asks_of_meaning():
            return
        if self.model.find(NamePairs) is None:
            self.notify("only available for two domains", timeout=2)
        else:
            self.session.toggle_align()

    def show_sides(self, *, is_text: bool, at: int) -> None:
        """Show the text view or the structural view; later reviews prepare both if needed."""
        self.session.shows_texts = is_text
        super().show_sides(is_text=is_text, at=at)

    def action_modulo(self) -> None:
        """Toggle alignment of executed plans modulo commuting steps."""
        if not self.asks_of_meaning():
            return
        if not self.model.side_panels:
            self.notify("the plans were not executed (see --domain and --problem)", timeout=2)
        else:
            self.session.toggle_modulo()

    def _say_order_is_kept(self, review: Review) -> None:
        """Notify the user if steps cannot be aligned modulo commuting, with the reason."""
        now = review.now if isinstance(review, ChangeReview) else review
        why = order_kept_text(now) if isinstance(now, PlanReview) else ""
        if why:
            self.notify(why, timeout=5)

    def action_reload(self) -> None:
        """Read and compare the files again."""
        if self.session.review is None:
            self.show_model(WaitingModel(*self.session.labels))
        self.session.reload()

    def action_watch(self) -> None:
        """Toggle watching the files on disk."""
        if self._watching is not None:
            self._watching.stop()
            self._watching, self._gone, self.session.keeps_good = None, "", False
            self.show_heading()
            self.notify("no longer watching the files", timeout=2)
            return
        self._watch, self.session.keeps_good = Watch(stamps_of(self.session.files)), True
        self._watching = self.set_interval(PERIOD, self._look)
        self.notify("watching the files", timeout=2)

    def _look(self) -> None:
        """Reload if files have changed, and show if one was deleted until it is back."""
        stamps = stamps_of(self.session.files)
        if not self._watch.changed_at_rest(stamps):
            return
        self._gone = next((file for file, stamp in stamps.items() if stamp is None), "")
        if self._gone:
            self.show_heading()
        else:
            self.action_reload()

    @property
    def alarm(self) -> Sequence[Line]:
        """The errors of the files, or why the review is outdated: a file deleted or unreadable."""
        why = f"{short_name(self._gone)} was deleted" if self._gone else self._unread
        if not why:
            return super().alarm
        return [line(Piece(visible(f"showing the previous version: {why}"), Tone.FAILING))]

    def action_repair(self) -> None:
        """Search for minimum repairs."""
        judged, file = self.session.judged, self.session.inputs[0]
        if not self.asks_of_meaning():
            return
        if judged is None:
            self.notify(_NO_PLANS, timeout=3)
        elif file.path is None:
            self.say(f"{file.label} is not a file")
        else:
            self.session.repair(judged, file.path)

    # Edits of the learned file

    def _offer(self, repairs: FileRepairs) -> None:
        """Let the user choose a repair; if there is none, show why."""
        result = repairs.report.result
        if not (result.repairs and result.repairs[0].edits):
            said = [repair_text(result)]
            said += [f"{short_name(it.case)}: {it.reason}" for it in result.left_out[:1]]
            self.say("; ".join(said))
            return

        def chosen(number: int | None) -> None:
            if number is not None:
                self.write_learned(partial(repairs.write, number))

        self.app.push_screen(RepairScreen(repairs), chosen)

    def write_learned(self, write: Callable[[], WrittenEdits]) -> bool:
        """Write an edit to the learned file, and compare again. Returns whether that succeeded. If
        the cursor is at the first difference by plans, it will go to the new first one."""
        try:
            written = write()
        except UserError as error:
            self.say(error.message, is_error=True)
            return False
        self._written.append((written, self.place))
        self.say(f"written to {written.path}   U to undo")
        is_at_start = self.aligned.base_index == self._start
        self._begins_anew = is_at_start and self._order_shown is Order.PLANS
        self.session.reload()
        return True

    def action_undo(self) -> None:
        """Undo the last edit of the learned file, and go back to its place."""
        if not self._written:
            self.notify("nothing to undo", timeout=2)
            return
        written, place = self._written[-1]
        try:
            written.undo()
        except UserError as error:
            self.say(error.message, is_error=True)
        else:
            self._written.pop()
            self._return_to = place
            self.say(f"undone: {written.path}")
            self.session.reload()


# A plan that is wrongly rejected or accepted: a review of its executions, opened from that of two
# domains.


class JudgedPlanScreen(ReviewScreen):
    """Shows a plan at the step to look at. Next and previous go to other plans; Esc and q go back.

    `open_plan` opens another plan by number, `cancel` cancels that."""

    KEYS: ClassVar[tuple[KeyBinding, ...]] = (
        *REVIEW_KEYS,
        KeyBinding("q,enter", "leave", "back to the domains", "plan.back"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,enter", "leave", "back to the domains", show=False, id="plan.back")
    ]

    def __init__(
        self,
        model: JudgedPlanModel,
        labels: tuple[str, ...],
        open_plan: Callable[[int], None],
        cancel: Callable[[], None],
    ) -> None:
        self._judged = model
        self._open_plan, self._cancel = open_plan, cancel
        super().__init__(model, labels)

    def go_to_start(self) -> None:
        """Go to the step to look at."""
        if self._judged.rows.count:
            self.aligned.go_to_base(self._judged.start)

    @property
    def hint(self) -> tuple[str, ...]:
        """The keys to list at the bottom."""
        return "n/N plan", "f failure", "v states", "/ search", "? help", "Esc back"

    @property
    def is_split(self) -> bool:
        """One column unless the user chose two: both sides nearly always have the same steps."""
        return bool(self._wants_split)

    @property
    def position(self) -> Line:
        """The number of this plan, and of all."""
        return line(f"plan {self._judged.number + 1}/{len(self._judged.plans)}")

    def action_change(self, direction: int) -> None:
        """Open the next or previous plan; during a search, go to a match."""
        number = self._judged.number + direction
        if self._matches:
            super().action_change(direction)
        elif 0 <= number < len(self._judged.plans):
            self._open_plan(number)
        else:
            self.notify(f"no {'later' if direction > 0 else 'earlier'} plan")

    def action_leave(self) -> None:
        """Go back to the domains."""
        self._cancel()
        super().action_leave()

    def action_escape(self) -> None:
        """End the search; else go back."""
        if self._matches or self.is_at_work or self.query_one(Prompt).is_open:
            super().action_escape()
        else:
            self.action_leave()
