"""The viewer. Nothing else may import this module, so that only who sees the viewer pays for it."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, ClassVar, Final

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.theme import Theme

from plancore.report.lines import visible
from plandiff.config import Config, read_config
from plandiff.inputs import Input
from plandiff.options import Options
from plandiff.remember import remember
from plandiff.screens.batch import BatchScreen
from plandiff.screens.pair import PairScreen
from plandiff.screens.viewer import ViewerScreen
from plandiff.session.batch import BatchSession
from plandiff.session.session import Session
from plandiff.terminal import take_keys_from_terminal
from plandiff.themes import DEFAULT, THEMES, variables_of
from planfiles.command import Exit
from planfiles.garbage import YOUNG, few_collections
from planfiles.trouble import Trouble

NO_CONFIG: Final = Config()
"""Nothing is read from a file of the user, or written to one."""


def view(inputs: tuple[Input, Input], options: Options) -> int:
    """Open the review of two files; the exit status when it is closed. Raises Trouble as `compare`
    does."""
    return show(PairScreen(Session(inputs, options)), options.theme)


def view_batch(session: BatchSession) -> int:
    """Open the table of many pairs; the exit status when it is closed."""
    return show(BatchScreen(session), session.options.theme)


def show(first: ViewerScreen, theme: str | None) -> int:
    """Open the viewer with a screen; the exit status when that is left. Raises Trouble when it is
    what ended it."""
    take_keys_from_terminal()
    app = PlandiffApp(first, theme, read_config(os.environ))
    with few_collections(YOUNG):
        result = app.run(mouse=True)
    if app.trouble is not None:
        raise Trouble(app.trouble)
    return Exit.TROUBLE if result is None else result


class PlandiffApp(App[int]):
    """Theme, palette and manners. All else is done by the first screen and those it opens."""

    TITLE = "plandiff"
    CSS_PATH = "app.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "quit", "quit", show=False, priority=True, id="app.quit"),
        Binding(
            "ctrl+z", "suspend_process", "suspend", show=False, priority=True, id="app.suspend"
        ),
    ]

    def __init__(
        self, first: ViewerScreen, theme: str | None = None, config: Config = NO_CONFIG
    ) -> None:
        self.first = first
        self._config = config
        self.trouble: str | None = None
        super().__init__()
        for known in THEMES:
            self.register_theme(known)
        self.theme = theme or DEFAULT

    def on_mount(self) -> None:
        """Show the first screen."""
        self.set_keymap(dict(self._config.keys))
        self.push_screen(self.first, self._end)
        self.theme_changed_signal.subscribe(self, self._keep_theme)
        with suppress(NotImplementedError):  # where signals do not reach the loop: Windows
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self._terminate)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Colours of differences for themes that name none."""
        return variables_of(self.current_theme)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Every key of the screen is a command; Textual's own commands come after them."""
        if isinstance(screen, ViewerScreen):
            for key in screen.KEYS:
                yield SystemCommand(
                    key.what,
                    f"{key.name} ({key.shown})",
                    lambda action=key.action: self.call_later(screen.run_action, action),
                )
        yield from super().get_system_commands(screen)

    def _keep_theme(self, theme: Theme) -> None:
        """Keep the theme that was chosen for the next time."""
        if self._config.path is not None:
            try:
                remember(self._config.path, "theme", theme.name)
            except Trouble as error:
                self.notify(visible(error.message), severity="error", markup=False)

    async def action_quit(self) -> None:
        """Quit, with the status of the first screen."""
        self._end(None)

    def _end(self, trouble: str | None) -> None:
        self.trouble = trouble
        self.exit(self.first.exit_status if trouble is None else Exit.TROUBLE)

    def _terminate(self) -> None:
        """Leave the terminal as it was."""
        self.exit(128 + signal.SIGTERM)
