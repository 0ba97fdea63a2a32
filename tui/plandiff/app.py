"""The viewer. Nothing else may import this module, so that only who sees the viewer pays for it."""

from __future__ import annotations

import asyncio
import gc
import signal
import threading
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from textual import on
from textual.app import App, ComposeResult, SystemCommand
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from plancore.report.domain.review import DomainReview
from plancore.report.lines import visible
from plancore.report.registry import render
from plancore.report.review import Review
from plancore.report.rows.row import ViewRow
from plancore.stop import StoppedError
from plandiff.compare import compare
from plandiff.editor import editor_command, run_editor
from plandiff.exits import status
from plandiff.inputs import Input, reread
from plandiff.options import Options
from plandiff.screens.keys import KEYS
from plandiff.screens.review import ReviewScreen
from plandiff.terminal import take_keys_from_terminal
from plandiff.themes import ANSI_VARIABLES, DEFAULT, THEMES, VARIABLES
from plandiff.viewmodel.models import model_of
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


class PlandiffApp(App[int]):
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

        review: Review
        options: Options

    @dataclass
    class Failed(Message):
        """The comparison is impossible."""

        message: str

    def __init__(self, inputs: tuple[Input, Input], options: Options) -> None:
        self.inputs = inputs
        self.options = options
        self.review: Review | None = None
        self.trouble: str | None = None
        self._start_row: ViewRow | None = None
        self._cancelled = threading.Event()
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
        self.review, self.options = event.review, event.options
        # A large model stays as it is: going through it again and again makes scrolling stutter.
        gc.freeze()
        learned, reference = self.inputs
        labels = learned.label, reference.label
        screen = ReviewScreen(model_of(event.review), labels, self._start_row)
        self._start_row = None
        if isinstance(self.screen, ReviewScreen):
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def on_plandiff_app_failed(self, event: Failed) -> None:
        """End with the message; after an edit there still is the earlier review."""
        if self.review is None:
            self.trouble = event.message
            self.exit(Exit.TROUBLE)
        else:
            self.notify(visible(event.message), severity="error", timeout=10, markup=False)

    def action_leave(self) -> None:
        """Quit, with the status that text mode would have."""
        self._cancelled.set()
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

    @on(ReviewScreen.ReportWanted)
    def write_report(self, event: ReviewScreen.ReportWanted) -> None:
        """Write the text report to a file."""
        if self.review is None:
            return
        try:
            write_text(event.file, render(self.review))
        except Trouble as error:
            self.notify(error.message, severity="error", markup=False)
        else:
            self.notify(f"written: {visible(event.file)}", markup=False)

    def _start(self) -> None:
        # A daemon thread, not a worker: quitting must not wait for a comparison to end.
        threading.Thread(
            target=self._compare, args=(self.inputs, self.options), daemon=True
        ).start()

    def _compare(self, inputs: tuple[Input, Input], options: Options) -> None:
        try:
            review = compare(inputs, options, self._checkpoint)
            if self.review is None and isinstance(review, DomainReview) and review.names_are_apart:
                align = replace(options, align=True)
                aligned = compare(inputs, align, self._checkpoint)
                if isinstance(aligned, DomainReview) and aligned.is_aligned:
                    review, options = aligned, align
        except StoppedError:
            return
        except Trouble as trouble:
            self.post_message(self.Failed(trouble.message))
        else:
            self.post_message(self.Compared(review, options))

    def _checkpoint(self, *_: object) -> None:
        if self._cancelled.is_set():
            raise StoppedError

    def _terminate(self) -> None:
        """Leave the terminal as it was."""
        self._cancelled.set()
        self.exit(128 + signal.SIGTERM)
