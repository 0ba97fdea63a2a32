"""The viewer. Nothing else may import this module, so that only who sees the viewer pays for it."""

from __future__ import annotations

import asyncio
import gc
import signal
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult, SystemCommand
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from plancore.report.domain.review import DomainReview
from plancore.report.lines import visible
from plancore.report.plan.review import PlanReview
from plancore.report.registry import render
from plancore.report.repair.words import repair_text
from plancore.report.review import Review
from plancore.report.rows.row import ViewRow
from plancore.stop import Checkpoint, staged
from plandiff.compare import compare
from plandiff.consequences import Judged, judge
from plandiff.editor import editor_command, run_editor
from plandiff.exits import status
from plandiff.inputs import Input, reread
from plandiff.jobs import JobsApp
from plandiff.options import Options
from plandiff.repairs import Repairs, find_repairs
from plandiff.screens.judged_plan import JudgedPlanScreen
from plandiff.screens.keys import KEYS
from plandiff.screens.repair import RepairScreen
from plandiff.screens.review import ReviewScreen
from plandiff.terminal import take_keys_from_terminal
from plandiff.themes import ANSI_VARIABLES, DEFAULT, THEMES, VARIABLES
from plandiff.viewmodel.judged_plan import JudgedPlanModel
from plandiff.viewmodel.model import Model
from plandiff.viewmodel.models import ready_model_of
from plandiff.widgets.action_list import ListOrder
from planfiles.command import Exit
from planfiles.garbage import YOUNG, few_collections
from planfiles.trouble import Trouble
from planfiles.writing import write_text

_ALIGNED_FIRST = "hardly a name in common: aligned, a compares by name"


def view(inputs: tuple[Input, Input], options: Options) -> int:
    """Open the viewer; the exit status when it is closed. Raises Trouble as `compare` does."""
    take_keys_from_terminal()
    app = PlandiffApp(inputs, options)
    with few_collections(YOUNG):
        result = app.run(mouse=True)
    if app.trouble is not None:
        raise Trouble(app.trouble)
    return Exit.TROUBLE if result is None else result


