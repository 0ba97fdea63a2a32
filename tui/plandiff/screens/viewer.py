"""What every screen of the viewer has: its keys, and how it is left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.screen import Screen

from plandiff.screens.keys import Key, listed_keys
from plandiff.screens.page import HelpScreen
from planfiles.command import Exit


class ViewerScreen(Screen[str | None]):
    """A screen that any other may push. Left, it answers what trouble ended it, None for none."""

    KEYS: ClassVar[tuple[Key, ...]] = ()
    """What the page of help lists, and the command palette."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "leave", "quit, or back to where one came from", show=False, id="app.leave")
    ]

    @property
    def exit_status(self) -> int:
        """The status to exit with when this was the first screen."""
        return Exit.SAME

    @property
    def offered(self) -> Sequence[Key]:
        """What the command palette lists now."""
        return self.KEYS

    @property
    def is_first(self) -> bool:
        """Whether no other screen of the viewer lies below."""
        viewers = [screen for screen in self.app.screen_stack if isinstance(screen, ViewerScreen)]
        return not viewers or viewers[0] is self

    @property
    def text_here(self) -> str:
        """What there is to copy at the cursor; empty for nothing."""
        return ""

    def action_copy(self) -> None:
        """Put the text at the cursor on the clipboard of the terminal."""
        if self.text_here:
            self.app.copy_to_clipboard(self.text_here)
            self.notify("copied", timeout=2)

    def action_help(self) -> None:
        """The page of keys."""
        bound: dict[str, list[str]] = {}
        for key, active in self.active_bindings.items():
            bound.setdefault(active.binding.id or "", []).append(key)
        self.app.push_screen(HelpScreen(listed_keys(self.KEYS, bound)))

    def action_leave(self) -> None:
        """Go back to the screen below; from the first one quit."""
        self.dismiss(None)
