"""The review of two files: read, compared, edited, repaired, and compared anew."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Literal

from textual import on
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.timer import Timer

from plancore.report.domain.subjects import Subject
from plancore.report.lines import visible
from plancore.report.registry import render
from plancore.report.repair.words import repair_text
from plancore.report.review import Review
from plancore.report.reviewed.document import clean_note
from plancore.report.reviewed.marks import ReviewMark
from plancore.report.rows.row import place_near
from plandiff.editor import editor_command, run_editor
from plandiff.exits import status
from plandiff.learned_file import Written
from plandiff.repairs import Repairs
from plandiff.screens.judged_plan import JudgedPlanScreen
from plandiff.screens.keys import PAIR_KEYS, REVIEW_KEYS, Key
from plandiff.screens.pairs import PairsScreen
from plandiff.screens.repair import RepairScreen
from plandiff.screens.review import ReviewScreen
from plandiff.screens.take import TakeScreen
from plandiff.session.answers import (
    Compared,
    Failed,
    PlanOpened,
    PlansJudged,
    Repaired,
    Telling,
    Told,
)
from plandiff.session.session import Session
from plandiff.session.watch import PERIOD, Watch, stamps_of
from plandiff.take import offer
from plandiff.terminal import is_served
from plandiff.viewmodel.consequences import PlanAt, PlanConsequences
from plandiff.viewmodel.differences import Differences
from plandiff.viewmodel.judged_plan import JudgedPlanModel
from plandiff.viewmodel.marks import Marks
from plandiff.viewmodel.model import ReviewModel
from plandiff.viewmodel.outline import Outline
from plandiff.viewmodel.pair_list import PairList
from plandiff.viewmodel.state_lines import StatePanel
from plandiff.viewmodel.waiting import WaitingModel
from plandiff.widgets.prompt import Prompt
from planfiles.command import Exit
from planfiles.trouble import Trouble
from planfiles.writing import write_text

_WRITE = "write the report to: "
_NOTE = "note: "
_NO_PLANS = "no plans were judged: name some with --plans"


class PairScreen(ReviewScreen):
    """The review of a session. Any screen may push it; Esc and q lead back there."""

    KEYS: ClassVar[tuple[Key, ...]] = (*REVIEW_KEYS, *PAIR_KEYS)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key.keys, key.action, key.what, id=key.name) for key in PAIR_KEYS
    ]

    @dataclass
    class Answered(Message):
        """The session has an answer."""

        telling: Telling

    def __init__(self, session: Session) -> None:
        self.session = session
        self._watching: Timer | None = None
        self._is_open_only = False
        self._written: list[Written] = []
        """What was written into the learned file, and may be undone."""
        super().__init__(session.model or WaitingModel(*session.labels), session.labels)

    def on_mount(self) -> None:
        """Compare, but only when something has been painted."""
        super().on_mount()
        self.session.listen(lambda telling: self.post_message(self.Answered(telling)))
        if self.session.model is None:
            self.call_after_refresh(self.session.compare)
        if self.session.options.watch:
            self.action_watch()

    def on_unmount(self) -> None:
        """Nobody waits for answers any more."""
        self.session.cancel()

    @property
    def exit_status(self) -> int:
        """The status that text mode would have."""
        review = self.session.review
        return Exit.INTERRUPTED if review is None else status(review, self.session.options)

    # Answers

    @on(Answered)
    def hear(self, event: Answered) -> None:
        """Show an answer."""
        match self.session.receive(event.telling):
            case Told(text):
                self._show_work(text)
            case Failed(message):
                self._fail(message)
            case Compared(model, _, _) | PlansJudged(model, _):
                self._show(model)
            case PlanOpened() as opened:
                self._open(opened)
            case Repaired(repairs):
                result = repairs.report.result
                if result.repairs and result.repairs[0].edits:
                    self.app.push_screen(RepairScreen(repairs), partial(self._write, repairs))
                else:
                    left_out = [f"left out: {it.case}: {it.reason}" for it in result.left_out[:1]]
                    self._say("; ".join((repair_text(result), *left_out)))

    def _show(self, model: ReviewModel[Review]) -> None:
        # A large model stays as it is: going through it again and again makes scrolling stutter.
        gc.freeze()
        self.show_model(model)
        above, pairs = self.app.screen, model.find(PairList)
        if isinstance(above, PairsScreen) and pairs is not None:
            above.show(pairs)

    def _fail(self, message: str) -> None:
        """Leave with the message; where there is a review, it stays."""
        if self.session.review is not None:
            self._say(message, is_error=True)
            return
        while self.app.screen is not self:
            self.app.pop_screen()
        self.dismiss(message)

    def _open(self, opened: PlanOpened) -> None:
        """Show a plan, in place of one that is shown."""
        model = JudgedPlanModel(opened.review, opened.judged.blame, opened.plans, opened.number)
        open_other = partial(self.session.open_plan, opened.judged, opened.plans)
        screen = JudgedPlanScreen(model, self.session.labels, open_other, self._cancel)
        if isinstance(self.app.screen, JudgedPlanScreen):
            self.app.switch_screen(screen)
        else:
            self.app.push_screen(screen)

    def _show_work(self, text: str) -> None:
        """Say how far the work is, on whatever shows a review."""
        self.show_work(text)
        above = self.app.screen
        if isinstance(above, JudgedPlanScreen):
            above.call_later(above.show_work, text)  # it may not be composed yet

    def _cancel(self) -> None:
        self.session.cancel()
        self._show_work("")

    def _say(self, text: str, *, is_error: bool = False) -> None:
        severity: Literal["error", "information"] = "error" if is_error else "information"
        self.notify(visible(text), severity=severity, timeout=10, markup=False)

    # Questions

    def action_escape(self) -> None:
        """End the search; without one, what is being worked out; else go back to the screen below,
        if there is one."""
        if self._matches or self.query_one(Prompt).is_open:
            super().action_escape()
        elif self.session.is_working:
            self._cancel()
            self.notify("stopped", timeout=2)
        elif not self.is_first:
            self.action_leave()

    def action_enter(self) -> None:
        """From the list to the rows; there to a plan that the difference stops, or unfold."""
        plans = self._plans_here() if self.aligned.has_focus else ()
        if plans and self.session.judged is not None:
            self.session.open_plan(self.session.judged, plans, 0)
        else:
            super().action_enter()

    def _plans_here(self) -> Sequence[PlanAt]:
        consequences = self.model.find(PlanConsequences)
        if consequences is None or self._is_text or not self.rows.count:
            return ()
        return consequences.plans(self.aligned.base_index)

    def action_pairs(self) -> None:
        """What stands for what, to be confirmed or refused."""
        pairs, session = self.model.find(PairList), self.session
        if pairs is not None and pairs.entries(session.decided):
            screen = PairsScreen(pairs, session.decided, session.decide, self._save_pairs)
            self.app.push_screen(screen)
        else:
            self.notify("by name: every name stands for itself", timeout=2)

    def _save_pairs(self, file: str) -> None:
        try:
            self.session.save_pairs(file)
        except Trouble as error:
            self._say(error.message, is_error=True)
        else:
            self._say(f"written: {file}")

    def action_align(self) -> None:
        """Compare by name what is aligned, and align what is compared by name."""
        if self.model.find(PairList) is None:
            self.notify("only domains are aligned", timeout=2)
        else:
            self.session.toggle_align()

    def action_modulo(self) -> None:
        """Align executed plans whatever the order of their independent steps."""
        if self.model.find(StatePanel) is None:
            self.notify("the plans were not executed", timeout=2)
        else:
            self.session.toggle_modulo()

    def action_reload(self) -> None:
        """Read the files again."""
        self.session.reload()

    def action_watch(self) -> None:
        """Look for changes of the files on disk, or not."""
        if self._watching is not None:
            self._watching.stop()
            self._watching = None
            self.notify("not watching the files any more", timeout=2)
            return
        self._watch = Watch(stamps_of(self.session.files))
        self._watching = self.set_interval(PERIOD, self._look)
        self.notify("watching the files", timeout=2)

    def _look(self) -> None:
        """Compare anew if files have changed; say so if some have gone."""
        stamps = stamps_of(self.session.files)
        changed = self._watch.look(stamps)
        gone = [file for file in changed if stamps[file] is None]
        if gone:
            self._say(f"{gone[0]} is not there any more", is_error=True)
        elif changed:
            self.session.reload()

    def action_repair(self) -> None:
        """Look for the smallest repair."""
        judged, file = self.session.judged, self.session.inputs[0]
        if judged is None:
            self.notify(_NO_PLANS, timeout=3)
        elif file.path is None:
            self._say(f"{file.label} is no file to repair")
        else:
            self.session.repair(judged, file.path)

    def _write(self, repairs: Repairs, number: int | None) -> None:
        """Write a repair into the learned file, and compare anew; None is for none of them."""
        if number is not None:
            self._write_learned(partial(repairs.write, number))

    # What is said of differences

    def _subject_here(self) -> Subject | None:
        """The difference at the cursor; None where there is none, or where none can be named."""
        differences = self.model.find(Differences)
        if self._is_text or differences is None or not self.model.rows.count:
            self.notify("this is for differences of two domains", timeout=2)
            return None
        subject = differences.subject(self.aligned.base_index)
        if subject is None:
            self.notify("no difference here", timeout=2)
        return subject

    def _learned_path(self) -> str | None:
        """The learned file; None, and said, where it is none."""
        file = self.session.inputs[0]
        if file.path is None:
            self._say(f"{file.label} is no file")
        return file.path

    def action_mark(self) -> None:
        """Say of the difference at the cursor that it is accepted, reported, or neither."""
        self._mark(lambda mark: mark._replace(state=mark.state.next))

    def _mark(self, change: Callable[[ReviewMark], ReviewMark]) -> None:
        subject = self._subject_here()
        if subject is None:
            return
        try:
            self._show(self.session.mark(subject.name, change))
        except Trouble as error:
            self._say(error.message, is_error=True)

    def action_note(self) -> None:
        """Ask for a note to the difference at the cursor."""
        subject, differences = self._subject_here(), self.model.find(Differences)
        if subject is not None and differences is not None:
            self.query_one(Prompt).ask(_NOTE, differences.mark(subject).note)

    def action_open_only(self) -> None:
        """Next and previous leave out what is done, or not."""
        self._is_open_only = not self._is_open_only
        which = "differences that are open" if self._is_open_only else "all differences"
        self.notify(f"n goes to {which}", timeout=2)
        self.show_status()

    @property
    def changes(self) -> Marks:
        """The rows that differ; without those that are done, if that is wanted."""
        changes = super().changes
        if not self._is_open_only or self._is_text:
            return changes
        return Marks([row for row in changes.rows if not self._is_done(row)], "open change")

    @property
    def marks(self) -> Marks | Outline:
        """The matches of a search; else the changes, in the order of the list."""
        marks = super().marks
        if not self._is_open_only or not isinstance(marks, Outline):
            return marks
        entries = [
            entry._replace(rows=[row for row in entry.rows if not self._is_done(row)])
            for entry in marks.entries
        ]
        return Outline(marks.order, entries, marks.entry_of)

    def _is_done(self, row: int) -> bool:
        """Whether the difference in a row was accepted or reported."""
        differences = self.model.find(Differences)
        return differences is not None and differences.is_done(row)

    # What is written

    def action_take(self) -> None:
        """Offer the edit that takes the reference's side of the difference at the cursor."""
        subject, differences = self._subject_here(), self.model.find(Differences)
        path = None if subject is None else self._learned_path()
        if subject is None or path is None or differences is None:
            return
        try:
            take = offer(differences.review, subject, path)
        except Trouble as error:
            self._say(error.message, is_error=True)
            return

        def answered(is_wanted: bool | None) -> None:
            if is_wanted:
                self._write_learned(take.write)

        self.app.push_screen(TakeScreen(take), answered)

    def _write_learned(self, write: Callable[[], Written]) -> None:
        """Write into the learned file, and compare anew."""
        try:
            written = write()
        except Trouble as error:
            self._say(error.message, is_error=True)
        else:
            self._written.append(written)
            self._say(f"written: {written.path}   U undoes it")
            self.session.reload()

    def action_undo(self) -> None:
        """Write what stood in the learned file before the last edit."""
        if not self._written:
            self.notify("nothing was written", timeout=2)
            return
        try:
            self._written[-1].undo()
        except Trouble as error:
            self._say(error.message, is_error=True)
        else:
            self._say(f"undone: {self._written.pop().path}")
            self.session.reload()

    def action_edit(self, side: str) -> None:
        """Edit one of the files at the row's place, then compare anew."""
        number = [column.name for column in self.rows.sides].index(side)
        file = self.session.inputs[number]
        if file.path is None or is_served():
            why = "is no file to edit" if file.path is None else "cannot be edited from a browser"
            self._say(f"{file.label} {why}")
            return
        at = self.aligned.base_index
        place = place_near(self.rows, at, number) if self.rows.count else None
        line, column = (place.line, place.column) if place is not None else (1, 1)
        with self.app.suspend():
            problem = run_editor(editor_command(file.path, line, column))
        if problem:
            self._say(problem, is_error=True)
        else:
            self.session.reload()

    def action_write(self) -> None:
        """Ask for a file name."""
        self.query_one(Prompt).ask(_WRITE, "review.txt")

    @on(Prompt.Answered)
    def take_answer(self, event: Prompt.Answered) -> None:
        """Keep a note, or write the report to a file."""
        if event.question == _NOTE:
            self.aligned.focus()
            self._mark(lambda mark: mark._replace(note=clean_note(event.text)))
        review = self.session.review
        if not event.text or event.question != _WRITE or review is None:
            return
        try:
            write_text(event.text, render(review))
        except Trouble as error:
            self._say(error.message, is_error=True)
        else:
            self._say(f"written: {event.text}")
