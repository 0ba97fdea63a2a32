"""The viewer. Other modules import this one only when the viewer opens: it is slow to load."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias

from textual import events
from textual.app import App, ComposeResult, SystemCommand
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.filter import ANSIToTruecolor, LineFilter
from textual.notifications import SeverityLevel
from textual.screen import Screen
from textual.scrollbar import ScrollBar, ScrollBarRender
from textual.theme import BUILTIN_THEMES, Theme
from textual.widgets import Static

from plancore.report.lines import Link, visible
from plancore.report.marks import in_ascii
from plandiff import terminal
from plandiff.inputs import Input
from plandiff.option import Config, read_config, remember
from plandiff.options import Options
from plandiff.screens.viewer import ViewerScreen
from plandiff.themes import (
    DEFAULT,
    LIGHT,
    THEMES,
    WITHOUT_COLOURS,
    Depth,
    in_palette,
    theme_for,
    variables_of,
)
from plandiff.widgets.prompt import Prompt
from planfiles.command import YOUNG, Exit, TerminatedError, few_collections
from planfiles.errors import UserError
from planfiles.signals import on_ending_signals

if TYPE_CHECKING:
    from plandiff.session.batch import BatchSession

_OF_TEXTUAL: Final = {
    "Quit": "quit the viewer",
    "Screenshot": "save a screenshot",
    "Theme": "choose a theme",
}
"""Textual's own commands to keep in the palette, with their titles here. The viewer has its own
page of keys, and nothing to maximize."""

_BETWEEN_LOOKS: Final = 2.0
"""Seconds between two looks whether the terminal is still there."""

First: TypeAlias = ViewerScreen | Callable[[], ViewerScreen]
"""The first screen, or a function that creates it."""

NO_CONFIG: Final = Config()
"""No config file: nothing is read or saved."""


def view(inputs: tuple[Input, Input], options: Options) -> int:
    """Open the review of two files, and return the exit status. Raises UserError."""

    def first() -> ViewerScreen:
        # These take as long to import as Textual, so first something is painted.
        from plandiff.screens.pair import PairScreen
        from plandiff.session.session import Session

        return PairScreen(Session(inputs, options))

    names = " ▸ ".join(visible(file.label) for file in inputs[::-1])
    return show(first, options, f"comparing {names} …")


def view_batch(session: BatchSession) -> int:
    """Open the table of a directory comparison; return the exit status when it is closed."""

    def first() -> ViewerScreen:
        from plandiff.screens.batch import BatchScreen

        return BatchScreen(session)

    try:
        return show(first, session.options, "comparing pairs …")
    finally:
        session.close()


def show(first: First, options: Options, waiting: str = "") -> int:
    """Open the viewer with a screen; `waiting` is shown until that is ready. Returns the exit
    status. Raises UserError if the viewer ended with an error."""
    terminal.take_keys_from_terminal()
    link = terminal.viewer_links(options)
    config = read_config(os.environ)
    if terminal.keep_from_writing(options):
        config = replace(config, path=None)  # do not save a theme either
    app = PlandiffApp(first, options.theme, config, waiting, link)
    with few_collections(YOUNG), on_ending_signals(app.terminate, "SIGQUIT"):
        result = app.run(mouse=True)
    if app.trouble is not None:
        raise UserError(app.trouble)
    return Exit.TROUBLE if result is None else result


class PlandiffApp(App[int]):
    """Handles theme, command palette, signals and notifications; the rest is in the screens."""

    TITLE = "plandiff"
    CSS_PATH = "app.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "quit", "quit", show=False, priority=True, id="app.quit"),
        Binding("Q", "quit", "quit; in git difftool, for all files", show=False, id="app.quit-all"),
        Binding(
            "ctrl+z", "suspend_process", "suspend", show=False, priority=True, id="app.suspend"
        ),
    ]

    depth: str = Depth.TRUE
    """The colour depth of the terminal."""

    def __init__(
        self,
        first: First,
        theme: str | None = None,
        config: Config = NO_CONFIG,
        waiting: str = "",
        link: Link | None = None,
        depth: str = "",
    ) -> None:
        """`depth` is the colour depth of the terminal, by default detected from the environment."""
        self.link = link
        self.first = first if isinstance(first, ViewerScreen) else None
        self._make_first = first
        self._waiting = waiting
        self._config = config
        self._told_until: dict[str, float] = {}
        """The time at which each visible notification ends, by its text."""
        self._woken: asyncio.AbstractEventLoop | None = None
        self._early: list[str] = []
        """Keys pressed before the first screen was ready."""
        self.trouble: str | None = None
        # Textual would use greys; our theme has no colours at all.
        no_color = os.environ.pop("NO_COLOR", None)
        super().__init__()
        self.depth = depth or self.console.color_system or Depth.TRUE
        for known in (*THEMES, *BUILTIN_THEMES.values()):
            self.register_theme(in_palette(known) if self.depth == Depth.PALETTE else known)
        unless_chosen = LIGHT if terminal.has_light_background(os.environ) else DEFAULT
        wanted = WITHOUT_COLOURS if no_color else theme or unless_chosen
        self.theme = theme_for(wanted, self.depth, self.available_themes)

    def compose(self) -> ComposeResult:
        """The text to show until the first screen is ready."""
        yield Static(self._waiting, id="waiting", markup=False)

    def on_load(self) -> None:
        """Store the event loop, which signals wake, before the terminal is taken over."""
        self._woken = asyncio.get_running_loop()

    def on_mount(self) -> None:
        """Show the first screen; if it must be created, after the first paint."""
        self.set_keymap(dict(self._config.keys))
        if self.first is None:
            self.call_after_refresh(self._open)
        else:
            self._open()
        self.theme_changed_signal.subscribe(self, self._keep_theme)
        if hasattr(signal, "SIGHUP") and not terminal.terminal_is_gone():
            self.set_interval(_BETWEEN_LOOKS, self._end_without_terminal)

    def _end_without_terminal(self) -> None:
        """End once the terminal is closed, even if no signal says so: under `make`, none does, and
        Textual would read the end of its input for ever."""
        if terminal.terminal_is_gone():
            self.terminate(signal.SIGHUP)

    def get_driver_class(self) -> type[Driver]:
        """The driver for the terminal, restricted to ASCII if the locale is."""
        driver = super().get_driver_class()
        return in_ascii_only(driver) if terminal.shows_only_ascii(os.environ) else driver

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's filters except `ANSIToTruecolor`, which checks each painted segment for ANSI
        colours and dim text. A theme has both or neither, and Textual disables the filter for those
        that have both.
        """
        filters = super().get_line_filters()
        return [each for each in filters if not isinstance(each, ANSIToTruecolor)]

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Colours of differences, derived from the theme."""
        return variables_of(self.current_theme, self.depth)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """The commands of the screen and some of Textual's, renamed for the palette."""
        if isinstance(screen, ViewerScreen):
            for key in screen.offered:
                yield SystemCommand(
                    key.what,
                    f"{key.name} ({key.shown})" if key.keys else "no key",
                    lambda action=key.action: self.call_later(screen.run_action, action),
                )
        for command in super().get_system_commands(screen):
            if command.title in _OF_TEXTUAL:
                yield command._replace(title=_OF_TEXTUAL[command.title])

    def _keep_theme(self, theme: Theme) -> None:
        """Save the chosen theme in the config file."""
        if self._config.path is not None:
            try:
                remember(self._config.path, "theme", theme.name)
            except UserError as error:
                self.notify(visible(error.message), severity="error", markup=False)

    async def action_quit(self) -> None:
        """Quit with the exit status of the first screen; if git started the viewer for one of many
        files, with a status that ends git's loop."""
        if terminal.is_one_of_many(os.environ):
            self.exit(Exit.INTERRUPTED)
        else:
            self._end(None)

    def _open(self) -> None:
        make = self._make_first
        self.first = make if isinstance(make, ViewerScreen) else make()
        self.push_screen(self.first, self._end)
        self.call_after_refresh(self._press_early)
        if self._config.keys:
            self.call_after_refresh(self._check_keys)

    def _press_early(self) -> None:
        """Pass the keys pressed early to the first screen."""
        for key in self._early:
            self.simulate_key(key)
        self._early.clear()

    def _check_keys(self) -> None:
        """Quit with an error if the config binds an unknown action; loads all screens, so late."""
        from plancore.spelling import nearest
        from plandiff.screens.keys import binding_names

        known = binding_names()
        for name in self._config.keys:
            if name not in known:
                near = nearest(name, known)
                meant = f"did you mean {near}?" if near else "the command palette lists the names"
                where = "" if self._config.path is None else f"{self._config.path}: "
                self._end(f"{where}unknown action {name!r} in [keys]; {meant}")
                return

    def _end(self, trouble: str | None) -> None:
        self.trouble = trouble
        status = Exit.INTERRUPTED if self.first is None else self.first.exit_status
        self.exit(status if trouble is None else Exit.TROUBLE)

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = True,
    ) -> None:
        """Show a notification, unless the same text is still visible."""
        now, lasts = time.monotonic(), self.NOTIFICATION_TIMEOUT if timeout is None else timeout
        if now >= self._told_until.get(message, now):
            self._told_until = {text: end for text, end in self._told_until.items() if end > now}
            self._told_until[message] = now + lasts
            super().notify(message, title=title, severity=severity, timeout=timeout, markup=markup)

    def clear_notifications(self) -> None:
        """Remove all notifications."""
        self._told_until.clear()
        super().clear_notifications()

    def on_key(self, event: events.Key) -> None:
        """Pass keys typed right after the one that opened a prompt to the prompt, although they
        were sent to the widget that had the focus before. Keep keys typed before the first screen
        is ready."""
        if self.first is None:
            self._early.append(event.key)
        prompt = self.screen.query_one_optional(Prompt)
        if prompt is not None and prompt.is_open and prompt.take(event):
            event.stop()
            event.prevent_default()

    def terminate(self, number: int) -> None:
        """Close the viewer after a signal: restore the terminal, and exit with the signal's status.
        Raises TerminatedError if the viewer is not open."""
        if terminal.terminal_is_gone():
            # There is nothing to restore, and writing to the terminal would block for ever.
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)
        if self._woken is None or self._woken.is_closed():
            raise TerminatedError(number)
        self._woken.call_soon_threadsafe(self.exit, TerminatedError(number).status)


class _WholeCells(ScrollBarRender):
    """A scrollbar without partial blocks, which would become digits in ASCII."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "] * 8
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "] * 8


def in_ascii_only(driver: type[Driver]) -> type[Driver]:
    """A subclass of the driver that writes only ASCII, also for signs, rules and scrollbars. This
    changes the renderer of all scrollbars in the process."""
    ScrollBar.renderer = _WholeCells

    # The type checker does not accept a variable as base class.
    class AsciiDriver(driver):  # type: ignore[misc, valid-type]
        def write(self, data: str) -> None:
            """Write `data` as ASCII."""
            super().write(in_ascii(data))

    return AsciiDriver
