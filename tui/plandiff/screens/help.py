"""The keys, on one page."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from plancore.report.lines import Piece, Tone, line
from plancore.report.table import Cell, table
from plandiff.widgets.lines import content_of

_SIGNS = (
    ("=", "on both sides"),
    ("-", "missing: only in the reference (FN)"),
    ("+", "extra: only in the learned file (FP)"),
    ("~", "changed: polarity, arguments, time or value"),
    ("»", "moved or renamed"),
    ("·", "folded: equal on both sides"),
)


class _Page(VerticalScroll):
    """Moves by the keys that move the rows of a review."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "scroll_down", "down", show=False),
        Binding("k", "scroll_up", "up", show=False),
        Binding("space", "page_down", "page down", show=False),
        Binding("g", "scroll_home", "to the top", show=False),
        Binding("G", "scroll_end", "to the end", show=False),
    ]


class HelpScreen(ModalScreen[None]):
    """Lists keys and signs; any of Esc, q and ? closes it."""

    AUTO_FOCUS = "#help"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,enter", "dismiss", "close", id="help.close")
    ]

    def __init__(self, keys: list[tuple[str, str]]) -> None:
        self._keys = keys
        super().__init__()

    def compose(self) -> ComposeResult:
        """The page."""
        with _Page(id="help"):
            yield Static(self._text())

    def _text(self) -> Content:
        keys: list[list[Cell]] = [[Piece(keys, Tone.TITLE), what] for keys, what in self._keys]
        signs: list[list[Cell]] = [[Piece(sign, Tone.TITLE), what] for sign, what in _SIGNS]
        return content_of(
            [
                line(Piece("Keys", Tone.TITLE)),
                *table(keys),
                (),
                line(Piece("Signs", Tone.TITLE)),
                *table(signs),
                (),
                line("The bars beside an action show how much of its precondition and of its"),
                line("effect both files have, from ▁ for nothing to █ for all."),
            ]
        )
