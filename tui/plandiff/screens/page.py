"""A page to read over a review, and that of the keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen

from plancore.report.lines import Line, Piece, Tone, folded, line
from plancore.report.table import Cell, table
from plandiff.widgets.lines import Lines

_SIGNS = (
    ("=", "on both sides"),
    ("≈", "on both sides, in other words (aligned)"),
    ("-", "missing: only in the reference (FN)"),
    ("+", "extra: only in the learned file (FP)"),
    ("~", "changed: polarity, arguments, time or value"),
    ("»", "moved or renamed"),
    ("↕", "moved over steps that commute with it"),
    ("✗", "a step that fails"),
    ("∗", "what several differences have in common"),
    ("·", "folded: equal on both sides"),
    ("☑ ⚑ ✎", "marked: accepted, reported, with a note"),
    ("○", "a pair of folders that is being compared"),
    ("✓ ✗ ! ?", "with --before: repaired, broken, still wrong, otherwise wrong"),
    ("⊗", "with --before: a step that fails now"),
    ("6+3", "plans that a difference stops, and those it would stop once others are mended"),
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
    yield line("The bars beside an action show how much of its precondition and of its")
    yield line("effect both files have, from ▁ for nothing to █ for all.")
