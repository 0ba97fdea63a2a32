"""What every screen of the viewer has: its keys, and how it is left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen, Screen

from plancore.report.lines import Line, Piece, Tone, folded, line
from plancore.report.table import Cell, table
from plandiff.screens.keys import KeyBinding, listed_keys
from plandiff.widgets.lines import Lines
from planfiles.command import Exit


class ViewerScreen(Screen[str | None]):
    """A screen that any other may push. Left, it answers what trouble ended it, None for none."""

    KEYS: ClassVar[tuple[KeyBinding, ...]] = ()
    """What the page of help lists, and the command palette."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "leave", "back, or quit", show=False, id="app.leave")
    ]

    @property
    def exit_status(self) -> int:
        """The status to exit with when this was the first screen."""
        return Exit.SAME

    @property
    def offered(self) -> Sequence[KeyBinding]:
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


# A page to read over a review, and that of the keys.

_SIGNS = (
    ("=", "identical"),
    ("≈", "identical under the name mapping"),
    ("-", "missing: only in the reference (FN)"),
    ("+", "extra: only in the learned file (FP)"),
    ("~", "changed: polarity, arguments, time or value"),
    ("»", "moved or renamed"),
    ("↕", "moved (commutes with the steps between)"),
    ("✗", "failing step"),
    ("∗", "common cause of several differences"),
    ("·", "folded: identical rows"),
    ("☑ ⚑ ✎", "marked: accepted, reported, with a note"),
    ("○", "pair being compared"),
    ("✓ ✗ ! ?", "with --before: repaired, broken, still wrong, wrong in a new way"),
    ("⊗", "with --before: a step that now fails"),
    ("6+3", "valid plans rejected now + once other differences are fixed"),
)

FRAME = 5
"""Columns beside the text: what the style sheet pads it with, and the scrollbar."""


class PageScroll(VerticalScroll):
    """Moves by the keys that move the rows of a review."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "scroll_down", "down", show=False),
        Binding("k", "scroll_up", "up", show=False),
        Binding("space", "page_down", "page down", show=False),
        Binding("g", "scroll_home", "to the top", show=False),
        Binding("G", "scroll_end", "to the end", show=False),
    ]


class PageScreen(ModalScreen[None]):
    """Shows lines, the long ones broken; any of Esc, q, Enter and what opens such a page closes
    it."""

    AUTO_FOCUS = "#page"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,enter,A,i,v", "dismiss", "close", id="help.close")
    ]

    def __init__(self, lines: Iterable[Line]) -> None:
        self._lines = list(lines)
        super().__init__()

    def compose(self) -> ComposeResult:
        """The page."""
        with PageScroll(id="page"):
            yield Lines(id="text")

    def on_resize(self) -> None:
        """Break the lines for the width there is."""
        width = max(self.app.size.width - FRAME, 1)
        parts = (part for whole in self._lines for part in folded(whole, width))
        self.query_one("#text", Lines).show(parts)


class HelpScreen(PageScreen):
    """Lists keys and signs."""

    def __init__(self, keys: Sequence[tuple[str, str]]) -> None:
        super().__init__(_lines(keys))


def _lines(named_keys: Sequence[tuple[str, str]]) -> Iterator[Line]:
    keys: list[list[Cell]] = [[Piece(keys, Tone.TITLE), what] for keys, what in named_keys]
    signs: list[list[Cell]] = [[Piece(sign, Tone.TITLE), what] for sign, what in _SIGNS]
    yield line(Piece("Keys", Tone.TITLE))
    yield from table(keys)
    yield ()
    yield line(Piece("Signs", Tone.TITLE))
    yield from table(signs)
    yield ()
    yield line("The bars next to an action show the share of its precondition and of its")
    yield line("effect that both files have, from ▁ (none) to █ (all).")
