"""The lines at the bottom: a prompt for a text, and the keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input

from plancore.report.lines import cell_width, line
from plandiff.widgets.lines import Lines


class Prompt(Horizontal):
    """A question with an input; hidden until `ask` is called. Enter submits the answer."""

    @dataclass
    class Answered(Message):
        """Enter was pressed; `text` may be empty."""

        question: str
        text: str

    def __init__(self, *, id: str) -> None:
        self._question = ""
        super().__init__(id=id)

    def compose(self) -> ComposeResult:
        """The question, and the input."""
        yield Lines(classes="question")
        yield Input(compact=True)

    @property
    def is_open(self) -> bool:
        """Whether it is waiting for an answer."""
        return self.has_class("-open")

    @property
    def text(self) -> str:
        """The typed text."""
        return self.query_one(Input).value

    @text.setter
    def text(self, text: str) -> None:
        self.query_one(Input).value = text

    def ask(self, question: str, text: str = "") -> None:
        """Open the prompt with an initial `text`."""
        self._question, self.text = question, text
        self.query_one(Lines).show([line(question)])
        self.add_class("-open")
        self.query_one(Input).focus()

    def take(self, event: events.Key) -> bool:
        """Handle a key for the input before it has the focus; whether it was handled."""
        typed = self.query_one(Input)
        if event.is_printable and event.character:
            typed.insert_text_at_cursor(event.character)
        elif event.key == "backspace":
            typed.action_delete_left()
        elif event.key == "enter":
            typed.post_message(Input.Submitted(typed, typed.value))
        else:
            return False
        return True

    def close(self) -> None:
        """Hide the prompt."""
        self.remove_class("-open")

    @on(Input.Submitted)
    def answer(self, event: Input.Submitted) -> None:
        """Hide the prompt, and send the answer."""
        event.stop()
        self.close()
        self.post_message(self.Answered(self._question, event.value))


# The keys at the bottom of a screen, as many as fit.

_APART: Final = "  "
_NAMES: Final = {
    "/": "slash",
    "?": "question_mark",
    "Enter": "enter",
    "Esc": "escape",
    "Space": "space",
}
"""Textual's names of keys, where they differ from those displayed."""


class KeyBar(Widget):
    """Keys with descriptions, none of them cut."""

    _keys: Sequence[str] = ()

    def show(self, keys: Sequence[str]) -> None:
        """Replace the keys."""
        if keys != self._keys:
            self._keys = keys
            self.refresh()

    def render(self) -> Content:
        """The keys that fit."""
        return Content(fitting(self._keys, self.content_size.width))

    def on_click(self, event: events.Click) -> None:
        """Press the key that was clicked; of two keys, the first."""
        told = fitting(self._keys, self.content_size.width)
        x, end = event.get_content_offset_capture(self).x, 0
        for key in told.split(_APART):
            if end <= x < end + cell_width(key):
                name = key.partition(" ")[0]
                name = name if name == "/" else name.partition("/")[0]
                self.app.simulate_key(_NAMES.get(name, name))
            end += cell_width(key) + len(_APART)


def fitting(keys: Sequence[str], width: int) -> str:
    """The `keys` that fit into `width` columns; the last two, help and quit, come first."""
    order = [*keys[-2:][::-1], *keys[:-2]]
    kept: list[str] = []
    for key in order:
        if cell_width(_APART.join((*kept, key))) > width:
            break
        kept.append(key)
    return _APART.join(key for key in keys if key in kept)