class PlandiffApp(JobsApp):
    """Paints first, compares in a thread, then shows the review."""

    TITLE = "plandiff"
    CSS_PATH = "app.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "leave", "quit", id="app.leave"),
        Binding("ctrl+c,ctrl+q", "leave", "quit", show=False, priority=True),
    ]

    @dataclass
    class Compared(Message):
        """The comparison is done, under these options."""

        model: Model[Review]
        options: Options

    @dataclass
    class Failed(Message):
        """The comparison is impossible."""

        message: str

    @dataclass
    class JudgementDone(Message):
        """It is known what the differences in the review `of` do to plans; or why it is not."""

        judged: Judged | None
        model: Model[Review]
        of: Review

    @dataclass
    class PlanDone(Message):
        """A plan that was judged so was executed in both domains."""

        review: PlanReview
        wanted: ReviewScreen.PlanWanted
        judged: Judged

    @dataclass
    class RepairDone(Message):
        """The smallest repairs for the plans that were judged so are known."""

        repairs: Repairs
        judged: Judged

    def __init__(self, inputs: tuple[Input, Input], options: Options) -> None:
        self.inputs = inputs
        self.options = options
        self.review: Review | None = None
        self.trouble: str | None = None
        self._start_row: ViewRow | None = None
        self._judged: Judged | None = None
        self._is_by_consequence = False
        super().__init__()
        for theme in THEMES:
            self.register_theme(theme)
        theme_name = options.theme or DEFAULT
        if theme_name not in self.available_themes:
            themes = ", ".join(sorted(self.available_themes))
            raise Trouble(f"no theme is called {theme_name!r}; there are: {themes}")
        self.theme = theme_name

    def compose(self) -> ComposeResult:
        """What is there before the comparison is."""
        names = " ▸ ".join(visible(file.label) for file in self.inputs)
        yield Static(f"comparing {names} …", id="waiting", markup=False)

    def on_mount(self) -> None:
        """Compare, but only when something has been painted."""
        self.call_after_refresh(self._start)
        with suppress(NotImplementedError):  # where signals do not reach the loop: Windows
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self._terminate)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Colours of differences for themes that name none."""
        is_ansi = self.theme.startswith("ansi")
        return ANSI_VARIABLES if is_ansi else VARIABLES

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Every key of the review is a command, too."""
        yield from super().get_system_commands(screen)
        if isinstance(screen, ReviewScreen):
            for key in KEYS:
                yield SystemCommand(
                    key.name.replace(".", ": "),
                    f"{key.what} ({key.keys.split(',')[0]})",
                    lambda action=key.action: self.call_later(screen.run_action, action),
                )

    def on_plandiff_app_compared(self, event: Compared) -> None:
        """Show the review, in place of an earlier one."""
        if event.options.align and not self.options.align:
            self.notify(_ALIGNED_FIRST, timeout=8)
        self.review, self.options = event.model.review, event.options
        # A large model stays as it is: going through it again and again makes scrolling stutter.
        gc.freeze()
        screen = ReviewScreen(event.model, self._labels, self._start_row)
        self._start_row = None
        self._judged = None
        if self._base is None:
            self.push_screen(screen)
        else:
            self._is_by_consequence |= self._base.is_by_consequence
            while self.screen is not self._base:
                self.pop_screen()
            self.switch_screen(screen)

    def on_plandiff_app_failed(self, event: Failed) -> None:
        """End with the message; after an edit there still is the earlier review."""
        if self.review is None:
            self.trouble = event.message
            self.exit(Exit.TROUBLE)
        else:
            self.notify(visible(event.message), severity="error", timeout=10, markup=False)

    def on_plandiff_app_judgement_done(self, event: JudgementDone) -> None:
        """Show what differences do beside them."""
        if event.of is not self.review or self._base is None:
            return  # compared anew meanwhile
        self.review, self._judged = event.model.review, event.judged
        gc.freeze()
        # After what it has to do first: it may not be composed yet.
        self._base.call_later(self._base.show_model, event.model)
        if self._is_by_consequence and event.judged is not None:
            self._base.call_later(self._base.sort, ListOrder.BY_CONSEQUENCE)
            self._is_by_consequence = False

    def on_plandiff_app_plan_done(self, event: PlanDone) -> None:
        """Show the plan, in place of one that is shown."""
        if event.judged is not self._judged:
            return  # compared anew meanwhile
        wanted = event.wanted
        model = JudgedPlanModel(event.review, event.judged.blame, wanted.plans, wanted.number)
        screen = JudgedPlanScreen(model, self._labels)
        if isinstance(self.screen, JudgedPlanScreen):
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def on_plandiff_app_repair_done(self, event: RepairDone) -> None:
        """Show the repairs, or say why there are none."""
        result = event.repairs.report.result
        if event.judged is not self._judged:
            return  # compared anew meanwhile
        if result.repairs and result.repairs[0].edits:
            self.push_screen(RepairScreen(event.repairs))
        else:
            left_out = [f"left out: {plan.case}: {plan.reason}" for plan in result.left_out[:1]]
            text = "; ".join((repair_text(result), *left_out))
            self.notify(visible(text), timeout=8, markup=False)

    def on_jobs_app_work_told(self, event: JobsApp.WorkTold) -> None:
        """Say how far a job is."""
        if self._base is not None:
            self._base.call_later(self._base.show_work, event.text)

    def on_jobs_app_work_failed(self, event: JobsApp.WorkFailed) -> None:
        """Say why; the review stays."""
        self.notify(visible(event.message), severity="error", timeout=10, markup=False)

    @property
    def _labels(self) -> tuple[str, str]:
        """The names of the learned file and of the reference."""
        learned, reference = self.inputs
        return learned.label, reference.label

    @property
    def _base(self) -> ReviewScreen | None:
        """The screen of the review, whatever lies on it."""
        screens = (screen for screen in self.screen_stack if isinstance(screen, ReviewScreen))
        return next(screens, None)

    def action_leave(self) -> None:
        """Quit, with the status that text mode would have."""
        self.cancel()
        exit_status = Exit.INTERRUPTED if self.review is None else status(self.review, self.options)
        self.exit(exit_status)

    @on(ReviewScreen.EditWanted)
    def edit(self, event: ReviewScreen.EditWanted) -> None:
        """Edit a file, then compare anew."""
        file = self.inputs[event.side]
        if file.path is None:
            self.notify(f"{visible(file.label)} is no file to edit", markup=False)
            return
        place = event.place
        line, column = (place.line, place.column) if place is not None else (1, 1)
        with self.suspend():
            problem = run_editor(editor_command(file.path, line, column))
        if problem:
            self.notify(problem, severity="error", markup=False)
            return
        self._start_anew()

    def _start_anew(self) -> None:
        """Compare the files as they are now."""
        try:
            self.inputs = reread(self.inputs[0]), reread(self.inputs[1])
        except Trouble as error:
            self.notify(error.message, severity="error", markup=False)
            return
        self._start()

    @on(ReviewScreen.AlignToggled)
    def toggle_align(self, event: ReviewScreen.AlignToggled) -> None:
        """Compare anew, by name or aligned, and stay where one is."""
        self.options = replace(self.options, align=not self.options.align)
        self._start_row = event.row
        self._start()

    @on(ReviewScreen.ModuloToggled)
    def toggle_modulo(self) -> None:
        """Compare anew, with or without the order of steps that commute."""
        modulo = not self.options.modulo_commuting
        self.options = replace(self.options, modulo_commuting=modulo)
        self._start()

    @on(ReviewScreen.PlanWanted)
    def open_plan(self, event: ReviewScreen.PlanWanted) -> None:
        """Execute a plan in both domains, then show it."""
        judged = self._judged
        if judged is None:
            return
        number = event.plans[event.number].case

        def work(checkpoint: Checkpoint) -> None:
            review = judged.review_plan(number, staged("executing the plan", checkpoint))
            self.post_message(self.PlanDone(review, event, judged))

        self.begin("plan", work)

    @on(ReviewScreen.RepairWanted)
    def look_for_repairs(self) -> None:
        """Look for the smallest repairs, then show them."""
        judged, path = self._judged, self.inputs[0].path
        if judged is None:
            return
        if path is None:
            self.notify(f"{visible(self.inputs[0].label)} is no file to repair", markup=False)
            return

        def work(checkpoint: Checkpoint) -> None:
            repairs = find_repairs(judged, path, checkpoint)
            self.post_message(self.RepairDone(repairs, judged))

        self.begin("repair", work)

    @on(RepairScreen.WriteWanted)
    def write_repair(self, event: RepairScreen.WriteWanted) -> None:
        """Write a repair into the learned file, and compare anew."""
        try:
            event.repairs.write(event.number)
        except Trouble as error:
            self.notify(error.message, severity="error", markup=False)
        else:
            self.notify(f"written: {visible(event.repairs.path)}", markup=False)
            self._start_row = None if self._base is None else self._base.row_here
            self._start_anew()

    @on(ReviewScreen.CancelWanted)
    def cancel_work(self) -> None:
        """End what is being worked out."""
        self.cancel()
        self.notify("stopped", timeout=2)

    @on(ReviewScreen.ReportWanted)
    def write_report(self, event: ReviewScreen.ReportWanted) -> None:
        """Write the text report to a file."""
        try:
            write_text(event.file, render(event.review))
        except Trouble as error:
            self.notify(error.message, severity="error", markup=False)
        else:
            self.notify(f"written: {visible(event.file)}", markup=False)

    def _start(self) -> None:
        inputs, options = self.inputs, self.options
        self.cancel()
        self.begin("comparison", lambda checkpoint: self._compare(inputs, options, checkpoint))

    def _compare(
        self, inputs: tuple[Input, Input], options: Options, checkpoint: Checkpoint
    ) -> None:
        """Compare, and when that is shown, judge the plans."""
        try:
            review = compare(inputs, options, checkpoint)
            if self.review is None and isinstance(review, DomainReview) and review.names_are_apart:
                align = replace(options, align=True)
                aligned = compare(inputs, align, checkpoint)
                if isinstance(aligned, DomainReview) and aligned.is_aligned:
                    review, options = aligned, align
        except Trouble as trouble:
            self.post_message(self.Failed(trouble.message))
            return
        self.post_message(self.Compared(ready_model_of(review), options))
        if not isinstance(review, DomainReview):
            return
        try:
            judged = judge(review, inputs, options, checkpoint)
        except Trouble as trouble:
            model = ready_model_of(review.with_errors([trouble.message]))
            self.post_message(self.JudgementDone(None, model, review))
            raise
        if judged is not None:
            model = ready_model_of(judged.review)
            self.post_message(self.JudgementDone(judged, model, review))

    def _terminate(self) -> None:
        """Leave the terminal as it was."""
        self.cancel()
        self.exit(128 + signal.SIGTERM)
