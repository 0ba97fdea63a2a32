"""The base of all screens of the viewer, and pages of text such as help."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Input

from plancore.phrases import SIDES
from plancore.report.lines import Line, Piece, Tone, folded, line, table
from plandiff.screens.keys import MOVES, KeyBinding, KeyGroup, help_groups
from plandiff.widgets.line_list import LineList
from plandiff.widgets.lines import Lines
from plandiff.widgets.prompt import Prompt
from planfiles.command import Exit


class ViewerScreen(Screen[str | None]):
    """A screen that any other may push. Its result is an error message, or None."""

    KEYS: ClassVar[tuple[KeyBinding, ...]] = ()
    """The keys listed in the help and the command palette."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "leave", "back, or quit", show=False, id="app.leave")
    ]

    @property
    def exit_status(self) -> int:
        """The exit status if this was the first screen."""
        return Exit.SAME

    @property
    def offered(self) -> Sequence[KeyBinding]:
        """The current commands of the palette."""
        return *self.KEYS, *MOVES

    @property
    def hint(self) -> tuple[str, ...]:
        """The keys to list at the bottom, and first in the help."""
        return ()

    @property
    def is_first(self) -> bool:
        """Whether there is no other screen of the viewer below."""
        viewers = [screen for screen in self.app.screen_stack if isinstance(screen, ViewerScreen)]
        return not viewers or viewers[0] is self

    @property
    def text_here(self) -> str:
        """The text to copy at the cursor; empty if there is none."""
        return ""

    def action_copy(self) -> None:
        """Copy the text at the cursor to the terminal's clipboard."""
        if self.text_here:
            self.app.copy_to_clipboard(self.text_here)
            self.notify("copied", timeout=2)

    def action_help(self) -> None:
        """Open the help."""
        bound: dict[str, list[str]] = {}
        for key, active in self.active_bindings.items():
            bound.setdefault(active.binding.id or "", []).append(key)
        self.app.push_screen(HelpScreen(help_groups(self.KEYS, bound, self.hint)))

    def action_leave(self) -> None:
        """Go back to the screen below; quit from the first one."""
        self.dismiss(None)

    def on_click(self, event: events.Click) -> None:
        """Open the line that was double-clicked, as Enter does."""
        if event.chain == 2 and isinstance(self.clicked(event), LineList):
            self.open_clicked()

    def clicked(self, event: events.Click) -> Widget:
        """The widget that was clicked: an event that bubbled up names the screen."""
        return self.get_widget_at(*event.screen_offset)[0]

    def open_clicked(self) -> None:
        """Open the item at the cursor."""


# Pages of text above a screen, such as the help.

_SIGNS = (
    ("=", "identical"),
    ("≈", "identical under the name mapping"),
    ("-", "{0.missing}: only in {0.the_reference} (FN)"),
    ("+", "{0.extra}: only in the {0.learned} file (FP)"),
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
"""Columns next to the text: the padding of the style sheet, and the scrollbar."""


class PageScroll(VerticalScroll):
    """A scrolled page with the same keys as the rows of a review."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "scroll_down", "down", show=False),
        Binding("k", "scroll_up", "up", show=False),
        Binding("space,ctrl+f", "page_down", "page down", show=False),
        Binding("ctrl+b", "page_up", "page up", show=False),
        Binding("ctrl+d", "scroll_by_half(1)", "half a page down", show=False),
        Binding("ctrl+u", "scroll_by_half(-1)", "half a page up", show=False),
        Binding("g", "scroll_home", "to the top", show=False),
        Binding("G", "scroll_end", "to the end", show=False),
    ]

    def action_scroll_by_half(self, direction: int) -> None:
        """Scroll by half a window."""
        self.scroll_relative(y=direction * max(self.size.height // 2, 1), animate=False)


class PageScreen(ModalScreen[None]):
    """Shows lines, wrapped to the width. Esc, q, Enter and the keys that open such pages close
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
        """Wrap the lines to the width."""
        width = max(self.app.size.width - FRAME, 1)
        parts = (part for whole in self._lines for part in folded(whole, width))
        self.query_one("#text", Lines).show(parts)


class HelpScreen(PageScreen):
    """Lists keys, those of the screen first, and signs. After `/`, only entries with the typed text
    are shown."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "search", "search", show=False),
        Binding("escape", "leave", "end the search, or close", show=False),
    ]

    def __init__(self, groups: Sequence[KeyGroup]) -> None:
        signs = KeyGroup("Signs", [(sign, told.format(SIDES)) for sign, told in _SIGNS])
        self._groups = [*groups, signs]
        super().__init__(_lines(self._groups))

    def compose(self) -> ComposeResult:
        """The page, and the prompt of the search."""
        yield from super().compose()
        yield Prompt(id="prompt")

    def action_search(self) -> None:
        """Ask for a text."""
        self.query_one(Prompt).ask("search: ")

    def action_leave(self) -> None:
        """End the search; else close."""
        prompt = self.query_one(Prompt)
        if prompt.is_open or prompt.text:
            prompt.close()
            prompt.text = ""
            self._show("")
            self.query_one("#page").focus()
        else:
            self.dismiss()

    @on(Input.Changed)
    def narrow(self, event: Input.Changed) -> None:
        """Show the entries that contain the typed text."""
        self._show(event.value.casefold())

    @on(Prompt.Answered)
    def read_on(self) -> None:
        """Move the focus back to the page."""
        self.query_one("#page").focus()

    def _show(self, needle: str) -> None:
        found = (
            group._replace(keys=[key for key in group.keys if needle in " ".join(key).casefold()])
            for group in self._groups
        )
        self._lines = list(_lines([group for group in found if group.keys]))
        self.on_resize()


def _lines(groups: Sequence[KeyGroup]) -> Iterator[Line]:
    for at, group in enumerate(groups):
        if at:
            yield ()
        hint = "   / search" if not at else ""
        yield line(Piece(group.title, Tone.TITLE), Piece(hint, Tone.DIM))
        yield from table([[Piece(keys, Tone.TITLE), what] for keys, what in group.keys])
    if not groups:
        yield line("no match")
